"""The `explain` command."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.shared import OUT, RAW, Out, Raw, must_be_a_language, must_exist
from pipeline.cli.terminal import echo, terminal_language
from schemas.messages import Message, listed, say
from schemas.words import LANGUAGES, circuit_id, id_of

if TYPE_CHECKING:
    from pipeline.language.language import Language
    from pipeline.rules.circuits import Circuit
    from pipeline.rules.systems import System
    from pipeline.tools.explain import Explained, OfSeasons


def explain(
    word: Annotated[
        str | None,
        typer.Argument(
            help="The id of a system or circuit (also one that a season defines), a problem's code, or a player's name; without one, all ids and codes are listed."
        ),
    ] = None,
    player: Annotated[str | None, typer.Option(help="Only this player's seats or results.")] = None,
    season: Annotated[str | None, typer.Option(help="Only this season.")] = None,
    event: Annotated[str | None, typer.Option(help="Only this event.")] = None,
    round: Annotated[str | None, typer.Option(help="Only this round.")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board.")] = None,
    power: Annotated[str | None, typer.Option(help="Only this power.")] = None,
    rating: Annotated[
        str | None, typer.Option(help="The id of a rating, to print every change of a player's rating.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help=f"The language: {', '.join(LANGUAGES)}; without it, the terminal's.")
    ] = None,
    raw: Raw = RAW,
    out: Out = OUT,
) -> None:
    """Print how a score or a rating came about, paragraph by paragraph, or what a problem's code means."""
    from pipeline.language.language import language as language_of
    from pipeline.problems.codes import CODES
    from pipeline.problems.suggestions import nearest
    from pipeline.problems.words import explained, titles
    from pipeline.rules.circuits import circuit_id as published_circuit
    from pipeline.rules.circuits import circuits
    from pipeline.rules.ratings import ratings
    from pipeline.rules.systems import system_id, systems

    language = language or terminal_language()
    must_be_a_language(language)
    words = language_of(language)
    options = {"season": season, "event": event, "round": round, "board": board, "power": power, "player": player}
    wanted = {name: value for name, value in options.items() if value}
    if rating:
        _explain_rating(rating, player or word or "", season or "", out, words)
    elif not word and wanted:
        refuse(say("which system, circuit or rating? `explain` without a name lists them"))
    elif not word:
        ids = [f"{name:24} {system.title}" for name, system in systems().items()]
        rounds = [f"{name:24} {circuit.title}" for name, circuit in circuits().items()]
        kept = [f"{name:24} {one.title}" for name, one in ratings().items()]
        texts = (say("Systems"), say("Circuits"), say("Ratings"), say("Problem codes"))
        lists = zip(map(words, texts), (ids, rounds, kept, titles(words)), strict=True)
        echo("\n\n".join("\n".join([head, *lines]) for head, lines in lists))
    elif word in CODES:
        echo(explained(word, words))
    elif word in ratings():
        _explain_rating(word, player or "", season or "", out, words)
    elif (id := published_circuit(word)) in circuits():
        _explain_circuits([("", circuits()[id])], wanted, raw, words)
    elif (id := system_id(word)) in systems():
        _explain_scores([systems()[id]], wanted, raw, words)
    else:
        house = _of_seasons(raw, season)
        if of_word := [system for system in house.systems if id_of(system.id) == id_of(word)]:
            _explain_scores(of_word, wanted, raw, words)
        elif season_circuits := [
            (year, one) for year, one in house.circuits if circuit_id(word) in (one.id, circuit_id(one.title))
        ]:
            _explain_circuits(season_circuits, wanted, raw, words)
        named = {*(system.id for system in house.systems), *(one.title for _, one in house.circuits)}
        text = Message("there is no system, circuit or code called {word}; for a list, type `explain` without a name")
        if near := nearest(word, [*systems(), *circuits(), *sorted(named), *CODES]):
            text = Message(
                "there is no system, circuit or code called {word}; did you mean {meant}? For a list, type `explain` without a name"
            )
        refuse(text.of({"word": repr(word[:40]), "meant": listed(near, "or")}))


def _of_seasons(raw: Path, season: str | None) -> "OfSeasons":
    """Return the systems and circuits that `season` defines, or those of all seasons if `season` is None.

    The result is empty if there is no raw folder.
    """
    from pipeline.tools.explain import OfSeasons, of_seasons

    return of_seasons(raw, season) if raw.is_dir() else OfSeasons([], [])


def _explain_scores(systems: list["System"], wanted: dict[str, str], raw: Path, words: "Language") -> NoReturn:
    from pipeline.tools.explain import explanations

    must_exist(raw)
    if not wanted:
        refuse(say("whose score? Give one or more of --player, --season, --event, --round, --board, --power"))
    none = say("No seats match. Check the spelling, and run `check` to look for problems.")
    _print([explanations(system, raw, wanted, words) for system in systems], none, words)


def _explain_circuits(
    circuits: list[tuple[str, "Circuit"]], wanted: dict[str, str], raw: Path, words: "Language"
) -> NoReturn:
    """Print the explanations of circuits, given a list of (season, circuit) pairs.

    The season is "" for a circuit that no season defines.
    """
    from pipeline.tools.explain import circuit_explanations

    must_exist(raw)
    if not wanted or {*wanted} - {"season", "player"}:
        refuse(say("a circuit adds up the results of many players; give --player, --season or both"))
    none = say(
        "There are no matching results in this circuit. Check the spelling, and run `check` to look for problems."
    )
    of_season = [(circuit, wanted | ({"season": season} if season else {})) for season, circuit in circuits]
    _print([circuit_explanations(circuit, raw, of, words) for circuit, of in of_season], none, words)


def _print(explanations: list["Explained"], none: Message, words: "Language") -> NoReturn:
    """Print the explanations and exit. If there are none, say so and suggest which players may have been meant."""
    texts = [text for each in explanations for text in each.texts]
    perhaps = [*dict.fromkeys(name for each in explanations for name in each.perhaps)]
    if perhaps:
        none = say("{nobody} Did you mean {players}?", nobody=none, players=listed(perhaps, "or"))
    echo("\n\n".join(texts) if texts else words(none))
    raise typer.Exit(0 if texts else 1)


def _explain_rating(id: str, player: str, season: str, out: Path, words: "Language") -> NoReturn:
    from pipeline.build.history import changes_of
    from pipeline.rules.ratings import ratings
    from pipeline.store.folder import Folder
    from pipeline.tools.explain import rating_explanations

    if id not in ratings():
        refuse(say("there is no rating {id}; choose from {ids}", id=repr(id[:40]), ids=listed(ratings())))
    if not player:
        refuse(say("use --player to say whose rating you want"))
    changes = changes_of(Folder(out))
    if changes.empty:
        refuse(say("there is no history in {folder} yet: run `build` first", folder=str(out)))
    none = say("There are no matching changes in this rating. Check the spelling.")
    _print([rating_explanations(ratings()[id], changes, player, season, words)], none, words)
