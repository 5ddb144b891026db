"""The command `seat`. What needs pandas or a solver is imported inside it."""

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import in_one_line, reason, refuse, remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seed, drawn_seed, must_exist
from pipeline.cli.terminal import tell
from schemas.messages import Message, Name, listed, say

if TYPE_CHECKING:
    from pipeline.tools.desk.seating.hall import Seating


LONGEST_ROUND = 40


def seat(
    event: Annotated[str, typer.Argument(help="The event, as its file is called.")],
    round: Annotated[str, typer.Argument(help="The round to seat.")],
    season: Annotated[str | None, typer.Option(help="Its season, where several have an event of that name.")] = None,
    seed: Seed = None,
    last: Annotated[
        bool, typer.Option("--last", help="The last round: tables of seven in order of standing (8.4).")
    ] = False,
    sizes: Annotated[str, typer.Option(help="The tables as you want them, such as 7,7,6 (8.4 C).")] = "",
    raw: Raw = RAW,
    out: Out = OUT,
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait for a build to end.")] = PATIENCE,
) -> None:
    """Seat the next round of an event: its workbook with the round to fill in, the tables, and every broken wish."""
    from pipeline.build.build import RESERVED
    from pipeline.build.files import must_lie_in, write_whole
    from pipeline.build.stale import only
    from pipeline.build.stamps import beside_the_build
    from pipeline.read.find import find
    from pipeline.stages import compute
    from pipeline.tools.desk.seat_round import seat_round
    from pipeline.tools.desk.seating.solver import SolverMissingError

    must_exist(raw)
    if {*'/\\:*?"<>|'} & {*round} or not round.isprintable() or len(round) > LONGEST_ROUND:
        refuse(say("{round} is no name of a round: a file is called by it", round=round))
    found = find(raw, RESERVED, {season} if season else None)
    seasons = sorted(source.season for source in found.sources if source.event == event)
    if not seasons:
        refuse(say("there is no event {event} in {folder}", event=event, folder=str(raw)))
    if len(seasons) > 1:
        refuse(say("say --season: {seasons} have {event}", seasons=listed(seasons), event=event))
    computed, drawn = compute(only(found, seasons)), drawn_seed(seed)
    try:
        wanted = [int(size) for size in sizes.split(",") if size.strip()]
        seated = seat_round(computed, seasons[0], event, round, drawn, last=last, sizes=wanted)
    except (SolverMissingError, ValueError) as fault:
        refuse(reason(fault))
    path = out / seasons[0] / f"{event}, round {round}.xlsx"
    with in_one_line(), alone(out, wait, remark), beside_the_build(out):
        must_lie_in(out, path.parent)
        write_whole(path, seated.write)
    seating = seated.seating
    _show_tables(seating)
    for place in seated.left:
        tell(say("Not carried over: {place}.", place=place))
    text = Message("Seed {seed}. {wishes} broken wishes cost {cost} points; not proven to be the least.")
    if seating.proven:
        text = Message("Seed {seed}. {wishes} broken wishes cost {cost} points; no tables cost less.")
    tell(text.of({"seed": drawn, "wishes": len(seating.broken), "cost": seating.cost}))
    text = Message("{file} is ready: it takes the place of the event's sheet in {folder}.")
    tell(text.of({"file": str(path), "folder": str(raw / seasons[0])}))


def _show_tables(seating: "Seating") -> None:
    """The tables, a line each; then what the director should know."""
    boards: dict[int, list[Message]] = {}
    for board, power, player in seating.seats:
        text = Message("{power} {player}") if player else Message("{power} (automatic)")
        boards.setdefault(board, []).append(text.of({"power": Name("power", power), "player": player}))
    for board, seats in boards.items():
        top = seating.top_table and board == min(boards)
        text = Message("Table {board} (top table): {seats}") if top else Message("Table {board}: {seats}")
        tell(text.of({"board": board, "seats": listed(seats)}))
    for said in seating.remarks:
        tell(said)
