"""The workbook of a Diplomacy event before its next round.

It has the rounds entered so far, the seats to fill in, and sheets to print.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.read.find import find
from pipeline.stages import Computed, compute
from pipeline.tools.desk.next_round import hall
from pipeline.tools.desk.seat_round import SeatedRound, seat_round
from pipeline.tools.desk.seating.hall import Broken
from pipeline.tools.new.diplomacy import event_workbook, round_workbook
from pipeline.tools.new.seating import SeatingPage, Table
from schemas.keys import of_season
from schemas.messages import Name, listed, say
from schemas.words import LANGUAGES, word
from tests.sheets import POWERS, event, only_rules, write_xlsx

Row = Mapping[str, object]

# "Sistema di punteggio Italia-2010", 3, has two powers with 9 centres in 1907, with 9 and 8 in 1906; the other five
# powers are made up. Four of the seven besides the first have three centres or more: everything is raised by 40 %.
CHART = {
    "Austria": (4, 4, 3, 2, 1, 0, 0),
    "England": (4, 5, 5, 5, 5, 5, 5),
    "France": (5, 6, 6, 7, 8, 9, 9),
    "Germany": (5, 4, 4, 4, 4, 3, 3),
    "Italy": (4, 4, 4, 4, 3, 3, 2),
    "Russia": (5, 6, 6, 6, 6, 6, 6),
    "Turkey": (4, 5, 6, 6, 7, 8, 9),
}
SCORES = {
    "Austria": 1,
    "England": (1 + 4 * 5 + 10) * 1.4,
    "France": (1 + 4 * 9 + 70) * 1.4,
    "Germany": (1 + 4 * 3 + 10) * 1.4,
    "Italy": (1 + 4 * 2 + 10) * 1.4,
    "Russia": (1 + 4 * 6 + 16 + 10) * 1.4,
    "Turkey": (1 + 4 * 9 + 34 + 10) * 1.4,
}
YEARS = [str(year) for year in range(1901, 1908)]

LONG = "Giovanni Battista Massimiliano della Rovere-Montefeltro di Sant'Angelo"
PLAYERS = (
    "=1+1",
    "Zoë & <b>",
    "{board}",
    "élodie",
    LONG,
    "Émile",
    "Dario",
    "Ada",
    "007",
    "Bruno",
    "Carla",
    "Elena",
    "Fabio",
)
RESTING, NEXT = "Zeno", 3
SETTINGS = {
    **{"name": "Torneo & {name}", "kind": "diplomacy", "start": date(2011, 12, 3), "system": "italia_2010"},
    **{"last year": 1907, "data": "generated", "source": ["one", "two"]},
}
BESIDES = {"score": 149.8, "place": "1=", "note": "9-9 nel 1907, 9-8 nel 1906", "draw proposed": 1905}
NO_BREAK = "\N{NO-BREAK SPACE}"
MET = say("round {round}, board {board}", round="1", board="1")
FIRST = say("round {round}", round="1")
AUSTRIA = Name("power", "Austria")
WISHES = (
    Broken(
        "8.1", say("kept apart"), ("=1+1", LONG), 1, say("asked to be kept apart in the first {n} rounds", n=2), 1000
    ),
    Broken("8", say("different opponents"), ("Ada", "Bruno"), 2, say("met: {boards}", boards=listed([MET], "; ")), 30),
    Broken("8", say("a different power"), ("Dario",), 1, say("{power}: {rounds}", power=AUSTRIA, rounds=FIRST), 10),
    Broken(
        "8", say("a different group of powers"), ("Carla",), 2, say("{power}: {rounds}", power=AUSTRIA, rounds=FIRST), 1
    ),
)


def played() -> list[Row]:
    """Return the seats of two rounds of one board each. In round 2 every power passes to the next player."""
    return [
        {"round": round_, "board": 1, "power": power, "player": PLAYERS[seat + round_ - 1]}
        | dict(zip(YEARS, CHART[power], strict=True))
        | (BESIDES if (round_, power) == (1, "France") else {})
        for round_ in (1, 2)
        for seat, power in enumerate(POWERS)
    ]


def tables(players: tuple[str, ...] = PLAYERS, *, top: bool = False) -> list[Table]:
    """Return tables of seven, filled in the order of the players.

    The last powers at the last table may have no player.
    """
    filled = [*players, *[""] * (-len(players) % 7)]
    return [
        Table(str(number + 1), top and number == 0, [*zip(POWERS, filled[7 * number : 7 * number + 7], strict=True)])
        for number in range(len(filled) // 7)
    ]


def to_play(seated: list[Table], round_: object = NEXT) -> list[Row]:
    return [
        {"round": round_, "board": int(table.board), "power": power, "player": player}
        for table in seated for power, player in table.seats
    ]  # fmt: skip


GAMES = [
    {"round": 1, "board": 1, "result": "time limit", "ended": date(2011, 12, 3)},
    {"round": 2, "board": 1, "result": "draw", "winners": "France, Turkey", "last year": 1907},
    *({"round": NEXT, "board": board, "result": "to be played"} for board in (1, 2)),
]
NMRS = [{"round": 1, "board": 1, "power": "Italy", "year": 1903, "turn": "spring"}]
PEOPLE = [
    {"player": "Ada", "sex": "f", "born": date(1970, 5, 1), "apart from": "Bruno, Carla", "top table": "no"},
    {"player": RESTING, "sat out": 3, "rounds": "2, 3"},
]


def page(seated: list[Table] | None = None, **changed: object) -> SeatingPage:
    """Return the content of the printed sheets, with the given fields changed."""
    usual = SeatingPage(
        **{"round": str(NEXT), "tables": seated or tables(), "wishes": WISHES, "cost": 1041, "proven": True},
        **{
            "remarks": [
                say("Playing on two boards (8.6): {players}.", players="Ada"),
                say("Sitting out (8.7): {players}.", players="Ada"),
            ],
            "doubled": (),
            "sitting_out": [RESTING],
            "seed": "1205",
        },
    )
    return usual._replace(**changed)


def written(path: Path, language: str = "en", **changed: object) -> Path:
    """Write the workbook of an event that is about to play its third round, and return the workbook's path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = {"games": GAMES, "nmrs": NMRS, "players": PEOPLE}
    path.write_bytes(
        round_workbook(SETTINGS, page(**changed), seats=[*played(), *to_play(tables())], **rows, language=language)
    )
    return path


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    """Return the workbook, with each formula replaced by its stored value."""
    return load_workbook(written(tmp_path_factory.mktemp("round") / "torneo.xlsx"), data_only=True)


