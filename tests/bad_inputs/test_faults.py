"""Checks that a fault in a sheet or a file is reported once, at its cell, and sets aside at most its own event.

Every row of the table of faults is an event of its own. All events are built in one run, in a few seasons that also
have valid events, so each fault must be reported among all the others.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.build import products
from pipeline.build.build import RESERVED, build
from pipeline.pages.bao import TournamentPage
from pipeline.pages.book import Book
from pipeline.pages.events import events_book
from pipeline.pages.heading import Heading
from pipeline.pages.season import Season
from pipeline.problems.codes import CODES, Problem
from pipeline.read.cells import CONTROL, INVISIBLE
from pipeline.read.find import find
from pipeline.stages import Computed, compute
from tests.asked import Asked
from tests.bad_inputs.built import (
    ACCOUNT,
    HEALTHY,
    Built,
    assert_said,
    by_place,
    checks,
    place,
    read_once,
    run,
    typed_cells,
    write_healthy,
)
from tests.bad_inputs.fault import (
    BAO_BLOCKED,
    BAO_SCORED,
    BLOCKED,
    BOARDS,
    COPIES,
    FILES,
    HEALTHY_SEASON,
    SCORED,
    Fault,
)
from tests.bad_inputs.files import NAMES
from tests.bad_inputs.oddities import BAO_ODDITIES, ODDITIES, write_bao
from tests.bad_inputs.spoil import (
    MATCHES,
    Spoil,
    both,
    called,
    mabingwa,
    more_rows,
    nations,
    setting,
    surname,
    tournament,
    without,
)
from tests.bad_inputs.table import FAULTS
from tests.grouped import grouped
from tests.sheets import (
    BLANK_BOOK,
    CHART,
    PLAYED_OUT,
    POWERS,
    Sheets,
    event,
    only_rules,
    put,
    read_table,
    table,
    without_report,
    workbook_of,
    write_csv,
    write_xlsx,
    write_zip,
)

RULES = ("c_diplo", "c_diplo_namur", "pgp", "italia_2010", "diplo_ligue")
SYSTEMS = 6  # ranked workbooks of the season BLOCKED
CIRCUITS = ("bismark_cup_2001", "bismark_cup_2000", "bismark_cup_pre_2000", "kiba_championship", "kiba_nations")
OF_SHEETS = (BLOCKED, SCORED)  # the seasons in which every file is a readable workbook
every_fault = grouped("fault", FAULTS, ids=lambda fault: f"{fault.season} {fault.sentence}")


asked = Asked()


def errors(computed: Computed) -> list[Problem]:
    return [problem for problem in computed.problems if problem.severity == "error"]


def of(*seasons: str) -> list[Fault]:
    return [fault for fault in FAULTS if fault.season in seasons]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the events for all faults, but write only the event workbooks that a test reads.

    The workbooks of all events would have hundreds of sheets.
    """
    folder = tmp_path_factory.mktemp("faults")
    raw, real = folder / "raw", products.tournament_book
    for season in (FILES, HEALTHY_SEASON):
        write_healthy(raw, season)
    write_healthy(raw, BLOCKED, circuits="campo_di_marte, bismark_cup_2001")
    write_xlsx(raw / BAO_BLOCKED / f"{HEALTHY}.xlsx", tournament("Sano"))
    write_xlsx(raw / HEALTHY_SEASON / "season.xlsx", {"season": table("setting value", ("data", "real"))})
    write_xlsx(raw / BAD_SEASON / f"{HEALTHY}.xlsx", event("Sano"))
    write_xlsx(raw / BAD_SEASON / "season.xlsx", {"season": table("setting value", ("data", "perhaps"))})
    for fault in FAULTS:
        (raw / fault.path).parent.mkdir(parents=True, exist_ok=True)
        fault.write(raw / fault.path)

    def of_a_healthy_event(heading: Heading, page: TournamentPage) -> Book:
        return real(heading, page) if page.event == HEALTHY else BLANK_BOOK

    def of_bao(season: Season) -> Book:
        return events_book(season) if season.name in (BAO_BLOCKED, BAO_SCORED) else BLANK_BOOK

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(products, "tournament_book", of_a_healthy_event)
        patched.setattr(products, "events_book", of_bao)
        return run(raw, folder / "out", *RULES, *CIRCUITS)


