"""Explain scores and ratings paragraph by paragraph, with the points that each paragraph of the rules gives.

The explanation of a circuit's score begins with the results from which the score is calculated.
"""

from collections.abc import Hashable, Iterable
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.events.season_circuits import house_circuits
from pipeline.language.language import Language
from pipeline.pages.words import heading_of
from pipeline.problems.suggestions import MOST, nearest, one_person, words_of
from pipeline.read.find import find
from pipeline.report.labels import LABELS_SHOWN
from pipeline.rules.circuits import Circuit
from pipeline.rules.ratings import Rating
from pipeline.rules.rule_sheet import IN_ENGLISH, Paragraph, column
from pipeline.rules.systems import System
from pipeline.score.published import Published, publish
from pipeline.stages import compute
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD
from schemas.messages import Figure, Message, Name, listed, say
from schemas.words import POWERS, RESERVED, fold

WIDTH = 110
POINTS = 14  # width of the figures, in characters
MARGIN = " " * (POINTS + 2)
RESULT = ("player", "nation", "event", "round", "board", "power", "place", "points", "used", "why")
ROAD_OF_A_RATING = {"before": 4, "change": 4, "after": 4, "got": 6, "expected": 6}  # decimals
STANDING = ("rank", "player", "score", "settled")  # columns of a circuit's standings; the others lead up to the score


class Explained(NamedTuple):
    """The explanations or, if there are none, names that resemble the one requested."""

    texts: list[str]
    perhaps: list[str]


class OfSeasons(NamedTuple):
    """Systems and circuits that the seasons themselves define, each circuit with its season."""

    systems: list[System]
    circuits: list[tuple[str, Circuit]]


def of_seasons(raw: Path, season: str | None) -> OfSeasons:
    """Return the systems and circuits that seasons define, limited to one season if `season` is given."""
    sheets = find(raw, RESERVED, {season} if season else None)
    computed = compute(sheets._replace(sources=[source for source in sheets.sources if not source.event]))
    made = house_circuits(computed.tables).circuits.items()
    return OfSeasons([*computed.house.systems.values()], [(season, circuit) for (season, _), circuit in made])


def explanations(system: System, raw: Path, wanted: dict[str, str], words: Language) -> Explained:
    """Return one explanation per seat that matches `wanted`.

    wanted  values of season, event, round, board, power or player that a seat must have

    The paragraphs of the rules are in English. Everything else is in the reader's language.
    """
    season = system.season or wanted.get("season")
    computed = compute(find(raw, RESERVED, {season} if season else None))
    published = publish(system, computed.facts)  # publish here, since the season may not show this system
    rows = published.scores
    for name, value in wanted.items():
        if name != "player":
            values, rows = rows[name], rows[rows[name].map(fold) == fold(value)]
            if rows.empty:
                return Explained([], nearest(value, sorted({*values} - {""})))
    player = wanted.get("player", "")
    seats = rows[_are(player, rows["season"], rows["player"], computed.tables)] if player else rows
    boards = published.scores.groupby(BOARD)["final_centres"].agg(list)
    texts = [_explanation(published, seat, boards, words) for _, seat in seats.iterrows()]
    return Explained(texts, [] if texts else _like(player, rows["player"]))


def _are(typed: str, seasons: pd.Series, names: pd.Series, tables: Tables) -> pd.Series:
    """Return a mask of the rows with the name `typed`, or a name that has `typed` as an alias in the row's season."""
    aliases = tables.aliases[tables.aliases["alias"].map(fold) == fold(typed)]
    called_so = {*zip(aliases["season"], aliases["player"], strict=True)}
    also = [key in called_so for key in zip(seasons, names, strict=True)]
    return (names.map(fold) == fold(typed)) | pd.Series(also, names.index, dtype=bool)


