"""The standings with every result, the podium, the sentence about the leaders, and the text to post."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pipeline.pages.events import ADDED
from pipeline.pages.report import STANDING, Columns
from pipeline.report.elements import (
    Bit,
    Cell,
    Head,
    Step,
    Table,
    decimals,
    floats,
    plain,
    rank_shown,
    repeated,
    sort_key,
    sorted_by,
    text,
    whole,
)
from pipeline.report.labels import Labels
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import Listed, Message, listed, plural, say

COUNTS = ("events", "games")
PODIUM = 3  # ranks
STANDING_ON_IT = 6  # most players on a podium
NAMED = 4  # most players named in a sentence
POSTED = 10  # players in the text to paste
MANY_RESULTS = 8  # with more results, the first columns stay in place while the results scroll
STRUCK_OUT = say("Struck-out results are dropped.")
SHARED_RANK = Message("{rank}: equal scores share this rank.")


class Mark(NamedTuple):
    """A player's results in a round or event, as the content of a cell and the number to sort it by."""

    bits: Sequence[Bit]
    value: float


NO_RESULT = Mark([], math.nan)
Marks = dict[tuple[str, str], Mark]  # by player and column


def marks_of(labels: Labels, results: Columns, key: str, system: str = "") -> Marks:
    """Return each player's results, keyed by player and by round or event.

    Each result shows its points (struck out if dropped) and the power or the place. If it counts only in part, it also
    shows the share of its points that counts, such as `× 0.5`.
    """
    marks: Marks = {}
    rows = results.rows("player", key, "used", "kind", "power", "place")
    shares = results["share"] if "share" in results else floats(results["used"])
    sat_out, dropped = labels.w(say("sat out")), labels.w(say("dropped"))
    parts = [
        f" × {part}" if share not in (0, 1) else "" for share, part in zip(shares, labels.figures(shares), strict=True)
    ]
    for shown, part, points, (player, column, used, kind, power, place) in zip(
        labels.figures(results["points"], system), parts, floats(results["points"]), rows, strict=True
    ):
        at = text(player), text(column)
        before, value = marks.get(at, Mark([], points))
        placed = f"{int(place)}." if key == "event" and text(place) else ""
        detail = sat_out if kind == "sat out" else placed
        bits = [*before, Bit("", "break")] if before else []
        bits.append(Bit(shown or "–") if used else Bit(shown or "–", "dropped", long=dropped))
        bits += [labels.chip(power)] if text(power) and not detail else []
        bits += [Bit(f"{detail}{part}", "small")] * bool(detail or part)
        marks[at] = Mark(bits, max(value, points))
    return marks


def standings_table(
    labels: Labels,
    part: str,
    title: str,
    standings: Columns,
    keys: Sequence[str],
    heads: list[Head],
    marks: Marks,
    system: str = "",
) -> Table | None:
    """Return the standings with every result of each player, or None if there are no players.

    Columns are left out if they are empty, or if they show the same number of games or events for all players.
    """
    if not len(standings):
        return None
    filled, numbers = [name for name in standings if any(map(text, standings[name]))], standings.numbers
    counts = [name for name in COUNTS if name in filled and len({*standings[name]}) > 1]
    country = ["country"] if "country" in filled else []
    shown_before = {*STANDING, *country, *COUNTS}
    others = [name for name in filled if name not in shown_before and not (marks and name.startswith("best_"))]
    last = [name for name in others if name not in ADDED or any(text(value) and value for value in standings[name])]
    last += counts
    shown = {name: labels.figures(standings[name], system) for name in ("score", *last)}
    values = {name: floats(standings[name]) for name in ("rank", "score", *(name for name in last if name in numbers))}
    shared, scored = repeated(standings["rank"]), any(shown["score"])
    rows = []
    for i, (rank, player, settled) in enumerate(standings.rows("rank", "player", "settled")):
        name = text(player)
        results = [marks.get((name, key), NO_RESULT) for key in keys]
        how = [labels.said(settled, "small")] if text(settled) and not shared[i] else []
        rows.append([
            sorted_by(rank_shown(rank, shared[i]), values["rank"][i], "figure rank"),
            Cell([labels.player(player), *how], "head"),
            *(Cell([Bit(standings[name][i], "name")]) for name in country),
            *([sorted_by(shown["score"][i], values["score"][i], "figure score")] if scored else []),
            *(Cell(of.bits, "figure", 1, sort_key(of.value)) for of in results),
            *(sorted_by(shown[name][i], values[name][i]) if name in numbers else plain(shown[name][i]) for name in last),
        ])  # fmt: skip
    columns = [
        *labels.heads("rank:figure rank", standings.who, *country),
        *(
            [Head(labels.w(say("total") if keys and "total" not in last else say("score")), "figure score")]
            if scored
            else []
        ),
        *heads,
        *labels.heads(*(f"{name}:figure" if name in numbers else name for name in last)),
    ]
    row_styles = [f"medal{rank:.0f}" if rank <= PODIUM else "" for rank in standings["rank"]]
    people = labels.rows_of(part, standings["player"])
    style = "long" if len(keys) > MANY_RESULTS else ""
    return Table(labels.w(say("Standings: {name}", name=title)), columns, rows, row_styles, style, people)


