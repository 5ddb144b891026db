"""Tests of the rules applied to events, printed once on the Rules sheet of `events.xlsx` and once in the report."""

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from markupsafe import escape
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.books.writer import as_workbook
from pipeline.language.language import language as in_words
from pipeline.pages.book import Book, Column, Sheet, Table
from pipeline.pages.circuits import circuits_book
from pipeline.pages.events import events_book
from pipeline.pages.heading import FINAL, PROVISIONAL, RESULTS_ONLY
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.report.view import View
from pipeline.rules import bao
from pipeline.rules.circuits import circuits
from pipeline.rules.counting import countings
from pipeline.rules.rule_sheet import paragraphs, title
from pipeline.rules.systems import systems
from pipeline.stages import compute
from schemas.messages import say
from schemas.words import LANGUAGES
from tests.sheets import POWERS, ROOT, Cell, Rows, Sheets, only_rules, table, write_xlsx

APPLIED = ("best_results", "italia_2010")  # the counting rules that these tests' events use
# For each paragraph, words that the rule sheet must contain; the comments quote the rules themselves
ITALIA = {
    "5": ["fewer games", "women", "younger", "round"],  # "(a) minor numero di partite giocate (b) prima le donne (c) il
    # più giovane. Nel caso in cui un giocatore non abbia partecipato ad un round utilizzato come tiebreak ..."
    "7.1": ["One game"],  # "Un giocatore sarà valutato nella classifica finale se giocherà almeno 1 partita"
    "8.3": ["top table", "2000"],  # "Il vincitore del Top Table sarà il vincitore del torneo ricevendo 2000 punti"
    "8.6": ["15%", "5%"],  # "otterrà il 15% in più da entrambi ... solo il 5% in più della somma dei due"
    "8.7": ["12"],  # "un certo numero di punti fissi usualmente 12"
}
# README and CONTRIBUTING: "An event counts under its official system: the sum, the best n, or the mean of the best n
# results". By hand, for results of 5, 3 and 1: sum 9, best 2: 5 + 3 = 8, mean of best 2: 8 / 2 = 4
COUNTING = {"sum": "added up", "best": "n best results", "mean": "divided by their number", "ties": "share a rank"}
BEST, ITALIA_TITLE = "Counting: the sum, the best n, or the mean of the best n", "Italia-2010 events"
Small = Callable[[str], Season]
SEVEN = "Anna Bruno Carla Dario Elena Fabio Gina"
CLEAR, OTHER = (10, 8, 6, 4, 3, 2, 1), (1, 2, 3, 4, 6, 8, 10)


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "italia_2010", "bismark_cup_2001", "kiba_championship", "kiba_nations"):
        yield


def evening(family: str, *nights: tuple[int, Sequence[int]], **settings: Cell) -> Sheets:
    """Return an event with one board per round. The boards have final centres but no chart."""
    boards: Rows = [["round", "board", "power", "player", "final"]]
    for name, finals in nights:
        for power, player, final in zip(POWERS, SEVEN.split(), finals, strict=True):
            boards.append([name, 1, power, f"{player} {family}", final])
    typed: dict[str, Cell] = {"data": "generated"} | {key.replace("_", " "): cell for key, cell in settings.items()}
    return {"event": table("setting value", *typed.items()), "boards": boards}