def cells(page: Worksheet) -> list[list[object]]:
    return [[cell.value for cell in row] for row in page.iter_rows()]


def shown(page: Worksheet) -> list[list[object]]:
    """Return the values of each row from left to right, without blank cells and blank rows."""
    rows = [[value for value in row if value is not None] for row in cells(page)]
    return [row for row in rows if row]


def rows_of(page: Worksheet) -> list[Row]:
    """Return the rows below the header as mappings from header to value.

    Times are shortened to dates, and blank cells are left out.
    """
    header, *rows = cells(page)
    days = [[value.date() if hasattr(value, "date") else value for value in row] for row in rows]
    return [{str(name): value for name, value in zip(header, row, strict=True) if value is not None} for row in days]


def header(path: Path) -> list[str]:
    return [str(cell.value) for cell in load_workbook(path)["boards"][1]]


def asked_for(path: Path, settings: Row, seats: list[Row], *, top: bool = False) -> list[str]:
    """Write a workbook with `seats` and one blank table for round 9. Return the headers to the right of `player`."""
    seated = tables(PLAYERS[:7], top=top)
    path.write_bytes(round_workbook(settings, page(seated, round="9"), seats=[*seats, *to_play(seated, 9)]))
    return header(path)[4:]


# -- sheets to fill in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_round_gives_the_same_bytes(language: str, tmp_path: Path) -> None:
    once, again = (written(tmp_path / name, language) for name in ("a.xlsx", "b.xlsx"))
    assert once.read_bytes() == again.read_bytes()


