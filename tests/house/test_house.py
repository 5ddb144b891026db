"""Rules for the code base, for example that the program starts quickly and that each word means one thing."""

import csv
import pickle
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import FrozenInstanceError, fields
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pandera.pandas as pa
import pytest

from pipeline.pages.words import heading_of
from pipeline.read.find import find
from pipeline.report import render
from pipeline.rules import rule_sheet as rules
from pipeline.rules.bao.tournaments import Tournaments
from pipeline.rules.boards import Result
from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Circuit, CircuitResult, circuit_id, circuits, season_circuit
from pipeline.rules.counting import Counting, countings
from pipeline.rules.numbers import kinds
from pipeline.rules.rule_sheet import letters_of
from pipeline.rules.solo_rules import SHEET, SoloRules
from pipeline.rules.systems import System, season_system, system_id, systems
from pipeline.score.score import Scores, score_boards
from pipeline.stages import compute
from schemas import words
from schemas.messages import Message
from schemas.scores import FIXED, scores_schema
from tests.grouped import grouped
from tests.house.test_imports import FILES, members
from tests.reference import circuits as circuits_again
from tests.reference.boards import START, PlainBoard, reading
from tests.scoring import CASES, boards_of, cases
from tests.sheets import event, write_xlsx

ROOT = Path(__file__).parents[2]
ANY_NUMBER = re.compile(r"\d+(?:\.\d+)*")
NO_NUMBERS = re.compile(r"18 centres|\b19\d\d\b|\(\d(?:\.\d)+\)|\b6\.2\b|\{\w+\}|1 to 7")  # solos, years, paragraphs
every_system = grouped("system", systems().values(), ids=lambda system: system.id)
every_circuit = grouped("circuit", circuits().values(), ids=lambda circuit: circuit.id)


