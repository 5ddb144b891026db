"""`python -m pipeline`.

Python puts the working folder first on its path. A league's folder travels, so nothing in it is imported: a `json.py`
beside the sheets stays a file. Only modules that Python has frozen are imported before that is seen to.
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
    main("python -m pipeline")