def test_typed_rounds_are_kept_and_the_next_round_waits_for_its_centres(book: Workbook) -> None:
    rows = [row for row in rows_of(book["boards"]) if row["power"] != "total"]
    given = [{name: value for name, value in row.items() if value != ""} for row in (*played(), *to_play(tables()))]
    assert rows == given
    assert rows_of(book["games"]) == GAMES
    assert rows_of(book["nmr"]) == NMRS
    assert rows_of(book["players"]) == PEOPLE
    settings = [(row["setting"], row["value"]) for row in rows_of(book["event"])]
    assert settings == [*[*SETTINGS.items()][:-1], ("source", "one"), ("source", "two")]
    assert book.properties.title == SETTINGS["name"]


def test_a_row_below_each_board_adds_its_centres(tmp_path: Path, book: Workbook) -> None:
    totals = [row for row in rows_of(book["boards"]) if row["power"] == "total"]
    sums = {year: sum(chart[at] for chart in CHART.values()) for at, year in enumerate(YEARS)}
    blank = dict.fromkeys(YEARS, " ")
    assert [(row["round"], row["board"]) for row in totals] == [(1, 1), (2, 1), (3, 1), (3, 2)]
    assert [{year: row[year] for year in YEARS} for row in totals] == [sums, sums, blank, blank]
    boards = load_workbook(written(tmp_path / "live.xlsx"))["boards"]
    assert boards["E33"].value == '=IF(COUNT(E26:E32)=0," ",SUM(E26:E32))'
    assert (boards["B33"].value, boards["C33"].value) == (2, "total")


def test_the_sheet_of_boards_opens_at_the_new_round(book: Workbook) -> None:
    view = book["boards"].sheet_view
    assert (view.pane.topLeftCell, view.selection[-1].activeCell) == ("E18", "E18")
    assert [book["boards"][cell].value for cell in ("A18", "B18", "C18", "D18")] == [3, 1, "Austria", "=1+1"]


def test_the_next_round_has_every_year_and_column_of_the_rounds_before(tmp_path: Path) -> None:
    begun = [row | {"nmr orders": 1, "eliminated": 1906} if row["power"] == "Austria" else row for row in played()]
    columns = [*YEARS, "eliminated", "nmr orders", "place", "score", "draw proposed", "note"]
    assert asked_for(tmp_path / "a.xlsx", {"first year": 1899, "last year": 1910}, begun) == columns


def test_a_gap_between_typed_years_is_closed(tmp_path: Path) -> None:
    seats = [{"round": 1, "board": 1, "power": "Austria", "player": "Ada", "1901": 4, "1904": 5}]
    assert asked_for(tmp_path / "a.xlsx", {}, seats) == YEARS[:4]


@pytest.mark.parametrize(
    ("settings", "first", "last"),
    [
        ({}, 1901, 1907),  # "Tutte le partite dureranno fino all'inverno 1907": Italia-2010, preface
        ({"last year": 1908}, 1901, 1908),
        ({"first year": "1914", "last year": None}, 1914, 1920),
        ({"first year": 1914, "last year": 1918}, 1914, 1918),
    ],
)
def test_before_the_first_round_the_settings_give_the_years(
    settings: Row, first: int, last: int, tmp_path: Path
) -> None:
    assert asked_for(tmp_path / "a.xlsx", settings, []) == [str(year) for year in range(first, last + 1)]


def test_a_top_table_may_be_played_a_year_longer(tmp_path: Path) -> None:
    """The source is paragraph 8.3.1 of Italia-2010."""
    assert asked_for(tmp_path / "a.xlsx", {}, [], top=True) == [*YEARS, "1908"]
    assert asked_for(tmp_path / "b.xlsx", {"last year": 1902}, played(), top=True)[:8] == [*YEARS, "1908"]


@pytest.mark.parametrize("typed", [{}, {"eliminated": 1903}])
def test_if_only_final_centres_were_typed_there_is_no_column_for_a_year(typed: Row, tmp_path: Path) -> None:
    seats = [{"round": 1, "board": 1, "power": power, "player": power[:3], "final": 5, **typed} for power in POWERS]
    assert asked_for(tmp_path / "a.xlsx", {"last year": 1907}, seats, top=True) == ["final", "eliminated"]


