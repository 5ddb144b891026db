"""Run commands as people type them, each in its own process, without repeating the slow imports.

A server that has imported the program is started once and forked for each command. On systems without fork, each
command does its own imports.
"""

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import NamedTuple

IMPORTED = ["pipeline.cli.app", "pipeline.build.build", "pipeline.report.render", "pandera.pandas", "openpyxl"]
METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
SECONDS = 300  # time limit for one command

servers = get_context(METHOD)
if METHOD == "forkserver":
    servers.set_forkserver_preload(IMPORTED)


class Printed(NamedTuple):
    """The exit status of a finished command, with both output streams in one string, as on a terminal."""

    status: int | None
    text: str


def command(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Printed:
    """Run `centre-years` with these arguments in a folder.

    environment  environment variables to add to those of the tests

    Raises TimeoutError after five minutes.
    """
    with tempfile.TemporaryDirectory() as place:
        printed = Path(place, "printed")
        process = servers.Process(target=_run, args=(words, folder, os.environ | environment, printed))
        process.start()
        process.join(SECONDS)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"{words} in {folder}")
        return Printed(process.exitcode, printed.read_text(encoding="utf-8"))


def _run(words: Sequence[str], folder: Path, environment: Mapping[str, str], printed: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
        setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", buffering=1))
    sys.argv = ["centre-years", *words]
    from pipeline.cli.app import main

    main()