def notes_of(labels: Labels, standings: Columns, marks: Marks) -> list[list[Bit]]:
    """Return the notes on how to read the standings."""
    dropped = any(bit.style == "dropped" for mark in marks.values() for bit in mark.bits)
    level = [rank for rank, shared in zip(standings["rank"], repeated(standings["rank"]), strict=True) if shared]
    notes = [labels.w(STRUCK_OUT)] if dropped else []
    notes += [labels.w(SHARED_RANK.of({"rank": rank_shown(level[0], True)}))] if level else []
    return [[Bit(note)] for note in notes]


# -- the head of the page ----------------------------------------------------------------------------------------------

WINS, WINS_WITH = Message("{player} wins."), Message("{player} wins with {score} points.")
WINS_AHEAD = Message("{player} wins with {score} points, {gap} ahead of {second}.")
WINS_ON_TIES = Message("{player} wins with {score} points, ahead of {second} on the tie-break.")
SHARE, SHARE_WITH = Message("{player} share first place."), Message("{player} share first place with {score} points.")
LEADS, LEADS_WITH = Message("{player} leads."), Message("{player} leads with {score} points.")
LEVEL, LEVEL_WITH = Message("{player} share the lead."), Message("{player} share the lead with {score} points.")
ALONE = {True: (WINS, WINS_WITH), False: (LEADS, LEADS_WITH)}
TOGETHER = {True: (SHARE, SHARE_WITH), False: (LEVEL, LEVEL_WITH)}


def lead(labels: Labels, standings: Columns, shown: list[str], final: bool, system: str = "") -> list[Bit]:
    """Return the sentence that says who has won or who leads so far, as a list of pieces of text.

    The list is empty if there are no standings.

    shown  the scores as text
    """
    first = [player for rank, player in standings.rows("rank", "player") if rank == 1]
    if not first:
        return []
    sentence = labels.sentence()
    exact = floats(standings["score"])
    names = [sentence(labels.player(name)._replace(style="used")) for name in first]
    said = {"player": _names(labels, names), "score": shown[0]}
    message = (ALONE if len(first) == 1 else TOGETHER)[final][bool(shown[0])]
    by_score = all(above >= below for above, below in pairwise(exact))  # or else a top table or divisions decide
    if message == WINS_WITH and len(standings) > 1 and shown[1] and by_score:
        gap = round(exact[0] - exact[1], EQUAL_DECIMALS)
        second = [player for rank, player in standings.rows("rank", "player") if rank == standings["rank"][1]]
        said["second"] = _names(labels, [sentence(labels.player(name)) for name in second])
        said["gap"] = labels.w.number(gap, decimals(exact, system))
        message = WINS_AHEAD if gap else WINS_ON_TIES
    return sentence.said(message.of(said))


def _names(labels: Labels, names: Sequence[str]) -> Listed:
    """Return the first NAMED names and the number of others, joined for use in a sentence."""
    more = len(names) - NAMED
    others = [labels.w(plural("{n} other", "{n} others", more))] if more > 0 else []
    return listed([*names[:NAMED], *others], "and")


def podium(
    labels: Labels, standings: Columns, shown: list[str], system: str = "", marks: Mapping[Any, "Mark"] | None = None
) -> list[Step]:
    """Return the players in the top three ranks.

    A rank is left out if the podium has no room for all of its players. The list is empty if there are fewer than
    three players.

    shown  the scores as text
    """
    ranks, best = standings["rank"], dict[str, float]()
    for (player, _), mark in (marks or {}).items():
        best[player] = max(mark.value, best.get(player, mark.value))
    count = next((name for name in COUNTS if name in standings and any(map(text, standings[name]))), "")
    rows = standings.rows("rank", "player", count) if count else ((*row, 0) for row in standings.rows("rank", "player"))
    shared = repeated(ranks)
    places = decimals([mark.value for mark in (marks or {}).values()], system)  # as in the columns of the standings
    steps = []
    for (rank, player, games), score, level in zip(rows, shown, shared, strict=True):
        if not rank <= PODIUM or len(ranks) < PODIUM or sum(other <= rank for other in ranks) > STANDING_ON_IT:
            continue
        number = int(whole(games) or 0)
        kind = (
            plural("{n} event", "{n} events", number) if count == "events" else plural("{n} game", "{n} games", number)
        )
        small = [kind] if number else []
        if number > 1 and not math.isnan(best.get(text(player), math.nan)):
            small.append(say("best {score}", score=labels.w.number(best[text(player)], places)))
        steps.append(Step(int(rank), rank_shown(rank, level), labels.player(player), score, labels.w(listed(small))))
    return steps


def post(labels: Labels, standings: Columns, shown: list[str]) -> list[str]:
    """Return the leading players as lines of text to paste into a message.

    shown  the scores as text
    """
    shared = repeated(standings["rank"])
    rows = zip(standings["rank"], standings["player"], shown, shared, strict=True)
    lines = [f"{rank_shown(rank, level)}. {text(player)} {score}".rstrip() for rank, player, score, level in rows]
    more = len(lines) - POSTED
    return [*lines[:POSTED], *([labels.w(say("and {n} more", n=more))] if more > 0 else [])]
