"""Checks that problems are reported in the language of their sheet, with links to their cells."""

import re
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.books.writer import as_workbook
from pipeline.build.build import RESERVED, build
from pipeline.build.products import PROBLEMS
from pipeline.cli.app import app
from pipeline.language.language import language as language_of
from pipeline.pages import problems as problem_pages
from pipeline.pages.languages import SEASON, languages
from pipeline.pages.problems import ProblemPage, problem_book
from pipeline.problems.codes import CODES, UNTOLD, Problem, problem
from pipeline.problems.words import SEVERITIES, explained
from pipeline.read.find import find
from pipeline.read.raw_tables import read
from pipeline.rules.systems import systems
from pipeline.stages import compute
from schemas.messages import Headers, Name, Verbatim, listed, say
from schemas.words import LANGUAGES, word
from tests.bad_inputs.spoil import surname
from tests.grouped import grouped
from tests.sheets import (
    ROOT,
    Formula,
    Sheets,
    event,
    only_products,
    only_rules,
    put,
    read_table,
    table,
    write_csv,
    write_ods,
    write_xlsx,
)
from tests.stress.builds import few_rules

every_language = pytest.mark.parametrize("language", LANGUAGES)


# -- messages ----------------------------------------------------------------------------------------------------------


@every_language
@grouped("code", CODES)
def test_titles_are_a_few_words_and_explanations_whole_sentences(code: str, language: str) -> None:
    words, kind = language_of(language), CODES[code]
    title, explanation, hint = words(kind.title), words(kind.explanation), words(kind.hint)
    assert 1 <= len(title.split()) <= 8 and not title.endswith(".")
    assert 1 <= len(re.findall(r"[.?!](?:\s|$)", explanation)) <= 3
    assert explanation.endswith((".", "?")) and len(explanation) < 400
    assert hint.endswith((".", "?"))


HEADERS = {  # headers of the final centres: first the one in a blank sheet, then others that can be read
    "en": ("final", "Final SC", "dots"),
    "it": ("finale", "centri finali", "Centri"),
    "fr": ("centres finaux", "dépôts", "SCs"),
    "de": ("Zentren am Ende", "VZ", "Endzentren"),
}


@pytest.fixture(scope="module")
def without_centres(tmp_path_factory: pytest.TempPathFactory) -> list[Problem]:
    """Return the `no_centres` problems of seasons whose sheets use different headers for the final centres.

    Each season is named after its header, and has one seat without centres.
    """
    raw = tmp_path_factory.mktemp("headers")
    for header in chain(*HEADERS.values()):
        sheets = event()
        at = sheets["boards"][0].index("final")
        sheets["boards"][0][at] = header
        sheets["boards"][9][at] = None
        write_xlsx(raw / header / "Torneo.xlsx", sheets)
    with only_rules("c_diplo"):
        return [p for p in compute(find(raw, set())).problems if p.code == "no_centres"]


@pytest.mark.parametrize(
    ("language", "header"), [(language, header) for language, headers in HEADERS.items() for header in headers]
)
def test_a_hint_names_a_column_as_the_sheet_does(without_centres: list[Problem], language: str, header: str) -> None:
    [told] = [p for p in without_centres if p.season == header]
    assert f"`{header}`" in language_of(language)(told.hint) and f"`{header}`" in told.row()[-1]
    assert f"`{HEADERS[language][0]}`" in language_of(language)(CODES["no_centres"].hint)  # as in a blank sheet


@every_language
def test_a_hint_names_columns_of_other_sheets_and_settings_as_they_are_typed(language: str) -> None:
    typed = (Name("games", "ended"), "Day {n}"), (Name("setting", "last year"), "Last"), (Name("games", "games"), "x")
    texts = {
        "en": "`ended`, `last year`, `games`, {n}",
        "it": "`terminata`, `ultimo anno`, `games`, {n}",
        "fr": "`terminée`, `dernière année`, `games`, {n}",
        "de": "`beendet`, `letztes Jahr`, `games`, {n}",
    }
    for name, (kind, of) in (("ended", ("games", "ended")), ("last year", ("setting", "last year"))):
        assert f"`{word(kind, of, language)}`" in texts[language], name
    text, values = Headers(typed).in_words_of_the_sheets(
        texts[language], {"n": 1, "of": Name("games", "ended")}, language
    )
    assert text.format(**values) == "`Day {n}`, `Last`, `games`, 1" and values["of"] == "Day {n}"