def test_sheets_and_headers_are_in_the_language_of_the_club(tmp_path: Path) -> None:
    kinds = ("seating", "event", "boards", "games", "nmr", "players", "wishes")
    for language in LANGUAGES:
        book = load_workbook(written(tmp_path / f"{language}.xlsx", language))
        assert book.sheetnames == [word("sheet", kind, language) for kind in kinds]
        boards = book[word("sheet", "boards", language)]
        assert [cell.value for cell in boards[1]][:4] == [
            word("boards", name, language) for name in ("round", "board", "power", "player")
        ]
        assert boards["C32"].value == {"en": "Turkey", "it": "Turchia", "fr": "Turquie", "de": "Türkei"}[language]
        games = cells(book[word("sheet", "games", language)])
        to_come = {"en": "to be played", "it": "da giocare", "fr": "à jouer", "de": "noch zu spielen"}
        assert games[-1][2] == to_come[language]


# -- the program reads it ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("italia_2010"):
        yield


def computed(folder: Path) -> Computed:
    return compute(find(folder, set()))


def scores(computed: Computed, season: str = "2011") -> list[dict[str, object]]:
    """Return every seat of a season with its score under Italia-2010."""
    frame = of_season(computed.published["italia_2010"].scores, season)
    return frame[["round", "board", "power", "player", "final_centres", "score", "place", "status"]].to_dict("records")