BAD_SEASON = "2008"  # its season.xlsx has an error


# -- each fault --------------------------------------------------------------------------------------------------------


@every_fault
def test_a_fault_is_reported_at_its_cell_and_nowhere_else(fault: Fault, built: Built) -> None:
    rows = built.lines(fault)
    assert_said(rows, fault.lines)
    if fault.slip:
        errors = [f"{row['code']} at {place(row)}" for row in rows if row["severity"] == "error"]
        assert len(errors) == 1, f"{len(errors)} lines: {', '.join(errors[:5])}"
        return
    asked = [row for row in rows if (fault.notices and row["code"] != "unknown_sheet") or row["severity"] != "notice"]
    lines = [line for line in fault.lines if fault.notices or line.severity != "notice"]
    assert by_place(asked) == sorted(line[:3] for line in lines)
    assert fault.season == COPIES or {row["file"] for row in asked} <= fault.files


@every_fault
def test_an_event_counts_unless_it_has_an_error(fault: Fault, built: Built) -> None:
    if fault.season in (BAO_BLOCKED, BAO_SCORED):
        assert bool(built.standings(fault.season, fault.stem)) == fault.scored
        assert fault.season == BAO_SCORED or not [*(built.out / fault.season).glob(f"{fault.stem}.*")]
    else:
        assert (fault.stem in built.scored(fault.season or FILES)) == fault.scored


@grouped("fault", [f for f in FAULTS if f.season in (BLOCKED, FILES)], ids=lambda fault: fault.sentence)
def test_an_error_sets_aside_only_its_board_or_its_event(fault: Fault, built: Built) -> None:
    kept = {*BOARDS} - fault.aside
    assert built.boards(fault) == (kept if fault.scored else set())


OF_COUNTING = {
    "counting": [
        "more results counted than anybody plays",
        "no result counted",
        "a championship of another year",
        "ranks without a number",
        *(f"a counting that nobody knows: {wrong}" for wrong in ("best 2 ronds", "bets 4", "best 2,5", "summ")),
        "a round score that there is not",
    ],
    "weight": [
        "weights without their rounds",
        "a weight in words",
        "a weight below nought",
        "a round of two weights",
        "weights of rounds that there are not",
        "a weight for a round that there is not",
    ],
    "tie-break": [
        "tie-breaks of which one is misspelt",
        "a tie-break with a slip in it",
        "a tie-break that nobody knows",
        "a tie-break of circuits",
    ],
    "team": [
        "teams counted by a wrong word",
        "teams counted by rounds",
        "teams counted by a slip",
        "a team with two spellings",
        "teams that no setting counts",
        "teams without members",
    ],
}
WRONG_COUNTING = [(kind, sentence) for kind, sentences in OF_COUNTING.items() for sentence in sentences]


@pytest.mark.parametrize(("kind", "sentence"), WRONG_COUNTING, ids=[sentence for _, sentence in WRONG_COUNTING])
def test_a_wrong_counting_weight_tie_break_or_team_is_reported_at_its_cell_and_the_rest_is_built(
    kind: str, sentence: str, built: Built
) -> None:
    """Exactly one line is reported, at the cell of the setting or of a player's team.

    An error excludes only the event in which it occurs. If the problem is less severe, all fourteen players of the
    event are ranked.
    """
    assert len(WRONG_COUNTING) >= 20
    (fault,) = (fault for fault in FAULTS if fault.sentence == sentence)
    (line,) = fault.lines
    told = [row for row in built.lines(fault) if row["severity"] != "notice" or row["code"] == line.code]
    cells = {(row["code"], place(row)) for row in told}
    assert cells == {(line.code, line.place)} and line.place in ("event!B5", "players!B2", "players!B3"), kind
    season, event = (BLOCKED, HEALTHY) if fault.aside else (SCORED, fault.stem)
    assert len(built.standings(season, event)) == len(built.standings(HEALTHY_SEASON, HEALTHY)) == 2 * len(POWERS)
    assert not (fault.aside and built.standings(BLOCKED, fault.stem))
    assert not fault.aside or built.standings(BLOCKED, HEALTHY) == built.standings(HEALTHY_SEASON, HEALTHY)