def season(folder: Path, **events: Sheets) -> Season:
    for name, sheets in events.items():
        write_xlsx(folder / "2013" / f"{name}.xlsx", sheets)
    computed = compute(find(folder, set()))
    assert [problem for problem in computed.problems if problem.severity == "error"] == []
    return Season(computed, "2013")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """Compute three events.

    Coppa is scored under Italia-2010 and has a top table. Lega is scored under C-Diplo, and only each player's best
    result counts. Prova has no system.
    """
    nights = ((1, CLEAR), (2, OTHER))
    italia = evening("Rossi", *nights, system="Italia-2010", top_table_round=2)
    league = evening("Verdi", *nights, system="C-Diplo", counting="mean of best 1")
    return season(tmp_path_factory.mktemp("played"), Coppa=italia, Lega=league, Prova=evening("Blu", *nights))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """Compute small seasons together and return a function that returns a season by its name."""
    folder = tmp_path_factory.mktemp("small")
    typed = evening("Placed", (1, CLEAR), system="C-Diplo")
    places = table("place player", *((n, f"{name} Placed") for n, name in enumerate(SEVEN.split(), 1)))
    seasons = {
        "2001": {"Lega": evening("Verdi", (1, CLEAR), system="C-Diplo")},
        "2002": {name: evening(name, (1, CLEAR), system="C-Diplo", counting="best 1") for name in ("Verdi", "Rossi")},
        "2003": {"Prova": evening("Blu", (1, CLEAR))},
        "2004": {"Coppa": {**typed, "placings": places}},
        "2005": {"Coppa": {"event": typed["event"], "placings": places}},
        "2007": {"Serata": {"event": evening("", system="C-Diplo")["event"]}},
        "2006": {"Coppa": evening("Rossi", (1, CLEAR), circuits="bismark_cup_2001")},
        **{
            f"2010 {code}": {"Coppa": evening(code, (1, CLEAR), system="Italia-2010", language=code)}
            for code in LANGUAGES
        },
    }
    for name, events in seasons.items():
        for event, sheets in events.items():
            write_xlsx(folder / name / f"{event}.xlsx", sheets)
    (folder / "2011").mkdir()
    shutil.copy(ROOT / "data" / "raw" / "2011" / "Worked example KIBA.xlsx", folder / "2011" / "KIBA.xlsx")
    computed = compute(find(folder, set()))
    assert [problem for problem in computed.problems if problem.severity == "error"] == []
    return partial(Season, computed)