def _like(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that contain every word of `typed`, or that may belong to the same person.

    If there are none, return similar names instead.
    """
    players = sorted({*names} - {""}) if typed else []
    words = {*words_of(typed)}
    holding = [name for name in players if words and words <= {*words_of(name)}]
    same = [players[other - 1] for one, other in one_person([typed, *players]) if one == 0]
    return [*dict.fromkeys([*holding, *same])][:MOST] or nearest(typed, players)


def _explanation(published: Published, seat: pd.Series, boards: pd.Series, words: Language) -> str:
    named = seat.to_dict() | {"system": published.system.title, "power": Name("power", seat["power"])}
    named["status"] = published.status(seat.name, seat["status"])
    title = Message("{system}: {player}, {power}") if seat["player"] else Message("{system}: {power} (no player)")
    where = Message("{season}, {event}, round {round}, board {board}")
    numbers = zip(POWERS, boards[tuple(seat[BOARD])], strict=True)
    centres = listed(say("{power} {centres}", power=Name("power", power), centres=n) for power, n in numbers)
    heads = title.of(named), where.of(named), say("Final centres: {powers}", powers=centres)
    lines = [*map(words, heads), ""]
    if pd.isna(seat["score"]):
        return "\n".join([*lines, words(Message("No score: {status}.").of(named))])
    lines += [words(IN_ENGLISH), ""] if words.code != "en" else []
    lines += [_paragraph(paragraph, seat) for paragraph in published.system.rules]
    lines += [f"{' ' * POINTS}  ({name.replace('_', ' ')}: {seat[name]:.9g})" for name in published.working]
    same = [*BOARD, "place"]
    level = (published.scores[same] == seat[same]).all(axis=1).sum()
    place = f"{seat['place']}{'=' if level > 1 else ''}"
    total = words(Message("score, place {place} ({status})").of(named | {"place": place}))
    return "\n".join([*lines, "", f"{seat['score']:{POINTS}.6f}  {total}"])


def circuit_explanations(circuit: Circuit, raw: Path, wanted: dict[str, str], words: Language) -> Explained:
    """Return one explanation per season and player, or per season and nation if the circuit ranks nations.

    wanted  the season, the player or both. The season is required for a circuit that a season defines.
    """
    computed = compute(find(raw, RESERVED))  # all seasons, since a circuit may count games from other seasons
    results, ranked, meant = computed.results, circuit.needs.ranked, wanted.get("player", "")
    texts: list[str] = []
    names: list[str] = []
    for season in sorted({*results.counting[circuit.id]["season"]}):
        if fold(wanted.get("season", season)) != fold(season):
            continue
        outcome, basis = results.outcome(circuit.id, season), results.circuit_basis(circuit.id, season)
        rows = outcome.results
        for name in _ranked(rows, ranked, meant, season, computed.tables):
            title = say("{system}: {player}", system=circuit.title, player=name)
            lines = [words(title), words(say("{season}. {basis}", season=season, basis=basis)), ""]
            lines += [_result(row, words) for _, row in rows[rows[ranked] == name].iterrows()]
            standing = outcome.standings[outcome.standings["player"] == name]
            texts.append("\n".join([*lines, "", *_standing(circuit, standing, words)]))
        names += [*rows["player"], *rows[ranked]]
    return Explained(texts, [] if texts else _like(meant, names))


def _ranked(rows: pd.DataFrame, ranked: str, meant: str, season: str, tables: Tables) -> list[str]:
    """Return the names of the players or nations ranked in a season.

    If `meant` is given, return only the name of that player or nation. If nations are ranked and `meant` is a player,
    return the name of the player's nation.
    """
    if meant:
        seasons = pd.Series(season, rows.index, dtype=object)
        rows = rows[_are(meant, seasons, rows["player"], tables) | _are(meant, seasons, rows[ranked], tables)]
    return [*rows[ranked].drop_duplicates()]


def rating_explanations(rating: Rating, changes: pd.DataFrame, player: str, season: str, words: Language) -> Explained:
    """Return one explanation of a player's rating for each data label in the player's results, such as `real`.

    An explanation consists of the paragraphs of the rules, followed by the rating changes in order.

    season  the season to which the changes are limited, or "" for all seasons
    """
    everybody = changes[changes["rating"] == rating.id]
    everybody = everybody[everybody["season"].map(fold).eq(fold(season))] if season else everybody
    rows = everybody[everybody["player"].map(fold).eq(fold(player))]
    texts = []
    for label, of in rows.groupby("data", sort=False):
        title = say("{system}: {player}", system=rating.title, player=of["player"].iloc[0])
        lines = [words(title), words(say("Data: {labels}", labels=words(LABELS_SHOWN[str(label)]))), ""]
        lines += [words(IN_ENGLISH), ""] if words.code != "en" else []
        lines += [_paragraph(paragraph, pd.Series(dtype=object)) for paragraph in rating.rules]
        texts.append("\n".join([*lines, "", *(_change(row, words) for row in of.to_dict("records"))]))
    return Explained(texts, [] if texts else _like(player, everybody["player"]))


def _change(row: dict[Hashable, Any], words: Language) -> str:
    """Return a rating change in words: where it happened, its size, and how it was calculated."""
    where = (
        Message("{season}, {event}, round {round}, board {board}, {power}")
        if row["power"]
        else Message("{season}, {event}")
    )
    named = {str(name): value for name, value in row.items()} | {"power": Name("power", row["power"])}
    figures = {name: Figure(row[name], places) for name, places in ROAD_OF_A_RATING.items()}
    text = Message("from {before} to {after}: scored {got}, expected {expected}").of(figures)
    lines = fill(
        words(where.of(named)), WIDTH, initial_indent=f"{row['change']:+{POINTS}.4f}  ", subsequent_indent=MARGIN
    )
    return f"{lines}\n{MARGIN}{words(text)}"


def _result(row: pd.Series, words: Language) -> str:
    """Return a result in words: its points, its place, whether it counts, and the figures behind the points."""
    games, placings = Message("{event}, round {round}, board {board}, {power}"), Message("{event}, place {place}")
    where = games if "board" in row else placings if pd.notna(row["place"]) else Message("{event}")
    named = row.to_dict() | ({"power": Name("power", row["power"])} if "board" in row else {})
    counts = say("counts") if row["used"] else say("dropped: {why}", why=row["why"]) if row["why"] else say("dropped")
    points = "" if pd.isna(row["points"]) else f"{row['points']:.6f}"
    text = words(say("{result}: {counts}", result=where.of(named), counts=counts))
    line = fill(text, WIDTH, initial_indent=f"{points:>{POINTS}}  ", subsequent_indent=MARGIN)
    return "\n".join([line, *_road(row.drop([name for name in RESULT if name in row]), words)])


def _road(figures: pd.Series, words: Language) -> list[str]:
    """Return lines in brackets that show how the points were reached, or [] if there is nothing to show."""
    named = [_figure(str(name), value) for name, value in figures.items() if pd.notna(value) and str(value)]
    text = f"({words(listed(named))})"
    return [fill(text, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN)] if named else []


def _figure(name: str, value: Any) -> Message:
    """Return a figure, preceded by its name in the workbook, such as `rating 13`."""
    if name == "role":
        value = Name("role", value)
    elif isinstance(value, bool | np.bool_):
        value = say("yes") if value else say("no")
    elif isinstance(value, float):
        value = f"{value:.9g}"
    return say("{figure} {value}", figure=heading_of(name.replace("_", " ")), value=value)


def _standing(circuit: Circuit, standing: pd.DataFrame, words: Language) -> list[str]:
    """Return the lines that explain a player's or a nation's standing in a circuit.

    The paragraphs of the rules come first, then the figures from the standings, then the score and the rank.
    """
    row = standing.iloc[0] if len(standing) else pd.Series(dtype=object)
    lines = [words(IN_ENGLISH), ""] if words.code != "en" else []
    lines += [_paragraph(rule, row) for rule in circuit.rules]
    if row.empty:
        return [*lines, "", words(say("Not in the standings of this circuit."))]
    parts = [column(rule.part) for rule in circuit.rules]
    lines += ["", *_road(row.drop([name for name in (*STANDING, *parts) if name in row], errors="ignore"), words)]
    level = Message("score, rank {rank}: {settled}") if row["settled"] else Message("score, rank {rank}")
    return [*lines, "", f"{row['score']:{POINTS}.6f}  {words(level.of(row))}"]


def _paragraph(paragraph: Paragraph, seat: pd.Series) -> str:
    """Return a paragraph of the rules as lines of text, preceded by the seat's points and the paragraph's label."""
    gives = seat.get(column(paragraph.part))
    points = f"{gives:.6f}" if isinstance(gives, int | float) else ""
    name = f"{paragraph.part}: " if paragraph.part else ""
    start = f"{points:>{POINTS}}  {paragraph.label:8} "
    return fill(name + paragraph.text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
