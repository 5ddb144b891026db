"""The command `explain`."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.shared import RAW, Raw, must_be_a_language, must_exist


def explain(
    word: Annotated[
        str | None, typer.Argument(help="A system's id, or the code of a problem; none: list them.")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Only this player's seats.")] = None,
    season: Annotated[str | None, typer.Option(help="Only this season.")] = None,
    event: Annotated[str | None, typer.Option(help="Only this event.")] = None,
    round: Annotated[str | None, typer.Option(help="Only this round.")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board.")] = None,
    power: Annotated[str | None, typer.Option(help="Only this power.")] = None,
    language: Annotated[str, typer.Option(help="en, it or fr: of what is said of a code.")] = "en",
    raw: Raw = RAW,
) -> None:
    """Print how a score came about, paragraph by paragraph; or what the code of a problem means."""
    from pipeline.language.language import language as language_of
    from pipeline.problems.codes import CODES
    from pipeline.problems.near import nearest
    from pipeline.problems.words import explained, titles
    from pipeline.rules.systems import systems

    must_be_a_language(language)
    words = language_of(language)
    if not word:
        ids = [f"{name:24} {system.title}" for name, system in systems().items()]
        typer.echo("\n".join(["Systems", *ids, "", "Codes of problems", *titles(words)]))
    elif word in CODES:
        typer.echo(explained(word, words))
    elif word in systems():
        wanted = {"season": season, "event": event, "round": round, "board": board, "power": power, "player": player}
        _explain_scores(word, {name: value for name, value in wanted.items() if value}, raw)
    else:
        meant = ", ".join(nearest(word, [*systems(), *CODES]))
        perhaps = f"; perhaps {meant}" if meant else ""
        refuse(f"there is no system and no code {word[:40]!r}{perhaps}; `explain` alone lists them")


def _explain_scores(system: str, wanted: dict[str, str], raw: Path) -> None:
    from pipeline.rules.systems import systems
    from pipeline.tools.explain import explanations

    must_exist(raw)
    if not wanted:
        refuse("say whose score: --player, --season, --event, --round, --board, --power, or several of them")
    texts = explanations(systems()[system], raw, wanted)
    typer.echo("\n\n".join(texts) if texts else "No seat is like that: check the spelling, and `check` for problems.")
    raise typer.Exit(0 if texts else 1)
