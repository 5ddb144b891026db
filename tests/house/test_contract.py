"""Checks that each table passed between stages has a schema, and that each column has one type and one meaning."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from itertools import groupby
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandera.errors import SchemaErrors

from pipeline.build.diff import FIGURES, KEY
from pipeline.build.manifest import Manifest
from pipeline.build.published import Season, league
from pipeline.events.prizes import Prizes
from pipeline.history.history import history
from pipeline.pages.data_files import tables_csv
from pipeline.read.find import find
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts
from pipeline.score.published import publish
from pipeline.stages import Computed, compute
from pipeline.store.folder import Folder
from pipeline.tidy.tables import Tables
from schemas.columns import COLUMNS, PART
from schemas.facts import BOARD_FACTS, SEAT_FACTS
from schemas.history import HISTORY
from schemas.results import CHANCES, CIRCUIT, EVENTS, PRIZES, TOURNAMENTS
from schemas.schema import Column, Schema, check
from schemas.scores import SCORES, STANDINGS, scores_schema
from schemas.tables import CHARTED, PUBLISHED, PUBLISHED_AS, TABLES, check_tables
from tests.bad_inputs.spoil import tournament
from tests.conftest import Shipped
from tests.grouped import grouped
from tests.sheets import event, table, write_xlsx

FACTS = {"boards": BOARD_FACTS, "seats": SEAT_FACTS}
SCHEMAS = {
    **TABLES,
    **{f"facts.{name}": schema for name, schema in FACTS.items()},
    "scores": SCORES,
    "standings": STANDINGS,
}
COMPARED = {  # published tables that are not tidy tables
    **{
        "scores": SCORES,
        "standings": STANDINGS,
        "of an event": EVENTS["standings"],
        "of Bao": TOURNAMENTS["standings"],
    },
    **PRIZES,
    "chances": CHANCES["players"],
    **{f"{name} of a circuit": schema for name, schema in CIRCUIT.items()},
}
every_table = pytest.mark.parametrize("name", TABLES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write an event and a Bao tournament that together fill every published table, and return their folder.

    The event has a chart and a `results` sheet.
    """
    folder = tmp_path_factory.mktemp("contract")
    results = {"results": table("player round score", ("Anna", 2, 5.5))}
    write_xlsx(folder / "2013" / "Torneo.xlsx", event() | results)
    write_xlsx(folder / "2013" / "Bao.xlsx", tournament("Bao"))
    return folder


Checked = list[tuple[Schema, pd.DataFrame]]


@contextmanager
def heard() -> Iterator[Checked]:
    """Yield a list that collects each table checked while the block runs, together with its schema."""
    checked: Checked = []
    fits = Schema.fits

    def noted(schema: Schema, frame: pd.DataFrame) -> bool:
        checked.append((schema, frame))
        return fits(schema, frame)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Schema, "fits", noted)
        yield checked


@pytest.fixture(scope="module")
def computed_and_checked(folder: Path) -> tuple[Computed, Checked]:
    with heard() as checked:
        computed = compute(find(folder, set()))
    return computed, checked


@pytest.fixture(scope="module")
def computed(computed_and_checked: tuple[Computed, Checked]) -> Computed:
    return computed_and_checked[0]


def frames(container: type) -> set[str]:
    """Return the names of the dataclass fields that hold frames."""
    return {field.name for field in fields(container) if field.type is pd.DataFrame}


def test_every_table_and_every_fact_has_a_schema() -> None:
    assert frames(Tables) == {*TABLES} and frames(Facts) == {*FACTS}


def test_pandera_accepts_every_table_that_checks_with_arrays_accept(
    computed_and_checked: tuple[Computed, Checked], shipped: Shipped
) -> None:
    """The stages use arrays to check tables against their schemas, and Pandera must give the same result."""
    computed, checked = computed_and_checked
    with heard() as later:
        for one in computed.published.values():
            one.standings_of("2013")
        folders = [Folder(shipped.out) / path.parent.name for path in sorted(shipped.out.glob("*/manifest.json"))]
        seasons = [Season(folder, Manifest.read(folder)) for folder in folders]
        history(league(seasons, pd.DataFrame(columns=["player", "alias"], dtype=object), ()))
    filled = [(schema, frame) for schema, frame in checked + later if len(frame)]
    names = {schema.name for schema, _ in filled}
    assert {*HISTORY, "seat facts", "scores", "standings", "rounds", "entries"} - {"near_names"} <= names
    for schema, frame in filled:
        schema.in_pandera.validate(frame, lazy=True)


@every_table
def test_a_table_with_an_undeclared_column_is_refused(name: str, computed: Computed) -> None:
    tables = vars(computed.tables)
    check_tables(tables)
    with pytest.raises(SchemaErrors, match="seemingly"):
        check_tables(tables | {name: tables[name].assign(seemingly=1)})


@every_table
def test_a_table_without_one_of_its_columns_is_refused(name: str, computed: Computed) -> None:
    tables, column = vars(computed.tables), [*TABLES[name].columns][-1]
    with pytest.raises(SchemaErrors, match=column):
        check_tables(tables | {name: tables[name].drop(columns=column)})