def test_every_problem_says_what_is_wrong_and_what_to_do(built: Built) -> None:
    rows = built.problems(FILES)
    assert [row for row in rows if not (row["found"] and row["message"] and row["hint"])] == []
    assert {row["code"] for fault in FAULTS for row in built.lines(fault)} <= {*CODES}


def test_every_text_of_a_problem_is_a_message_or_was_typed(built: Built) -> None:
    """Any other text could not be translated, and would be in English whatever the language of the output."""
    problems, raw = built.computed.problems, built.computed.raw
    typed = {cell.text for sheet in raw.sheets.values() for row in sheet.rows for cell in row}
    typed |= {place.sheet for place in raw.sheets} | {name for p in problems for name in (p.file, Path(p.file).name)}
    texts = {(p.code, p.found) for p in problems} | {(p.code, p.message) for p in problems}
    said = {(code, text) for code, text in texts if isinstance(text, str) and text.strip()}
    assert {(code, text) for code, text in said if text not in typed and code not in READ_OFF} == set()
    assert len({p.code for p in problems}) > 150


READ_OFF = {
    "number_as_text",  # typed text, with its spaces made visible
    "blanks",
    "invisible",
    *("macros", "outside_data", "outside_link", "two_files", "copy"),  # names of files and their parts
    "circuit_remark",  # a circuit's id
    *(
        "covered_value",
        "near_name",
        "nations_match",
        "no_header",
        "two_people",
        "value_across",
    ),  # several typed strings joined
    *("otherwise", "two_header_rows"),
}


def test_all_healthy_events_are_built(built: Built) -> None:
    assert built.status == 1 and "Traceback" not in built.stderr
    for season in (BLOCKED, FILES, HEALTHY_SEASON, BAD_SEASON):
        assert HEALTHY in built.scored(season)
    assert built.scored(BLOCKED) == {HEALTHY, *(fault.stem for fault in of(BLOCKED) if fault.scored)}
    assert built.scored(BAD_SEASON) == {HEALTHY}
    assert built.scored(HEALTHY_SEASON) == {HEALTHY, "a link to another season"}
    assert len(built.systems(BLOCKED)) == SYSTEMS
    final = [row for row in built.standings(BAO_BLOCKED, HEALTHY) if row["stage"] == "final"]
    assert [(row["player"], row["goes_on"]) for row in final] == [("Ada", "winner"), ("Cleo", "second")]


def test_nothing_under_the_raw_folder_is_touched(built: Built) -> None:
    assert built.raw_as_it_was


def test_warnings_fixes_and_notices_block_nothing(built: Built) -> None:
    for season in (SCORED, BAO_SCORED):
        assert {row["severity"] for row in built.problems(season)} == {"warning", "fix", "notice"}


def test_only_outputs_without_an_event_say_incomplete_in_their_title(built: Built) -> None:
    assert [system for system in built.systems(BLOCKED) if "INCOMPLETE" not in built.heading(BLOCKED, system)] == []
    assert [s for s in built.systems(HEALTHY_SEASON) if "INCOMPLETE" in built.heading(HEALTHY_SEASON, s)] == []
    assert "INCOMPLETE" in built.heading(FILES) and "INCOMPLETE" not in built.heading(SCORED)
    for season in (BAO_BLOCKED, BAO_SCORED):
        book = load_workbook(built.out / season / "events.xlsx", read_only=True)
        title = "\n".join(str(row[0]) for row in book.worksheets[0].iter_rows(max_row=3, values_only=True))
        book.close()
        assert ("INCOMPLETE" in title) == (season == BAO_BLOCKED)


