"""The command `seat`. What needs pandas or a solver is imported inside it."""

from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import in_one_line, refuse, wait_for
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seed, drawn_seed, must_exist

if TYPE_CHECKING:
    from pipeline.tools.desk.seating.hall import Seating


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
    from pipeline.build.files import write_whole
    from pipeline.build.stale import only
    from pipeline.build.stamps import beside_the_build
    from pipeline.read.find import find
    from pipeline.stages import compute
    from pipeline.tools.desk.seat_round import seat_round
    from pipeline.tools.desk.seating.solver import SolverMissingError

    must_exist(raw)
    found = find(raw, RESERVED, {season} if season else None)
    seasons = sorted(source.season for source in found.sources if source.event == event)
    if not seasons:
        refuse(f"there is no event {event} in {raw}")
    if len(seasons) > 1:
        refuse(f"say --season: {', '.join(seasons)} have {event}")
    computed, drawn = compute(only(found, seasons)), drawn_seed(seed)
    try:
        wanted = [int(size) for size in sizes.split(",") if size.strip()]
        seated = seat_round(computed, seasons[0], event, round, drawn, last=last, sizes=wanted)
    except (SolverMissingError, ValueError) as fault:
        refuse(str(fault))
    path = out / seasons[0] / f"{event}, round {round}.xlsx"
    with in_one_line(), alone(out, wait, wait_for), beside_the_build(out):
        write_whole(path, seated.write)
    seating = seated.seating
    _show_tables(seating)
    for place in seated.left:
        typer.echo(f"Not carried over: {place}.")
    proven = "no tables cost less" if seating.proven else "not proven to be the least"
    typer.echo(f"Seed {drawn}. {len(seating.broken)} broken wishes cost {seating.cost} points; {proven}.")
    typer.echo(f"{path} is ready: it takes the place of the event's sheet in {raw / seasons[0]}.")


def _show_tables(seating: "Seating") -> None:
    """The tables, a line each; then what the director should know."""
    boards: dict[int, list[str]] = {}
    for board, power, player in seating.seats:
        boards.setdefault(board, []).append(f"{power} {player or '(automatic)'}")
    for board, seats in boards.items():
        top = " (top table)" if seating.top_table and board == min(boards) else ""
        typer.echo(f"Table {board}{top}: {', '.join(seats)}")
    for remark in seating.remarks:
        typer.echo(remark)