@pytest.fixture(scope="module")
def book(played: Season, tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    return written(played, tmp_path_factory.mktemp("book"))


def written(season: Season, folder: Path) -> Workbook:
    (folder / "events.xlsx").write_bytes(as_workbook(events_book(season)))
    return load_workbook(folder / "events.xlsx")


def rule_tables(sheet: Worksheet) -> dict[str, dict[str, tuple[str, str]]]:
    """Return the rules on a sheet, keyed by title and by the label of each paragraph.

    Each paragraph is given as a pair of the column that it explains and its text.
    """
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for listed in sheet.tables.values():
        (head, *rows) = sheet[listed.ref]
        title = sheet.cell(head[0].row - 1, 1).value
        found[str(title)] = {str(label.value): (gives.value or "", text.value) for label, gives, text, *_ in rows}
    return found


def captions(sheet: Worksheet, header: str) -> tuple[object, str]:
    """Return the caption above a header of the standings, and the cell to which the caption links."""
    standings = next(listed for listed in sheet.tables.values() if listed.name.startswith("Standings"))
    cell = next(cell for cell in sheet[standings.ref][0] if cell.value == header)
    above = sheet.cell(cell.row - 1, cell.column)
    return above.value, (above.hyperlink.location or above.hyperlink.ref) if above.hyperlink else ""


# -- the workbook ------------------------------------------------------------------------------------------------------


def test_the_applied_rules_stand_once_each_on_a_sheet_of_their_own(book: Workbook) -> None:
    assert book.sheetnames[-1] == "Rules"
    shown = rule_tables(book["Rules"])
    assert [*shown] == [BEST, countings()["italia_2010"].title] and [*shown][1].startswith(ITALIA_TITLE)
    for counting in (countings()[name] for name in APPLIED):
        assert {label: text for label, (_, text) in shown[counting.title].items()} == {
            rule.label: rule.text for rule in counting.rules
        }


@pytest.mark.parametrize("label", ITALIA)
def test_the_rules_of_an_italian_event_say_what_the_text_says(label: str, book: Workbook) -> None:
    _, text = rule_tables(book["Rules"])[countings()["italia_2010"].title][label]
    assert [word for word in ITALIA[label] if word not in text] == []


def ranked(season: Season, system: str, folder: Path) -> Workbook:
    (folder / "ranked.xlsx").write_bytes(as_workbook(ranked_book(Ranked(season, season.computed.published[system]))))
    return load_workbook(folder / "ranked.xlsx", data_only=True)


def best_of(sheet: Worksheet) -> dict[str, object]:
    """Return the scores in the first table of a sheet, keyed by player."""
    (head, *rows) = sheet[next(iter(sheet.tables.values())).ref]
    at = {cell.value: column for column, cell in enumerate(head)}
    return {str(row[at["player"]].value): row[at["score"]].value for row in rows}


def test_the_standings_of_an_official_system_with_one_event_are_those_of_the_event(
    played: Season, tmp_path: Path
) -> None:
    """Worked out by hand under C-Diplo: Anna's best result is 49 and her sum is 51, and Bruno's are 23 and 26.

    The powers have 10 8 6 4 3 2 1 centres in the first game and the reverse in the second. Anna scores 1 + 10 + 38 = 49
    and 1 + 1 = 2, and Bruno scores 1 + 8 + 14 = 23 and 1 + 2 = 3.
    """
    book = ranked(played, "c_diplo", tmp_path)
    assert book.sheetnames == ["Standings", "Sum", "Scores", "Boards", "Rules", "Checks"]
    counted, added = best_of(book["Standings"]), best_of(book["Sum"])
    assert {name.split()[1] for name in counted} == {"Verdi"} and {name.split()[1] for name in added} == {
        "Rossi",
        "Verdi",
        "Blu",
    }
    assert [[table[f"{name} Verdi"] for name in ("Anna", "Bruno")] for table in (counted, added)] == [
        [49, 23],
        [51, 26],
    ]
    assert BEST in rule_tables(book["Rules"])


def test_the_winner_of_the_top_table_leads_the_workbook_of_italia_2010(played: Season, tmp_path: Path) -> None:
    """By paragraph 8.3, the winner of the top table wins the tournament ("sarà il vincitore del torneo").

    The top table is played in round 2, where Gina has 10 centres.
    """
    book = ranked(played, "italia_2010", tmp_path)
    assert next(iter(best_of(book["Standings"]))) == "Gina Rossi"


def test_an_event_that_counts_the_sum_has_one_table_of_standings(small: Small, tmp_path: Path) -> None:
    assert ranked(small("2001"), "c_diplo", tmp_path).sheetnames == ["Standings", "Scores", "Boards", "Rules", "Checks"]


def test_two_events_of_one_system_have_one_table_of_standings_whatever_they_count(small: Small, tmp_path: Path) -> None:
    assert "Sum" not in ranked(small("2002"), "c_diplo", tmp_path).sheetnames


def test_the_rules_of_counting_are_printed_with_their_reading(book: Workbook) -> None:
    shown = rule_tables(book["Rules"])[BEST]
    assert [*shown] == ["Source", *COUNTING, "Reading"]
    assert [label for label, words in COUNTING.items() if words not in shown[label][1]] == []
    assert {label: shown[label][0] for label in COUNTING} == dict.fromkeys(("sum", "best", "mean"), "score") | {
        "ties": "ties"
    }


def test_a_paragraph_names_the_column_that_it_defines(book: Workbook) -> None:
    shown = rule_tables(book["Rules"])[countings()["italia_2010"].title]
    gives = {label: column for label, (column, _) in shown.items() if column}
    assert gives == {
        "5": "ties", "8.3": "top table (8.3)", "8.6": "two boards (8.6)", "8.7": "sat out (8.7)",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("event", "header", "label"),
    [
        ("1 Coppa", "score", "sum"),
        ("1 Coppa", "top table (8.3)", "8.3"),
        ("1 Coppa", "ties", "5"),
        ("2 Lega", "score", "mean"),
        ("2 Lega", "ties", "ties"),
    ],
)
def test_a_column_of_the_standings_links_to_its_paragraph(event: str, header: str, label: str, book: Workbook) -> None:
    above, target = captions(book[event], header)
    sheet, cell = target.replace("'", "").split("!")
    assert above == label and sheet == "Rules" and book["Rules"][cell].value == label


def test_the_overview_names_and_links_the_rules_an_event_applied(book: Workbook) -> None:
    overview = book["Events"]
    (head, *rows) = overview[overview.tables["Events"].ref]
    column = [cell.value for cell in head].index("rules")
    shown = {row[0].value: row[column] for row in rows}
    assert shown["Coppa"].value == "Counting; Italia-2010 events"
    assert shown["Lega"].value == "Counting"
    assert shown["Coppa"].hyperlink.location.replace("'", "") == "Rules!A1"
    assert shown["Prova"].value is None and shown["Prova"].hyperlink is None


def test_the_players_of_an_event_without_a_system_are_counted(book: Workbook) -> None:
    overview = book["Events"]
    (head, *rows) = overview[overview.tables["Events"].ref]
    names = [cell.value for cell in head]
    sizes = {row[0].value: [row[names.index(of)].value for of in ("players", "boards")] for row in rows}
    assert sizes == {event: [7, 2] for event in ("Coppa", "Lega", "Prova")}


def test_an_event_without_a_game_is_not_final(small: Small) -> None:
    nothing = say("nothing has been played yet")
    assert small("2007").event_status("Serata") == (PROVISIONAL, [nothing])
    assert small("2007").heading("").status == PROVISIONAL
    assert small("2005").event_status("Coppa") == (FINAL, [])
    assert small("2003").event_status("Prova") == (RESULTS_ONLY, [])


def test_rules_that_nobody_applied_are_not_printed(small: Small, tmp_path: Path) -> None:
    assert [*rule_tables(written(small("2001"), tmp_path)["Rules"])] == [BEST]
    assert "Rules" not in written(small("2003"), tmp_path).sheetnames


def test_an_event_known_by_its_placings_applied_no_rule_of_counting(small: Small) -> None:
    both, places = small("2004"), small("2005")
    for shown in (both, places):
        assert shown.standings.standings["rank"].tolist() == [1, 2, 3, 4, 5, 6, 7]
    # boards count even if places are typed as well
    assert [counting.title for counting in both.counted_by["Coppa"]] == [BEST]
    assert places.counted_by == {"Coppa": []}


def test_the_rules_of_a_bao_event_are_printed_too(small: Small, tmp_path: Path) -> None:
    shown = rule_tables(written(small("2011"), tmp_path)["Rules"])
    assert [*shown] == [title(bao.__doc__ or "")]
    assert next(iter(shown.values())).keys() == {rule.label for rule in paragraphs(bao.__doc__ or "")}


def test_the_workbook_of_circuits_has_each_circuit_that_an_event_counts_for_with_its_rules(
    small: Small, tmp_path: Path
) -> None:
    cup = circuits()["bismark_cup_2001"]
    (tmp_path / "circuits.xlsx").write_bytes(as_workbook(circuits_book(small("2006"))))
    book = load_workbook(tmp_path / "circuits.xlsx")
    assert book.sheetnames == [cup.title, "Results", "Rules"]
    ((title, rows),) = rule_tables(book["Rules"]).items()
    assert (title, {label: text for label, (_, text) in rows.items()}) == (
        cup.title,
        {rule.label: rule.text for rule in cup.rules},
    )


def test_the_workbook_of_the_circuits_opens_at_a_circuit_that_counts(small: Small) -> None:
    """A Bismark Cup precedes the championship in the list of circuits, but no event here counts towards that cup."""
    sheets = circuits_book(small("2011")).sheets
    counting = [circuits()[name].title for name in ("kiba_championship", "kiba_nations")]
    assert [sheet.name for sheet in sheets if sheet.name in counting] == counting
    assert sheets[0].name == counting[0]


# -- ranks after each round --------------------------------------------------------------------------------------------

# Paragraph 7: "La classifica verrà pubblicata dopo ciascun round". By hand: three rounds of one board, each ending with
# 10, 8, 6, 4, 3, 2 and 1 centres. The first leads by only 8 points, so all the others get 10 (2.2.1). Five powers have
# three centres or more, so everything is multiplied by 1.4 (2.1.1).
#   10: (1 + 40 + 70) x 1.4 = 155.4      8: (1 + 32 + 34 + 10) x 1.4 = 107.8     6: (1 + 24 + 16 + 10) x 1.4 = 71.4
#    4: (1 + 16 + 10) x 1.4 = 37.8       3: 32.2        2: 26.6        1: 21
# Nobody's sex is known, so level players share a rank (5 b).
AFTER = {  # player -> score and rank after each round; Anna misses the second round, Hugo plays only the second
    "Anna": [(155.4, 1), (155.4, 2), (310.8, 1)],
    "Bruno": [(107.8, 2), (134.4, 3), (242.2, 2)],
    "Gina": [(21, 7), (176.4, 1), (197.4, 3)],
    "Carla": [(71.4, 3), (103.6, 5), (175, 4)],
    "Fabio": [(26.6, 6), (134.4, 3), (161, 5)],
    "Elena": [(32.2, 5), (103.6, 5), (135.8, 6)],
    "Dario": [(37.8, 4), (75.6, 7), (113.4, 7)],
    "Hugo": [(None, None), (21, 8), (21, 8)],
}


@pytest.fixture(scope="module")
def three_rounds(tmp_path_factory: pytest.TempPathFactory) -> Season:
    typed = evening("Rossi", (1, CLEAR), (2, OTHER), (3, CLEAR), system="Italia-2010")
    typed["boards"][8][3] = "Hugo Rossi"
    return season(tmp_path_factory.mktemp("three"), Coppa=typed)


def test_the_workbook_has_score_and_rank_after_each_round(three_rounds: Season, tmp_path: Path) -> None:
    sheet = written(three_rounds, tmp_path)["1 Coppa"]
    (head, *rows) = ([cell.value for cell in row] for row in sheet[sheet.tables["Standings_1"].ref])
    shown = {row[head.index("player")]: row for row in rows}
    for n in range(3):
        score, rank = (head.index(f"{name} {n + 1}") for name in ("after round", "rank after round"))
        found = {player: (row[score], row[rank]) for player, row in shown.items()}
        assert [*found] == [f"{name} Rossi" for name in AFTER]
        for name, after in AFTER.items():
            points, place = found[f"{name} Rossi"]
            assert (points and round(points, 9), place) == after[n], (name, n)


def test_the_report_has_the_rank_of_everybody_after_each_round(three_rounds: Season) -> None:
    """After the second round two players share rank 3 and two share rank 5.

    Rows are 20 pixels high, and each pair is drawn halfway between two rows.
    """
    html = page(season_report(three_rounds))
    lines = re.findall(r'<g data-p="(\w+)-rossi".*?<path d="M(.*?)"/>', html[: html.index('data-name="Points behind"')])
    shown = {
        name.capitalize(): {point.split()[0]: float(point.split()[1]) for point in path.split("L")}
        for name, path in lines
    }
    assert {*shown} == {*AFTER}
    for name, after in AFTER.items():
        for n, (_, rank) in enumerate(after):
            rows = (shown[name].get(str(500 * n), -100) + 10) / 20
            shared = [of[n][1] for of in AFTER.values()].count(rank)
            assert rows == rank + (shared - 1) / 2 if rank else rows < 0, (name, n)
    (text,) = re.findall("<caption>Standings: Coppa</caption>(.*?)</table>", html, re.DOTALL)
    heads = {*re.findall("<th[^>]*>([^<]+)</th>", text)}
    assert not {"two boards", "sat out", "top table"} & heads  # nobody has any of these


# -- the report --------------------------------------------------------------------------------------------------------


def test_the_report_has_each_rule_once_and_its_events_link_to_it(played: Season) -> None:
    html = page(season_report(played))
    titles = re.findall(r'<details id="(rules-[^"]+)"><summary>([^<]+)</summary>', html)
    expected = [systems()["c_diplo"].title, systems()["italia_2010"].title, BEST, countings()["italia_2010"].title]
    assert [title for _, title in titles] == expected
    anchors = {title: anchor for anchor, title in titles}
    parts = dict(re.findall(r'<section class="part" id="event-(\w+)"(.*?)</section>', html, re.DOTALL))
    linked = {event: {*re.findall(r'href="#(rules-[^"]+)"', text)} for event, text in parts.items()}
    assert linked == {
        "coppa": {anchors[title] for title in expected[1:3]},
        "lega": {anchors[expected[0]], anchors[BEST]},
        "prova": set(),
    }
    for rule in (rule for name in APPLIED for rule in countings()[name].rules):
        assert html.count(escape(rule.text)) == 1, rule.label


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", []),
        ("it", ["restano in inglese", "termini originali"]),
        ("fr", ["restent en anglais", "termes d’origine"]),
        ("de", ["auf Englisch", "ursprünglichen Begriffe"]),
    ],
)
def test_a_page_in_another_language_says_that_rules_stay_in_english(
    language: str, words: list[str], small: Small
) -> None:
    report = season_report(small(f"2010 {language}"))
    html, note = page(report), View(report, in_words(language)).rules_language
    assert [word for word in words if word not in note] == []
    assert html.count(note) == (language != "en")
    sections = re.findall(r'<details id="rules-[^"]+"><summary>[^<]+</summary>\s*<dl( lang="en")?>', html)
    assert sections == [' lang="en"' if language != "en" else ""] * 2