def test_the_last_lines_of_a_run_name_the_files_set_aside_and_the_problems_files(built: Built) -> None:
    *_, files, boards, problems = built.stdout.splitlines()
    rows = [row for season in SEASONS for row in built.problems(season) if row["severity"] == "error"]
    lacking = [fault for fault in FAULTS if fault.aside and fault.scored]
    assert f"{len({row['file'] for row in rows}) - len(lacking)} files set aside" in files
    assert boards.startswith(f"{len(lacking)} boards set aside: ")
    assert f"{BLOCKED}/half a centre.xlsx, round 1, board 1" in boards
    assert problems.startswith(f"{len(rows)} errors")
    assert str(built.out / BAD_SEASON / "problems.xlsx") in problems


SEASONS = ("", BAD_SEASON, *sorted({fault.season for fault in FAULTS if fault.season}))


def test_one_run_reports_all_problems(built: Built) -> None:
    for season in (BLOCKED, BAO_BLOCKED):
        files = {row["file"] for row in built.problems(season) if row["severity"] == "error"}
        assert files == {fault.path for fault in of(season)}


@pytest.mark.parametrize("season", SEASONS)
def test_the_gravest_problems_come_first(season: str, built: Built) -> None:
    order = ["error", "warning", "fix", "notice"]
    ranks = [order.index(row["severity"]) for row in built.problems(season)]
    assert ranks == sorted(ranks) and ranks


def shifted_by_a_year() -> Sheets:
    """Return an event in which Turkey's row in the chart is shifted by a year."""
    sheets = event(family="shifted")
    for year, value in enumerate([None, *CHART["Turkey"][:-1]]):
        put(sheets, f"boards!{'EFGHIJK'[year]}8", value)
    return sheets


@asked(s2013_Torneo=shifted_by_a_year())
def test_a_row_of_a_chart_shifted_by_a_year_is_reported(computed: Computed) -> None:
    """The problem may be reported at any cell, because nobody can know where the shift began."""
    assert errors(computed)


def test_a_file_outside_a_season_is_told_and_blocks_nothing(built: Built) -> None:
    (row,) = built.problems("")
    assert (row["severity"], row["file"]) == ("error", "a file outside a season.xlsx")
    assert "outside a season" not in built.heading(BLOCKED) + built.heading(HEALTHY_SEASON)


def test_an_error_in_the_season_file_is_told_and_the_season_is_incomplete(built: Built) -> None:
    rows = [row for row in built.problems(BAD_SEASON) if row["severity"] == "error"]
    said = [(row["code"], row["file"], place(row)) for row in rows]
    assert said == [("bad_value", f"{BAD_SEASON}/season.xlsx", "season!B2")]
    assert "INCOMPLETE" in built.heading(BAD_SEASON)


def test_a_circuit_that_lacks_an_event_is_built_and_says_incomplete(built: Built) -> None:
    book = load_workbook(built.out / BLOCKED / "circuits.xlsx", read_only=True)
    for page in book:
        title = "\n".join(str(row[0]) for row in page.iter_rows(max_row=3, values_only=True))
        assert "INCOMPLETE" in title and "an event of a circuit that cannot be read.xlsx" in title
    book.close()
    for circuit in ("campo_di_marte", "bismark_cup_2001"):
        assert {row["event"] for row in read_table(built.out / BLOCKED / "tables" / f"{circuit}.results.csv")} <= {
            HEALTHY
        }
    assert len(read_table(built.out / BLOCKED / "tables" / "bismark_cup_2001.csv")) == 14


def test_an_event_with_one_player_has_its_points_and_divides_by_no_zero(built: Built) -> None:
    """Worked out by hand from paragraphs 3 to 5 of Bismark Cup 2001: the rating of a single game, 1/3, is rounded to 0.

    First place is worth 100 points, which are multiplied by (50 + 0)/100 and divided by 8.
    """
    (row,) = read_table(built.out / SCORED / "tables" / "bismark_cup_2001.csv")
    assert (row["player"], float(row["score"])) == ("Sola", 100 * (50 + 0) / 100 / 8)
    (ranked,) = read_table(built.out / SCORED / "tables" / "one player whose name is known.standings.csv")
    assert (ranked["player"], ranked["games"]) == ("Solitaria", "1")
    assert read_table(built.out / SCORED / "tables" / "nobody whose name is known.standings.csv") == []


