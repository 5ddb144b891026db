"""The reference page on commands, made from what each command prints for `--help`."""

import re
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from typer.main import get_command

from pipeline.rules.circuits import circuits
from pipeline.tools.reference.markdown import escaped, items, prose, table

APP = "pipeline.cli.app:app"  # a string, since no tool imports the command line
MAKEFILE = Path(__file__).parents[3] / "Makefile"
INTRODUCTION = """# Commands

Type `centre-years` and a command if the program is installed, such as `centre-years build`. In the repository type
`make` and a target, with options in capitals, such as `make new EVENT="Club night" SEASON=2026`. With `--help` a
command prints what this page says.

The exit status is 0 if all is well, 1 if a sheet has an error or the command could not do its work, and 2 if the
command was typed wrongly. A command that is stopped leaves every file whole.
"""
MAKE = """## In the repository alone

`make help` lists all targets. These have no command of their own:
"""
CIRCUIT = next(iter(circuits()))
EXAMPLES = [  # each as typed with the program installed, then as a `make` target, if there is one
    re.split("  +", line)
    for line in f"""
centre-years build                                                                 make
centre-years build 2013                                                            make season S=2013
centre-years build --as-of 2010-11-30
centre-years watch --open                                                          make watch OPEN=1
centre-years watch --share                                                         make watch SHARE=1
centre-years check                                                                 make check
centre-years new "Club night" --season 2026                                        make new EVENT="Club night" SEASON=2026
centre-years new Serata --season 2026 --language it                                make new EVENT=Serata SEASON=2026 LANGUAGE=it
centre-years new Cup --season 2026 --kind placings                                 make new EVENT=Cup SEASON=2026 KIND=placings
centre-years new Torneo --season 2026 --kind bao --entries players.csv --groups 3  make new EVENT=Torneo SEASON=2026 KIND=bao ENTRIES=players.csv GROUPS=3
centre-years new season --season 2026                                              make new EVENT=season SEASON=2026
centre-years import a.json b.json --event "Club night" --season 2026               make import FILES="a.json b.json" EVENT="Club night" SEASON=2026
centre-years import a.json --event "Club night" --season 2026 --dry-run            make import FILES=a.json EVENT="Club night" SEASON=2026 DRY=1
centre-years import d.json --event "Club night" --season 2026 --round 2            make import FILES=d.json EVENT="Club night" SEASON=2026 ROUND=2
centre-years import c.json --event "Club night" --season 2026 --merge              make import FILES=c.json EVENT="Club night" SEASON=2026 MERGE=1
centre-years export wdd_boards 2026                                                make export FORMAT=wdd_boards SEASON=2026
centre-years export wdd_boards 2026 "Club night" --to files                        make export FORMAT=wdd_boards SEASON=2026 EVENT="Club night" TO=files
centre-years explain pgp --player "Anna Rossi"                                     make explain SYSTEM=pgp PLAYER="Anna Rossi"
centre-years explain {CIRCUIT} --player "Anna Rossi"                               make explain SYSTEM={CIRCUIT} PLAYER="Anna Rossi"
centre-years explain centres_fall --language it                                    make explain SYSTEM=centres_fall
centre-years explain --rating ghost "Anna Rossi"
centre-years diff                                                                  make diff
centre-years diff --all                                                            make diff ALL=1
centre-years systems                                                               make systems
centre-years systems whipping
centre-years certify whipping --to whipping.xlsx
centre-years compare                                                               make compare
centre-years compare 2010 --all
centre-years seat "Club night" 2                                                   make seat EVENT="Club night" ROUND=2
centre-years seat Torneo --replace                                                 make seat EVENT=Torneo REPLACE=1
centre-years turkey units.csv                                                      make turkey SHEET=units.csv
centre-years orders italy.txt                                                      make orders SHEET=italy.txt
centre-years archive boards.parquet scored                                         make archive IN=boards.parquet OUT=scored
""".strip().splitlines()
]
NOTES = {"diff": ["It compares with the last build that had no error."]}
BRACKETS = re.compile(r"  \[([^\]]*)\]$")  # as in `[default: 3; 1<=x<=500]`
LIMITS = re.compile(r"(?:(?P<least>\d+)<=)?x(?P<sign>[<>]=)(?P<limit>\d+)")
TARGET = re.compile(r"^([a-z-]+):.*  ## (.*)$", re.MULTILINE)


def page() -> str:
    """Return the page: one section per command, then the Makefile targets that have no command of their own."""
    commands: dict[str, Any] = vars(get_command(resolve_name(APP)))["commands"]
    index = table(("command", "does"), ((f"[`{name}`](#{name})", _does(one)[0]) for name, one in commands.items()))
    with_command = {same.split()[1] for _, *make in EXAMPLES for same in make if " " in same}
    targets = TARGET.findall(MAKEFILE.read_text(encoding="utf-8"))
    alone = (f"`make {name}`: {escaped(said)}" for name, said in targets if name not in {*with_command, "all"})
    return "\n".join([INTRODUCTION, index, *map(_command, commands, commands.values()), MAKE, items(alone)])


def _does(command: Any) -> list[str]:
    """Return the paragraphs of a command's help."""
    return [escaped(" ".join(paragraph.split())) for paragraph in command.help.split("\n\n")]


def _command(name: str, command: Any) -> str:
    """Return a command's section: usage, arguments, options and examples."""
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join(["centre-years", name, *command.collect_usage_pieces(context)])
    ordered = sorted(command.get_params(context), key=lambda one: one.param_type_name == "option")
    listed = (one.get_help_record(context) for one in ordered if one.name != "help")
    examples = [(f"`{one}`", *(f"`{same}`" for same in make)) for one, *make in EXAMPLES if one.split()[1] == name]
    parts = [
        f"## {name}",
        *map(prose, [*_does(command), *NOTES.get(name, [])]),
        f"```\n{usage}\n```",
        items(_option(*one) for one in listed).rstrip(),
    ]
    return "\n\n".join([*parts, table(("installed", "in the repository"), ((*one, "")[:2] for one in examples))])


def _option(typed: str, said: str) -> str:
    """Return a list item for an argument or option: its name, help, limits and default."""
    found = BRACKETS.search(said)
    facts = [_fact(fact) for fact in found[1].split("; ")] if found else []
    name = re.sub(r" *<.*?>$", "", typed)
    return " ".join([f"`{name}`:", escaped(BRACKETS.sub("", said)), *facts])


def _fact(fact: str) -> str:
    if limits := LIMITS.fullmatch(fact):
        at_most = limits["sign"] == "<="
        least = f"At least {limits['least']}, at" if limits["least"] else "At"
        return f"{least} {'most' if at_most else 'least'} {limits['limit']}."
    name, _, value = fact.partition(": ")
    return f"{name.capitalize()}: `{value}`." if value else f"{name.capitalize()}."
