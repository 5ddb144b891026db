"""Compare an import with the event to find what is new and what differs, and write the workbooks that change.

An event with more boards than one workbook can hold is split into several workbooks, such as `Club` and `Club, part 2`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.build.files import write_in_place, write_whole
from pipeline.language.language import ENGLISH
from pipeline.pages.languages import languages
from pipeline.read.cells import MOST_CELLS, MOST_ROWS
from pipeline.read.find import WORKBOOKS, Source, find
from pipeline.read.raw_tables import read
from pipeline.store.folder import Folder
from pipeline.tools.desk.next_round import SHEETS, not_carried, seats_of, settings_of, typed_rows
from pipeline.tools.imports.imported import ALSO, Board, Imported, Row
from pipeline.tools.imports.problems import ImportProblem, shown
from pipeline.tools.new.diplomacy import event_workbook
from pipeline.tools.new.texts import texts
from schemas.messages import Message, Name, say
from schemas.raw import COLUMNS_OF
from schemas.words import POWERS, RESERVED, fold, vocabulary

PART = "{event}, part {number}"
ROWS_OF_A_BOARD = len(POWERS) + 1  # seven seats, and their total
YEARS_OF_A_GAME = 3  # minimum number of years for games with the same chart to count as one game
TO_FILL_IN = ("system", "counting", "data", "source")  # settings that no imported file contains
MORE = ("calendar", "placings", "results")  # sheets of an event that `event_workbook` does not write by itself
NOT_CARRIED = ("matches", "moves", "systems", "circuits")


@dataclass
class Part:
    """One workbook of the event, with its present content and the rows to add.

    source       the existing file, or None for a new workbook
    not_carried  content of the existing file that the new workbook lacks
    """

    name: str
    source: Source | None = None
    settings: Row = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=dict)
    language: str = ENGLISH
    not_carried: list[Message] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    results: list[Row] = field(default_factory=list)
    placings: list[Row] = field(default_factory=list)
    players: list[Row] = field(default_factory=list)
    room: int = 0

    @property
    def changed(self) -> bool:
        """Whether the import adds anything to the workbook."""
        return bool(self.boards or self.results or self.placings or self.players)


@dataclass
class Event:
    """An event before and after an import."""

    folder: Folder
    parts: list[Part]
    differing: list[ImportProblem]
    faults: list[Message]

    @property
    def exists(self) -> bool:
        """Whether the event already has a file."""
        return any(part.source for part in self.parts)

    @property
    def new(self) -> list[Part]:
        """The workbooks that the import adds to."""
        return [part for part in self.parts if part.changed]


def event_with(imported: Imported, raw: Path, season: str, event: str) -> Event:
    """Return the event in the folder `raw`, with the import's new content added."""
    parts, faults = _parts(raw, season, event)
    rows = [row for part in parts for row in part.rows.get("boards", [])]
    differing: list[ImportProblem] = []
    boards = [*_new_boards(imported.boards, rows, differing)]
    results = [*_new_rows(imported.results, parts, "results", ("player", "round", "board"), differing)]
    placings = [*_new_rows(imported.placings, parts, "placings", ("player",), differing)]
    people = [row for row in map(_of_a_player, imported.players) if len(row) > 1]
    players = [*_new_rows(people, parts, "players", ("player",), differing)]
    room = _boards_in_a_workbook(boards, rows)
    parts = parts or [Part(event)]
    parts[0].results, parts[0].placings, parts[0].players = results, placings, players
    for part in parts:
        part.room = room - len({(row["round"], row["board"]) for row in part.rows.get("boards", [])})
    while boards:
        parts[-1].boards, boards = boards[: max(parts[-1].room, 0)], boards[max(parts[-1].room, 0) :]
        if boards:
            parts.append(Part(PART.format(event=event, number=len(parts) + 1), room=room))
    return Event(Folder(raw) / season, parts, differing, faults)