# -- the start of the program ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["--help"], ["systems"]], ids=" ".join)
def test_commands_without_tables_start_without_pandas(command: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pipeline", *command],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    modules = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines() if line.startswith("import time:")}
    assert "pipeline" in modules and run.stdout.strip()
    assert not modules & {"pandas", "pandera", "openpyxl", "xlsxwriter"}


def test_pandera_validates_the_sheets_of_a_faultless_season_once_per_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of one kind of sheet, from all seasons, are validated in one call."""
    asked: dict[str, int] = {}
    real = pa.DataFrameSchema.validate

    def validate(schema: pa.DataFrameSchema, frame: pd.DataFrame, **options: bool) -> pd.DataFrame:
        assert options == {"lazy": True} and not frame.empty
        asked[str(schema.name)] = asked.get(str(schema.name), 0) + len(frame)
        return real(schema, frame, **options)

    monkeypatch.setattr(pa.DataFrameSchema, "validate", validate)
    for season in ("2013", "2014"):
        write_xlsx(tmp_path / season / "Torneo.xlsx", event(family=season))
    raw = compute(find(tmp_path, set())).raw
    assert not raw.problems
    sheets = {f"sheet {kind}": len(table.text) for kind, table in raw.tables.items() if len(table.text)}
    assert asked == sheets | {"settings": 2}
    assert asked["sheet boards"] == 28


def test_the_circuits_are_listed_without_pandas() -> None:
    listing = "import sys; from pipeline.rules.circuits import circuit_names; print(*circuit_names(), *sys.modules)"
    run = subprocess.run([sys.executable, "-c", listing], cwd=ROOT, capture_output=True, text=True, check=True)
    printed = run.stdout.split()
    assert printed[: len(circuits())] == [*circuits()] and "pandas" not in printed


def test_compiled_files_make_no_folder_in_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new folder would count as a change to the program, and `make` would build again."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    render._environment.cache_clear()
    assert render._environment().list_templates() and [*render.COMPILED.parent.glob("*.py")]
    assert all([*cache.parent.glob("*.py")] for cache in (ROOT / "pipeline").rglob("__pycache__"))


# -- every printed name can be read ------------------------------------------------------------------------------------


@every_system
def test_a_system_is_found_by_each_of_its_names(system: System) -> None:
    for name in (system.id, system.title, system.title_and_id, system.title.upper(), f" {system.title}. "):
        assert system_id(name) == system.id


@every_circuit
def test_a_circuit_is_found_by_each_of_its_names(circuit: Circuit) -> None:
    for name in (circuit.id, circuit.title, f"{circuit.title} ({circuit.id})", circuit.title.upper()):
        assert circuit_id(name) == circuit.id


def test_no_two_rules_share_a_name() -> None:
    for published in (systems(), circuits()):
        called = defaultdict(set)
        for rule in published.values():
            for name in (rule.id, rule.title):
                called[letters_of(name)].add(rule.id)
        assert {name: ids for name, ids in called.items() if len(ids) > 1} == {}


# -- rule sheets -------------------------------------------------------------------------------------------------------


@every_system
def test_a_rule_sheet_names_its_source_and_every_part(system: System) -> None:
    labels = [paragraph.label for paragraph in system.rules]
    assert labels[0] == "Source" and len({*labels}) == len(labels)
    assert system.title and all(paragraph.text.endswith(".") for paragraph in system.rules)
    assert system.parts and len({*system.parts}) == len(system.parts)


def paragraph(system: System | Circuit, label: str) -> str:
    (text,) = (one.text for one in system.rules if one.label == label)
    return text


def test_an_edition_has_the_source_and_readings_of_its_family_and_its_own() -> None:
    """The expected texts are from the rule sheets of C-Diplo, Bangkok and their editions."""
    conquest, own = systems()["c_diplo_conquest"], season_system("2013", "club", "bangkok", (("centre", "2"),))
    assert paragraph(conquest, "Source") == "World Diplomacy Database, scoring system no. 48 (2008)."
    reading = paragraph(conquest, "Reading")
    assert reading.startswith("Without a solo the eliminated keep their points for taking part. They still fill places")
    assert reading.endswith("the remaining bonuses. Third place is worth 3 here, 7 in every other edition.")
    assert paragraph(own, "Source") == (
        "The season's own edition of Bangkok (bangkok), with centre 2. "
        '"Bangkok 2020 Scoring System", World Diplomacy Wiki, https://world-diplomacy-wiki.fandom.com.'
    )
    before = "A game without a solo is a draw between all survivors. The wiki's example: a power out in 1905 lived five years."
    assert paragraph(own, "Reading").startswith(before)


def test_a_circuit_defined_by_numbers_states_its_source_its_results_and_how_they_add_up() -> None:
    """A circuit adds up the results of either events or games.

    If it adds up event results, its rule sheet also says that places are counted among the ranked players.
    """
    prix, war = circuits()["european_grand_prix"], circuits()["seven_years_war"]
    assert paragraph(prix, "Source").startswith("The scoring rules of the European Grand Prix of Diplomacy")
    assert paragraph(war, "Score") == "The sum of the points, divided by the games that count plus 3."
    assert paragraph(war, "Listed") == "Players with at least 2 games are listed."
    of_places = "Places are those among the ranked players, without gaps"
    assert of_places in paragraph(prix, "Reading") and of_places not in paragraph(war, "Reading")
    sheet, points = "The season's own circuit: the sheet `circuits` of season.xlsx.", paragraph(prix, "Points")
    own = season_circuit("club", "Club", "european_grand_prix", Adding(best=3))
    table = season_circuit("table", "Table", (5.0, 3.0, 1.0), Adding(best=3))
    assert paragraph(own, "Source") == f"{sheet} Its points are those of {prix.title}."
    assert paragraph(own, "Points") == points and paragraph(table, "Source") == sheet
    assert paragraph(season_circuit("club", "Club", "percentiles", Adding()), "Ties.a").startswith(
        "Players who are level have"
    )
    assert paragraph(own, "Best").startswith("The best 3 events of a player count")


def test_a_system_is_passed_to_another_process_by_id_or_as_typed() -> None:
    own = season_system("2013", "club", "bangkok", (("centre", "2"),))
    assert pickle.loads(pickle.dumps(systems()["bangkok"])) is systems()["bangkok"]
    assert pickle.loads(pickle.dumps(own)) == own


@pytest.mark.parametrize("counting", countings().values(), ids=lambda counting: counting.id)
def test_a_rule_sheet_of_counting_names_its_source_and_every_paragraph_once(counting: Counting) -> None:
    labels = [paragraph.label for paragraph in counting.rules]
    assert labels[0] == "Source" and "Reading" in labels and len({*labels}) == len(labels)
    assert counting.title and all(paragraph.text.endswith(".") for paragraph in counting.rules)
    assert counting.system in ("", *systems())


@every_system
def test_the_declared_parts_are_the_parts_of_the_score_in_the_same_order(system: System) -> None:
    boards = cases(system.id)[0].boards
    result = system.score(boards)
    assert [*result.parts] == system.parts
    assert next(iter(result.parts.values())).shape == boards.centres.shape
    assert all(np.broadcast_shapes(part.shape, boards.centres.shape) == (7, 1) for part in result.parts.values())


@every_system
def test_no_part_has_the_name_of_a_fixed_column(system: System) -> None:
    boards = cases(system.id)[0].boards
    columns = [rules.column(name) for name in (*system.parts, *score_boards(system, boards).working)]
    assert len({*columns}) == len(columns)
    assert not {*columns} & {*FIXED, "season", "official"}
    assert all(re.fullmatch(r"[a-z][a-z_]*", column) for column in columns)


def test_a_part_with_the_name_of_a_fixed_column_is_refused() -> None:
    for name in ("score", "place", "status", "season"):
        with pytest.raises(ValueError, match=name):
            scores_schema(("taking_part", name))


@every_system
def test_every_system_has_worked_cases_and_a_second_reading(system: System) -> None:
    assert cases(system.id)
    assert reading(system.id)


def test_every_worked_case_has_a_system() -> None:
    assert {path.stem for path in CASES.glob("*.csv")} <= {*systems()}


@every_system
def test_every_case_has_a_source_and_a_name_of_its_own(system: System) -> None:
    worked = [*cases(system.id)]
    assert all(case["case"] and case["says"] for case in worked)
    assert len({case["case"] for case in worked}) == len(worked)
    assert any(not case["status"] for case in worked)


def test_the_folder_is_the_registry() -> None:
    modules = [import_module(module) for module in members("pipeline.rules.systems")]
    assert [*systems()] == sorted(id for module in modules for id in module.EDITIONS)


def test_no_two_systems_have_one_title() -> None:
    titles = [system.title for system in systems().values()]
    assert len({*titles}) == len(titles)


@every_system
def test_no_number_of_a_rule_is_written_into_its_sheet(system: System) -> None:
    """The numbers in a paragraph are filled in from the edition's settings, so that text and rule agree.

    Only the 18 centres of a solo are fixed.
    """
    sheet = [*rules.paragraphs(rules.docstring(system.module)), *rules.paragraphs(SHEET)]
    fixed = {label: ANY_NUMBER.findall(NO_NUMBERS.sub("", text)) for label, part, text, _ in sheet if part}
    assert not any(fixed.values()), fixed
    printed = {name for paragraph in sheet for name in paragraph.numbers()}
    assert {*kinds(system.numbers)} - {*kinds(SoloRules())} <= printed


def test_a_text_that_is_no_rule_sheet_is_refused() -> None:
    assert rules.title("C-Diplo.\n\nSource   A paper.") == "C-Diplo"
    sheet = "C-Diplo.\n\n2.1  place points: 38\n     and 14."
    assert rules.paragraphs(sheet) == [rules.Paragraph("2.1", "place points", "38 and 14.")]
    with pytest.raises(ValueError, match="no paragraph"):
        rules.paragraphs("C-Diplo.\n\nSource\n1   One point.")


# -- circuits ----------------------------------------------------------------------------------------------------------


@every_circuit
def test_every_circuit_has_a_second_reading(circuit: Circuit) -> None:
    assert circuits_again.reading(circuit.id)


@every_circuit
def test_no_two_paragraphs_of_a_circuit_show_one_figure(circuit: Circuit) -> None:
    parts = [paragraph.part for paragraph in circuit.rules if paragraph.part]
    assert len({*parts}) == len(parts)


@every_circuit
def test_no_circuit_is_named_outside_the_folder_of_circuits(circuit: Circuit) -> None:
    word = re.compile(rf"\b{circuit.id}\b")
    naming = [module for module, path in FILES.items() if word.search(path.read_text(encoding="utf-8"))]
    assert {module for module in naming if not module.startswith("pipeline.rules.circuits.")} == set()


@every_circuit
def test_a_circuit_declares_only_inputs_that_it_can_use(circuit: Circuit) -> None:
    needs = circuit.needs
    assert needs.takes in ("placings", "scores", "participants", "games") and needs.ranked in ("player", "nation")
    assert needs.game == ("bao" if needs.takes == "participants" else "diplomacy")
    takes_games = needs.takes == "games"
    assert {*needs.asks} <= ({"circuit points", "boards"} if needs.takes == "placings" else set())
    assert needs.takes == "placings" or not needs.open_events
    assert (needs.system in systems()) == takes_games
    assert takes_games or not needs.years_back


# -- words -------------------------------------------------------------------------------------------------------------

LANGUAGES = {*words.LANGUAGES}
SAME_WORD = {  # languages in which the word is the name itself
    ("players", "elo"): {"it", "fr"},
    ("power", "Austria"): {"it"},
    ("power", "France"): {"fr"},
    ("power", "Russia"): {"it"},
    ("answer", "no"): {"it"},
    ("event kind", "diplomacy"): {"it", "fr"},
    ("event kind", "bao"): {"it", "fr"},
}


def synonyms() -> list[dict[str, str]]:
    """Return the rows of `schemas/synonyms.csv`, the vocabulary of the sheets."""
    with words.SYNONYMS.open(encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]


def test_no_word_means_two_things_of_one_kind() -> None:
    meanings = defaultdict(set)
    for row in synonyms():
        meanings[row["kind"], words.fold(row["word"])].add(row["name"])
        meanings[row["kind"], words.fold(row["name"])].add(row["name"])
    assert {word: names for word, names in meanings.items() if len(names) > 1} == {}


def test_every_name_has_a_word_in_every_language() -> None:
    languages = defaultdict(set)
    for row in synonyms():
        languages[row["kind"], row["name"]].add(row["language"])
    missing = {name: LANGUAGES - found - SAME_WORD.get(name, set()) for name, found in languages.items()}
    assert {name: lacking for name, lacking in missing.items() if lacking} == {}
    assert {language for found in languages.values() for language in found} == LANGUAGES


def test_no_line_of_the_vocabulary_is_repeated() -> None:
    rows = [tuple(row.values()) for row in synonyms()]
    assert len({*rows}) == len(rows)
    assert all(all(cells) for cells in rows)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("power", (*words.POWERS, words.TOTAL)),
        ("turn", words.TURNS),
        ("result", words.RESULTS),
        ("data label", words.DATA_LABELS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_constant_of_the_game_is_in_the_vocabulary(kind: str, names: tuple[str, ...]) -> None:
    assert {*words.vocabulary(kind).values()} == {*names}
    assert all(words.vocabulary(kind)[words.fold(name)] == name for name in names)


def test_words_are_compared_without_case_accents_and_blanks() -> None:
    power, turn, result = (words.vocabulary(kind) for kind in ("power", "turn", "result"))
    assert power[words.fold("  ITALIE ")] == power[words.fold("Italia")] == "Italy"
    assert turn[words.fold("PRINTEMPS")] == turn[words.fold("Primavera")] == "spring"
    assert result[words.fold("in_corso")] == result[words.fold("En  cours")] == "in progress"
    assert words.fold("Été 1901") == "ete 1901"


def test_game_9_comes_before_game_10() -> None:
    boards = ["Game", "game 9", "Game 9b", "Game 10"]
    assert sorted(["Game 10", "Game", "Game 9b", "game 9"], key=words.natural) == boards


# -- computed values cannot be changed ---------------------------------------------------------------------------------


HOLD_ARRAYS = [Result, Scores, CircuitResult, Tournaments]


@pytest.mark.parametrize("container", [System, Circuit, *HOLD_ARRAYS], ids=lambda container: container.__name__)
def test_computed_values_cannot_be_assigned_to(container: type) -> None:
    names = [field.name for field in fields(container)]
    computed = container(**dict.fromkeys(names))
    with pytest.raises(FrozenInstanceError):
        setattr(computed, names[0], None)


@pytest.mark.parametrize("container", HOLD_ARRAYS, ids=lambda container: container.__name__)
def test_objects_with_arrays_are_equal_only_to_themselves(container: type) -> None:
    one, other = (container(**{name: ["array"] for name in container.__annotations__}) for _ in range(2))
    assert one != other and {one: "a key"}[one]


def test_boards_cannot_be_assigned_to_and_are_equal_only_to_themselves() -> None:
    one, other = (boards_of([PlainBoard(START)]) for _ in range(2))
    with pytest.raises(FrozenInstanceError):
        one.years = other.years  # type: ignore[misc]
    assert one != other and {one: "a key"}[one]


@every_system
def test_every_part_of_a_score_has_a_translated_header(system: System) -> None:
    """This test fails for a part with a new name until the name is added to `PARTS` in pages/words.py.

    Without an entry, the part's header would stay in English.
    """
    parts = {paragraph.part for paragraph in system.rules if paragraph.part}
    assert {part for part in parts if not isinstance(heading_of(part), Message)} == set()
