"""`python -m pipeline`."""

import sys

try:
    from pipeline.cli.app import main
except ModuleNotFoundError as lacking:
    if str(lacking.name).partition(".")[0] in ("pipeline", "schemas"):
        raise
    sys.exit(
        f"centre-years: {lacking.name} is not installed; `make` installs what is needed, or `{sys.executable} -m pip install .`"
    )

if __name__ == "__main__":
    main("python -m pipeline")
