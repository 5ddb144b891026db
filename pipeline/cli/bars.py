"""Progress bars on a terminal."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from pipeline.cli.terminal import words
from schemas.messages import Message


class Bars(Progress):
    """Progress bars on the error stream, one per stage, which are removed when the work is done."""

    def __init__(self) -> None:
        super().__init__(
            TextColumn("{task.description:>8}"),
            BarColumn(),
            MofNCompleteColumn(),
            console=Console(stderr=True),
            auto_refresh=False,  # no refresh thread, because the pool forks
            transient=True,
        )
        self._stage: TaskID | None = None

    def stage(self, name: Message, steps: int) -> None:
        """Begin a stage and show a new progress bar for it."""
        self._stage = self.add_task(words()(name), total=steps)
        self.refresh()

    def step(self) -> None:
        """Advance the progress bar by one step of the stage."""
        if self._stage is not None:
            self.update(self._stage, advance=1, refresh=True)