@pytest.fixture(scope="module")
def so_far(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute the results of the event as it stood before the new round was seated."""
    folder = tmp_path_factory.mktemp("so far")
    (folder / "2011").mkdir()
    rows = {"games": GAMES[:2], "nmrs": NMRS, "players": PEOPLE}
    (folder / "2011" / "torneo.xlsx").write_bytes(event_workbook(SETTINGS, seats=played(), **rows))
    return computed(folder)


def test_the_event_so_far_scores_what_the_rules_say(so_far: Computed) -> None:
    seats = scores(so_far)
    assert [(seat["round"], seat["power"]) for seat in seats] == [(r, power) for r in ("1", "2") for power in POWERS]
    assert [seat["score"] for seat in seats] == pytest.approx([SCORES[str(seat["power"])] for seat in seats])


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute the results of the event with the newly seated round, in one season per language."""
    folder = tmp_path_factory.mktemp("laid out")
    for language in LANGUAGES:
        written(folder / language / "torneo.xlsx", language)
    return computed(folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seated_event_is_scored_as_before_and_its_round_is_reported_as_not_played(
    language: str, so_far: Computed, laid_out: Computed
) -> None:
    assert scores(laid_out, language) == scores(so_far)
    before = {(problem.code, problem.found) for problem in so_far.problems}
    said = [problem for problem in laid_out.problems if problem.season == language]
    new = [p for p in said if (p.code, p.found) not in before and p.found != "007"]  # `007` is a player's name here
    assert [(problem.severity, problem.code, problem.sheet, problem.cell) for problem in new] == [
        ("notice", "not_played", word("sheet", "boards", language), "B18"),
        ("notice", "not_played", word("sheet", "boards", language), "B26"),
    ]
    assert not {"error", "warning"} & {problem.severity for problem in said if problem.found != "007"}


def test_players_have_the_columns_that_their_system_needs(tmp_path: Path) -> None:
    """Italia-2010 needs to know who volunteers for two boards (paragraph 8.6) or declines the top table.

    The sheet therefore has a column for each, even if the column is still blank.
    """
    (tmp_path / "round.xlsx").write_bytes(seated(tmp_path).workbook())
    header = [cell.value for cell in load_workbook(tmp_path / "round.xlsx")["players"][1]]
    assert {"two boards", "top table"} < {*header}


def test_several_rows_of_one_person_are_joined(tmp_path: Path) -> None:
    """Vera is present in rounds 2 and 3, and kept apart from two friends. Wanda is present in round 3 only."""
    rows = [["Vera", 2, "Anna"], ["Wanda", 3, None], ["Vera", "3, 2", "Berta; Anna"]]
    write_xlsx(
        tmp_path / "2013" / "Torneo.xlsx",
        event(system="italia_2010") | {"players": [["player", "rounds", "apart from"], *rows]},
    )
    computed = compute(find(tmp_path, set()))
    second, third = (hall(computed, "2013", "Torneo", number, seed=1) for number in "23")
    assert ("Vera" in second.players, "Wanda" in second.players) == (True, False)
    assert {"Vera", "Wanda"} <= {*third.players}
    assert second.ties == [{"Vera", "Anna", "Berta"}]


def test_a_misspelt_setting_is_reported_as_left_out(tmp_path: Path) -> None:
    assert [str(place) for place in seated(tmp_path, directrs="Anna").not_carried] == ["event A2: directrs"]


def seated(folder: Path, **settings: object) -> SeatedRound:
    """Seat a round numbered 9 for an event that has played two rounds, as the `seat` command does."""
    (folder / "2011").mkdir()
    path = folder / "2011" / "torneo.xlsx"
    rests = {"player": "Zoë & <b>", "sat out": 9}  # so that seven people play
    path.write_bytes(event_workbook(SETTINGS, seats=played(), games=GAMES[:2], players=[rests]))
    book = load_workbook(path)
    for name, value in settings.items():
        book["event"].insert_rows(2)
        book["event"]["A2"], book["event"]["B2"] = name, value
    book.save(path)
    return seat_round(computed(folder), "2011", "torneo", "9", seed=1)


def test_centres_typed_into_the_round_are_scored(tmp_path: Path) -> None:
    """A table of six with the chart of the first round scores less than that round's table of seven.

    Worked out by hand: under paragraph 2.1.1 of Italia-2010, scores rise by 10 % for each player with three centres or
    more, not counting one of them. Five powers have that many centres. One of them is Turkey, which has no player here,
    so scores rise by 30 % instead of 40 %.
    """
    path = written(tmp_path / "2011" / "torneo.xlsx")
    book = load_workbook(path)
    for row, chart in zip(range(26, 33), CHART.values(), strict=True):
        for column, centres in enumerate(chart, start=5):
            book["boards"].cell(row, column).value = centres
    for row in book["boards"].iter_rows(min_row=2, min_col=5):
        for cell in row:
            cell.value = None if cell.data_type == "f" else cell.value  # openpyxl stores no results of formulas
    book.save(path)
    seats = [seat for seat in scores(computed(tmp_path)) if seat["round"] == "3"]
    assert [seat["player"] for seat in seats] == [*PLAYERS[7:], ""]
    assert [seat["score"] for seat in seats][:-1] == pytest.approx(
        [SCORES[power] / 1.4 * (1.3 if power != "Austria" else 1.4) for power in POWERS[:-1]]
    )


# -- what hangs on the wall --------------------------------------------------------------------------------------------


def test_the_wall_shows_each_table_with_its_powers_and_players(book: Workbook) -> None:
    rows = shown(book["seating"])
    assert rows[:2] == [[SETTINGS["name"]], ["Round 3"]]
    assert rows[3:11] == [
        ["Table 1", "Table 2"],
        ["Austria", "=1+1", "Austria", "Ada"],
        ["England", "Zoë & <b>", "England", "007"],
        ["France", "{board}", "France", "Bruno"],
        ["Germany", "élodie", "Germany", "Carla"],
        ["Italy", LONG, "Italy", "Elena"],
        ["Russia", "Émile", "Russia", "Fabio"],
        ["Turkey", "Dario", "Turkey", "automatic Turkey"],
    ]
    assert all(cell.data_type in "sn" for row in book["seating"].iter_rows() for cell in row)


def test_everybody_finds_table_and_power_by_name_or_that_they_sit_out(book: Workbook) -> None:
    """The list is sorted regardless of case and accents, and fills the left column first."""
    rows = shown(book["seating"])
    start = rows.index(["Player", "Table", "Power", "Player", "Table", "Power"])
    assert rows[start - 1] == ["Sitting out: Zeno"]
    page = cells(book["seating"])
    first = next(number for number, row in enumerate(page) if row[0] == "Player") + 1
    sides = [[(row[left], row[left + 2], row[left + 3]) for row in page[first : first + 7]] for left in (0, 5)]
    listed = [row for side in sides for row in side]
    seats = {player: (table.board, power) for table in tables() for power, player in table.seats}
    assert [name for name, _, _ in listed] == [
        *("007", "=1+1", "Ada", "Bruno", "Carla", "Dario", "Elena"),
        *("élodie", "Émile", "Fabio", LONG, "Zeno", "Zoë & <b>", "{board}"),
    ]
    assert all((table, power) == seats[name] for name, table, power in listed if name != RESTING)
    assert ("Zeno", None, "sits out") in listed


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Round 3", "Table 1: top table", "Table 2", "England", "automatic Turkey", "On two boards at once: Ada"]),
        ("it", ["Turno 3", "Tavolo 1: tavolo finale", "Tavolo 2", "Inghilterra", "Turchia automatica", "A due tavoli contemporaneamente: Ada"]),
        ("fr", ["Ronde 3", f"Table 1{NO_BREAK}: table finale", "Table 2", "Angleterre", "Turquie automatique", f"À deux tables à la fois{NO_BREAK}: Ada"]),
        ("de", ["Runde 3", "Brett 1: Topboard", "Brett 2", "England", "automatische Türkei", "An zwei Brettern zugleich: Ada"]),
    ],
)  # fmt: skip
def test_the_wall_speaks_the_language_of_the_club(language: str, texts: list[str], tmp_path: Path) -> None:
    path = written(tmp_path / "a.xlsx", language, seated=tables(top=True), doubled=["Ada"])
    on_the_wall = [text for row in shown(load_workbook(path)[word("sheet", "seating", language)]) for text in row]
    assert [text for text in texts if text not in on_the_wall] == []


