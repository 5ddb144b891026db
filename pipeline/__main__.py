"""The entry point of `python -m pipeline`.

Python puts the working folder first on its path. The files in that folder may come from anybody, so this module removes
the folder from the path before importing anything but frozen modules. Otherwise a file such as `json.py` beside the
sheets could be imported.
"""

import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
if not sys.flags.safe_path and os.path.abspath(sys.path[0]) != HOME:  # noqa: PTH100
    del sys.path[0]

try:
    from pipeline.cli.app import main
except ModuleNotFoundError as lacking:
    if str(lacking.name).partition(".")[0] in ("pipeline", "schemas"):
        raise
    from pipeline.tools.extras import install

    sys.exit(
        f"centre-years: {lacking.name} is not installed; install what is needed with `make`, or with: {install('.')}"
    )

if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # the single-file program made by `make app`
        from pipeline.tools.app.frozen import begin

        begin()
        main()
    main("python -m pipeline")
