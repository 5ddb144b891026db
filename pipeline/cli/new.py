"""The `new` command."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.shared import RAW, Raw, must_be_a_language, place_of, show_problems, system_called
from pipeline.cli.terminal import tell
from schemas.messages import Message, listed, say
from schemas.words import LANGUAGES, MOST_GROUPS

KINDS = ("diplomacy", "bao", "placings", "results")  # `placings` has only places, `results` only scores


def new(
    event: Annotated[str, typer.Argument(help="The event's name, which is also the file's name, or `season`.")],
    season: Annotated[str, typer.Option(help="The season's folder, such as 2013 or 2013-14.")],
    raw: Raw = RAW,
    rounds: Annotated[int | None, typer.Option(min=1, max=50, help="The number of planned rounds.")] = None,
    boards: Annotated[int, typer.Option(min=1, max=500, help="The number of empty boards in each round.")] = 3,
    last_year: Annotated[int, typer.Option(min=1901, max=1950, help="The last year that gets a column.")] = 1908,
    language: Annotated[str | None, typer.Option(help=f"One of {', '.join(LANGUAGES)}.")] = None,
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(KINDS)}.")] = KINDS[0],
    system: Annotated[str | None, typer.Option(help="The scoring system, if it is known.")] = None,
    entries: Annotated[Path | None, typer.Option(help="Bao: the entry list, as a workbook or players.csv.")] = None,
    groups: Annotated[
        int | None, typer.Option(min=1, max=MOST_GROUPS, help="Bao: the number of qualifying groups.")
    ] = None,
) -> None:
    """Write a workbook to fill in, for an event or a season.

    With an entry list, the workbook of a Bao event contains all games of the qualifying groups.
    """
    from pipeline.build.files import write_whole
    from pipeline.read.find import SEASON_FILE
    from pipeline.store.folder import Folder
    from pipeline.tools.new.diplomacy import event_workbook, placings_workbook, results_workbook, season_workbook

    if kind not in KINDS:
        refuse(say("there is no kind called {kind}; choose {kinds}", kind=kind, kinds=listed(KINDS, "or")))
    chosen: dict[str, object] = {"name": event, **({"language": language} if language else {})}
    if system:
        chosen["system"] = system_called(system, None, raw).id
    language = language or LANGUAGES[0]
    must_be_a_language(language)
    of_season = event.casefold() == SEASON_FILE and kind == KINDS[0]
    path = _free_place(raw, season, SEASON_FILE if of_season else event, of_season=of_season)
    workbook: Callable[[], bytes]
    if of_season:
        workbook = partial(season_workbook, season, language=language)
    elif kind == "bao":
        workbook = _bao(chosen, entries, groups, language)
    elif kind in ("placings", "results"):
        alone = placings_workbook if kind == "placings" else results_workbook
        workbook = partial(alone, settings=chosen, language=language)
    else:
        workbook = partial(
            event_workbook,
            settings={**chosen, **({"rounds": rounds} if rounds else {})},
            boards=boards,
            rounds=rounds or 1,
            last_year=last_year,
            language=language,
        )
    write_whole(Folder(raw) / season, path.name, workbook())
    tell(
        say("{file} is ready to fill in. When you have saved it, type `centre-years build`, or `make`.", file=str(path))
    )


def _free_place(raw: Path, season: str, event: str, *, of_season: bool) -> Path:
    """Return the path of the new workbook.

    The command stops with an error message if the file already exists, or if a build would not read a file of that
    name.
    """
    path = place_of(raw, season, event, of_season=of_season)
    if any(path.with_suffix(suffix).exists() for suffix in ("", ".ods")) or path.exists():
        refuse(say("{file} already exists; nothing was written", file=str(path)))
    return path


def _bao(chosen: dict[str, object], entries: Path | None, groups: int | None, language: str) -> Callable[[], bytes]:
    """Return a function that makes a Bao event's workbook.

    If there is an entry list, the workbook also contains the group games.
    """
    from pipeline.tools.new.bao import bao_workbook
    from pipeline.tools.new.draw import Draw, draw

    drawn = Draw({}, [], [], [])
    if entries is not None:
        if not entries.exists():
            refuse(say("there is no file {file}", file=str(entries)))
        drawn = draw(entries, groups)
        show_problems(drawn.problems)
        if not drawn.players:
            if any(problem.severity == "error" for problem in drawn.problems):
                refuse(say("correct {file} first; nothing was written", file=str(entries)))
            text = Message(
                "{file} contains no entry list; nothing was written. Put the list on a sheet called `players`, or in a file called players.csv, with a column `player`."
            )
            refuse(text.of({"file": str(entries)}))
    settings = drawn.settings | chosen
    return lambda: bao_workbook(settings, drawn.players, drawn.games, groups=groups, language=language)
