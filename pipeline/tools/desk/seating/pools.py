"""The number of tables, and the pools of people seated at them (paragraphs 8.2, 8.4, 8.6 and 8.7).

A pool is a set of tables and the people spread over them. An ordinary round has one pool. The last round has up to
three: the top table, the tables of seven and the tables of six. A volunteer for two boards has two places.

This module does not need the solver.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.tools.desk.seating.hall import CannotSeatError, Hall
from schemas.messages import Listed, Message, listed, plural, say
from schemas.words import POWERS

FULL, SMALL = len(POWERS), len(POWERS) - 1  # players at a table of seven, and at one of six without Turkey (8.5)
TOP, MAIN, SIXES = range(3)  # the pools; an ordinary round has only MAIN


@dataclass(frozen=True)
class Layout:
    """The tables of a round before anybody is seated.

    sizes    players at each table, where table 0 is board 1
    pools    pool of each table
    places   (player, pool) for each place. A volunteer who plays on two boards has two places.
    doubled  the players with two places
    remarks  remarks for the director, for example about seats assigned by lot
    """

    sizes: tuple[int, ...]
    pools: tuple[int, ...]
    places: tuple[tuple[str, int], ...]
    doubled: tuple[str, ...]
    remarks: tuple[Message, ...]


@dataclass(frozen=True, order=True)
class Filled:
    """A way to fill the tables.

    The best way has the fewest tables of six and, among all such ways, the fewest volunteers.

    sixes, sevens     numbers of tables with six and with seven players
    doubles, doubled  number and names of the volunteers who play on two boards
    """

    sixes: int
    doubles: int
    sevens: int
    doubled: tuple[str, ...]


def tables(seats: int) -> tuple[int, int] | None:
    """Return how many tables of seven and how many of six give exactly this many seats in total.

    The number of tables of six is as small as possible. The result is None if no combination gives this many seats.
    """
    sixes = -seats % FULL
    sevens = (seats - SMALL * sixes) // FULL
    return (sevens, sixes) if sevens >= 0 else None


def lay_out(hall: Hall) -> Layout:
    """Return the tables of the round and each player's pool.

    Raises CannotSeatError, which says what is missing, if the people do not fill the tables.
    """
    order = in_standing_order(hall) if hall.last else hall.playing
    top = _top_table(hall, order)
    others = [player for player in order if player not in top]
    filled = min(_fillings(hall, others, top), default=None)
    if filled is None:
        raise _lacking(hall, others, top)
    rest = hall.sizes[bool(top) :] or (FULL,) * filled.sevens + (SMALL,) * filled.sixes
    pools = [(SIXES if size == SMALL and hall.last else MAIN) for size in rest]
    cut = FULL * filled.sevens if SIXES in pools else len(others)  # players ranked below it play at tables of six
    first = [(player, MAIN if place < cut else SIXES) for place, player in enumerate(others)]
    second = [(player, max(pools)) for player in filled.doubled]
    return Layout(
        sizes=(*([len(top)] if top else []), *rest),
        pools=(*([TOP] if top else []), *pools),
        places=(*((player, TOP) for player in top), *first, *second),
        doubled=filled.doubled,
        remarks=(*_standing_remarks(hall, order, top, cut), *_remarks(hall, filled)),
    )


def in_standing_order(hall: Hall) -> list[str]:
    """Return the players in order of rank, followed by those without a rank.

    Players who share a rank, or have none, are in random order.
    """
    return sorted(hall.playing, key=lambda player: hall.standings.get(player, math.inf))


def _top_table(hall: Hall, order: Sequence[str]) -> list[str]:
    """Return the highest-ranked players who are willing to sit at the top table, if there is one (paragraph 8.2).

    The table seats seven or, if the director chooses the tables, as many players as the director's first table. Raises
    CannotSeatError if too few players are willing.
    """
    if not hall.top_table:
        return []
    seats = hall.sizes[0] if hall.sizes else FULL
    willing = [player for player in order if player not in hall.declined]
    if len(willing) < seats:
        needs = Message("a top table needs {seats} players who are present and willing; there are only {willing} (8.2)")
        raise CannotSeatError(needs.of({"seats": seats, "willing": len(willing)}))
    return willing[:seats]


def _fillings(hall: Hall, others: Sequence[str], top: Sequence[str]) -> Iterator[Filled]:
    """Yield, for each possible number of volunteers, one way to fill all tables except the top table."""
    wanted = hall.sizes[bool(top) :]
    if not others and not top:
        return
    for doubles in range(len(hall.volunteers) + 1):
        seats = len(others) + doubles
        if hall.sizes:
            tables_of = (wanted.count(FULL), wanted.count(SMALL)) if sum(wanted) == seats else None
        else:
            tables_of = tables(seats)
        if tables_of is not None:
            sevens, sixes = tables_of
            able = _able(hall, others, top, sevens, sixes)
            if len(able) >= doubles:
                yield Filled(sixes, doubles, sevens, tuple(able[:doubles]))


def _able(hall: Hall, others: Sequence[str], top: Sequence[str], sevens: int, sixes: int) -> list[str]:
    """Return the volunteers who can sit at a second table, starting with those who have done so least often.

    In the last round, a volunteer's second place is at a table of six if there are such tables. Players at the top
    table come last.
    """
    second_tables = sixes if hall.last and sixes else sevens + sixes
    at_sevens = FULL * sevens if hall.last and sixes else 0
    able = [
        player
        for place, player in enumerate(others)
        if player in hall.volunteers and second_tables > (0 if place < at_sevens else 1)
    ]
    doubled = rounds_doubled(hall)
    able.sort(key=lambda player: (doubled[player], hall.lot(player)))
    return able + [player for player in top if player in hall.volunteers and second_tables]


def rounds_doubled(hall: Hall) -> Counter[str]:
    """Return the number of earlier rounds in which each player has played on two boards."""
    rounds = Counter((player, round_) for player, round_, _ in {(p.player, p.round, p.board) for p in hall.history})
    return Counter(player for (player, _), boards in rounds.items() if boards > 1)


def _lacking(hall: Hall, others: Sequence[str], top: Sequence[str]) -> CannotSeatError:
    """Return the error that says what would help: more volunteers, or more people sitting out."""
    everybody = replace(hall, volunteers=tuple({*others, *top}))
    volunteers = min((filled.doubles for filled in _fillings(everybody, others, top)), default=None)
    staying = sorted(others, key=lambda player: player not in hall.volunteers)
    sit_outs = next(
        (out for out in range(1, len(others) + bool(top)) if any(_fillings(hall, staying[: len(others) - out], top))),
        None,
    )
    ways = []
    if volunteers is not None:
        ways.append(_volunteers(volunteers, len(hall.volunteers), at_top=len(others) + volunteers <= FULL))
    if sit_outs is not None:
        ways.append(plural("1 more player sitting out (8.7)", "{n} more players sitting out (8.7)", sit_outs))
    if top:
        players = plural("1 player not at the top table", "{n} players not at the top table", len(others))
    else:
        players = plural("1 player", "{n} players", len(others))
    shape = say("the director's tables (8.4 C)") if hall.sizes else say("tables of seven and six (8.4)")
    needed = (
        say("filling the tables requires {ways}", ways=listed(ways, "or"))
        if ways
        else say("a table has at least six players")
    )
    message = say("{players} cannot fill {tables}: {needed}", players=players, tables=shape, needed=needed)
    return CannotSeatError(message, volunteers, sit_outs)


def _volunteers(needed: int, available: int, *, at_top: bool) -> Message:
    """Return a message that says how many volunteers are needed and how many are available."""
    so_far = say("{volunteers} so far", volunteers=available)
    if needed <= available:
        so_far = say("{volunteers} so far, but there is no second table for them", volunteers=available)
    if at_top:
        return plural(
            "1 player at the top table who volunteers to play on two boards (8.6; {so_far})",
            "{n} players at the top table who volunteer to play on two boards (8.6; {so_far})",
            needed,
            so_far=so_far,
        )
    return plural(
        "1 player who volunteers to play on two boards (8.6; {so_far})",
        "{n} players who volunteer to play on two boards (8.6; {so_far})",
        needed,
        so_far=so_far,
    )


# -- remarks -----------------------------------------------------------------------------------------------------------


def _remarks(hall: Hall, filled: Filled) -> Iterator[Message]:
    """Yield remarks about table sizes, volunteers, and people who sit out."""
    if hall.sizes:
        yield say("8.4 C: the number of players at each table is the director's choice.")
    if filled.sixes:
        yield plural(
            "8.4 {rule}: 1 table of six; Turkey moves automatically (8.5).",
            "8.4 {rule}: {n} tables of six; Turkey moves automatically (8.5).",
            filled.sixes,
            rule="A" if hall.last else "B",
        )
    if filled.doubled:
        yield say("Playing on two boards (8.6): {players}.", players=_by_name(filled.doubled))
    if spare := {*hall.volunteers} - {*filled.doubled}:
        yield say("Not needed on a second board (8.6): {players}.", players=_by_name(spare))
    if hall.sitting_out:
        yield say("Sitting out (8.7): {players}.", players=_by_name(hall.sitting_out))


def _by_name(players: Iterable[str]) -> Listed:
    return listed(sorted(players))


def _standing_remarks(hall: Hall, order: Sequence[str], top: Sequence[str], cut: int) -> Iterator[Message]:
    """Yield remarks about the seats assigned by standing or by lot, if this is the last round."""
    if not hall.last:
        return
    others = [player for player in order if player not in top]
    if top:
        yield say("Top table (Italia-2010, 8.2), in order of standing: {players}.", players=listed(top))
        before = order[: order.index(top[-1])]
        if passed := [player for player in before if player in hall.declined]:
            yield say("Not willing to sit at the top table (8.2): {players}.", players=listed(passed))
        text = Message(
            "A seat at the top table was drawn by lot, because several players share rank {rank}. It "
            "went to {player}, not to {others}."
        )
        yield from _shared(hall, top[-1], [player for player in others if player not in hall.declined], text)
    if cut < len(others):
        yield say(
            "Paragraph 8.2 asks for random seating, but paragraph 8.4 A asks for seating in order of standing. The standings therefore decide who plays at tables of seven."
        )
        if cut:
            text = Message(
                "A seat at a table of seven was drawn by lot, because several players share rank {rank}. It went to "
                "{player}, not to {others}."
            )
            yield from _shared(hall, others[cut - 1], others[cut:], text)
    if unranked := [player for player in order if player not in hall.standings]:
        yield say("Unranked, so drawn by lot after all the others (8.4 A): {players}.", players=_by_name(unranked))


def _shared(hall: Hall, last_in: str, left_out: Sequence[str], text: Message) -> Iterator[Message]:
    """Yield a remark if the last player who got a seat shares a rank with players who got none."""
    rank = hall.standings.get(last_in)
    if level := [player for player in left_out if rank is not None and hall.standings.get(player) == rank]:
        yield text.of({"player": last_in, "others": listed(level), "rank": rank})
