"""`python -m pipeline`."""

import sys

try:
    from pipeline.cli.app import main
except ModuleNotFoundError as lacking:
    if str(lacking.name).partition(".")[0] in ("pipeline", "schemas"):
        raise
    from pipeline.tools.extras import python

    sys.exit(
        f"centre-years: {lacking.name} is not installed; `make` installs what is needed, or `{python()} -m pip install .`"
    )

if __name__ == "__main__":
    main("python -m pipeline")
