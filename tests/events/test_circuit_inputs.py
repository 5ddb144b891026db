"""Tests of circuit inputs: placings, the date of a ranking list, and games as they stood on that date."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandera.errors import SchemaError, SchemaErrors

import pipeline.rules.circuits as rules
from pipeline.events.circuit_inputs import games, placings
from pipeline.events.days import counts_for, list_day
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.rules.circuits import campo_di_marte
from pipeline.stages import Computed, compute
from schemas.keys import of_season
from schemas.messages import say
from schemas.results import EVENTS, checked
from tests.asked import Asked
from tests.scoring import Case, cases
from tests.sheets import PLAYED_OUT, POWERS, Cell, Sheets, event, night, only_rules, table, write_xlsx

PRINTED = 5e-7  # the published values have six decimals
TURNS = {"S": "spring", "A": "autumn", "W": "winter"}
STARTED = 1901
CALENDAR = {STARTED + n: date(2006 + n, 1, 15) for n in range(8)}  # autumn 1905 was adjudicated on 15 January 2010


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "pgp"):
        yield


def computed_of(folder: Path) -> Computed:
    computed = compute(find(folder, set()))
    assert [p for p in computed.problems if p.severity == "error"] == []
    return computed


asked = Asked()


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    return computed_of(asked.write(tmp_path_factory.mktemp("asked")))


def named(computed: Computed, year: str = "2013") -> str:
    """Return the name of the only season whose name starts with this year."""
    (name,) = (name for name in computed.tables.events["season"].unique() if name.startswith(year))
    return str(name)


@pytest.fixture(scope="module")
def cup_2013(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute the results of a season with one event, which counts towards the cup."""
    folder = tmp_path_factory.mktemp("cup")
    write_xlsx(folder / "2013" / "Coppa.xlsx", event(circuits="Bismark Cup 2001; Campo di Marte"))
    return computed_of(folder)


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute the results of a folder without seasons."""
    return computed_of(tmp_path_factory.mktemp("nothing"))


# -- the day of a season's list ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("season", "day"),
    [
        ("2013", date(2013, 12, 15)),
        ("2013-14", date(2014, 12, 15)),
        ("2013/14", date(2014, 12, 15)),
        ("2013-2014", date(2014, 12, 15)),
        ("1999-00", date(2000, 12, 15)),
        ("1999-2000", date(2000, 12, 15)),
        ("1998-99", date(1999, 12, 15)),
        ("Primavera", None),
        ("", None),
    ],
)
def test_a_list_shows_games_as_of_15_december_of_the_later_year(
    season: str, day: date | None, nothing: Computed
) -> None:
    assert list_day(season, nothing.tables) == day


SEASON: Sheets = {"season": table("setting value", ("as of", date(2013, 6, 30)), ("data", "generated"))}


@asked(s2013_season=SEASON, s2013_Coppa=event(), s2014_Coppa=event("Notte", family="B"))
def test_the_sheet_of_the_season_may_state_another_day(computed: Computed) -> None:
    assert list_day(named(computed), computed.tables) == date(2013, 6, 30)
    assert list_day(named(computed, "2014"), computed.tables) == date(2014, 12, 15)


@asked(s2013_season=SEASON, s2013_Coppa=event())
def test_the_command_line_overrides_the_day_of_the_season(computed: Computed) -> None:
    assert list_day(named(computed), computed.tables, date(2013, 1, 1)) == date(2013, 1, 1)
    assert list_day("Primavera", computed.tables, date(2013, 1, 1)) == date(2013, 1, 1)


# -- placings ----------------------------------------------------------------------------------------------------------

CUP = "bismark_cup_2001"


def cup(computed: Computed, season: str = "2013", circuit: str = CUP) -> pd.DataFrame:
    counted = of_season(counts_for(circuit, computed.tables), named(computed, season))
    return placings(counted, computed.results.events, computed.tables)


def typed(*rows: tuple[Cell, ...], **settings: Cell) -> Sheets:
    """Return the sheets of an event with placings but no boards."""
    named = {"circuits": "Bismark Cup 2001", "data": "generated"} | settings
    return {
        "event": table("setting value", *named.items()),
        "placings": table("player place games role", *rows),
    }


def test_an_event_on_boards_gives_its_standings(cup_2013: Computed) -> None:
    standings = cup_2013.results.events.standings
    rows = cup(cup_2013)
    assert dict(zip(rows["player"], rows["place"], strict=True)) == dict(
        zip(standings["player"], standings["rank"], strict=True)
    )
    assert set(rows["role"]) == {"player"}
    assert set(rows["games"]) == {1}


@asked(
    s2013_Coppa=event(circuits=CUP),
    s2013_Altra=event("Altra", family="A"),
    s2013_Terza=event("Terza", family="B", circuits="bismark_cup_2000"),
    s2014_Coppa=event("Quarta", family="C", circuits=CUP),
)
def test_only_events_of_the_season_that_name_the_circuit_count(computed: Computed) -> None:
    assert set(cup(computed)["event"]) == {"Coppa"}
    assert set(cup(computed, circuit="bismark_cup_2000")["event"]) == {"Terza"}
    assert set(cup(computed, "2014")["player"].str[-1]) == {"C"}


RESULT = (("Anna", 1, 3, None), ("Bruno", 2, 3, None))


@asked(
    s2001_Don=typed(*RESULT, name="The Don Challenge Cup X", circuits="Bismark Cup 2001; Bismark Cup 2000"),
    s2001_Open=typed(*RESULT, name="Perth Open"),
    s2001_Night=typed(*RESULT, name="Club night"),
    s2002_Don=typed(*RESULT, name="Don Challenge Cup XI 2002"),
)
def test_events_that_are_not_accredited_are_reported_once_a_season_and_still_count(computed: Computed) -> None:
    """Paragraph 2, "Accredited Tournaments for 2001", names ten tournaments, but neither Club night nor Perth Open."""
    remarks = [p for p in computed.problems if p.code == "circuit_remark" and str(p.found) == CUP]
    assert [(p.severity, p.season, p.event, str(p.message)) for p in remarks] == [
        (
            "notice",
            named(computed, "2001"),
            "",
            "not accredited by the rules, but counted because the sheet says so: Club night, Perth Open",
        )
    ]
    table = computed.results.outcome(CUP, named(computed, "2001")).standings
    assert table.loc[table["player"] == "Anna", "events"].tolist() == [3]


@asked(
    s2013_Coppa=typed(
        *(("Anna", 1, 3, None), ("Bruno", 2, 3, "player"), ("Carla", 9, 0, "GM"), ("Dario", 3, 1, "direttore")),
        directors="Bruno; Elena",
    ),
    s2013_Notte=event("Notte", circuits=CUP, directors="Anna, Nora"),
)
def test_a_director_is_no_player_whatever_the_placings_say(computed: Computed) -> None:
    rows = cup(computed).set_index(["event", "player"])["role"]
    assert rows["Coppa"].to_dict() == {"Anna": "player", "Bruno": "director", "Carla": "gm", "Dario": "director"}
    assert rows["Notte"][lambda role: role == "director"].index.tolist() == ["Anna", "Nora"]


@asked(s2013_Coppa=event(circuits=CUP, directors="Annie") | {"players": table("player alias", ("Anna", "Annie"))})
def test_a_director_may_be_named_by_an_alias(computed: Computed) -> None:
    rows = cup(computed)
    assert rows.set_index("player")["role"]["Anna"] == "director"


@asked(
    s2013_Coppa=event(circuits=CUP)
    | {
        "players": table("player alias", ("Anna", "Annie")),
        "placings": table("player place role", ("Annie", None, "director"), ("Bruno", None, "GM"), ("Zoe", None, "GM")),
    }
)
def test_a_director_in_the_placings_who_sat_on_a_board_is_still_the_director(computed: Computed) -> None:
    """Under paragraph 5 of the cup's rules, a director has not played, "even if they played GM positions".

    The placings name Anna as the director, and Bruno and Zoe as GMs.
    """
    rows = cup(computed)
    assert not rows["player"].duplicated().any()
    roles = rows.set_index("player")["role"].to_dict()
    assert (roles["Anna"], roles["Bruno"], roles["Zoe"], roles["Carla"]) == ("director", "gm", "gm", "player")
    standings = computed.results.outcome(CUP, named(computed)).standings
    assert not {"Anna", "Bruno", "Zoe"} & {*standings["player"]} and "Carla" in {*standings["player"]}


SEVENTEEN = [f"{n:02d}" for n in range(1, 18)]  # players, named after their places
DIRECTED = {"name": "Auckland", "circuits": "Bismark Cup 2001", "data": "generated", "directors": "06"}


def by_scores() -> Sheets:
    """Return an event that has only scores.

    Its players are 01 to 17, and 06 is the director. Players 01 to 04 and the director play three times, the others
    twice.
    """
    results = [
        (player, round, 100 - int(player))
        for player in SEVENTEEN
        for round in range(1, 4 if player in (*SEVENTEEN[:4], "06") else 3)
    ]
    return {"event": table("setting value", *DIRECTED.items()), "results": table("player round score", *results)}


@asked(
    s2001_Scores=by_scores(),
    s2001_Typed=typed(*((player, int(player), 2, None) for player in SEVENTEEN), directors="06"),
)
def test_players_behind_a_director_move_up_in_computed_standings_and_keep_typed_places(
    computed: Computed,
) -> None:
    """Under paragraphs 3 and 5 of the cup's rules, the director does not count as having played.

    Each game that a player played counts as a third of a player, up to three games. Of the 16 players, 4 played three
    games and 12 played two, so the rating is (4 x 3 + 12 x 2) / 3 = 12. The points for each place are therefore
    multiplied by (50 + 12) / 100, and the eighth player gets 60 x 0.62 = 37.2 points.
    """
    season = named(computed, "2001")
    results = computed.results.outcome(CUP, season).results
    rows = results[results["event"] == "Scores"].set_index("player").drop("06")
    assert rows["place"].tolist() == [*range(1, 17)]
    assert (rows["rating"] == 12).all() and (rows["players"] == 16).all()
    assert rows.at["09", "points"] == pytest.approx(37.2)
    assert rows.at["17", "points"] == pytest.approx(0.62 * (50 - 49))
    typed_places = results[results["event"] == "Typed"].set_index("player").drop("06")["place"]
    assert typed_places.tolist() == [int(player) for player in typed_places.index]
    said = [str(p.message) for p in computed.problems if p.code == "circuit_remark" and "16 players" in str(p.message)]
    assert said == ["17: with only 16 players, place 17 gets the points for last place"]  # of the event Typed


BESIDE = event(circuits=CUP) | {"placings": table("player place games", ("Anna", 7, 2), ("Zoe", 1, 3))}


@asked(s2013_Coppa=BESIDE)
def test_standings_from_boards_override_typed_placings(cup_2013: Computed, computed: Computed) -> None:
    """Placings entered beside boards are only compared with the standings. Nothing is computed from such placings."""
    without, beside = cup(cup_2013), cup(computed)
    pd.testing.assert_frame_equal(without.drop(columns="season"), beside.drop(columns="season"))
    assert "Anna" in {*beside["player"]} and "Zoe" not in {*beside["player"]}


@asked(s2013_Coppa=BESIDE)
def test_an_event_with_both_placings_and_boards_has_one_standing_per_player(computed: Computed) -> None:
    standings = computed.results.events_of(named(computed)).standings
    assert len(standings) and not standings.duplicated(["season", "event", "player"]).any()


def two_rounds() -> Sheets:
    """Return an event with two boards in the first round and one in the second."""
    sheets = event(circuits=CUP, level="state")
    finals = (4, *[5] * 6)
    sheets["boards"] += [
        [2, 3, power, f"Q{power}", *[None] * 7, final] for power, final in zip(POWERS, finals, strict=True)
    ]
    return sheets


@asked(
    s2013_Coppa=two_rounds(),
    s2013_Notte=event("Notte", circuits=CUP, family="B", boards=4.5, level="nazionale"),
)
def test_the_boards_of_a_round_are_averaged_unless_typed(computed: Computed) -> None:
    boards = cup(computed).drop_duplicates("event").set_index("event")[["boards", "level"]]
    assert boards.loc["Coppa"].tolist() == [1.5, "state"]
    assert boards.loc["Notte"].tolist() == [4.5, "national"]


@asked(s2013_Coppa=typed(("Anna", 1, 3, None), boards=4), s2013_Notte=typed(("Anna", 1, 3, None)))
def test_an_event_known_by_its_result_has_the_boards_typed_or_none(computed: Computed) -> None:
    boards = cup(computed).set_index("event")["boards"]
    assert boards["Coppa"] == 4
    assert pd.isna(boards["Notte"])


# -- games for Campo di Marte ------------------------------------------------------------------------------------------


def worked(after: int | None = None) -> Case:
    """Return the game that is the worked example in tests/cases/pgp.csv.

    The game is finished or, if `after` is given, stands as it did after the autumn of that year.
    """
    wanted = f"in progress, after autumn {after}" if after else "won by France with 18 centres"
    (case,) = (case for case in cases("pgp") if case["case"].endswith(wanted) and "worked game" in case["case"])
    return case


def published(after: int | None = None) -> dict[str, float]:
    """Return each power's PGP score in the worked example in tests/cases/pgp.csv.

    Two separate calculations agree on these scores. The game is finished or, if `after` is given, stands as it did
    after the autumn of that year.
    """
    return {power: float(own) for power, own in zip(POWERS, worked(after).column("published"), strict=True)}


def charted(year: int | None = None) -> list[list[int]]:
    return [list(own) for own in zip(*worked(year).recorded, strict=True)]


def bulletin(
    ended: Cell = None,
    result: str | None = None,
    calendar: bool = False,
    year: int | None = None,
    **more: Cell,
) -> Sheets:
    """Return the sheets of an event whose only board is the worked example in tests/cases/pgp.csv.

    The game is finished or, if `year` is given, stands as it did after the autumn of that year.

    calendar  whether to include the `calendar` sheet
    """
    case = worked(year)
    missed = [
        (1, 1, power, STARTED // 100 * 100 + int(turn[1:]), TURNS[turn[0]])
        for power, turns in zip(POWERS, case.column("missed turns"), strict=True)
        for turn in turns.split()
    ]
    sheets: Sheets = {
        "event": table("setting value", ("system", "pgp"), ("circuits", "Campo di Marte"), ("data", "worked example")),
        "boards": night(charted(year), **{name: [value] * 7 for name, value in more.items() if name != "variant"}),
        "games": [
            ["round", "board", "result", "ended", "variant"],
            [1, 1, result or ("in progress" if year else "solo"), ended, more.get("variant")],
        ],
        "nmr": table("round board power year turn", *missed),
    }
    if calendar:
        last = STARTED + case.years
        sheets["calendar"] = table(
            "round board year adjudicated", *((1, 1, year, day) for year, day in CALENDAR.items() if year < last)
        )
    return sheets


def stood(computed: Computed, on: date) -> pd.DataFrame:
    counted = counts_for("campo_di_marte", computed.tables)
    season = named(computed) if len(counted) else ""
    return games(counted, on, campo_di_marte.NEEDS, computed.published, computed.tables, season)


def state(rows: pd.DataFrame) -> dict[str, Any]:
    """Return the state of the only game, and assert that all seven seats have the same state."""
    own = rows[["in_progress", "known", "reached"]].drop_duplicates()
    assert len(rows) == len(POWERS)
    assert len(own) == 1
    return own.iloc[0].to_dict()


def pgps(rows: pd.DataFrame) -> dict[str, float]:
    return dict(zip(rows["power"], rows["pgp"], strict=True))


def reasons(rows: pd.DataFrame, on: date) -> set[str]:
    """Return the reasons why a ranking list dated `on` leaves out any of these games.

    The rule that a player needs two games is ignored.
    """
    why = {*map(str, campo_di_marte.standings(rows, on).results["why"])}
    return {reason for reason in why if not reason.startswith("the only game")}


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1)))
def test_a_finished_game_counts_with_its_pgp(computed: Computed) -> None:
    on = date(2013, 12, 15)
    rows = stood(computed, on)
    assert state(rows) == {"in_progress": False, "known": True, "reached": True}
    assert pgps(rows) == pytest.approx(published(), abs=PRINTED)
    assert dict(zip(rows["power"], rows["player"], strict=True))["Austria"] == PLAYED_OUT[1].split()[0]
    assert reasons(rows, on) == set()


@asked(s2013_Bollettino=bulletin(year=1906))
def test_a_game_in_progress_counts_with_its_provisional_pgp(computed: Computed) -> None:
    on = date(2013, 12, 15)
    rows = stood(computed, on)
    assert state(rows) == {"in_progress": True, "known": True, "reached": True}
    assert pgps(rows) == pytest.approx(published(1906), abs=PRINTED)
    assert reasons(rows, on) == set()


@asked(  # a game with a calendar, which has ended since or is still in progress
    {"s2013_Bollettino": bulletin(date(2013, 5, 1), calendar=True)},
    {"s2013_Bollettino": bulletin(year=1907, calendar=True)},
)
@pytest.mark.parametrize("year", range(1901, 1908))
def test_a_game_with_a_calendar_counts_as_it_stood_on_a_past_day(year: int, computed: Computed) -> None:
    on = CALENDAR[year]
    rows = stood(computed, on)
    assert state(rows) == {"in_progress": True, "known": True, "reached": True}
    assert pgps(rows) == pytest.approx(published(year), abs=PRINTED)
    places = dict(zip(POWERS, worked(year).column("place"), strict=True))
    assert {power: str(place) for power, place in zip(rows["power"], rows["place"], strict=True)} == places
    assert reasons(rows, on) == set()


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1), calendar=True))
def test_the_day_before_autumn_is_adjudicated_still_shows_the_year_before(computed: Computed) -> None:
    assert pgps(stood(computed, date(2010, 1, 14))) == pytest.approx(published(1904), abs=PRINTED)
    assert pgps(stood(computed, date(2010, 12, 15))) == pytest.approx(published(1905), abs=PRINTED)


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1), calendar=True))
def test_a_game_with_a_calendar_is_over_from_the_day_it_ended(computed: Computed) -> None:
    before, after = stood(computed, date(2013, 4, 30)), stood(computed, date(2013, 5, 1))
    assert before["in_progress"].all()
    assert pgps(after) == pytest.approx(published(), abs=PRINTED)
    assert not after["in_progress"].any()


def numbered() -> Sheets:
    """Return a finished `bulletin` whose sheets say how many turns Turkey missed, but not which ones."""
    sheets = bulletin(date(2013, 5, 1), calendar=True)
    del sheets["nmr"]
    header, *rows = sheets["boards"]
    sheets["boards"] = [[*header, "nmr orders"], *([*row, 8 if row[2] == "Turkey" else 0] for row in rows)]
    return sheets


@asked(s2013_Bollettino=numbered())
def test_a_number_of_missed_turns_does_not_count_in_full_for_an_earlier_year(computed: Computed) -> None:
    """Paragraph 5.4 of PGP counts the turns missed so far.

    It is unknown how many of Turkey's eight missed turns were in 1901, so the PGP scores as of 1901 are unknown too.
    """
    rows_then = stood(computed, CALENDAR[1901])
    assert rows_then["pgp"].isna().all()


@asked({"s2013_Bollettino": bulletin(date(2013, 5, 1))}, {"s2013_Bollettino": bulletin(year=1906)})
def test_without_a_calendar_the_state_on_a_past_day_is_unknown(computed: Computed) -> None:
    on = date(2010, 12, 15)
    rows = stood(computed, on)
    assert state(rows) == {"in_progress": True, "known": False, "reached": True}
    assert rows["pgp"].isna().all()
    assert reasons(rows, on) == {str(campo_di_marte.UNKNOWN_STATE)}


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1), calendar=True))
def test_a_game_that_had_not_reached_autumn_1901_on_that_day_does_not_count(computed: Computed) -> None:
    on = date(2006, 1, 14)
    rows = stood(computed, on)
    assert state(rows) == {"in_progress": True, "known": True, "reached": False}
    assert rows["pgp"].isna().all()
    assert reasons(rows, on) == {"has not reached autumn 1901"}


@pytest.mark.parametrize(
    ("computed", "since"),
    [
        (asked.add(s2013_Bollettino=bulletin(year=1906, calendar=True)), CALENDAR[1906]),  # its last autumn
        (asked.add(s2013_Bollettino=bulletin(year=1906)), date(2013, 12, 15)),  # no calendar: the day of the list
    ],
    indirect=["computed"],
)
def test_a_game_still_in_progress_more_than_a_year_after_its_last_autumn_is_remarked(
    computed: Computed, since: date
) -> None:
    """The rules of Campo di Marte count all games in progress ("tutte le partite in corso sul bollettino").

    Such a game therefore still counts, but a remark says since when no autumn has been adjudicated.
    """
    a_year_on = since.replace(year=since.year + 1)
    lists = [campo_di_marte.standings(stood(computed, on), on) for on in (a_year_on, a_year_on + timedelta(days=1))]
    said = (
        f"round 1, board 1: still in progress, but no autumn has been adjudicated since {since}; counted all the same"
    )
    assert [[str(notice.text) for notice in own.notices] for own in lists] == [[], [said]]
    assert all(own.results["eligible"].all() for own in lists)


@asked(
    s2012_Bollettino=bulletin(date(2012, 12, 15)),
    s2013_Nuovo=bulletin(year=1905) | {"boards": night(charted(1905), family="N")},
)
def test_a_game_of_the_season_before_counts_for_twelve_months(computed: Computed) -> None:
    for on, used in ((date(2013, 12, 15), {"Bollettino", "Nuovo"}), (date(2013, 12, 16), {"Nuovo"})):
        results = campo_di_marte.standings(stood(computed, on), on).results
        assert set(results.loc[results["eligible"], "event"]) == used
    rows = stood(computed, date(2013, 12, 15))
    assert set(rows["season"]) == {named(computed, "2012"), named(computed)}
    assert pgps(rows[rows["season"] == named(computed, "2012")]) == pytest.approx(published(), abs=PRINTED)


def test_a_list_without_a_game_of_another_season_says_so(tmp_path: Path) -> None:
    """The rules of Campo di Marte count games of other seasons too, so a ranking list says which of these are missing.

    One of the previous season's two boards is set aside, because each of its 7 powers has 35 centres.
    """
    before, second = bulletin(date(2012, 12, 15)), night(charted(), family="M")[1:]
    before["boards"] += [[1, 2, *row[2:4], 35, *row[5:]] for row in second]
    before["games"].append([1, 2, "solo", date(2012, 12, 15)])
    write_xlsx(tmp_path / "2012" / "Bollettino.xlsx", before)
    for season, days in {"2013": [], "2016": [["start", date(2016, 1, 10)]]}.items():
        own = bulletin(year=1905) | {"boards": night(charted(1905), family="N")}
        own["event"] += days
        write_xlsx(tmp_path / season / "Nuovo.xlsx", own)
    computed = compute(find(tmp_path, set()))
    said = "2012, Bollettino: 1 of 2 boards counted; missing: round 1, board 2 (see problems.xlsx)"
    for season, reasons in {"2013": [said], "2016": []}.items():
        page = Season(computed, season)
        assert [str(text) for text in page.heading("", circuits=True).reasons if "see" in str(text)] == reasons
        assert page.heading("", circuits=True).status == ("INCOMPLETE" if reasons else "PROVISIONAL")
        assert page.heading("").status == "PROVISIONAL"  # its own games are complete


def later() -> Sheets:
    sheets = bulletin(date(2015, 5, 1)) | {"boards": night(charted(), family="N")}
    sheets["event"] += [["start", date(2014, 1, 10)]]
    return sheets


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1)), s2015_Nuovo=later())
def test_a_list_looks_back_two_years_and_not_ahead_of_its_day(computed: Computed) -> None:
    for on, listed in (
        (date(2014, 1, 9), {"Bollettino"}),
        (date(2014, 1, 10), {"Bollettino", "Nuovo"}),
        (date(2015, 5, 1), {"Bollettino", "Nuovo"}),
        (date(2015, 5, 2), {"Nuovo"}),
    ):
        assert set(stood(computed, on)["event"]) == listed


YEARS = range(2011, 2016)
BULLETIN = ("A", "B")  # the games of each year, one event per game


def bulletins(folder: Path, years: Iterable[int], **settings: Cell) -> Computed:
    """Compute the results of seasons with two games each. All games ended in May, and no two have a player in common.

    settings  settings of the last season's events
    """
    for year in years:
        for name in BULLETIN:
            sheets = bulletin(date(year, 5, 1)) | {"boards": night(charted(), family=f"{name}{year}")}
            sheets["event"] += [[*setting] for setting in settings.items()] if year == max(years) else []
            write_xlsx(folder / str(year) / f"{name}.xlsx", sheets)
    return compute(find(folder, set()))


def campo_remarks(computed: Computed) -> dict[str, list[str]]:
    """Return the messages of the `circuit_remark` problems, keyed by season."""
    found: dict[str, list[str]] = {season: [] for season in computed.listing.seasons}
    for line in computed.problems:
        if line.code == "circuit_remark":
            found[line.season].append(str(line.message))
    return found


def test_games_of_later_years_do_not_change_a_published_list(tmp_path: Path) -> None:
    """The ranking list for 2011 contains only the games of that season, however many years follow.

    Each later list has one remark, about missing start dates.
    """
    alone = bulletins(tmp_path / "alone", [2011]).results.outcome("campo_di_marte", "2011")
    together = bulletins(tmp_path / "together", YEARS)
    outcome = together.results.outcome("campo_di_marte", "2011")
    assert set(outcome.results["season"]) == {"2011"} and len(outcome.results) == len(BULLETIN) * len(POWERS)
    pd.testing.assert_frame_equal(outcome.results, alone.results)
    pd.testing.assert_frame_equal(outcome.standings, alone.standings)
    cure = "2 games have no start date (A, B), so the circuit's lists for earlier seasons leave them out. Fill in `start`, or enter their autumn adjudication dates in the sheet `calendar`."
    assert campo_remarks(together) == {str(year): [] if year == min(YEARS) else [cure] for year in YEARS}


def test_a_list_reports_once_all_games_that_had_begun_and_whose_state_is_unknown(tmp_path: Path) -> None:
    """The games of 2013 began in 2010, so they were under way on the dates of the ranking lists for 2011 and 2012.

    No sheet says how they stood on those dates.
    """
    computed = bulletins(tmp_path, range(2011, 2014), start=date(2010, 2, 1))
    said = campo_remarks(computed)
    for year in (2011, 2012):
        (line,) = [text for text in said[str(year)] if text.startswith("Games whose state")]
        assert line == (
            f"Games whose state on {year}-12-15 is not known are not counted: A (round 1, board 1), B (round 1, "
            "board 1). In the sheet `calendar`, enter the date on which each autumn was adjudicated. If a game began "
            f"after {year}-12-15, fill in `start` instead."
        )
    assert said["2013"] == []


@asked({"s2013_Bollettino": bulletin()}, {"s2013_Bollettino": bulletin(calendar=True)})
def test_a_finished_game_without_the_day_of_its_end_does_not_count(computed: Computed) -> None:
    on = date(2013, 12, 15)
    rows = stood(computed, on)
    assert len(rows) == len(POWERS) and not rows["in_progress"].any()
    assert rows["pgp"].isna().all()
    assert reasons(rows, on) == {str(campo_di_marte.UNKNOWN_END)}


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1), variant="Fleet Rome"))
def test_a_variant_is_reported_as_a_variant(computed: Computed) -> None:
    on = date(2013, 12, 15)
    rows = stood(computed, on)
    assert set(rows["variant"]) == {"Fleet Rome"}
    assert reasons(rows, on) == {"variant"}


def counting(sheets: Sheets) -> Sheets:
    sheets["event"].append(["variants", "count"])
    return sheets


def pgp_scores(computed: Computed) -> pd.DataFrame:
    return of_season(computed.published["pgp"].scores, named(computed))


@asked(s2013_Bollettino=bulletin(date(2013, 5, 1), variant="Fleet Rome"))
def test_a_variant_counts_nowhere(computed: Computed) -> None:
    """The rules of Campo di Marte do not count games with changed rules ("modifiche al regolamento ufficiale")."""
    scores = pgp_scores(computed)
    assert len(scores) == len(POWERS) and scores["score"].isna().all()
    assert len(computed.published["pgp"].standings_of(named(computed))) == 0
    assert {*scores["status"]} == {"unscorable: variant games do not count"}


@asked(s2013_Bollettino=counting(bulletin(date(2013, 5, 1), variant="Fleet Rome")))
def test_a_variant_counts_if_its_event_says_that_variants_count(computed: Computed) -> None:
    of_france = pgp_scores(computed).query("power == 'France'")["score"].tolist()
    assert of_france == pytest.approx([35.798182], abs=1e-6)  # the worked game
    on = date(2013, 12, 15)
    assert reasons(stood(computed, on), on) == set()  # no game is left out


def drawn() -> Sheets:
    """Return sheets with a game drawn by six survivors and with a place entered for each power."""
    chart = [[3, 0], [4, 6], [5, 7], [5, 6], [4, 5], [6, 5], [4, 5]]
    sheets = bulletin(date(2013, 5, 1))
    sheets["boards"] = night(chart, place=["7", *["1="] * 6])
    sheets["games"] = table("round board result ended", (1, 1, "draw", date(2013, 5, 1)))
    del sheets["nmr"]
    return sheets


@asked(s2013_Bollettino=drawn())
def test_a_draw_typed_with_the_places_of_its_final_ranking_has_no_warning(computed: Computed) -> None:
    """Under paragraph 2.2 of PGP, the survivors of a draw share the points of their places.

    The six survivors are therefore first, whatever their PGP scores.
    """
    assert pgp_scores(computed)["place"].tolist() == [7, 1, 1, 1, 1, 1, 1]
    assert not [problem for problem in computed.problems if problem.code == "place_differs"]


@asked(s2013_Coppa=event(circuits=CUP), s2013_Bollettino=bulletin(date(2013, 5, 1)))
def test_events_of_other_circuits_are_ignored(computed: Computed) -> None:
    assert set(stood(computed, date(2013, 12, 15))["event"]) == {"Bollettino"}


def test_without_any_game_there_is_no_list(nothing: Computed) -> None:
    assert stood(nothing, date(2013, 12, 15)).empty


# -- the folder of the circuits ----------------------------------------------------------------------------------------

HOUSE_CUP = '''"""House Cup.

