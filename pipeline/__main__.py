"""`python -m pipeline`."""

from pipeline.cli.app import app, start

if __name__ == "__main__":
    start(app)
