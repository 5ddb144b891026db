"""What a director asks between two rounds: `seat`, `turkey` and `orders`, commands of `python -m pipeline`.

What needs pandas or a solver is imported inside its command.
"""

import secrets
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import in_one_line, refuse, wait_for

RAW, OUT = Path("data/raw"), Path("data/out")
SEEDS = 1_000_000

Seed = Annotated[
    int | None, typer.Option(min=0, help="Of all lots: the same seed draws the same. None: drawn, and told.")
]


def seat(
    event: Annotated[str, typer.Argument(help="The event, as its file is called.")],
    round: Annotated[str, typer.Argument(help="The round to seat.")],
    season: Annotated[str | None, typer.Option(help="Its season, where several have an event of that name.")] = None,
    seed: Seed = None,
    last: Annotated[
        bool, typer.Option("--last", help="The last round: tables of seven in order of standing (8.4).")
    ] = False,
    sizes: Annotated[str, typer.Option(help="The tables as you want them, such as 7,7,6 (8.4 C).")] = "",
    raw: Annotated[Path, typer.Option(help="The folder of the raw sheets.")] = RAW,
    out: Annotated[Path, typer.Option(help="The folder of the outputs.")] = OUT,
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait for a build to end.")] = PATIENCE,
) -> None:
    """Seat the next round of an event: its workbook with the round to fill in, the tables, and every broken wish."""
    from functools import partial

    from pipeline.build.build import RESERVED
    from pipeline.build.files import write_whole
    from pipeline.build.stamps import beside_the_build
    from pipeline.problems.codes import blocked
    from pipeline.read.find import find
    from pipeline.rules.systems import systems
    from pipeline.stages import compute
    from pipeline.tools.desk.next_round import NoSuchRoundError, hall, page, so_far, with_round
    from pipeline.tools.desk.seating import CannotSeatError, SolverMissingError
    from pipeline.tools.desk.seating import seat as seated
    from pipeline.tools.new import write_round

    if not raw.is_dir():
        refuse(f"there is no folder {raw}")
    found = find(raw, RESERVED, {season} if season else None)
    seasons = sorted(source.season for source in found.sources if source.event == event)
    if len(seasons) != 1:
        refuse(
            f"there is no event {event} in {raw}" if not seasons else f"say --season: {', '.join(seasons)} have {event}"
        )
    home = seasons[0]
    computed = compute(find(raw, RESERVED, {home}))
    if (home, event) in blocked(computed.problems):
        refuse(f"{event} has errors: mend them first, `check` tells where")
    drawn = seed if seed is not None else secrets.randbelow(SEEDS)
    try:
        told = [int(size) for size in sizes.split(",") if size.strip()]
        people = hall(computed, home, event, round, drawn, last=last, sizes=told)
        seating = seated(people)
    except (NoSuchRoundError, CannotSeatError, SolverMissingError, ValueError) as fault:
        refuse(str(fault))
    typed = so_far(computed, home, event, round)
    language = computed.tables.events.set_index(["season", "event"]).at[(home, event), "language"]
    path = out / home / f"{event}, round {round}.xlsx"
    rows = with_round(typed, round, seating)
    write = partial(
        write_round,
        settings={"name": event} | typed.settings,
        seating=page(people, seating, round),
        seats=rows["boards"],
        games=rows["games"],
        nmrs=rows["nmr"],
        players=rows["players"],
        language=language,
        systems=[*systems()],
    )
    with in_one_line(), alone(out, wait, wait_for), beside_the_build(out):
        write_whole(path, write)
    _tell_tables(seating)
    for left in typed.left:
        typer.echo(f"Not carried over: {left}.")
    proven = "no tables cost less" if seating.proven else "not proven to be the least"
    typer.echo(f"Seed {drawn}. {len(seating.broken)} broken wishes cost {seating.cost} points; {proven}.")
    typer.echo(f"{path} is ready: it takes the place of the event's sheet in {raw / home}.")