def test_numbers_and_names_of_the_game_are_written_as_in_the_language() -> None:
    english, italian, french, german = map(language_of, ("en", "it", "fr", "de"))
    powers = say(
        "This board has no row for {powers}.", powers=listed([Name("power", "Turkey"), Name("power", "Italy")])
    )
    assert [english(powers), italian(powers)] == [str(powers), "A questo tavolo manca la riga per Turchia, Italia."]
    assert french(powers) == "Cette table n’a pas de ligne pour\N{NO-BREAK SPACE}: Turquie, Italie."
    assert german(powers) == "Bei diesem Brett fehlt die Zeile für: Türkei, Italien."
    rows = say("{rows:,} rows, {columns:,} columns", rows=1_048_576, columns=3)
    assert [str(rows), italian(rows)] == ["1,048,576 rows, 3 columns", "1.048.576 righe, 3 colonne"]
    assert french(rows) == "1\u202f048\u202f576 lignes, 3 colonnes"  # the space that the Unicode CLDR prescribes
    several = listed([say("a board"), say("text, because the spreadsheet turned the entry into a date")], "; ")
    assert french(several) == "une table\N{NO-BREAK SPACE}; un texte, car le tableur a transformé la saisie en date"
    assert german(Verbatim("Turkey")) == "Turkey"  # typed by a person


# -- the language ------------------------------------------------------------------------------------------------------


def spoken(sheets: Sheets, language: str) -> Sheets:
    """Return an event with its sheet names, headers, settings and powers translated into another language."""
    typed: Sheets = {}
    for name, (header, *lines) in sheets.items():
        power = [i for i, head in enumerate(header) if head == "power"]
        setting = [0] if name == "event" else []
        typed[word("sheet", name, language)] = [
            [word(name, head, language) if isinstance(head, str) else head for head in header],
            *(
                [
                    word("power", str(cell), language)
                    if i in power
                    else word("setting", str(cell), language)
                    if i in setting
                    else cell
                    for i, cell in enumerate(line)
                ]
                for line in lines
            ),
        ]
    return typed


def languages_of(raw: Path, season: str = "2013") -> dict[str, str]:
    return languages(read(find(raw, RESERVED).sources), season)


@every_language
def test_the_headers_decide_the_language_if_no_setting_does(language: str, tmp_path: Path) -> None:
    write_xlsx(tmp_path / "2013" / "A.xlsx", spoken(event("A"), language))
    write_ods(tmp_path / "2013" / "B.ods", spoken(event("B"), language))
    write_csv(tmp_path / "2013" / "C", spoken(event("C"), language))
    assert languages_of(tmp_path) == {"A": language, "B": language, "C": language, SEASON: language}


def test_the_events_setting_overrides_the_seasons_and_that_overrides_the_headers(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "2013" / "Own.xlsx", spoken(event("Own", language="Italian"), "en"))
    write_xlsx(tmp_path / "2013" / "Plain.xlsx", spoken(event("Plain"), "en"))
    write_xlsx(tmp_path / "2013" / "season.xlsx", {"season": table("setting value", ("language", "français"))})
    write_xlsx(tmp_path / "2014" / "Other.xlsx", spoken(event("Other"), "it"))
    assert languages_of(tmp_path) == {"Own": "it", "Plain": "fr", SEASON: "fr"}
    assert languages_of(tmp_path, "2014") == {"Other": "it", SEASON: "it"}