def test_a_round_with_a_name_is_shown_by_its_name(tmp_path: Path) -> None:
    seated = tables(PLAYERS[:7])
    (tmp_path / "a.xlsx").write_bytes(
        round_workbook({"name": "Torneo"}, page(seated, round="Finale"), seats=to_play(seated, "Finale"))
    )
    assert shown(load_workbook(tmp_path / "a.xlsx")["seating"])[1] == ["Finale"]


def test_a_player_of_two_boards_is_listed_with_both(tmp_path: Path) -> None:
    seated = tables(("Ada", *PLAYERS[:6], "Ada", *PLAYERS[8:13]))
    (tmp_path / "a.xlsx").write_bytes(round_workbook({}, page(seated, doubled=["Ada"]), seats=to_play(seated)))
    rows = cells(load_workbook(tmp_path / "a.xlsx")["seating"])
    assert [row[2:4] for row in rows if row[0] == "Ada"] == [["1", "Austria"], ["2", "Austria"]]


@pytest.mark.parametrize("players", [7, 20, 49, 70, 196])
def test_no_table_is_split_across_pages(players: int, tmp_path: Path) -> None:
    """An A4 page is 842 points high, and each page repeats the heading rows."""
    names = tuple(LONG if number == 3 else f"Player {number} of the Club" for number in range(players))
    seated = tables(names)
    (tmp_path / "big.xlsx").write_bytes(round_workbook({}, page(seated, sitting_out=()), seats=to_play(seated)))
    page_ = load_workbook(tmp_path / "big.xlsx")["seating"]
    bands = [row for row, values in enumerate(cells(page_), start=1) if str(values[0]).startswith(("Table ", "Player"))]
    starts = [row for row in bands if page_.cell(row, 1).fill.fill_type]
    assert len(starts) >= -(-players // 14) + 1
    head = int(page_.freeze_panes[1:]) - 1
    assert page_.print_title_rows == f"$1:${head}" and page_.page_setup.paperSize == int(page_.PAPERSIZE_A4)
    breaks = [each.id + 1 for each in page_.row_breaks.brk]  # first rows of the new pages
    assert {*breaks} <= {*starts}
    assert (len(breaks) > 0) == (players >= 49)

    paper = 842 - 72 * (page_.page_margins.top + page_.page_margins.bottom)
    scale = (page_.page_setup.scale or 100) / 100

    def height(first: int, after: int) -> float:
        return scale * sum(page_.row_dimensions[row].height for row in range(first, after))

    for first, after in zip([starts[0], *breaks], [*breaks, page_.max_row], strict=True):
        assert height(1, head + 1) + height(first, after) <= paper


# -- messages for the director -----------------------------------------------------------------------------------------


def test_the_director_sees_every_wish_the_total_and_the_seed(book: Workbook) -> None:
    rows = shown(book["wishes"])
    assert rows[0:2] == [[SETTINGS["name"]], ["Round 3: wishes not met by the seating"]]
    assert rows[3:] == [
        ["Rule", "Wish", "Players", "Table", "Why", "Cost"],
        ["8.1", "kept apart", f"=1+1, {LONG}", 1, "asked to be kept apart in the first 2 rounds", 1000],
        ["8", "different opponents", "Ada, Bruno", 2, "met: round 1, board 1", 30],
        ["8", "a different power", "Dario", 1, "Austria: round 1", 10],
        ["8", "a different group of powers", "Carla", 2, "Austria: round 1", 1],
        ["Total cost", 1000 + 30 + 10 + 1],
        ["Tables", "Proven to be the best: no other seating does better."],
        ["Remarks", "Playing on two boards (8.6): Ada."],
        ["Sitting out (8.7): Ada."],
        ["Seed for drawing lots", "1205"],
    ]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["All wishes are met.", "Not proven to be the best: another seating might do better."]),
        ("it", ["Tutti i desideri sono soddisfatti.", "Non è dimostrato che questa sia la disposizione migliore: un’altra potrebbe fare meglio."]),
        ("fr", ["Tous les souhaits sont satisfaits.", f"Optimum non prouvé{NO_BREAK}: un autre placement ferait peut-être mieux."]),
        ("de", ["Alle Wünsche sind erfüllt.", "Nicht als beste Lösung nachgewiesen: Eine andere Sitzverteilung ist vielleicht besser."]),
    ],
)  # fmt: skip
def test_the_director_reads_that_no_wish_is_broken_and_that_nothing_is_proven(
    language: str, texts: list[str], tmp_path: Path
) -> None:
    path = written(tmp_path / "a.xlsx", language, wishes=(), cost=0, proven=False)
    cells = [text for row in shown(load_workbook(path)[word("sheet", "wishes", language)]) for text in row]
    assert [text for text in texts if text not in cells] == []


