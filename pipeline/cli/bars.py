"""Progress on a terminal."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from pipeline.cli.terminal import words
from schemas.messages import Message


class Bars:
    """One bar a stage, on the error stream; gone when the work is done."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._bars = Progress(
            TextColumn("{task.description:>8}"),
            BarColumn(),
            MofNCompleteColumn(),
            console=console,
            auto_refresh=False,  # no thread of its own: the pool forks
            transient=True,
        )
        self._stage: TaskID | None = None

    def __enter__(self) -> "Bars":
        """Show the bars."""
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take them away."""
        self._bars.stop()

    def stage(self, name: Message, steps: int) -> None:
        """A stage begins: a new bar."""
        self._stage = self._bars.add_task(words()(name), total=steps)
        self._bars.refresh()

    def step(self) -> None:
        """A step of the stage is done."""
        if self._stage is not None:
            self._bars.update(self._stage, advance=1, refresh=True)