def test_a_sheet_without_a_language_speaks_that_of_most_of_its_season(tmp_path: Path) -> None:
    """If an event's words do not reveal a language, the event gets its season's most frequent language.

    If the season's words reveal none either, the language is English. One misspelt header does not change an event's
    language.
    """
    for name in "AB":
        write_xlsx(tmp_path / "2013" / f"{name}.xlsx", spoken(event(name), "fr"))
    write_xlsx(tmp_path / "2013" / "Mute.xlsx", {"x": [["a", "b"], ["note", "giocatore"], [1, 2]]})
    slip = spoken(event("Slip"), "it")
    put(slip, "tavoli!D1", "giocatroe")
    write_xlsx(tmp_path / "2013" / "Slip.xlsx", slip)
    (tmp_path / "2013" / "Broken.xlsx").write_bytes(b"")
    found = languages_of(tmp_path)
    assert (found["Mute"], found["Slip"], found.get("Broken"), found[SEASON]) == ("fr", "it", None, "fr")
    write_xlsx(tmp_path / "2014" / "Mute.xlsx", {"x": [["a"]]})
    assert languages_of(tmp_path, "2014") == {"Mute": "en", SEASON: "en"}


def test_equally_many_words_of_two_languages_decide_nothing(tmp_path: Path) -> None:
    halves = {"boards": table("turno tavolo power player")}  # English: boards, power, player; Italian: turno, tavolo
    write_xlsx(tmp_path / "2013" / "More.xlsx", halves)
    write_xlsx(tmp_path / "2014" / "Level.xlsx", {"boards": table("turno tavolo player 1901")})
    assert languages_of(tmp_path)["More"] == "en"
    assert languages_of(tmp_path, "2014") == {"Level": "en", SEASON: "en"}


# -- the workbook ------------------------------------------------------------------------------------------------------

NAMES = ["Lega", "Été à Nîmes (2)", "#1 100%", "100%25", "a&b; 'c' + d=1", "[x] {y} ^z", "日本", "q=m", "le 'Z'"]


def faulty(name: str, language: str, **settings: str) -> Sheets:
    sheets = event(name, family=surname(name), **settings)
    put(sheets, "boards!G4", "5?")
    return spoken(sheets, language)