@pytest.mark.parametrize(
    ("table", "column", "cells"),
    [
        ("seats", "final_centres", 4.5),
        ("seats", "final_centres", 35),
        ("seats", "final_centres", "4"),
        ("seats", "scored", "yes"),
        ("seats", "player", None),
        ("seats", "player", 7),
        ("seats", "power", "Espana"),
        ("seats", 1903, -1.0),
        ("boards", "first_year", np.nan),
        ("boards", "result", "victory"),
        ("events", "clock", "T=(3+1)<=7"),
        ("events", "as_of", "2013-01-01"),
    ],
)
def test_a_cell_that_violates_its_column_is_refused(table: str, column: str, cells: object, computed: Computed) -> None:
    tables = vars(computed.tables)
    with pytest.raises(SchemaErrors, match=str(column)):
        check_tables(tables | {table: tables[table].assign(**{str(column): cells}).rename(columns={"1903": 1903})})


@pytest.mark.parametrize("name", FACTS)
def test_facts_with_an_undeclared_column_are_refused(name: str, computed: Computed) -> None:
    frame = getattr(computed.facts, name).drop(columns=computed.facts.years, errors="ignore")
    check(frame, FACTS[name])
    with pytest.raises(SchemaErrors, match="seemingly"):
        check(frame.assign(seemingly=1), FACTS[name])


@grouped("system", systems())
def test_scores_with_an_undeclared_column_are_refused(system: str, computed: Computed) -> None:
    published = publish(systems()[system], computed.facts)
    schema = scores_schema((*published.parts, *published.working))
    check(published.scores, schema)
    with pytest.raises(SchemaErrors, match="seemingly"):
        check(published.scores.assign(seemingly=1), schema)


def test_only_a_scored_seat_has_a_score_and_a_place_is_one_of_seven(computed: Computed) -> None:
    published = computed.published["sum_of_squares"]
    schema = scores_schema((*published.parts, *published.working))
    for wrong in ({"score": np.nan}, {"status": "not scored"}, {"status": "scored!"}, {"place": 8}):
        with pytest.raises(SchemaErrors):
            check(published.scores.assign(**wrong), schema)  # type: ignore[arg-type]


def test_a_player_is_once_in_the_standings_of_a_season(computed: Computed) -> None:
    [season] = computed.listing.seasons
    table = computed.published["sum_of_squares"].standings_of(season).assign(season=season)
    assert len(check(table, STANDINGS))
    for wrong in (pd.concat([table, table], ignore_index=True), table.assign(games=0), table.assign(rank=0)):
        with pytest.raises(SchemaErrors):
            check(wrong, STANDINGS)


# -- meanings ----------------------------------------------------------------------------------------------------------


def definition(column: Column) -> tuple[str, str]:
    """Return the kind and meaning of a column."""
    return column.kind, column.meaning


@grouped("name", COLUMNS)
def test_every_column_says_what_it_means(name: str) -> None:
    assert COLUMNS[name].meaning and COLUMNS[name].kind


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_same_name_means_the_same_in_every_table(name: str) -> None:
    for column, found in SCHEMAS[name].columns.items():
        assert definition(found) == definition(COLUMNS[column]), column


def test_no_two_columns_mean_the_same() -> None:
    meanings = sorted(column.meaning for column in COLUMNS.values())
    assert [meaning for meaning, same in groupby(meanings) if len([*same]) > 1] == []


def test_no_part_of_a_system_has_the_name_of_another_column(computed: Computed) -> None:
    for published in computed.published.values():
        schema = scores_schema((*published.parts, *published.working))
        assert {name for name in published.parts if name in COLUMNS} == set()
        assert all(definition(schema.columns[name]) == definition(PART) for name in published.parts)


# -- what is published -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_columns_are_defined_and_in_one_order(name: str, computed: Computed) -> None:
    assert {*PUBLISHED[name]} <= {*COLUMNS}
    entries = computed.results.tournaments.entries
    rows = tables_csv(computed.facts, computed.tables, entries, "2013")[name]()
    assert [*rows] == [PUBLISHED_AS.get(column, column) for column in PUBLISHED[name]]
    assert not any(rows[column].dtype == float for column in rows if COLUMNS[column].kind == "a whole number")


@pytest.mark.parametrize("name", COMPARED)
def test_every_published_table_of_scores_has_key_columns(name: str) -> None:
    """`diff` compares rows that have the same key."""
    columns = {*COMPARED[name].columns}
    assert columns & {*KEY} - {"event"} and columns & {*FIGURES}


def test_diff_compares_every_table_of_an_event() -> None:
    assert {field.name for field in fields(Prizes)} == {*PRIZES} <= {*COMPARED}


def test_only_charts_have_one_column_per_year(computed: Computed) -> None:
    with_years = {name for name in TABLES if any(isinstance(column, int) for column in getattr(computed.tables, name))}
    assert with_years == {*CHARTED}