def _tell_tables(seating: "Seating") -> None:  # type: ignore[name-defined]  # noqa: F821
    """The tables, a line each; what the director should know."""
    boards: dict[int, list[str]] = {}
    for board, power, player in seating.seats:
        boards.setdefault(board, []).append(f"{power} {player or '(automatic)'}")
    for board, seats in boards.items():
        top = " (top table)" if seating.top_table and board == min(boards) else ""
        typer.echo(f"Table {board}{top}: {', '.join(seats)}")
    for remark in seating.remarks:
        typer.echo(remark)


def turkey(
    sheet: Annotated[
        Path | None, typer.Argument(help="A sheet of units: .csv, .xlsx or .ods; board, year, turn, units.")
    ] = None,
    units: Annotated[str, typer.Option(help="The units of one board instead: A BUL, F CON.")] = "",
    year: Annotated[int | None, typer.Option(help="The game year.")] = None,
    turn: Annotated[str, typer.Option(help="spring, autumn or winter.")] = "spring",
    board: Annotated[str, typer.Option(help="The board, of which the lots depend.")] = "1",
    centres: Annotated[str, typer.Option(help="In winter: the centres that Turkey owns, such as ANK, CON, SMY.")] = "",
    seed: Seed = None,
) -> None:
    """Print the orders of the automatic Turkey (Italia-2010, 8.5 and appendix B)."""
    from pipeline.tools.desk import turkey as rules
    from pipeline.tools.desk.syntax import units as standing

    drawn = seed if seed is not None else secrets.randbelow(SEEDS)
    if sheet is not None:
        sets, faults = rules.order_sets(_rows(sheet), seed=drawn)
    elif year is None:
        refuse("say --units and --year, or give a sheet")
    else:
        try:
            owned = rules.owned(centres) or None
            sets, faults = [rules.orders(standing(units), year, turn, seed=drawn, board=board, centres=owned)], []
        except ValueError as fault:
            refuse(str(fault))
    for given in sets:
        typer.echo(f"Board {given.board}, {given.turn} {given.year}\n{given.text}".rstrip())
        for remark in given.remarks:
            typer.echo(f"  {remark.text}")
        typer.echo("")
    if any(remark.kind == "lot" for given in sets for remark in given.remarks):
        typer.echo(f"Lots drawn with seed {drawn}.")
    for told in faults:
        typer.echo(f"centre-years: {told}", err=True)
    raise typer.Exit(1 if faults else 0)


def orders(
    sheets: Annotated[
        list[Path], typer.Argument(help="Texts with the orders of one power each; - reads what is typed.")
    ],
) -> None:
    """Check order sheets as they are written (Italia-2010, 9 and appendix A); print the orders that count."""
    from pipeline.tools.desk.orders import check

    errors = 0
    for path in sheets:
        try:
            text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as fault:
            refuse(f"{path} cannot be read: {fault}")
        sheet = check(text)
        if len(sheets) > 1:
            typer.echo(f"{path}:")
        for order in sheet.orders:
            typer.echo(str(order))
        for problem in sheet.problems:
            typer.echo(str(problem), err=True)
        errors += sum(problem.severity == "error" for problem in sheet.problems)
    raise typer.Exit(1 if errors else 0)


def _rows(path: Path) -> Iterable[dict[str, str]]:
    """The rows of a sheet below its first row, heading -> text."""
    from pipeline.read.cells import Unreadable
    from pipeline.read.sheets import read_file

    try:
        pages = read_file(path)
    except (Unreadable, OSError) as fault:
        refuse(f"{path} cannot be read: {fault}")
    if not pages or not pages[0].rows:
        refuse(f"{path} is empty")
    head, *rows = pages[0].rows
    names = [cell.text for cell in head]
    return [dict(zip(names, (cell.text for cell in row), strict=False)) for row in rows if row]