def built(root: Path, raw: str = "data/raw", out: str = "data/out") -> Path:
    with only_rules("c_diplo", "campo_di_marte"), only_products(PROBLEMS):
        build(root / raw, root / out, jobs=1)
    return root / out


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build small seasons, and return the project folder.

    One season has a French event, and Italian events whose file names are hard to link.
    """
    root = tmp_path_factory.mktemp("a project")
    raw = root / "data" / "raw" / "2013"
    write_xlsx(raw.parent / "2014" / "Coupe.xlsx", {**faulty("Coupe", "fr"), "a": [["x"]]})
    for language in LANGUAGES:
        sheets = event("Lega")
        put(sheets, "boards!G4", "5")
        write_xlsx(raw.parent / language / "Lega.xlsx", spoken(sheets, language))
    for name in NAMES:
        write_xlsx(raw / f"{name}.xlsx", faulty(name, "it"))
    write_xlsx(raw / "Coupe.xlsx", faulty("Coupe", "fr"))
    write_csv(raw / "Cartella #2", faulty("Cartella", "it"))
    write_ods(raw / "Aperto.ods", faulty("Aperto", "it"))
    (raw / "Rotto.xlsx").write_bytes(b"PK")
    built(root)
    return root


def index(book: Path) -> list[dict[str, str]]:
    """Return the rows of the index, the first sheet of a problems workbook."""
    page = load_workbook(book).worksheets[0]
    lines = [[str(cell or "") for cell in row] for row in page.iter_rows(values_only=True)]
    head = next(
        i for i, line in enumerate(lines) if "bad_value" in lines[i + 1][1:2] or line[1:2] in (["code"], ["codice"])
    )
    return [dict(zip(lines[head], line, strict=True)) for line in lines[head + 1 :]]


def test_the_problems_of_an_italian_season_are_in_italian(project: Path) -> None:
    book = load_workbook(project / "data/out/2013/problems.xlsx")
    assert book.sheetnames[:2] == ["Problemi", "Codici"]
    assert book["Problemi"]["A1"].value == "Problemi della stagione 2013"
    (row,) = [row for row in index(project / "data/out/2013/problems.xlsx") if row["file"] == "2013/Lega.xlsx"]
    assert row == {
        "gravità": "errore",
        "codice": "bad_value",
        "file": "2013/Lega.xlsx",
        "foglio": "tavoli",
        "cella": "G4",
        "problema": "valore non valido",
        "trovato": "5?",
        "che cosa non va": "“5?” non è un numero intero da 0 a 34.",
        "che cosa fare": "Correggere la cella.",
    }
    (page,) = [page for page in book if page.title.endswith("tavoli Lega")]
    assert page["G4"].comment.text == (
        "errore: valore non valido\n“5?” non è un numero intero da 0 a 34.\nCorreggere la cella."
    )


def test_the_problems_are_counted_in_words(project: Path) -> None:
    rows = index(project / "data/out/2013/problems.xlsx")
    errors = sum(row["gravità"] == "errore" for row in rows)
    said = load_workbook(project / "data/out/2013/problems.xlsx")["Problemi"]["A2"].value
    assert len(rows) == errors > 1 and said.startswith(f"{errors} errori. ")
    one = load_workbook(project / "data/out/2014/problems.xlsx").worksheets[0]["A2"].value
    assert one.startswith("1 erreur, 1 avertissement, 1 remarque. ")


def test_a_redrawn_sheet_prints_with_its_addresses_and_the_name_of_its_file(project: Path) -> None:
    book = load_workbook(project / "data/out/2013/problems.xlsx")
    (page,) = [page for page in book if page.title.endswith("tavoli a&b; 'c' + d=1")]
    assert page.print_options.headings
    assert page.oddHeader.left.text == "2013/a&&b; 'c' + d=1.xlsx · tavoli"


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "Read as 5."), ("it", "Letto come 5."), ("fr", "Lu comme 5."), ("de", "Gelesen als 5.")],
)
def test_the_comment_of_a_fix_says_what_was_read(language: str, note: str, project: Path) -> None:
    page = load_workbook(project / "data/out" / language / "problems.xlsx").worksheets[-1]
    assert note in page["G4"].comment.text.splitlines()


def test_the_problems_of_a_french_event_in_an_italian_season_are_in_french(project: Path) -> None:
    (row,) = [row for row in index(project / "data/out/2013/problems.xlsx") if row["file"] == "2013/Coupe.xlsx"]
    said = "«\N{NO-BREAK SPACE}5?\N{NO-BREAK SPACE}» n’est pas un nombre entier de 0 à 34."
    assert row["gravità"] == "errore" and said in row.values()
    book = load_workbook(project / "data/out/2013/problems.xlsx")
    (page,) = [page for page in book if page.title.endswith("tables Coupe")]
    assert "Corrigez la cellule." in page["G4"].comment.text


def test_a_long_formula_is_cut_where_it_is_redrawn_and_whole_in_the_index(tmp_path: Path) -> None:
    formula = "=IF(ISBLANK('Other'!$C$12),VLOOKUP(A2,Boards!$A$1:$Z$999,5,FALSE),0)+SUM(Q1:Q400)"
    sheets = event("Serata")
    put(sheets, "boards!G4", Formula(formula, None))
    write_xlsx(tmp_path / "raw" / "2013" / "Serata.xlsx", sheets)
    built(tmp_path, "raw", "out")
    book = load_workbook(tmp_path / "out" / "2013" / "problems.xlsx")
    assert book.worksheets[-1]["G4"].value == f"{formula[:30]}…"
    assert formula in {cell.value for row in book.worksheets[0] for cell in row}


def test_the_widths_of_a_redrawn_sheet_do_not_show_how_long_private_texts_are(tmp_path: Path) -> None:
    widths = []
    for season, note in (("2013", "x"), ("2014", "a long note to nobody else")):
        people = [["player", "note", "elo"], ["Anna", note, "high"]]  # the sheet is redrawn because of its faulty Elo
        write_xlsx(tmp_path / "raw" / season / "Coppa.xlsx", {**event("Coppa"), "players": people})
    built(tmp_path, "raw", "out")
    for season in ("2013", "2014"):
        book = load_workbook(tmp_path / "out" / season / "problems.xlsx")
        (page,) = [page for page in book if page.title.endswith("players Coppa")]
        assert [page["B1"].value, page["B2"].value] == ["note", UNTOLD]
        widths.append([(column.min, column.max, column.width) for column in page.column_dimensions.values()])
    assert widths[0] == widths[1]


def test_an_unreadable_file_is_reported_in_the_language_of_its_season(project: Path) -> None:
    (row,) = [row for row in index(project / "data/out/2013/problems.xlsx") if row["file"] == "2013/Rotto.xlsx"]
    assert row["trovato"] == "una cartella di lavoro troncata o danneggiata"


def test_the_codes_of_the_index_are_explained_in_its_language(project: Path) -> None:
    page = load_workbook(project / "data/out/2013/problems.xlsx")["Codici"]
    assert [cell.value for cell in page[1]] == ["codice", "problema", "che cosa vuol dire"]
    there = {row["codice"] for row in index(project / "data/out/2013/problems.xlsx")}
    explained = {row[0]: row[2] for row in page.iter_rows(min_row=2, values_only=True)}
    assert {*explained} == there
    assert explained["bad_value"] == language_of("it")(CODES["bad_value"].explanation)


def test_problems_csv_stays_english_for_scripts(project: Path) -> None:
    lines = read_table(project / "data/out/2013/tables/problems.csv")
    assert {line["severity"] for line in lines} <= {"error", "warning", "fix", "notice"}
    (line,) = [line for line in lines if line["file"] == "2013/Lega.xlsx"]
    assert (line["message"], line["hint"]) == ("“5?” is not a whole number from 0 to 34.", "Correct the cell.")


# -- the links ---------------------------------------------------------------------------------------------------------


def links(book: Path) -> dict[str, tuple[str, str | None]]:
    """Return the target and the cell of each link in the index, keyed by file."""
    page = load_workbook(book).worksheets[0]
    cells = (cell for row in page.iter_rows(min_col=3, max_col=3) for cell in row if cell.hyperlink)
    return {cell.value: (cell.hyperlink.target.replace("\\", "/"), cell.hyperlink.location) for cell in cells}


def test_the_link_of_a_file_leads_to_the_typed_cell_whatever_the_files_name(project: Path) -> None:
    book = project / "data/out/2013/problems.xlsx"
    found = links(book)
    for name in NAMES:
        target, place = found[f"2013/{name}.xlsx"]
        assert not re.search('[#?"<> ]', target) and target.startswith("../../raw/2013/")
        assert (book.parent / unquote(target)).resolve() == project / "data/raw/2013" / f"{name}.xlsx"
        assert place == "'tavoli'!G4"
    assert found["2013/#1 100%.xlsx"][0] == "../../raw/2013/%231%20100%25.xlsx"
    assert found["2013/Rotto.xlsx"] == ("../../raw/2013/Rotto.xlsx", None)
    assert found["2013/Aperto.ods"] == ("../../raw/2013/Aperto.ods", "'tavoli'!G4")


def test_the_link_of_a_cell_in_a_folder_leads_to_the_csv_file_of_its_sheet(project: Path) -> None:
    target, place = links(project / "data/out/2013/problems.xlsx")["2013/Cartella #2"]
    assert (target, place) == ("../../raw/2013/Cartella%20%232/tavoli.csv", "'tavoli'!G4")


def test_a_link_that_a_workbook_cannot_hold_is_left_out_but_its_line_stays(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(problem_pages, "LINKED", 2)
    where = {"season": "2013", "found": "x", "sheet": "It's #1"}
    problems = [
        *(
            problem("bad_value", **where, event=str(i), file=f"{i}.xlsx", cell="B2", values={"expected": "a board"})
            for i in range(4)
        ),
        problem("circuit_remark", season="2013", event="", file="", found="bismark_cup_2001", message="x"),
    ]
    originals = {(f"{i}.xlsx", "It's #1"): tmp_path / ("x" * 3000 if i == 1 else "x") / f"{i}.xlsx" for i in range(4)}
    page = ProblemPage("2013", problems, {}, {SEASON: "en"}, originals)
    (tmp_path / "problems.xlsx").write_bytes(as_workbook(problem_book(page, tmp_path)))
    assert links(tmp_path / "problems.xlsx") == {"0.xlsx": ("x/0.xlsx", "'It''s #1'!B2")}
    assert len(index(tmp_path / "problems.xlsx")) == 5


def test_the_workbook_has_the_same_bytes_wherever_the_project_lies_and_follows_its_raw_folder(
    project: Path, tmp_path: Path
) -> None:
    elsewhere, book = tmp_path / "somewhere" / "else", "data/out/2013/problems.xlsx"
    shutil.copytree(project / "data" / "raw" / "2013", elsewhere / "data" / "raw" / "2013")
    built(elsewhere)
    assert (elsewhere / book).read_bytes() == (project / book).read_bytes()
    (elsewhere / "data/raw").rename(elsewhere / "moved")
    built(elsewhere, "moved")
    assert links(elsewhere / book)["2013/Lega.xlsx"][0] == "../../../moved/2013/Lega.xlsx"


# -- explain -----------------------------------------------------------------------------------------------------------


def explain(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["explain", *arguments])
    return done.exit_code, done.stdout, done.stderr


@every_language
def test_explain_says_what_a_code_means(language: str) -> None:
    words = language_of(language)
    assert explain("blanks", "--language", language) == (0, f"{explained('blanks', words)}\n", "")
    for code, kind in CODES.items():
        said = explained(code, words)
        plain = " ".join(said.split())
        assert said.startswith(f"{code}\n{words(SEVERITIES[kind.severity])}")
        for text in (kind.title, kind.explanation, kind.hint):
            assert " ".join(words(text).split()) in plain
        assert kind.before in said and kind.after in said


def test_a_code_is_explained_with_what_an_error_sets_aside() -> None:
    codes = ("blank_year", "setting_twice", "blanks")
    last = {code: explain(code, "--language", "it")[1].splitlines()[-1] for code in codes}
    assert last["blank_year"].startswith("Il tavolo di questa riga è escluso.")
    assert last["setting_twice"] == "L’evento è escluso."
    assert last["blanks"].startswith("Usare: ")


def test_explain_alone_lists_the_systems_and_the_codes() -> None:
    status, said, _ = explain()
    listed = [line.split()[0] for line in said.splitlines() if line]
    assert status == 0 and {*systems(), *CODES} <= {*listed}
    assert "centri" in explain("--language", "it")[1]


@pytest.mark.parametrize(
    ("typed", "meant"), [("centre_fall", "centres_fall"), ("Power Twice", "power_twice"), ("pgb", "pgp"), ("xyzzy", "")]
)
def test_explain_suggests_the_nearest_word_in_one_line(typed: str, meant: str) -> None:
    status, said, error = explain(typed, "--raw", "nowhere")  # no systems defined by seasons
    assert (status, said, len(error.splitlines())) == (1, "", 1)
    assert f"or code called {typed!r}; did you mean {meant}" in error if meant else "did you mean" not in error


def test_no_code_has_the_name_of_a_system() -> None:
    assert not {*CODES} & {*systems()}


def test_explaining_a_code_needs_no_pandas() -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pipeline", "explain", "blanks"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    modules = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines() if line.startswith("import time:")}
    assert not modules & {"pandas", "pandera", "openpyxl", "xlsxwriter"}


# -- the terminal ------------------------------------------------------------------------------------------------------


def test_build_prints_one_line_for_warnings_of_one_kind_in_a_sheet_and_check_prints_all(tmp_path: Path) -> None:
    """The sheet has two pairs of names that differ by one letter."""
    sheets = event()
    names = ("Karolina Weber", "Leopold Winter", "Karolina Webber", "Leopold Wintter")
    for cell, name in zip(("D2", "D3", "D9", "D10"), names, strict=True):
        put(sheets, f"boards!{cell}", name)
    write_xlsx(tmp_path / "raw" / "2013" / "Torneo.xlsx", sheets)
    folders = ("--raw", str(tmp_path / "raw"))
    with few_rules():
        built = CliRunner().invoke(app, ["build", *folders, "--out", str(tmp_path / "out"), "--jobs", "1"]).stderr
        checked = CliRunner().invoke(app, ["check", *folders]).stderr
    assert built.count(" looks like ") == 1 and "... and 1 more of this kind in this sheet" in built
    assert checked.count(" looks like ") == 2 and "of this kind" not in checked