# -- printing ----------------------------------------------------------------------------------------------------------


def hall(folder: Path, players: int, called: str = "Player") -> Workbook:
    """Return the workbook of a two-round event. The first sheet holds the standings for display on a wall."""
    seats: Rows = [["round", "board", "power", "player", "final"]]
    for name in ("1", "2"):
        for number in range(players):
            board, power = divmod(number, len(POWERS))
            final = CLEAR[(power + int(name)) % len(POWERS)] if number < players // 7 * 7 else None
            seats.append([name, board + 1, POWERS[power], f"{called} {number:02d}", final])
    seats = seats[: 1 + players // 7 * 7] + seats[1 + players : 1 + players + players // 7 * 7]
    typed = table("setting value", ("system", "c_diplo"), ("language", "it"), ("data", "real"), ("state", "final"))
    return written(season(folder, Torneo={"event": typed, "boards": seats}), folder)


@pytest.mark.parametrize(("players", "breaks"), [(28, []), (35, [18]), (63, [21, 42])])
def test_the_wall_comes_first_in_large_letters_on_evenly_filled_pages(
    players: int, breaks: list[int], tmp_path: Path
) -> None:
    """A page has room for 29 players. Longer lists are spread evenly over several pages and never printed smaller."""
    book = hall(tmp_path, players)
    assert book.sheetnames == ["Classifica", "1 Torneo", "Eventi", "Risultati", "Tavoli", "Regole"]
    wall = book.worksheets[0]
    *_, header = (row for row in wall.iter_rows(max_row=5) if row[1].value == "giocatore")
    assert [cell.value for cell in header] == ["pos.", "giocatore", "totale", "turno 2", "potenza, centri"]
    rows = [*wall.iter_rows(min_row=header[0].row + 1)]
    assert len(rows) == players and {cell.font.sz for row in rows for cell in row} == {14}
    assert (wall.page_setup.orientation, wall.page_setup.scale) in {("portrait", None), ("portrait", 100)}
    assert wall.print_title_rows == f"$1:${header[0].row}"
    assert [at.id - header[0].row for at in wall.row_breaks.brk] == breaks
    assert wall.print_area == f"'Classifica'!$A$1:$E${header[0].row + players}"


def test_a_long_name_takes_two_lines_on_the_wall_instead_of_small_letters(tmp_path: Path) -> None:
    """The list is split into two pages of 14 rows, because 28 two-line rows do not fit on one."""
    wall = hall(tmp_path, 28, "Jérôme Oberhauser Schmidtmüller").worksheets[0]
    (header,) = (row[1].row for row in wall.iter_rows(max_row=5) if row[1].value == "giocatore")
    cells = [wall.cell(row, 2) for row in range(header + 1, header + 29)]
    assert {(cell.alignment.wrap_text, bool(cell.alignment.shrink_to_fit)) for cell in cells} == {(True, False)}
    once = wall.row_dimensions[header].height
    assert all(wall.row_dimensions[cell.row].height > 1.5 * once for cell in cells)
    assert [at.id - header for at in wall.row_breaks.brk] == [14]


def test_a_table_has_its_header_on_each_page_and_its_heading_beside_it(tmp_path: Path) -> None:
    book = hall(tmp_path, 63)
    for name in ("1 Torneo", "Risultati", "Tavoli"):
        ((header, _, _),) = (re.findall(r"\d+|:", one.ref) for one in book[name].tables.values())
        assert book[name].print_title_rows == f"${header}:${header}"


def test_tables_that_fit_on_a_page_are_not_split(tmp_path: Path) -> None:
    column = Column("a", [*range(25)], ("integer",))
    tables = [Table(f"Small_{number}", [column], title=f"Table {number}") for number in range(3)]
    (tmp_path / "a.xlsx").write_bytes(as_workbook(Book("a", [Sheet("A", tables)])))
    page = load_workbook(tmp_path / "a.xlsx")["A"]
    first = {page.cell(row, 1).value: row for row in range(1, page.max_row + 1)}
    assert [page.cell(at.id + 2, 1).value for at in page.row_breaks.brk] == ["Table 1", "Table 2"]
    assert first["Table 1"] > 25