def write(event: Event) -> list[Path]:
    """Write the workbooks that the import adds to, with their old and new content, and return their paths.

    An existing file is kept as `.bak`.
    """
    return [_write(event.folder, part) for part in event.new]


# -- the event before the import ---------------------------------------------------------------------------------------


def _parts(raw: Path, season: str, event: str) -> tuple[list[Part], list[Message]]:
    """Return the event's workbooks in order, and a message for each error that prevents a workbook from being read."""
    if not (raw / season).is_dir():
        return [], []
    pattern = re.compile(re.escape(PART.format(event=event, number="")) + r"(\d{1,4})", re.IGNORECASE)
    numbers: dict[str, int] = {}
    listing = find(raw, RESERVED, {season})
    for source in listing.sources:
        if source.season == season and (match := pattern.fullmatch(source.event)):
            numbers[source.event] = int(match[1])
        elif source.season == season and source.event.casefold() == event.casefold():
            numbers[source.event] = 1
    sources = sorted((s for s in listing.sources if s.event in numbers), key=lambda source: numbers[source.event])
    typed = read([*sources, *(source for source in listing.sources if not source.event)])
    problems = [problem for problem in [*listing.problems, *typed.problems] if problem.event in numbers]
    faults = [
        say("{file} cannot be read as it is: {found}", file=problem.file, found=problem.found)
        for problem in problems
        if problem.severity == "error"
    ]
    spoken = languages(typed, season)
    parts = []
    for source in sources:
        key = season, source.event
        rows = {sheet: typed_rows(typed, sheet, *key) for sheet in (*SHEETS, *MORE)}
        if any(not {"round", "board"} <= row.keys() for row in rows["boards"]):
            faults.append(say("{file} has a row without a round or board", file=source.file))
            rows["boards"] = []
        rows["boards"] = seats_of(rows["boards"])
        not_carried_over = not_carried(typed, problems, *key, NOT_CARRIED)
        parts.append(
            Part(
                source.event,
                source,
                settings_of(typed, *key),
                rows,
                spoken.get(source.event, ENGLISH),
                not_carried_over,
            )
        )
    return parts, faults


def _new_boards(boards: Sequence[Board], rows: Sequence[Row], differing: list[ImportProblem]) -> Iterator[Board]:
    """Yield the boards that the event lacks, and add a problem for each existing board that differs."""
    seats = {(str(row["round"]), str(row["board"]), _power(row)): row for row in rows}
    typed: dict[tuple[str, str], dict[int, Sequence[object]]] = {
        name: {} for name in sorted({key[:2] for key in seats})
    }
    for round, name in typed:
        of = [seats.get((round, name, power), {}) for power in POWERS]
        years = sorted({int(field) for seat in of for field in seat if field.isdecimal()})
        typed[round, name] = {year: tuple(seat.get(str(year)) for seat in of) for year in years}
    games = {_as_played(chart): name for name, chart in typed.items()}
    for board in boards:
        if board.name not in typed:
            yield board
            as_played = _as_played(board.chart)
            same = games.setdefault(as_played, board.name)
            if len(as_played) >= YEARS_OF_A_GAME and same != board.name:
                text = Message("Board {board} in round {round} has the same centres as this board in every year.")
                alike = text.of({"round": same[0], "board": same[1]})
                differing.append(ImportProblem("same_game", board.place, alike))
            continue
        for row in board.rows():
            seat = seats.get((*board.name, str(row["power"])), {})
            where = say("round {round}, board {board}, {power}", round=board.round, board=board.board, power=_name(row))
            differing += _differences(where, row, seat, row[ALSO])


def _as_played(chart: Mapping[int, Sequence[object]]) -> tuple[tuple[int, tuple[object, ...]], ...]:
    """Return a key for comparing a chart with others. A blank cell counts as 0."""
    return tuple((year, tuple(count or 0 for count in counts)) for year, counts in sorted(chart.items()))


