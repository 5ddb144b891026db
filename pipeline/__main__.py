"""`python -m pipeline`."""

from pipeline.cli.app import main

if __name__ == "__main__":
    main("python -m pipeline")