Source   The wall of the club.
"""

from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.bismark_cup_2001 import standings

NEEDS = Needs("placings")
'''


def test_a_new_file_in_the_folder_of_circuits_is_all_that_a_circuit_takes(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "house_cup.py").write_text(HOUSE_CUP)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rules, "__path__", [*rules.__path__, str(tmp_path / "folder")])
        rules.circuits.cache_clear()
        write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event(circuits=f"House Cup, {CUP}"))
        results = computed_of(tmp_path / "raw").results
        house, bismark = (results.outcome(circuit, "2013") for circuit in ("house_cup", CUP))
    rules.circuits.cache_clear()
    assert len(house.standings) and house.standings.equals(bismark.standings)
    assert results.outcome(CUP, "2014").standings.empty


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("standings", {"rank": 0}),
        ("standings", {"score": "a text"}),
        ("standings", {"settled": None}),
        ("results", {"used": "yes"}),
        ("results", {"place": 1.5}),
        ("results", {"used": True, "why": say("no place entered")}),
    ],
)
def test_circuit_results_with_a_value_of_the_wrong_kind_are_refused(
    part: str, change: Any, cup_2013: Computed, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = cup_2013.results
    outcome = results.outcome(CUP, "2013")
    results.check()
    spoilt = replace(outcome, **{part: getattr(outcome, part).assign(**change)})
    monkeypatch.setitem(results._outcomes, (CUP, "2013"), spoilt)
    with pytest.raises(SchemaErrors):
        results.check()


@pytest.mark.parametrize("change", [{"rank": 0}, {"games": -1}, {"score": "a text"}, {"another": 1}])
def test_the_standings_of_events_have_the_declared_columns_and_no_others(change: Any, cup_2013: Computed) -> None:
    events = cup_2013.results.events
    assert checked(events, EVENTS) is events
    with pytest.raises((SchemaError, SchemaErrors)):
        checked(replace(events, standings=events.standings.assign(**change)), EVENTS)