# -- what is read as meant ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sentence", ["names that look like nothing", "names that mean something in a formula"])
def test_a_name_that_looks_like_something_else_is_still_a_text(sentence: str, built: Built) -> None:
    (fault,) = (fault for fault in of(SCORED) if fault.sentence == sentence)
    page = load_workbook(built.raw / fault.path)["boards"]
    names = {str(row[3].value) for row in page["2:8"]}
    standings = read_table(built.out / SCORED / "tables" / f"{fault.stem}.standings.csv")
    assert {row["player"].removeprefix("'") for row in standings} >= names


@pytest.mark.parametrize("sentence", ["a sheet on its side", "headers in Italian capitals with line breaks",
                                      "ids in merged cells", "rows and columns hidden", "the calendar of 1904"])  # fmt: skip
def test_a_corrected_input_has_the_scores_of_the_good_sheet(sentence: str, built: Built) -> None:
    rows = read_table(built.out / SCORED / "tables" / "c_diplo.scores.csv")
    good = [row for row in read_table(built.out / BLOCKED / "tables" / "c_diplo.scores.csv") if row["event"] == HEALTHY]
    own = [row for row in rows if row["event"] == sentence]
    figures = ("round", "board", "power", "final_centres", "score", "place", "status")
    assert [[row[name] for name in figures] for row in own] == [[row[name] for name in figures] for row in good]


def test_words_for_nobody_and_for_unknown_names_are_in_no_standings(built: Built) -> None:
    """A player's cell is blank if nobody played the power, and `?` if the name is unknown.

    The standings have only the seven people on board 2.
    """
    for sentence in ("words for nobody", "words for a name not known"):
        players = {row["player"] for row in read_table(built.out / SCORED / "tables" / f"{sentence}.standings.csv")}
        assert players == {f"{first} {surname(sentence)}" for first in PLAYED_OUT[2].split()}
    scores = [row for row in read_table(built.out / SCORED / "tables" / "c_diplo.scores.csv") if row["board"] == "1"]
    of = {
        event: {row["player"] for row in scores if row["event"].startswith("words for " + event)}
        for event in ("nobody", "a name")
    }
    assert of == {"nobody": {""}, "a name": {"?"}}
    placed = read_table(built.out / SCORED / "tables" / "nobody in placings.standings.csv")
    assert [(row["rank"], row["player"]) for row in placed] == [("2", "Elia")]


def test_a_day_in_the_calendar_of_1904_is_read_as_the_day_typed(built: Built) -> None:
    boards = read_table(built.out / SCORED / "tables" / "boards.csv")
    ended = [row["ended"] for row in boards if row["event"] == "the calendar of 1904" and row["board"] == "1"]
    assert ended == ["2011-03-01"]


def test_another_encoding_is_read_correctly(built: Built) -> None:
    names = {(row["event"], row["player"]) for row in read_table(built.out / FILES / "tables" / "c_diplo.scores.csv")}
    assert {("CSV of Windows", "Però"), ("CSV in UTF16", "Però 東京"), ("CSV with a mark", "Però")} <= names


@pytest.fixture(scope="module")
def of_files(built: Built) -> Worksheet:
    """Load the Standings sheet of the C-Diplo workbook for the season with the bad files."""
    return load_workbook(built.out / FILES / "c_diplo.xlsx")["Standings"]


@pytest.mark.parametrize("event", [fault.stem for fault in of(FILES) if fault.stem.startswith("names that")])
def test_names_that_look_like_formulas_are_text_in_every_output(event: str, built: Built, of_files: Worksheet) -> None:
    plain = {name.strip() for name in NAMES}
    names = {
        row["player"]
        for row in read_table(built.out / FILES / "tables" / "c_diplo.scores.csv")
        if row["event"] == event
    }
    assert {name if name[0] == "h" else f"'{name}" for name in plain} <= names
    shown = {cell.value: cell for row in of_files.iter_rows() for cell in row if cell.value in plain}
    assert {*shown} == plain
    assert all(cell.data_type == "s" and cell.hyperlink is None for cell in shown.values())


def test_no_output_has_an_invisible_character(built: Built) -> None:
    for path in sorted((built.out / FILES).rglob("*.csv")):
        text = path.read_text(encoding="utf-8-sig")
        assert not INVISIBLE.search(text) and not CONTROL.search(text), path.name