def test_wishes_are_named_in_the_language_of_the_club(tmp_path: Path) -> None:
    names = {
        "it": ["tavoli separati", "avversari diversi", "un’altra potenza", "un altro gruppo di potenze"],
        "de": ["getrennt sitzen", "andere Gegner", "eine andere Großmacht", "eine andere Gruppe von Großmächten"],
        "fr": ["séparés", "d’autres adversaires", "une autre puissance", "un autre groupe de puissances"],
    }
    for language, expected in names.items():
        page = load_workbook(written(tmp_path / f"{language}.xlsx", language))[word("sheet", "wishes", language)]
        assert [row[1] for row in shown(page)[4:8]] == expected


def test_the_director_reads_the_reasons_in_the_language_of_the_club(tmp_path: Path) -> None:
    page = load_workbook(written(tmp_path / "a.xlsx", "it"))[word("sheet", "wishes", "it")]
    assert [row[4] for row in shown(page)[5:7]] == ["si sono già incontrati: turno 1, tavolo 1", "Austria: turno 1"]
    assert "A due tavoli (8.6): Ada." in [text for row in shown(page) for text in row]


# -- what cannot be written --------------------------------------------------------------------------------------------


def test_the_wall_and_the_boards_cannot_seat_a_round_differently(tmp_path: Path) -> None:
    path, seats = tmp_path / "a.xlsx", to_play(tables())
    with pytest.raises(ValueError, match=r"seated in two ways: 1 Austria =1\+1, 1 Austria Ugo"):
        path.write_bytes(round_workbook({}, page(), seats=[{**seats[0], "player": "Ugo"}, *seats[1:]]))
    with pytest.raises(ValueError, match="round 3 has no tables"):
        path.write_bytes(round_workbook({}, page()._replace(tables=[]), seats=played()))
    with pytest.raises(ValueError, match="no column colour"):
        path.write_bytes(round_workbook({}, page(), seats=[seats[0] | {"colour": "red"}, *seats[1:]]))
    assert not path.exists()
