"""The installed command: it starts the program unless another package has taken the program's folders.

`pipeline` and `schemas` are common names, and pip silently installs one package over another.
"""

import sys
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

HOME = Path(__file__).parent
ROOMS = ("pipeline", "schemas")


def taken(room: str) -> bool:
    """Return whether Python finds another package under this name, or whether one shares the folder.

    Without pip's list of installed files, as in an editable installation, only the place is known.
    """
    found, folder = find_spec(room), HOME / room
    if not (found and found.origin and folder.samefile(Path(found.origin).parent)):
        return True
    try:
        installed = [path for path in files("centre-years") or () if path.parts[0] == room]
    except PackageNotFoundError:
        return False
    sizes = {path.name: path.size for path in installed if len(path.parts) == 2}
    names = {path.parts[1] for path in installed} | {"__pycache__"}
    overwritten = (folder / "__init__.py").stat().st_size != sizes.get("__init__.py")
    return bool(installed) and (overwritten or not {path.name for path in folder.iterdir()} <= names)


def main() -> None:
    """Run the command that was typed, or say in one line what stands in the way."""
    if room := next(filter(taken, ROOMS), ""):
        for name in ROOMS:  # without running the other package
            sys.modules[name] = ModuleType(name)
            sys.modules[name].__path__ = [str(HOME / name)]
        from pipeline.cli.ends import clash, remark

        remark(clash(room))
        sys.exit(1)
    from pipeline.cli.app import main

    main()