def test_a_copy_never_counts_twice(built: Built) -> None:
    scored = built.scored(COPIES)
    for fault in of(COPIES):
        assert [event for event in scored if fault.stem in event] == [fault.stem] * fault.scored


@pytest.mark.parametrize("season", OF_SHEETS)
def test_used_ignored_and_set_aside_cells_add_up_to_what_was_typed_in_every_ranked_workbook(
    season: str, built: Built
) -> None:
    cells = typed_cells(*(built.raw / season).glob("*.xlsx"))
    for system in built.systems(season):
        assert checks(workbook_of(built.out / season, system))[ACCOUNT] == (cells, cells, "holds")


# -- the problems workbook ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def blocked(built: Built) -> Workbook:
    """Load the problems workbook of the season whose events have errors. The workbook has hundreds of sheets."""
    return load_workbook(built.out / BLOCKED / "problems.xlsx")


def test_the_problems_workbook_draws_the_sheet_again_and_marks_the_bad_cell(blocked: Workbook) -> None:
    pages = [page for page in blocked if "five faults" in page.title and "boards" in page.title]
    assert len(pages) == 1
    marked = pages[0]["G4"]
    assert marked.value == "5?"
    assert marked.fill.fgColor.rgb != pages[0]["G5"].fill.fgColor.rgb
    assert "0 to 34" in marked.comment.text
    assert [pages[0][cell].value for cell in ("C4", "D5", "E1", "E2")] == [
        "France",
        f"Dora {surname('five faults at once')}",
        1901,
        5,
    ]


def test_every_cell_of_a_wrong_sum_is_marked_and_the_first_has_the_comment(blocked: Workbook) -> None:
    """The board with the wrong sum is in rows 2 to 8 (see `event` in tests/sheets.py).

    The other board has no centres in column K, so none of its cells is marked.
    """
    page = next(page for page in blocked if "boards thirtyfive centres" in page.title)
    colours = {page[f"K{row}"].fill.fgColor.rgb for row in range(2, 9)}
    assert len(colours) == 1 and {page["K9"].fill.fgColor.rgb, page["J2"].fill.fgColor.rgb}.isdisjoint(colours)
    notes = [page[f"K{row}"].comment for row in range(2, 9)]
    assert "Check K2:K8." in notes[0].text and notes[1:] == [None] * 6


def test_the_problems_workbook_marks_the_cell_in_the_matches(built: Built) -> None:
    book = load_workbook(built.out / BAO_BLOCKED / "problems.xlsx")
    (page,) = [page for page in book if "somebody against himself"[:10] in page.title and "matches" in page.title]
    assert page["E4"].value == "Ada" and "South and North are both Ada" in page["E4"].comment.text
    assert page["E4"].fill.fgColor.rgb != page["E5"].fill.fgColor.rgb


def test_the_problems_workbook_lists_what_problems_csv_lists(built: Built, blocked: Workbook) -> None:
    page = blocked.worksheets[0]
    rows = [[str(value or "") for value in row] for row in page.iter_rows(values_only=True)]
    header = next(row for row, values in enumerate(rows) if values[:3] == ["severity", "code", "file"])
    listed = [tuple(values[:5]) for values in rows[header + 1 :] if values[0]]
    expected = [(p["severity"], p["code"], p["file"], p["sheet"], p["cell"]) for p in built.problems()]
    assert listed == expected


# -- several files -----------------------------------------------------------------------------------------------------


@asked(**{f"s2013_{name}": event(name) for name in ("A prima", "B copia")})
def test_the_same_game_in_two_files_is_reported_in_the_second(computed: Computed) -> None:
    grave = errors(computed)
    assert [(p.code, p.event, p.sheet, p.cell) for p in grave] == [
        ("same_game", "B copia", "boards", "B2"),
        ("same_game", "B copia", "boards", "B9"),
    ]
    assert all("A prima" in str(p.message) for p in grave)


