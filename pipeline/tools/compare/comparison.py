"""Compare a season's places, standings and changes in rank under every system shown.

Two rankings are compared over the seats that both systems score, so a board that only one of them scores has no effect.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.cell_coverage import INFORMATION
from pipeline.events.opinions import Opinions
from pipeline.language.language import Language
from pipeline.pages.checks import control_figures
from pipeline.pages.ranked import report_status
from pipeline.pages.season import Season
from pipeline.rules.boards import Bools
from pipeline.rules.rank import in_standings, ranks, total
from pipeline.rules.rule_sheet import docstring, title
from pipeline.rules.systems import USUAL, System, systems
from pipeline.rules.ties import EQUAL_DECIMALS
from pipeline.score.published import NOT_SCORED, Published, publish
from pipeline.score.score import IN_PROGRESS, SCORED
from pipeline.stages import Computed
from pipeline.tools.compare.positions import positions, soloed
from schemas.keys import BOARD
from schemas.messages import NOTHING, Message, Text, few, say
from schemas.words import POWERS

SEAT = ["event", "round", "board", "power", "player", "final_centres"]
EVENTS_LISTED = 6
UNDER_NONE = say("unscorable: {reasons}", reasons=say("under any system"))  # status of a seat that no system scores
SHORT = 24  # longest title of a system that fits a column
ABBREVIATED = re.compile(r"\((\w+)\)")
POSITIONS, SOLOS = 3_120, 634  # ways to split 34 centres among seven powers, and those that give one power 18 or more


class Base(NamedTuple):
    """A system that others are compared with, and the events used for the comparison."""

    system: str
    events: tuple[str, ...]


class Yardstick(NamedTuple):
    """The rankings that all others are compared with.

    lead       the official system of all events or, if there is none, the system that agrees best with all others. The
               season's standings are sorted by its ranks, and other ranks are marked as better or worse than these
    official   whether the lead is the official system of all events
    bases      every official system with its events or, if there is none, the lead with all events
    officials  sentence about the official systems
    instead    sentence about what replaces the season's official ranking, empty if there is an official ranking
    """

    lead: str
    official: bool
    bases: list[Base]
    officials: Text
    instead: Text = NOTHING


@dataclass(frozen=True, eq=False)
class Comparison:
    """One season under every system shown.

    A figure is missing if a board cannot be scored, or if two systems cannot be compared.

    season, status, reasons, labels  as in the ranked workbooks
    systems    the systems by id, in the order of the columns
    yardstick  the rankings that others are compared with
    events     frame with the columns `event`, `name`, `data`, `system` (id of the official one, or ""), `boards`,
               `file`, `digest` and `source`
    places     frame with the columns `season`, `event`, `round`, `board`, `power`, `player`, `final_centres`,
               `official` (the official system's id, or ""), `official_place`, `official_score`, one column per system
               with the place under it, and `status`
    scores     like `places`, but with the scores under each system
    standings  frame with the columns `player`, `games` (number scored under any system), and one column per system with
               the rank under it, sorted by the rank under `yardstick.lead`
    boards     number of boards that each system scores, keyed by id
    moves      frame with the columns `base`, `system`, `boards`, `players`, `tau`, `moved`, `up`, `up_players`, `down`
               and `down_players`. Ranks by total score are compared on the seats that both systems score
    agreement  Kendall's tau-b between each row's system and each column's system
    opinions   the events' results under other readings of their official systems
    checks     frame with the columns `check`, `found`, `expected` and `holds`
    words      the season's language
    """

    season: str
    status: str
    reasons: list[Text]
    labels: list[str]
    systems: dict[str, System]
    yardstick: Yardstick
    events: pd.DataFrame
    places: pd.DataFrame
    scores: pd.DataFrame
    standings: pd.DataFrame
    boards: dict[str, int]
    moves: pd.DataFrame
    agreement: pd.DataFrame
    opinions: Opinions
    checks: pd.DataFrame
    words: Language


def comparison(computed: Computed, season: str) -> Comparison:
    """Return the comparison of a season's boards and standings under every system."""
    published = computed.published_of(season) or _usual(computed)
    ids, of_systems = [*published], {id: one.system for id, one in published.items()}
    rows = {id: one.season(season) for id, one in published.items()}
    events = _events(computed, season, ids)
    places, scores = _seats(rows, "place"), _seats(rows, "score")
    status, reasons = _status(computed, season, scores, ids)
    boards = {id: len(scores[scores[id].notna()].drop_duplicates(BOARD)) for id in ids}
    agreement = _agreement(scores, ids)
    yardstick = _yardstick(events[events["boards"] > 0], agreement, scores, of_systems)
    ranked = {id: one.standings_of(season) for id, one in published.items()}
    standings = _standings(ranked, scores, yardstick.lead)
    seats = int((computed.facts.boards["season"] == season).sum()) * len(POWERS)
    return Comparison(
        season=season,
        status=status,
        reasons=reasons,
        labels=sorted(set(events["data"])),
        systems=of_systems,
        yardstick=yardstick,
        events=events,
        places=places,
        scores=scores,
        standings=standings,
        boards=boards,
        moves=_moves(scores, ids, yardstick.bases),
        agreement=agreement,
        opinions=computed.results.opinions.of(season),
        checks=_checks(seats, rows, ranked, places, scores, standings, agreement),
        words=Season(computed, season).words,
    )


# -- the boards of a season --------------------------------------------------------------------------------------------


def _usual(computed: Computed) -> dict[str, Published]:
    """Return the scores under the usual systems, keyed by id, for a season without boards."""
    return {id: publish(systems()[id], computed.facts) for id in USUAL}


def _events(computed: Computed, season: str, ids: list[str]) -> pd.DataFrame:
    events = computed.tables.events[computed.tables.events["season"] == season].reset_index(drop=True)
    boards = computed.facts.boards[computed.facts.boards["season"] == season].groupby("event").size()
    return pd.DataFrame(
        {
            **{name: events[name] for name in ("event", "name", "data")},
            "system": events["system"].where(events["system"].isin(ids), ""),
            "boards": events["event"].map(boards).fillna(0).astype(int),
            **{name: events[name] for name in ("file", "digest", "source")},
        }
    )


def _seats(rows: dict[str, pd.DataFrame], figure: str) -> pd.DataFrame:
    """Return one row per seat, with its official place and score, one column per system, and its status.

    figure  what the systems' columns contain, `place` or `score`
    """
    first = next(iter(rows.values()))
    seats = first[["season", *SEAT]].assign(
        official="", official_place=pd.array([pd.NA] * len(first), dtype="Int64"), official_score=np.nan
    )
    for id, scored in rows.items():
        seats.loc[scored["official"], "official"] = id
        for name in ("place", "score"):
            seats[f"official_{name}"] = seats[f"official_{name}"].mask(scored["official"], scored[name])
    figures = pd.DataFrame({id: scored[figure] for id, scored in rows.items()})
    return pd.concat([seats, figures], axis=1).assign(status=_seat_status(rows))


def _seat_status(rows: dict[str, pd.DataFrame]) -> pd.Series:
    """Return each seat's status, combined from all systems. The reasons are in each system's own workbook."""
    every = pd.DataFrame({id: scored["status"] for id, scored in rows.items()})
    conditions = [every.eq(status).any(axis=1) for status in (NOT_SCORED, IN_PROGRESS, SCORED)]
    words = np.select(conditions, [NOT_SCORED, IN_PROGRESS, SCORED], str(UNDER_NONE))
    return pd.Series(words, every.index)


def _status(computed: Computed, season: str, scores: pd.DataFrame, ids: list[str]) -> tuple[str, list[Text]]:
    """Return the season's status and the reasons for it. A board counts as scored if any system scores it."""
    rows = scores.assign(score=scores[ids].bfill(axis=1).iloc[:, 0])
    scored = len(rows.loc[rows["score"].notna(), BOARD].drop_duplicates())
    provisional = bool((rows["status"] == IN_PROGRESS).any())
    return report_status(Season(computed, season), scored, provisional)


# -- standings, and how far they move ----------------------------------------------------------------------------------


def kendall(first: NDArray, second: NDArray) -> float:
    """Return Kendall's tau-b for two rankings of the same players, or NaN if everybody is level in one of them.

    Tau-b is (pairs in the same order - pairs in opposite orders) / sqrt(pairs not level in one ranking * pairs not
    level in the other).
    """
    pairs = comb(len(first), 2)
    level_first, level_second, level_both = _level(first), _level(second), _level(np.stack([first, second], axis=1))
    if level_first == pairs or level_second == pairs:
        return float("nan")
    order = np.lexsort((second, first))  # ties in `first` are in the order of `second`, so they add no inversions
    crossed = _inversions(np.unique(second, return_inverse=True)[1][order])
    same = pairs - level_first - level_second + level_both - crossed
    return (same - crossed) / sqrt((pairs - level_first) * (pairs - level_second))


def _level(figures: NDArray) -> int:
    """Return the number of pairs with equal figures."""
    return sum(comb(count, 2) for count in np.unique(figures, axis=0, return_counts=True)[1].tolist())


def _inversions(numbers: NDArray[np.integer]) -> int:
    """Return the number of pairs in which the earlier number is the greater one.

    In each of these pairs, the highest bit at which the numbers differ is 1 in the earlier and 0 in the later. The
    function therefore counts, for each bit, the pairs whose higher bits are equal and in which a 1 comes before a 0.
    """
    crossed = 0
    for bit in range(int(numbers.max(initial=0)).bit_length()):
        prefix = numbers >> (bit + 1)
        order = np.argsort(prefix, kind="stable")
        ones = (numbers[order] >> bit) & 1
        before = np.cumsum(ones) - ones
        group = np.searchsorted(prefix[order], prefix[order])  # start of the numbers that are equal above this bit
        crossed += int((before - before[group])[ones == 0].sum())
    return crossed


class Pair(NamedTuple):
    """The rankings of two systems, based only on the seats that both systems score."""

    boards: int
    players: NDArray  # names (player)
    first: NDArray[np.int64]  # ranks (player)
    second: NDArray[np.int64]

    @property
    def tau(self) -> float:
        """Kendall's tau-b, rounded so that every machine gives the same result."""
        return round(kendall(self.first, self.second), EQUAL_DECIMALS)


def _pair(seats: pd.DataFrame, first: str, second: str) -> Pair:
    """Return the rankings of two systems, based only on the seats that both systems score."""
    common = seats[seats[first].notna() & seats[second].notna()]
    sums = [total(common[id], common["player"]) for id in (first, second)]
    return Pair(
        boards=common["number"].nunique(),
        players=sums[0].index.to_numpy(),
        first=ranks(sums[0].to_numpy(dtype=float)),
        second=ranks(sums[1].to_numpy(dtype=float)),
    )


def _ranked(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the seats that count in the standings, each with a number for its board."""
    seats = scores[in_standings(scores["player"])]
    return seats.assign(player=seats["player"].astype("category"), number=seats.groupby(BOARD, sort=False).ngroup())


def _agreement(scores: pd.DataFrame, ids: list[str]) -> pd.DataFrame:
    """Return Kendall's tau-b between each pair of systems."""
    seats = _ranked(scores)
    taus = pd.DataFrame(np.nan, index=ids, columns=ids)
    for i, first in enumerate(ids):
        for second in ids[i:]:
            taus.loc[first, second] = taus.loc[second, first] = _pair(seats, first, second).tau
    return taus


def mean_agreement(agreement: pd.DataFrame, of_systems: Mapping[str, System]) -> pd.Series:
    """Return the mean tau of each system with all other systems, except other editions of the same rules."""
    published = [systems()[of_systems[id].published] for id in agreement]
    rules = np.array([one.edition.reads or one.id for one in published])
    return agreement.mask(rules[:, np.newaxis] == rules).mean(axis=1).round(EQUAL_DECIMALS)


def _yardstick(
    events: pd.DataFrame, agreement: pd.DataFrame, scores: pd.DataFrame, of_systems: Mapping[str, System]
) -> Yardstick:
    """Return a season's yardstick, the rankings that all others are compared with.

    events  the season's events that have boards
    """
    named = {id: tuple(events.loc[events["system"] == id, "event"]) for id in agreement}
    bases = [Base(id, its_events) for id, its_events in named.items() if its_events]
    if len(bases) == 1 and len(bases[0].events) == len(events):
        one = short_name(bases[0].system)
        if len(events) == 1:
            officials = say("{system} is the official system of {events}.", system=one, events=events["name"].iloc[0])
        else:
            officials = say("{system} is the official system of all {n} events.", system=one, n=len(events))
        return Yardstick(bases[0].system, True, bases, officials)
    lead, best = _most_agreeable(agreement, scores, of_systems)
    if not bases:
        none = say("None of this season's events says which system it was played under.")
        bases = [Base(lead, tuple(events["event"]))]
        return Yardstick(lead, False, bases, none, say("As there is no official ranking, {best}", best=best))
    names = events.set_index("event")["name"]
    each = [
        say("{system} ({events})", system=short_name(base.system), events=few([names[event] for event in base.events]))
        for base in bases
    ]
    silent = events.loc[events["system"] == "", "name"].tolist()
    listed_systems = few(each, EVENTS_LISTED)
    if silent:
        officials = say("Official systems: {systems}; none for {events}.", systems=listed_systems, events=few(silent))
    else:
        officials = say("Official systems: {systems}.", systems=listed_systems)
    instead = say(
        "Points from different systems are not added together, so the season as a whole has no official ranking; {best}",
        best=best,
    )
    return Yardstick(lead, False, bases, officials, instead)


def _most_agreeable(
    agreement: pd.DataFrame, scores: pd.DataFrame, of_systems: Mapping[str, System]
) -> tuple[str, Message]:
    """Return the system that agrees best with all others, and a sentence about it.

    This is the system with the highest mean tau among those that score the most finished boards.
    """
    finished = scores.loc[scores["status"] == SCORED, agreement.columns].notna().sum()
    most = finished.index[finished == finished.max()]
    means = mean_agreement(agreement, of_systems).loc[most]
    lead = str(means.fillna(-1.0).idxmax())
    name = short_name(lead)
    if pd.isna(means[lead]):
        return lead, say("{system} is used instead, because it agrees best with all other systems.", system=name)
    return lead, say(
        "{system} is used instead, because it agrees best with all other systems (mean tau {mean:.2f}).",
        system=name,
        mean=means[lead],
    )


def _standings(ranked: dict[str, pd.DataFrame], scores: pd.DataFrame, lead: str) -> pd.DataFrame:
    """Return each system's published ranks for the season, side by side, sorted by the ranks of the system `lead`."""
    seats = _ranked(scores)
    games = seats[seats[[*ranked]].notna().any(axis=1)].groupby("player", sort=True).size()
    table = pd.DataFrame({"player": games.index.to_numpy(dtype=object), "games": games.to_numpy()})
    for id, rows in ranked.items():
        rank = rows.set_index("player")["rank"]
        table[id] = table["player"].map(rank).astype("Int64")
    return table.sort_values([lead, "player"], kind="stable", na_position="last", ignore_index=True)


def _moves(scores: pd.DataFrame, ids: list[str], bases: list[Base]) -> pd.DataFrame:
    """Return one row for each pair of a base and another system, with figures that compare their rankings."""
    seats = _ranked(scores)
    rows = []
    for base in bases:
        compared = seats[seats["event"].isin(base.events)]
        rows += [_move(base.system, id, _pair(compared, base.system, id)) for id in ids if id != base.system]
    return pd.DataFrame(rows)


def _move(base: str, id: str, pair: Pair) -> dict[str, object]:
    up = pair.first - pair.second
    most_up, most_down = int(up.max(initial=0)), int((-up).max(initial=0))
    return {
        "base": base,
        "system": id,
        "boards": pair.boards,
        "players": len(pair.players),
        "tau": pair.tau,
        "moved": int((up != 0).sum()),
        "up": most_up,
        "up_players": _movers(pair, up == most_up) if most_up else NOTHING,
        "down": most_down,
        "down_players": _movers(pair, -up == most_down) if most_down else NOTHING,
    }


def _movers(pair: Pair, who: Bools) -> Text:
    """Return the players whose rank changes most, in words, such as `Anna (5 to 2), Berta (7 to 4)`."""
    moved = zip(pair.players[who], pair.first[who].tolist(), pair.second[who].tolist(), strict=True)
    return few([moved_from(*one) for one in moved])


def moved_from(player: str, before: int, after: int) -> Message:
    """Return a player's change of rank in words, such as `Anna (5 to 2)`."""
    return say("{player} ({before} to {after})", player=player, before=before, after=after)


def _checks(
    seats: int,
    rows: dict[str, pd.DataFrame],
    ranked: dict[str, pd.DataFrame],
    places: pd.DataFrame,
    scores: pd.DataFrame,
    standings: pd.DataFrame,
    agreement: pd.DataFrame,
) -> pd.DataFrame:
    """Return the figures that show whether the sheets have all seats and agree with the systems' own workbooks."""
    counts = {name: sum(_count(scored, [name]) for scored in rows.values()) for name in ("place", "score")}
    diagonal = np.diag(agreement.to_numpy())
    figures: list[tuple[Text, object, object]] = [
        (say("Seats: seven per board"), len(places), seats),
        (say("Systems that list the same seats in the same order"), sum(scored[SEAT].equals(places[SEAT]) for scored in rows.values()), len(rows)),
        (say("Places under all systems, in this workbook and in the systems' own workbooks"), _count(places, [*rows]), counts["place"]),
        (say("Scores under all systems, in this workbook and in the systems' own workbooks"), _count(scores, [*rows]), counts["score"]),
        (say("Ranks under all systems, in this workbook and in the systems' own workbooks"), _count(standings, [*rows]), sum(map(len, ranked.values()))),
        (say("Rankings that agree fully when compared with themselves (Kendall's tau-b of 1)"), int((diagonal == 1).sum()), int((~np.isnan(diagonal)).sum())),
        (say("Final positions on which the properties are tested"), positions().shape[1], POSITIONS),
        (say("Final positions with a solo"), int(soloed(positions()).sum()), SOLOS),
        (say("Seats at events with an official system"), int((scores["official"] != "").sum()), INFORMATION),
    ]  # fmt: skip
    return control_figures(figures)


def _count(table: pd.DataFrame, ids: list[str]) -> int:
    return int(table[ids].notna().sum().sum())


# -- words -------------------------------------------------------------------------------------------------------------


def short_name(id: str) -> str:
    """Return a system's name, such as PGP, OMG or C-Diplo 100, shortened to fit a column."""
    if id not in systems():
        return id  # a system that the season itself defines
    system = systems()[id]
    if len(system.title) <= SHORT and not ABBREVIATED.search(system.title):
        return system.title
    name, family = title(docstring(system.module)), system.module.__name__.rpartition(".")[2]
    if not id.startswith(family):
        return id.replace("_", " ")
    abbreviation = ABBREVIATED.search(name)
    edition = id.removeprefix(family).replace("_", " ")
    return (abbreviation[1] if abbreviation else name.partition(",")[0]) + edition