def _new_rows(
    rows: Sequence[Row], parts: Sequence[Part], sheet: str, key: Sequence[str], differing: list[ImportProblem]
) -> Iterator[Row]:
    """Yield the rows that the event's sheet lacks, and add a problem for each existing row that differs."""
    stand = [row for part in parts for row in part.rows.get(sheet, [])]
    existing = dict(zip(_numbered(stand, key), stand, strict=True))
    for name, row in zip(_numbered(rows, key), rows, strict=True):
        if name not in existing:
            yield row
            continue
        where = say("sheet {sheet}, {player}", sheet=Name("sheet", sheet), player=shown(row["player"]))
        differing += _differences(where, row, existing[name], row.get(ALSO, ""))


def _numbered(rows: Sequence[Row], key: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """Yield each row's key, followed by 1 for the first row with that key, 2 for the second, and so on.

    The number is needed because a player with two rows in one round has played two games.
    """
    often: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        name = tuple(str(row.get(part) or "") for part in key)
        often[name] += 1
        yield *name, often[name]


def _differences(where: Message, row: Row, seat: Row, place: object) -> Iterator[ImportProblem]:
    """Yield a problem for each cell of an imported row that differs from what has been entered in the event.

    Blank imported cells are skipped.
    """
    for name, value in row.items():
        typed = seat.get(name, "")
        if value in (None, "", "?") or name in (ALSO, "power") or _text(value) == _text(typed):
            continue
        text = Message("`{field}` is “{value}” in the file, but “{typed}” in the event ({where}).")
        if typed == "":
            text = Message("`{field}` is “{value}” in the file, but blank in the event ({where}).")
        values = {"field": name, "value": shown(value), "typed": shown(typed), "where": where}
        yield ImportProblem("differs", str(place), text.of(values))


def _text(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _power(row: Row) -> str:
    return vocabulary("power").get(fold(str(row.get("power", ""))), "")


def _name(row: Row) -> Name:
    return Name("power", str(row["power"]))


# -- the workbooks to write --------------------------------------------------------------------------------------------


def _boards_in_a_workbook(boards: Sequence[Board], rows: Sequence[Row]) -> int:
    """Return how many boards a workbook can hold without becoming too large to read."""
    years = {str(year) for board in boards for year in board.chart} | {n for row in rows for n in row if n.isdecimal()}
    columns = len(COLUMNS_OF["boards"]) + len(years)
    return min((MOST_ROWS - 1) // ROWS_OF_A_BOARD, MOST_CELLS // (ROWS_OF_A_BOARD * columns)) - SPARE


SPARE = 20  # boards left free, since other sheets have cells too


def _write(folder: Folder, part: Part) -> Path:
    name = f"{part.name}{WORKBOOKS[0]}"
    rows = {sheet: [*rows] for sheet, rows in part.rows.items()}
    for sheet, added in (
        ("boards", [row for board in part.boards for row in board.rows()]),
        ("games", [_game(board) for board in part.boards if board.game]),
        ("results", part.results),
        ("placings", part.placings),
        ("players", part.players),
    ):
        rows[sheet] = [*rows.get(sheet, []), *added]
    given = {} if part.source else dict.fromkeys(TO_FILL_IN)
    workbook = event_workbook(
        settings={"name": part.name, **given} | part.settings,
        seats=rows["boards"],
        games=rows["games"],
        nmrs=rows.get("nmr", []),
        players=rows["players"],
        more={sheet: rows[sheet] for sheet in MORE if rows.get(sheet)},
        language=part.language,
    )
    if part.source:
        write_in_place(folder, part.source.path.name, name, workbook)
    else:
        for suffix in ("", *WORKBOOKS):
            folder.must_be_free(f"{part.name}{suffix}")
        write_whole(folder, name, workbook)
    return folder.place / name


def _game(board: Board) -> Row:
    """Return the board's row for the `games` sheet."""
    row = board.rows()[0]
    return {"round": row["round"], "board": row["board"], **board.game}


def _of_a_player(row: Row) -> Row:
    """Return a row, limited to the columns of the `players` sheet."""
    return {name: value for name, value in row.items() if name in texts("players")}