@asked(**{f"s2013_{name}": event("Torneo", family=name) for name in ("A prima", "B copia")})
def test_the_same_board_of_the_same_event_in_two_files_is_reported_in_both(computed: Computed) -> None:
    """The two files have different players, but both name boards 1 and 2 of round 1 of the same event."""
    assert {(p.code, p.event) for p in errors(computed)} == {("same_game", "A prima"), ("same_game", "B copia")}


@asked(s2013_Torneo=event(), s2014_Torneo=event())
def test_the_same_board_in_two_seasons_is_two_boards(computed: Computed) -> None:
    assert len(computed.tables.events) == 2 and errors(computed) == []


def match_of(circuit: str, match: Spoil) -> dict[str, Sheets]:
    """Return a season with a tournament of seven players, which counts towards `circuit`, and a match.

    In each game of the tournament the player whose name comes first in the alphabet wins, so Gil of Kenya wins nothing
    and comes last.

    match  function that turns a tournament of six players into the match. Gil takes Fay's place in it
    """
    first, last = tournament("Primo", circuits=circuit), tournament("Ultimo")
    more_rows("players", ["Gil", "Kenya", 1900, 5])(first)
    both(without("moves"), setting("groups", 1))(first)
    names = [str(row[0]) for row in first["players"][1:]]
    games = [(one, other) for one in names for other in names if one != other]
    first["matches"] = [[*MATCHES], *(["qualifying", None, None, *pair, min(pair)] for pair in games)]
    both(called("Gil", "Fay"), match)(last)
    return {"s2013_Primo": first, "s2013_Ultimo": last}


def remarks(computed: Computed) -> list[tuple[str, ...]]:
    """Return all problems except those with the code `circuit_remark`."""
    found = (p for p in computed.problems if p.code != "circuit_remark")
    return [(p.severity, p.code, p.file.partition("/")[2], str(p.found), str(p.message)) for p in found]


@asked(match_of("kiba_championship", mabingwa))
def test_a_player_of_mabingwa_outside_the_best_six_is_reported(computed: Computed) -> None:
    """Gil comes last of the seven entrants of the first tournament."""
    [said] = remarks(computed)
    assert said[:4] == ("notice", "not_invited", "Ultimo.xlsx", "Gil")


@asked(match_of("kiba_nations", nations("Ada Cleo Eva", "Ben Dan Gil")))
def test_a_player_of_the_nations_match_who_was_not_selected_is_reported(computed: Computed) -> None:
    """KIBA's rules select the three best players from each nation ("i migliori tre giocatori").

    Gil is fourth among Kenya's players, behind Ben, Dan and Fay.
    """
    of_italia, of_kenya = "Italia: so far: Ada, Cleo, Eva", "Kenya: so far: Ben, Dan, Fay"
    assert remarks(computed) == [
        (
            "notice",
            "not_selected",
            "Ultimo.xlsx",
            "Gil of Kenya",
            f"Gil of Kenya is not among the best three from either of the top two nations: {of_italia}; {of_kenya}.",
        )
    ]


def printed(computed: Computed, name: str) -> list[tuple[str, str]]:
    """Return the title and text of each rule sheet in an event's workbook."""
    events = computed.tables.events
    season = events.loc[events["event"] == name, "season"].iloc[0]
    [page] = [page for page in Season(computed, season).tournaments if page.event == name]
    return [(sheet.title, " ".join(rule.text for rule in sheet.rules)) for sheet in page.rule_sheets]


@asked(match_of("kiba_championship", mabingwa))
def test_mabingwa_prints_its_rules_and_a_tournament_its_own(computed: Computed) -> None:
    """Under KIBA's rules, Mabingwa has one group of six players ("un unico girone"), and the top two play the final.

    Its rule sheet therefore differs from that of other tournaments.
    """
    [(title, text)] = printed(computed, "Ultimo")
    assert title == "KIBA Mabingwa"
    assert "best six" in text and "top two in the group" in text
    assert "A win is worth 1 point" in text and "runners-up" not in text and "34 players" not in text
    assert [title for title, _ in printed(computed, "Primo")] == ["KIBA online round robins"]


