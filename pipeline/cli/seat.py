"""The `seat` command. Modules that need pandas or a solver are imported inside functions."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import reason, refuse, remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seed, drawn_seed, must_exist
from pipeline.cli.terminal import tell
from schemas.messages import Message, Name, Text, listed, plural, say

if TYPE_CHECKING:
    from pipeline.stages import Computed
    from pipeline.tools.desk.seating.hall import Seating


LONGEST_ROUND = 40


def seat(
    event: Annotated[str, typer.Argument(help="The event, by the name of its file.")],
    round: Annotated[str, typer.Argument(help="The round to seat; not needed for a Bao event.")] = "",
    season: Annotated[str | None, typer.Option(help="The season, if several have an event of this name.")] = None,
    seed: Seed = None,
    last: Annotated[
        bool, typer.Option("--last", help="The last round: tables of seven in order of standing (8.4).")
    ] = False,
    sizes: Annotated[str, typer.Option(help="The tables as you want them, such as 7,7,6 (8.4 C).")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the event's sheet, which is kept as .bak.")
    ] = False,
    raw: Raw = RAW,
    out: Out = OUT,
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait for a build to end.")] = PATIENCE,
) -> None:
    """Seat the next round of an event, and write a workbook with the tables, the seats to fill in and any unmet wishes.

    For a Bao event, write a workbook with the games of the next stage to fill in.
    """
    from pipeline.build.files import write_in_place, write_whole
    from pipeline.build.stale import only
    from pipeline.build.stamps import beside_the_build
    from pipeline.language.language import language
    from pipeline.pages.languages import SEASON, languages
    from pipeline.problems.suggestions import nearest
    from pipeline.read.find import find
    from pipeline.stages import compute
    from pipeline.store.folder import Folder
    from pipeline.tools.desk.next_round import must_have_no_errors
    from pipeline.tools.desk.next_stage import is_bao
    from pipeline.tools.desk.seating.solver import SolverMissingError
    from schemas.words import RESERVED

    must_exist(raw)
    if {*'/\\:*?"<>|'} & {*round} or not round.isprintable() or len(round) > LONGEST_ROUND:
        refuse(say("{round} cannot be the name of a round, because a file is named after it", round=round))
    listing = find(raw, RESERVED, {season} if season else None)
    sources = {source.season: source for source in listing.sources if source.event == event}
    seasons = sorted(sources)
    if not seasons:
        text = Message("there is no event {event} in {folder}")
        if near := nearest(event, sorted({source.event for source in listing.sources} - {""})):
            text = Message("there is no event {event} in {folder}; did you mean {meant}?")
        refuse(text.of({"event": event, "folder": str(raw), "meant": listed(near, "or")}))
    if len(seasons) > 1:
        refuse(say("{event} is in {seasons}: choose one with --season", seasons=listed(seasons), event=event))
    computed, key = compute(only(listing, seasons)), (seasons[0], event)
    try:
        wanted = [int(size) for size in sizes.split(",") if size.strip()]
        drawn = drawn_seed(seed)
        must_have_no_errors(computed, *key)
        bao = is_bao(computed, *key)
        ready = _stage(computed, key, round) if bao else _round(computed, key, round, drawn, last=last, sizes=wanted)
    except (SolverMissingError, ValueError) as fault:
        refuse(reason(fault))
    folder = raw / seasons[0]
    if replace and ready.not_carried:
        refuse(
            say(
                "the sheet was not replaced, because this would be lost: {places}",
                places=listed(ready.not_carried, "; "),
            )
        )
    for line in [*ready.lines, *(say("Not carried over: {place}.", place=place) for place in ready.not_carried)]:
        tell(line)
    if replace:
        name = f"{event}.xlsx"
        with alone(out, wait, remark):
            before = sources[seasons[0]].path.name
            kept = write_in_place(Folder(raw) / seasons[0], before, name, ready.workbook())
        text = Message("{file} is ready to fill in. The previous version is kept as {kept}.")
        tell(text.of({"file": str(folder / name), "kept": str(folder / kept)}))
        return
    spoken = languages(computed.raw, seasons[0])
    label = language(spoken.get(event, spoken[SEASON]))(ready.label)
    name = f"{event}, {label}.xlsx"
    with alone(out, wait, remark), beside_the_build(Folder(out)):
        write_whole(Folder(out) / seasons[0], name, ready.workbook())
    text = Message("{file} is ready. To use it, replace the event's sheet in {folder} with this file.")
    tell(text.of({"file": str(out / seasons[0] / name), "folder": str(folder)}))


class Ready(NamedTuple):
    """A workbook that is ready to be written.

    label        the round or stage, as shown to the director
    workbook     function that returns the workbook's content
    lines        messages for the director
    not_carried  content of the event's file that the new workbook lacks
    """

    label: Text
    workbook: Callable[[], bytes]
    lines: list[Text]
    not_carried: list[Text]


def _round(computed: "Computed", key: tuple[str, str], round: str, seed: int, *, last: bool, sizes: list[int]) -> Ready:
    """Seat a Diplomacy round, and return its workbook and messages about the tables and any unmet wishes.

    Raises ValueError if no round is named.
    """
    from pipeline.tools.desk.next_round import beyond_the_plan, unlike_rounds
    from pipeline.tools.desk.seat_round import seat_round

    if not round:
        raise ValueError(say("say which round to seat"))
    seated = seat_round(computed, *key, round, seed, last=last, sizes=sizes)
    seating = seated.seating
    lines = [*_tables(seating), _wishes(seating, seed), *beyond_the_plan(computed, *key, round)]
    if others := unlike_rounds(computed, *key, round):
        lines.append(
            say(
                "This round is called {round}, but the rounds so far are called {rounds}.",
                round=round,
                rounds=listed(others),
            )
        )
    return Ready(say("round {round}", round=round), seated.workbook, lines, [*seated.not_carried])


def _wishes(seating: "Seating", seed: int) -> Text:
    """Return a message that says how many wishes are not met, and whether another seating might do better."""
    if not seating.broken:
        return say("Seed {seed}. All wishes are met.", seed=seed)
    return plural(
        "Seed {seed}. 1 wish is not met ({cost} penalty points). {others}",
        "Seed {seed}. {n} wishes are not met ({cost} penalty points). {others}",
        len(seating.broken),
        seed=seed,
        cost=seating.cost,
        others=say("No other seating does better.") if seating.proven else say("Another seating might do better."),
    )


def _stage(computed: "Computed", key: tuple[str, str], wanted: str) -> Ready:
    """Prepare the next stage of a Bao event, and return its workbook and one message per game or undecided group."""
    from pipeline.tools.desk.next_stage import next_stage

    stage = next_stage(computed, *key, wanted)
    games = [say("{south} (South) against {north}", south=south, north=north) for south, north in stage.games]
    return Ready(Name("stage", stage.stage), stage.workbook, [*games, *stage.remarks], [*stage.not_carried])


def _tables(seating: "Seating") -> list[Text]:
    """Return one line per table, followed by remarks for the director."""
    boards: dict[int, list[Message]] = {}
    for board, power, player in seating.seats:
        text = Message("{power} {player}") if player else Message("{power} (automatic)")
        boards.setdefault(board, []).append(text.of({"power": Name("power", power), "player": player}))
    lines: list[Text] = []
    for board, seats in boards.items():
        top = seating.top_table and board == min(boards)
        text = Message("Table {board} (top table): {seats}") if top else Message("Table {board}: {seats}")
        lines.append(text.of({"board": board, "seats": listed(seats)}))
    return [*lines, *seating.remarks]
