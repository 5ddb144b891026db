"""The installed command, which starts the program unless another package has taken over the program's folders.

`pipeline` and `schemas` are common names, and pip silently installs one package over another.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

HOME = Path(__file__).parent
ROOMS = ("pipeline", "schemas")


def taken(room: str) -> bool:
    """Return whether Python finds another package under this name, or another package has put files in our folder.

    room  name of one of our packages, and of its folder

    Without pip's list of installed files, as in an editable installation, the only check is whether Python finds the
    name in our folder.
    """
    found, folder = find_spec(room), HOME / room
    if not (found and found.origin and folder.samefile(Path(found.origin).parent)):
        return True
    record = next(HOME.glob("centre_years-*.dist-info/RECORD"), None)
    lines = record.read_text(encoding="utf-8").splitlines() if record else []  # path,digest,size
    sizes = dict(line.split(",")[::2] for line in lines if line.startswith(f"{room}/"))
    names = {path.split("/")[1] for path in sizes} | {"__pycache__"}
    overwritten = str((folder / "__init__.py").stat().st_size) != sizes.get(f"{room}/__init__.py")
    return bool(sizes) and (overwritten or not {path.name for path in folder.iterdir()} <= names)


def main() -> None:
    """Run the command; if another package conflicts, print one line about it and exit with status 1."""
    if room := next(filter(taken, ROOMS), ""):
        for name in ROOMS:  # import our modules without running the other package
            sys.modules[name] = ModuleType(name)
            sys.modules[name].__path__ = [str(HOME / name)]
        from pipeline.cli.ends import clash, remark

        remark(clash(room))
        sys.exit(1)
    from pipeline.cli.app import main

    main()