@asked(match_of("kiba_nations", nations("Ada Cleo Eva", "Ben Dan Gil")))
def test_a_nations_match_prints_its_rules(computed: Computed) -> None:
    """Under KIBA's rules, each player in a nations match plays one game against each of the three opponents.

    A game won is worth a point ("ogni partita vinta un punto"), and the nation with more points wins.
    """
    [(title, text)] = printed(computed, "Ultimo")
    assert title == "KIBA nations match"
    assert "one game with each of the three opponents" in text and "more points wins" in text
    assert "Neustadtl" not in text and "Best of three" not in text


# -- nothing makes the build fail --------------------------------------------------------------------------------------


def write_oddity(raw: Path, sentence: str) -> None:
    """Write the event with the unexpected entries that `sentence` describes.

    The season is SCORED for Diplomacy and BAO_SCORED for Bao.
    """
    name = sentence.replace("/", "-")
    if sentence in ODDITIES:
        ODDITIES[sentence](raw / SCORED / f"{name}.xlsx")
    else:
        write_bao(raw / BAO_SCORED / f"{name}.xlsx", sentence)


def built_beside_healthy_events(folder: Path) -> Path:
    write_healthy(folder / "raw", SCORED)
    write_csv(folder / "raw" / BAO_SCORED / HEALTHY, tournament("Sano"))
    with (
        only_rules("c_diplo", "italia_2010", "campo_di_marte", "kiba_championship", "kiba_nations"),
        without_report(frames=True),
    ):
        build(folder / "raw", folder / "out", jobs=1)
    return folder / "out"


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Build all the events with unexpected entries in one quick run, and return the output folder.

    The result is None if one of them makes the build fail.
    """
    folder = tmp_path_factory.mktemp("odd")
    for sentence in (*ODDITIES, *BAO_ODDITIES):
        write_oddity(folder / "raw", sentence)
    try:
        return built_beside_healthy_events(folder)
    except Exception:
        return None


@pytest.mark.parametrize("sentence", [*ODDITIES, *BAO_ODDITIES])
def test_nothing_typed_makes_the_build_fail(sentence: str, odd: Path | None, tmp_path: Path) -> None:
    """The build finishes despite unexpected entries, and the valid events have their scores and standings."""
    out = odd
    if out is None:  # find the one that fails
        write_oddity(tmp_path / "raw", sentence)
        out = built_beside_healthy_events(tmp_path)
    assert HEALTHY in {
        row["event"] for row in read_once(out / SCORED / "tables" / "c_diplo.scores.csv") if row["score"]
    }
    winners = [row["player"] for row in odd_standings(out, HEALTHY) if row["goes_on"] == "winner"]
    assert winners == ["Ada"]


def odd_standings(out: Path, name: str) -> list[dict[str, str]]:
    path = out / BAO_SCORED / "tables" / f"{name}.standings.csv"
    return read_once(path) if path.is_file() else []


def test_the_workbooks_of_a_season_full_of_oddities_open(odd: Path | None) -> None:
    assert odd is not None
    for name in ("problems", "c_diplo", "italia_2010"):
        assert load_workbook(workbook_of(odd / SCORED, name)).sheetnames


def test_the_dummy_is_not_on_the_list_of_players(odd: Path | None) -> None:
    assert odd is not None
    for sentence in ("a player called -1", "a player called bye", "the dummy on the list", "two dummies on the list"):
        names = {row["player"].removeprefix("'") for row in odd_standings(odd, sentence)}
        assert not {"-1", "bye", "Riposo"} & names


@pytest.mark.parametrize(
    "fill",
    [
        lambda raw: raw.mkdir(),
        lambda raw: (raw / "2013").mkdir(parents=True),
        lambda raw: write_xlsx(raw / "2013" / "season.xlsx", {"season": table("setting value", ("data", "real"))}),
        lambda raw: write_zip(raw / "2013" / "Rotto.xlsx", {"a": b""}),
    ],
    ids=["no season", "a season without files", "only a season file", "only a bad file"],
)
def test_a_raw_folder_without_a_board_does_not_fail(fill: Callable[[Path], object], tmp_path: Path) -> None:
    fill(tmp_path / "raw")
    computed = compute(find(tmp_path / "raw", RESERVED))
    assert {name: len(published.scores) for name, published in computed.published.items()} == dict.fromkeys(
        computed.published, 0
    )
