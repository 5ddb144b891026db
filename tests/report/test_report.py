"""Checks that the season report has the right contents and language, and is a single harmless file."""

import itertools
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from pipeline.build.reopen import check
from pipeline.language.language import language as in_words
from pipeline.pages.bao import TournamentPage
from pipeline.pages.report import CircuitReport, SeasonReport
from pipeline.pages.season import Status
from pipeline.pages.season_facts import RESULTS
from pipeline.problems.codes import Problem, ordered
from pipeline.report import card_of, page, picture_of
from pipeline.report.awards import best_of_powers, power_balance, records
from pipeline.report.boards import CHARTS_SHOWN
from pipeline.report.drawings import board_chart
from pipeline.report.elements import decimals
from pipeline.report.labels import LABEL_MEANS, LABELS_SHOWN, STATUS_SHOWN, Labels, anchors, player_anchors
from pipeline.report.picture import has_fonts
from pipeline.report.race import OF_EVENTS, OF_ROUNDS
from pipeline.rules.bao.tournaments import Tournaments
from pipeline.rules.rule_sheet import Paragraph
from pipeline.rules.standings import beyond_four, ordinal
from pipeline.store.folder import Damaged
from schemas.messages import NOTHING, Message, Text, Verbatim, plural, say
from schemas.words import LANGUAGES, POWERS
from tests.cases.kiba import WINNERS

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
HOSTILE = [
    "<script>alert(1)</script>",
    '=HYPERLINK("http://evil.example","x")',
    "$x^2$ & co",
    "漢字 <b>",
    '"><img src=x>',
]
every_language = pytest.mark.parametrize("language", LANGUAGES)


# -- a season made by hand ---------------------------------------------------------------------------------------------

YEARS = [str(year) for year in range(1901, 1909)]
WORKED = {  # the worked game of "Un Tuffo nel Passato"
    "Austria": [4, 3, 2, 1, 0, 0, 0, 0],
    "England": [4, 5, 5, 5, 5, 3, 0, 0],
    "France": [5, 6, 7, 9, 11, 13, 15, 18],
    "Germany": [5, 5, 4, 2, 0, 0, 0, 0],
    "Italy": [4, 4, 4, 4, 4, 4, 4, 3],
    "Russia": [5, 6, 6, 5, 5, 4, 4, 3],
    "Turkey": [4, 5, 6, 8, 9, 10, 11, 10],
}
LEVEL = (5, 5, 5, 5, 5, 5, 4)
PEOPLE = ["Anna Rossi", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gaia"]


def board(
    centres: dict[str, list[int]] | tuple[int, ...],
    event: str = "Torneo",
    round: str = "1",
    board: str = "1",
    **more: Any,
) -> pd.DataFrame:
    """Return a board's seven rows.

    centres  its chart or, for a board without one, a tuple of final centres
    """
    chart = centres if isinstance(centres, dict) else {}
    final = [own[-1] for own in chart.values()] if chart else [*centres]
    rows = pd.DataFrame(
        {"event": event, "round": round, "board": board, "power": POWERS, "player": PEOPLE, "result": ""}
    )
    for i, year in enumerate(YEARS):
        rows[year] = [float(own[i]) if i < len(own) else np.nan for own in chart.values()] if chart else np.nan
    out = [float(YEARS[own.index(0)]) if 0 in own else np.nan for own in chart.values()] if chart else np.nan
    return rows.assign(final_centres=final, eliminated=out, **more)


def scores(charts: pd.DataFrame, points: list[float], system: str = "c_diplo") -> pd.DataFrame:
    """Return the official scores of one board."""
    places = pd.Series(points).rank(ascending=False, method="min").astype("Int64").to_numpy()
    seats = charts[["event", "round", "board", "power", "player", "final_centres"]]
    return seats.assign(system=system, score=points, place=places)


def standings(rows: list[tuple[Any, ...]], *columns: str, **more: Any) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["rank", "player", *columns]).assign(**more)


def bismark() -> CircuitReport:
    """Return a circuit of two events with a dropped result, a director, and a tie settled by the best event."""
    table = standings(
        [
            (1, "Anna Rossi", 2, 13.5, 54.0, say("settled by the best event")),
            (2, "Bruno", 2, 13.5, 54.0, say("settled by the {ordinal} best event", ordinal=ordinal(2))),
            (3, "Carla", 1, 4.25, 17.0, ""),
        ],
        *("events", "score", "total", "settled"),
        best_1=[30.0, 29.0, 17.0],
    )
    results = pd.DataFrame(
        [
            ("Anna Rossi", "Torneo", 1, 30.0, True, ""),
            ("Bruno", "Torneo", 2, 25.0, True, ""),
            ("Carla", "Torneo", 3, 8.5, False, beyond_four(5)),
            ("Anna Rossi", "Serata", 2, 24.0, True, ""),
            ("Bruno", "Serata", 1, 29.0, True, ""),
            ("Carla", "Serata", 3, 17.0, True, ""),
            ("Il Direttore", "Serata", None, None, False, say("the director does not count as a player")),
        ],
        columns=["player", "event", "place", "points", "used", "why"],
    ).assign(rating=12)
    rules = [Paragraph("Source", "", "A paper."), Paragraph("5", "score", "The total, divided by four.")]
    return CircuitReport("bismark_cup_2001", "Bismark Cup 2001", rules, table, results)


def campo_di_marte() -> CircuitReport:
    """Return a circuit with one row per game."""
    table = standings([(1, "Anna Rossi", 2, 31.25, ""), (2, "Bruno", 2, 12.5, "")], "events", "score", "settled")
    results = pd.DataFrame(
        [
            ("Anna Rossi", "Torneo", "1", "G1", "France", 1, 35.5, True, say("in progress"), "", "2013"),
            (
                "Anna Rossi",
                "Torneo",
                "1",
                "G2",
                "Italy",
                2,
                27.0,
                True,
                say("ended {day}", day=date(2013, 5, 1)),
                "",
                "2012",
            ),
            ("Bruno", "Torneo", "1", "G1", "Italy", 3, 12.5, False, say("over"), say("has no PGP score"), "2013"),
        ],
        columns=["player", "event", "round", "board", "power", "place", "points", "used", "state", "why", "season"],
    )
    emperor = say("{title}: {leaders}", title=say("Emperor of Europe"), leaders="Anna Rossi")
    return CircuitReport("campo_di_marte", "Campo di Marte", [], table, results, emperor)


def season(language: str = "en", **changes: Any) -> SeasonReport:
    """Return a season of two events and two circuits."""
    first, second = board(WORKED), board(LEVEL, round="2", result=RESULTS["draw"])
    charts = pd.concat([first, second], ignore_index=True)
    official = pd.concat([scores(first, [1, 1, 57, 1, 8.5, 8.5, 25]), scores(second, [16.5, *[6.5] * 5, 5])])
    table = standings(
        [
            (1, "Carla", 2, 63.5, ""),
            (2, "Gaia", 2, 30.0, ""),
            (3, "Anna Rossi", 2, 17.5, ""),
            (4, "Elena", 2, 15.0, ""),
        ],
        *("games", "score", "settled"),
        event="Torneo",
    )
    rounds = pd.DataFrame(
        {
            "event": "Torneo",
            "after": ["1"] * 4 + ["2"] * 4,
            "round_no": [1] * 4 + [2] * 4,
            "player": ["Carla", "Gaia", "Elena", "Anna Rossi", "Carla", "Gaia", "Anna Rossi", "Elena"],
            "rank": [1, 2, 3, 7, 1, 2, 3, 4],
            "score": 1.0,
        }
    )
    events = pd.DataFrame(
        {
            "event": ["Torneo", "Serata"],
            "name": ["Torneo di Milano", "Serata"],
            "data": "real",
            "system": ["c_diplo", ""],
            "system_title": ["C-Diplo", ""],
            "counting": [say("best {n}", n=3), ""],
            "start": ["2013-05-03", "2013-06-01"],
            "end": ["2013-05-05", ""],
            "venue": ["Milano", ""],
            "boards": [2, 0],
            "players": [7, 0],
            "source": ["see https://example.org/a?b=1&c=2, and ask", ""],
        }
    )
    report = SeasonReport(
        season="2013",
        language=language,
        status="FINAL",
        reasons=[],
        labels=["real"],
        events=events,
        standings=table,
        rounds=rounds,
        results=official.assign(kind="game", points=official["score"], used=True),
        circuits=[bismark(), campo_di_marte()],
        charts=charts,
        scores=official,
        problems=[],
        rules=[("C-Diplo", [Paragraph("1", "taking part", "1 point for taking part.")])],
    )
    return replace(report, **changes)


def empty(language: str = "en") -> SeasonReport:
    frames = ("events", "standings", "rounds", "results", "charts", "scores")
    return season(language, circuits=[], rules=[], **{name: pd.DataFrame() for name in frames})


@cache
def plain_page(language: str = "en") -> str:
    """Return the page of the season that `season` returns by default."""
    return page(season(language))


def hostile(language: str = "en") -> SeasonReport:
    """Return a season whose names and other strings contain attacks on the page, for example HTML or formulas."""
    report = season(language)
    names = dict(zip(PEOPLE, HOSTILE, strict=False))

    def spoilt(frame: pd.DataFrame) -> pd.DataFrame:
        return frame.assign(player=frame["player"].replace(names)) if "player" in frame else frame

    events = report.events.assign(name=HOSTILE[:2], place=HOSTILE[4], counting=HOSTILE[0], source="javascript:alert(1)")
    typed = Verbatim(HOSTILE[0])
    problem = Problem("bad_value", "2013", "", HOSTILE[0], HOSTILE[0], HOSTILE[0], typed, typed, typed)
    circuits = [
        replace(c, title=HOSTILE[4], headline=typed, standings=spoilt(c.standings), results=spoilt(c.results))
        for c in report.circuits
    ]
    frames = {name: spoilt(getattr(report, name)) for name in ("standings", "rounds", "results", "charts", "scores")}
    spoilt_rows = [(*row[:3], HOSTILE[number % 3], *row[4:]) for number, row in enumerate(PRINTED_GROUP[:3])]
    event = tournament(spoilt_rows, [], name=HOSTILE[4], source="javascript:alert(1)", left=typed)
    return replace(
        report,
        tournaments=[event],
        season="2013</style><script>",
        reasons=[typed],
        events=events,
        circuits=circuits,
        problems=[problem],
        rules=[(HOSTILE[0], [Paragraph(HOSTILE[0], HOSTILE[4], HOSTILE[2])])],
        **frames,
    )


# -- a season of Bao made by hand --------------------------------------------------------------------------------------

STAGE = ["stage", "group", "rank", "player", "points", "sonneborn_berger", "kiba_score", "games", "settled", "goes_on"]
PRINTED_GROUP = [
    ("qualifying", "A", 1, "Oscar", 7, 10.5, 521.9, 8, "", "final"),
    ("qualifying", "A", 2, "Kobe", 5, 7.5, 540.0, 8, "", "final"),
    ("qualifying", "A", 3, "Jan", 4, 4.5, 354.8, 8, say("KIBA score"), ""),
    ("qualifying", "A", 4, "Sock", 4, 4.5, 187.4, 8, say("KIBA score"), ""),
    ("qualifying", "A", 5, "Peter", 0, 0.0, 171.5, 8, "", ""),
]
FINAL = [
    ("final", "", 1, "Kobe", 2, np.nan, 540.0, 3, "", "winner"),
    ("final", "", 2, "Oscar", 1, np.nan, 521.9, 3, "", "second"),
]
COUNTRIES = {"Oscar": "Colombia", "Kobe": "Italia", "Jan": "Nederland", "Sock": "France", "Peter": "Italia"}


def tournament(
    table: list[tuple[Any, ...]],
    games: list[tuple[Any, ...]],
    left: Text = NOTHING,
    event: str = "Rete",
    **more: Any,
) -> TournamentPage:
    """Return the page of a Bao event.

    table  rows of the stage standings
    games  stage, group, South, North and winner of each game
    left   text that says what is left to play
    """
    key = {"season": "2011", "event": event}
    standings = pd.DataFrame(table, columns=STAGE).assign(**key, complete=more.pop("complete", True))
    standings["country"] = standings["player"].map(COUNTRIES).fillna("")
    matches = pd.DataFrame(games, columns=["stage", "group", "south", "north", "winner"], dtype=object).assign(**key)
    entries = pd.DataFrame(
        {
            "number": range(1, len(COUNTRIES) + 1),
            "player": [*COUNTRIES],
            "country": [*COUNTRIES.values()],
            "elo": 1800.0,
            "games": 0.0,
            "kiba_score": [521.9, 540.0, 354.8, 187.4, 171.5],
            "category": 3,
            "group": "A",
            "withdrew": pd.Series(pd.NaT, range(len(COUNTRIES)), dtype="datetime64[us]"),
        }
    ).assign(**key)
    ended = {row["goes_on"]: row["player"] for _, row in standings.iterrows()}
    outcome = {
        "first": ended.get("winner", ""),
        "second": ended.get("second", ""),
        "finished": not left,
        "left_to_play": left,
    }
    played = Tournaments(
        entries=entries,
        matches=matches,
        members=pd.DataFrame(),
        standings=standings,
        schedule=pd.DataFrame(),
        outcomes=pd.DataFrame([key | outcome]),
    )
    facts = {"name": f"Torneo in {event}", "data": "real", "file": "2011/Rete.xlsx", "digest": "", "source": ""}
    facts |= {"start": "", "end": "", "place": "", "directors": ""}
    nations = more.pop("nations", pd.DataFrame())
    figures = {"mabingwa": False, "rows": len(games), "byes": 0, "ranking": lambda: nations, "clocks": pd.DataFrame()}
    return TournamentPage(**{"event": event, "played": played} | facts | figures | more)


def printed_games() -> list[tuple[Any, ...]]:
    """Return the games of the example group, in which each player of a pair is South once."""
    return [
        ("qualifying", "A", *sides, winner)
        for pair, winners in WINNERS.items()
        for sides, winner in zip((pair, pair[::-1]), winners, strict=True)
    ]


def in_the_net(**more: Any) -> TournamentPage:
    """Return a tournament with the example group from KIBA's rules, and a final of three games."""
    final = [("final", "", "Kobe", "Oscar", winner) for winner in ("Kobe", "Oscar", "Kobe")]
    return tournament(PRINTED_GROUP + FINAL, printed_games() + final, **more)


def kiba_championship() -> CircuitReport:
    """Return a one-event championship with 1 point per group win, 3 for the losing finalist and 4 for the winner."""
    table = standings(
        [
            (1, "Oscar", 1, 10.0, 7.0, 0.0, 3.0, 0.0, ""),
            (2, "Kobe", 1, 9.0, 5.0, 0.0, 0.0, 4.0, ""),
            (3, "Jan", 1, 4.0, 4.0, 0.0, 0.0, 0.0, ""),
        ],
        *("events", "score", "qualifying", "semifinal", "finalist", "winner", "settled"),
        country=["Colombia", "Italia", "Nederland"],
        mabingwa=[say("invited"), say("invited"), say("undecided")],
    )
    results = pd.DataFrame(
        {
            "player": ["Oscar", "Kobe", "Jan"],
            "event": "Rete",
            "place": pd.array([2, 1, None], "Int64"),
            "points": [7 + 3.0, 5 + 4.0, 4.0],
            "used": True,
            "why": "",
        }
    )
    return CircuitReport(
        "kiba_championship", "KIBA championship", [], table, results, say("first: {leaders}", leaders="Oscar")
    )


def kiba_nations() -> CircuitReport:
    """Return a circuit of nations with two events.

    Italia's best four players count, and France has only one player.
    """
    table = standings([(1, "Italia", 2, 31.0, ""), (2, "Colombia", 1, 9.0, "")], "events", "score", "settled")
    alone, fifth = say("the only player from this nation; two are needed"), beyond_four(5)
    people = [
        ("Oscar", "Altra", 1, 5.0, True, "Colombia", ""),
        ("Ana", "Altra", 2, 4.0, True, "Colombia", ""),
        ("Kobe", "Altra", 1, 6.0, True, "Italia", ""),
        ("Sock", "Rete", 1, 4.0, False, "France", alone),
        ("Kobe", "Rete", 1, 9.0, True, "Italia", ""),
        ("Anna", "Rete", 2, 7.0, True, "Italia", ""),
        ("Bruno", "Rete", 3, 5.0, True, "Italia", ""),
        ("Carla", "Rete", 4, 4.0, True, "Italia", ""),
        ("Peter", "Rete", 5, 3.0, False, "Italia", fifth),
    ]
    results = pd.DataFrame(people, columns=["player", "event", "place", "points", "used", "nation", "why"])
    return CircuitReport("kiba_nations", "KIBA nations", [], table, results, say("first: {leaders}", leaders="Italia"))


def bao(language: str = "en", **changes: Any) -> SeasonReport:
    """Return a season that has only Bao events."""
    changes = {"season": "2011", "tournaments": [in_the_net()], "circuits": [kiba_championship()]} | changes
    return replace(empty(language), **changes)


class Elements(HTMLParser):
    """All elements of a page with their attributes, and all its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of every element with this tag."""
        return [attributes for name, attributes in self.elements if name == tag]


def rows(text: str, caption: str) -> list[str]:
    """Return the rows of the table with this caption, as plain text with spaces between the cells."""
    (table,) = re.findall(rf"<caption>{re.escape(caption)}</caption>(.*?)</table>", text, re.DOTALL)
    cells = re.sub(r"<br>|</t[hd]>|<small[^>]*>", " ", table)
    return [" ".join(re.sub(r"<[^>]+>", "", row).split()) for row in re.findall(r"<tr.*?</tr>", cells, re.DOTALL)]


# -- contents ----------------------------------------------------------------------------------------------------------


@every_language
def test_the_page_speaks_the_language_of_the_season(language: str) -> None:
    text = plain_page(language)
    assert f'<html lang="{language}">' in text
    assert {"en": "Season report", "it": "Resoconto della stagione", "fr": "Bilan de la saison", "de": "Saisonbericht"}[
        language
    ] in text
    assert {"en": "63.50", "it": "63,50", "fr": "63,50", "de": "63,50"}[language] in text
    assert {"en": "Germany", "it": "Germania", "fr": "Allemagne", "de": "Deutschland"}[language] in text
    assert {"en": "3–5 May 2013", "it": "3–5 maggio 2013", "fr": "3–5 mai 2013", "de": "3.–5. Mai 2013"}[
        language
    ] in text
    assert {"en": "best 3", "it": "i migliori 3", "fr": "les 3 meilleurs", "de": "die besten 3"}[language] in text


def test_a_language_without_words_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'xx'"):
        (tmp_path / "report.html").write_text(page(season("xx")), "utf-8", "replace")
    assert not [*tmp_path.iterdir()]


@every_language
@pytest.mark.parametrize("status", ["FINAL", "PROVISIONAL", "INCOMPLETE", "RESULTS"])
def test_the_status_is_a_word_at_the_top_with_what_is_open(language: str, status: str) -> None:
    unscored = plural("1 game is in progress and not scored", "{n} games are in progress and not scored", 3)
    text = page(season(language, status=status, reasons=[unscored]))
    shown = in_words(language)(STATUS_SHOWN[status])
    head = text[: text.index("<main>")]
    assert f'<span class="st {status}">{shown}</span>' in head
    assert (f" · {shown}</title>" in text) == (status == "INCOMPLETE")
    assert {"en": "3 games are", "it": "3 partite sono", "fr": "3 parties sont", "de": "3 Partien laufen"}[
        language
    ] in head


@every_language
@pytest.mark.parametrize("label", ["worked example", "generated"])
def test_data_that_are_not_real_are_announced_at_the_top(language: str, label: str) -> None:
    text = page(season(language, labels=[label]))
    words = in_words(language)
    assert f'<span class="st unreal">{words(LABELS_SHOWN[label])}</span>' in text[: text.index("<main>")]
    assert words(LABEL_MEANS[label]) in text[text.index("<footer>") :]


@every_language
def test_an_origin_that_nobody_has_stated_is_a_sentence_at_the_end(language: str) -> None:
    text, means = page(season(language, labels=["not stated"])), in_words(language)(LABEL_MEANS["not stated"])
    assert means in text[text.index("<footer>") :] and 'class="st unreal"' not in text


def test_with_several_kinds_of_data_each_event_names_its_kind() -> None:
    report = season(labels=["real", "generated"])
    chip = '<span class="st unreal">GENERATED GAMES</span>'
    assert page(season(labels=["generated"])).count(chip) == 1
    text = page(replace(report, events=report.events.assign(data=["real", "generated"])))
    assert text.count(chip) >= 3
    assert "These games were generated by a program. Nobody played them. 1 of 2 events." in text


@every_language
def test_a_season_about_which_nothing_is_known_says_so_and_has_no_empty_section(language: str) -> None:
    text = page(empty(language))
    for lack in ("No players are ranked.", "None of this season’s events could be read."):
        assert in_words(language)(Message(lack)) in unescape(text)
    assert not re.search("<table|<svg|<ol|<figure|<dl|<nav|<h2|<script", text)


def test_an_event_without_an_official_system_says_so() -> None:
    text = plain_page()
    assert "the event does not name an official system" in text and "scored for comparison" not in text
    assert "scored for comparison" not in page(season(compared=True))  # the event has no board
    played = season().events.assign(boards=2)
    assert "scored for comparison" in page(season(compared=True, events=played))
    assert "scored for comparison" not in page(season(events=played))
    report = season()
    nobody = replace(report, standings=report.standings.head(0))
    assert "none of the event’s boards could be scored under C-Diplo" in page(nobody)


def test_standings_show_the_total_and_then_every_round_with_its_power() -> None:
    table = rows(plain_page(), "Standings: Torneo di Milano")
    assert table[0] == "rank player total R1 R2"
    assert table[1] == "1 Carla 63.50 57.00 F 6.50 F"
    assert table[3] == "3 Anna Rossi 17.50 1.00 A 16.50 A"


def test_a_column_that_is_the_same_for_all_is_left_out() -> None:
    report = season(circuits=[])
    fewer = replace(report, standings=report.standings.assign(games=[2, 2, 1, 2]))
    assert rows(page(fewer), "Standings: Torneo di Milano")[0] == "rank player total R1 R2 games"
    unscored = replace(report, standings=report.standings.assign(score=np.nan), results=report.results[:0])
    assert rows(page(unscored), "Standings: Torneo di Milano")[:2] == ["rank player", "1 Carla"]


def test_figures_are_sorted_by_their_value_and_not_by_what_is_shown() -> None:
    text = page(season("it", circuits=[]))
    assert '<td class="figure score" data-v="63.5">63,50</td>' in text
    assert '<td class="figure" data-v="57">57,00 <abbr class="pw F" title="Francia">F</abbr></td>' in text


def test_the_letters_of_the_powers_differ_in_every_language() -> None:
    for code in LANGUAGES:
        shown = Labels(season(code), in_words(code)).letters
        assert [*shown] == [*POWERS] and len({*shown.values()}) == len(POWERS) and max(map(len, shown.values())) <= 2


def test_a_seat_that_is_not_scored_is_a_sentence_with_the_typed_reason() -> None:
    text = page(season(circuits=[], unscored={"Torneo": [("Rita", "2", "walk-in"), ("Ugo", "1", "")]}))
    plain = re.sub("<[^>]+>", "", text)
    assert "Not scored: Rita (round 2: walk-in) and Ugo (round 1)." in plain and "7 players, plus 2 not scored" in plain


def test_a_bonus_that_nobody_has_gets_no_column() -> None:
    """Italia-2010 has bonuses for playing on two boards (8.6), for sitting out (8.7) and for the top table (8.3).

    Here one player sat out, and nobody has either of the other bonuses.
    """
    report = season(circuits=[])
    bonuses = report.standings.assign(two_boards=0.0, sat_out=[0.0, 12.0, 0.0, 0.0], top_table=0.0)
    (head, *_) = rows(page(replace(report, standings=bonuses)), "Standings: Torneo di Milano")
    assert "sat out" in head and "two boards" not in head and "top table" not in head


def test_dropped_results_are_struck_out_and_the_page_explains_it() -> None:
    report = season()
    assert "struck out" not in page(replace(report, circuits=[]))
    results = report.results.assign(used=report.results["round"] == "1")
    text = page(replace(report, results=results, circuits=[]))
    assert '<s>16.50</s><span class="unseen"> dropped</span>' in text and "<s>57.00</s>" not in text
    assert "Struck-out results are dropped." in text


def test_a_round_sat_out_shows_no_power() -> None:
    report = season()
    results = report.results.reset_index(drop=True)
    results.loc[(results["player"] == "Elena") & (results["round"] == "2"), "kind"] = "sat out"
    assert rows(page(replace(report, results=results)), "Standings: Torneo di Milano")[4].endswith("6.50 sat out")


def test_with_many_rounds_the_first_columns_stay_while_the_results_scroll() -> None:
    report = season()
    many = [report.results[report.results["round"] == "1"].assign(round=str(number)) for number in range(1, 15)]
    text = page(replace(report, results=pd.concat(many)))
    table = rows(text, "Standings: Torneo di Milano")
    assert table[0].startswith("rank player total R1 R2") and table[0].endswith("R14")
    assert table[1].count("57.00 F") == 14 and 'class="standings sortable long"' in text
    assert 'class="standings sortable long"' not in page(report)


def test_a_circuit_shows_its_events_the_results_that_count_and_why_others_do_not() -> None:
    text = plain_page()
    table = rows(text, "Standings: Bismark Cup 2001")
    assert table[0] == "rank player score Torneo di Milano Serata total events"
    assert table[3] == "3 Carla 4.25 8.50 dropped 3. 17.00 3. 17 1"
    assert "<s>8.50</s>" in text and "<s>29.00</s>" not in text
    assert rows(text, "Events in the circuit: Bismark Cup 2001")[1] == "1 Torneo di Milano 3–5 May 2013 12 2"
    plain = re.sub("<[^>]+>", "", text)
    assert "the director does not count as a player: Il Direttore (Serata)" in plain
    assert "fifth best; only the best four count: Carla (Torneo di Milano)" in plain


@every_language
def test_no_two_columns_of_the_standings_of_a_circuit_have_one_head(language: str) -> None:
    """The score in this circuit is a quarter of the total, and the standings have a column for each."""
    (table,) = re.findall(
        r'<table class="standings.*?</thead>', page(season(language, circuits=[bismark()])), re.DOTALL
    )[:1]
    heads = [re.sub("<[^>]+>", "", head) for head in re.findall("<th .*?</th>", table)]
    assert len(heads) == len({*heads}) > 5


def test_a_circuit_of_games_lists_them_with_their_state() -> None:
    table = rows(plain_page("it"), "Risultati: Campo di Marte")
    assert table[1] == "Anna Rossi Torneo di Milano 1 G1 Francia in corso 35,50 sì"
    assert table[2] == "Torneo di Milano (2012) 1 G2 Italia finita il 1º maggio 2013 27,00 sì"
    assert table[3].endswith("Italia finita 12,50 la partita non ha un punteggio PGP")


def test_a_circuit_of_nations_lists_nations_instead_of_players() -> None:
    table = pd.DataFrame(
        {"rank": [1, 2], "nation": ["Italia", "France"], "events": [4, 4], "score": [31.5, 30]}, dtype=object
    )
    circuit = CircuitReport("kiba_nations", "KIBA, nations", [], table, pd.DataFrame())
    shown = rows(page(season("fr", circuits=[circuit])), f"Classement{chr(160)}: KIBA, nations")
    assert shown == ["rang nation score", "1 Italia 31,50", "2 France 30,00"]


def test_many_results_left_out_for_one_reason_are_named_up_to_a_number_and_then_counted() -> None:
    circuit = bismark()
    more = pd.DataFrame({"player": [f"Player {n:02}" for n in range(40)], "event": "Serata", "used": False})
    results = pd.concat([circuit.results, more.assign(why=say("no place entered"))], ignore_index=True)
    plain = re.sub("<[^>]+>", "", page(season(circuits=[replace(circuit, results=results)])))
    assert "no place entered: Player 00 (Serata); " in plain
    assert "Player 29 (Serata); and 10 more" in plain and "Player 30" not in plain


def steps(text: str) -> list[tuple[str, ...]]:
    """Return the rank, name, score and small print of each player on the podium."""
    one = (
        r'<li class="medal\d"><span>(.*?)</span> <b><bdi>(.*?)</bdi></b> <em>(.*?)</em>(?: <small>(.*?)</small>)?</li>'
    )
    return re.findall(one, text)


def leads(text: str) -> list[str]:
    """Return the sentences at the head of the page."""
    return [unescape(re.sub("<[^>]+>", "", lead)) for lead in re.findall('<p class="lead">(.*?)</p>', text)]


def one_event(language: str = "en", **changes: Any) -> SeasonReport:
    """Return a season with only the first event."""
    report = season(language, circuits=[])
    return replace(report, events=report.events.head(1), **changes)


def test_the_podium_has_the_first_three_with_their_games() -> None:
    assert steps(page(one_event())) == [
        ("1", "Carla", "63.50", "2 games, best 57.00"),
        ("2", "Gaia", "30.00", "2 games, best 25.00"),
        ("3", "Anna Rossi", "17.50", "2 games, best 16.50"),
    ]


def test_a_best_game_has_as_many_decimals_in_every_place() -> None:
    """With two decimals, 6.501 and 6.502 would look equal.

    All points are therefore shown with three decimals, even in lists of the best games.
    """
    report = one_event()
    points = report.results["points"].where(report.results["points"] != 6.5, 6.501)
    assert (points == 6.501).sum() > 0
    points[points.eq(6.501).idxmax()] = 6.502
    text = page(replace(report, results=report.results.assign(points=points)))
    assert "57.000" in text and ">2 games, best 57.000</small>" in text


def test_the_sentence_on_the_source_ends_with_one_full_stop() -> None:
    report = one_event()
    for source in ("Invented.", "Invented"):
        text = page(replace(report, events=report.events.assign(source=source)))
        assert "Source: Invented. This season’s workbooks" in text


def test_a_shared_first_place_stands_twice_on_the_podium() -> None:
    report = one_event()
    shared = report.standings.assign(rank=[1, 1, 3, 4], score=[63.5, 63.5, 17.5, 15])
    text = page(replace(report, standings=shared))
    assert [step[:2] for step in steps(text)] == [("1=", "Carla"), ("1=", "Gaia"), ("3", "Anna Rossi")]
    assert leads(text) == ["Carla and Gaia share first place with 63.50 points."]


def test_a_rank_that_too_many_share_is_not_on_the_podium() -> None:
    report = one_event()
    crowd = pd.concat([report.standings.assign(player=[f"{name} {n}" for name in "abcd"]) for n in range(3)])
    crowd = crowd.sort_values("rank", kind="stable").assign(rank=[1, *[2] * 11])
    assert [step[1] for step in steps(page(replace(report, standings=crowd)))] == ["a 0"]
    assert steps(page(replace(report, standings=report.standings.head(2)))) == []


SENTENCES = {
    "en": ("Carla wins with 63.50 points, 33.50 ahead of Gaia.", "Carla leads with 63.50 points."),
    "it": ("Vince Carla con 63,50 punti, 33,50 in più di Gaia.", "È in testa Carla con 63,50 punti."),
    "fr": ("Carla gagne avec 63,50 points, soit 33,50 d’avance sur Gaia.", "Carla mène avec 63,50 points."),
    "de": ("Carla gewinnt mit 63,50 Punkten, 33,50 vor Gaia.", "Carla führt mit 63,50 Punkten."),
}


@every_language
def test_the_head_says_who_has_won_or_leads(language: str) -> None:
    final = page(one_event(language))
    going_on = page(one_event(language, open={"Torneo": Status("PROVISIONAL", [])}, status="PROVISIONAL"))
    assert (leads(final), leads(going_on)) == tuple([sentence] for sentence in SENTENCES[language])
    assert f'<meta name="description" content="{SENTENCES[language][0]}">' in final
    assert f'<meta property="og:description" content="{SENTENCES[language][0]}">' in final
    assert SENTENCES[language][0] in final[final.index("<title>") : final.index("</title>")]


def test_a_winner_by_the_tie_break_or_without_points_is_no_number_ahead() -> None:
    report = one_event()
    level = report.standings.assign(score=[30.0, 30, 17.5, 15])
    assert leads(page(replace(report, standings=level))) == [
        "Carla wins with 30.00 points, ahead of Gaia on the tie-break."
    ]
    by_table = report.standings.assign(score=[20.0, 30, 17.5, 15])
    assert leads(page(replace(report, standings=by_table))) == ["Carla wins with 20.00 points."]
    placed = report.standings.assign(score=np.nan)
    assert leads(page(replace(report, standings=placed))) == ["Carla wins."]
    nobody = replace(report, standings=report.standings[:0], status="RESULTS")
    assert leads(page(nobody)) == ["Results only: no system is stated."]


def test_a_season_of_a_circuit_is_headed_by_its_leader_and_several_events_by_each_of_theirs() -> None:
    assert leads(plain_page()) == [
        "Bismark Cup 2001: Anna Rossi wins with 13.50 points, ahead of Bruno on the tie-break."
    ]
    report = season(circuits=[])
    both = pd.concat([report.standings, report.standings.assign(event="Serata")])
    assert leads(page(replace(report, standings=both))) == [
        f"{event}: Carla wins with 63.50 points, 33.50 ahead of Gaia." for event in ("Torneo di Milano", "Serata")
    ]


@pytest.mark.parametrize(("added_up", "ranked"), [({"Torneo"}, False), (set(), True)])
def test_an_event_whose_games_nobody_adds_up_has_no_standings(added_up: set[str], ranked: bool) -> None:
    """Campo di Marte ranks players by their mean PGP ("dalla media dei PGP"), not by the sum of their games.

    An event in `added_up` is printed as a bulletin of several games. Its games must not be added up, so the page has
    no standings for it.
    """
    postal = replace(campo_di_marte(), system="pgp")
    report = season(circuits=[postal], added_up=frozenset(added_up))
    text = page(replace(report, events=report.events.assign(system=["pgp", ""]), rounds=report.rounds[:0]))
    assert "31.250" in text and "31.25<" not in text  # PGP has three decimals in the bulletin
    assert leads(text) == ["Campo di Marte: Anna Rossi wins with 31.250 points, 18.750 ahead of Bruno."]
    assert ("Standings: Torneo di Milano" in text) == ranked
    assert ("not by the sum of their games" in text) == (not ranked)


def test_the_emperor_of_europe_is_announced_in_the_language_of_the_season() -> None:
    assert "Imperatore d’Europa: Anna Rossi" in plain_page("it")
    assert f"Empereur d’Europe{chr(160)}: Anna Rossi" in plain_page("fr")


@every_language
def test_a_tie_is_explained_in_words_beside_the_name(language: str) -> None:
    table = rows(plain_page(language), f"{in_words(language)(say('Standings: {name}', name='Bismark Cup 2001'))}")
    said = {
        "en": ("settled by the best event", "settled by the second best event"),
        "it": ("deciso dal miglior evento", "deciso dal secondo miglior evento"),
        "fr": ("départagé par la meilleure épreuve", "départagé par le deuxième meilleur résultat"),
        "de": ("entschieden", "entschieden"),
    }
    for row, name, settled in zip(table[1:3], ("Anna Rossi", "Bruno"), said[language], strict=True):
        assert f"{name} {settled[:16]}" in row


def test_a_shared_rank_is_explained_once_below_the_table() -> None:
    report = season(circuits=[])
    table = report.standings.assign(rank=[1, 2, 2, 4], score=[63.5, 20, 20, 15], settled=["", "level", "level", ""])
    text = page(replace(report, standings=table))
    assert text.count("2=: equal scores share this rank.") == 1
    assert rows(text, "Standings: Torneo di Milano")[2].startswith("2= Gaia 20.00")


def test_further_best_results_are_numbered_in_the_language_of_the_season() -> None:
    settled = say("settled by the {ordinal} best event", ordinal=ordinal(11))
    assert str(settled) == "settled by the 11th best event"
    assert in_words("fr")(settled) == "départagé par le 11e meilleur résultat"


def test_problems_are_one_line_at_the_top_that_leads_to_their_workbook() -> None:
    lines = [("entrants", 3), ("not_a_workbook", 1), ("remark", 2)]
    problems = [
        Problem(code, "2013", "", "2013/a.xlsx", "boards", f"B{n}", NOTHING, Verbatim("x"), Verbatim("y"))
        for code, number in lines
        for n in range(number)
    ]
    text = page(season(problems=ordered(problems)))
    assert "<li>1 error and 3 warnings in the sheets: see problems.xlsx</li>" in text[: text.index("<main>")]
    assert "problems.xlsx" not in page(season(problems=ordered(problems[-2:])))


def test_a_doubtful_name_stands_at_the_top_and_beside_the_name() -> None:
    doubts = {"Gaia": say("perhaps {player}?", player="Gaja")}
    text = page(one_event(doubts=doubts, in_doubt=[plural("1 name in doubt", "{n} names in doubt", 1)]))
    assert '<li><a href="#gaia">1 name in doubt</a></li>' in text
    assert '<bdi>Gaia</bdi> <small class="doubt">perhaps Gaja?</small>' in text


def test_rules_in_force_are_those_of_the_circuits_and_the_official_systems() -> None:
    text = plain_page("it")
    assert '<details id="rules-bismark-cup-2001"><summary>Bismark Cup 2001</summary>' in text
    assert '<dl lang="en">' in text and "<b>taking part:</b> 1 point for taking part." in text
    assert "in inglese" in text and '<a href="#rules-c-diplo">C-Diplo</a>' in text


# -- Bao ---------------------------------------------------------------------------------------------------------------


def test_a_group_of_bao_shows_its_signs_its_tie_breaks_and_who_qualifies() -> None:
    # Countries, points, tie-breaks, KIBA scores and signs as printed in "Esempio di una procedura di spareggio" and "Gruppo A"
    assert rows(page(bao()), "Torneo in Rete: Group A") == [
        "rank player country points 1 2 3 4 5 tie-break (Neustadtl) KIBA score goes on to",
        "1 Oscar Colombia 7 +− ++ ++ ++ 10.5 522 final",
        "2 Kobe Italia 5 −+ −+ −+ ++ 7.5 540 final",
        "3 Jan KIBA score Nederland 4 −− +− +− ++ 4.5 355",
        "4 Sock KIBA score France 4 −− +− −+ ++ 4.5 187",
        "5 Peter Italia 0 −− −− −− −− 0.0 171",
    ]


@every_language
def test_a_tournament_of_bao_speaks_the_language_of_the_season(language: str) -> None:
    text = page(bao(language))
    group = {"en": "Group A", "it": "Girone A", "fr": "Groupe A", "de": "Gruppe A"}[language]
    said = {
        "en": ("tie-break (Neustadtl) KIBA score goes on to", "10.5", "games won KIBA score outcome", "winner"),
        "it": (
            "spareggio (Neustadtl) punteggio KIBA qualificato per",
            "10,5",
            "vinte punteggio KIBA esito",
            "vincitore",
        ),
        "fr": ("départage (Neustadtl) score KIBA qualifié pour", "10,5", "gagnées score KIBA issue", "vainqueur"),
        "de": ("Feinwertung (Neustadtl) KIBA-Zahl qualifiziert für", "10,5", "Ausgang", "Sieger"),
    }[language]
    colon = in_words(language).colon
    table = rows(text, f"Torneo in Rete{colon}{group}")
    assert table[0].endswith(said[0]) and said[1] in table[1]
    final = rows(text, f"Torneo in Rete{colon}{in_words(language)(say('Final'))}")
    assert final[0].endswith(said[2]) and final[1] == f"1 Kobe Italia 2 540 {said[3]}"
    assert {
        "en": "Kobe wins the final against Oscar, 2 to 1.",
        "it": "Kobe vince la finale contro Oscar, 2 a 1.",
        "fr": "Kobe gagne la finale contre Oscar, 2 à 1.",
        "de": "Kobe gewinnt das Finale gegen Oscar mit 2 zu 1.",
    }[language] in leads(page(bao(language, circuits=[])))


@every_language
def test_games_left_to_play_are_listed_in_the_language_of_the_season(language: str) -> None:
    left = say("the semifinals are not over")
    semifinal = [
        ("semifinal", "A", 1, "Jan", 1, 0.0, 354.8, 1, "", ""),
        ("semifinal", "A", 2, "Sock", 0, 0.0, 187.4, 1, "", ""),
    ]
    under_way = tournament(semifinal, [("semifinal", "A", "Jan", "Sock", "Jan")], left, complete=False)
    reason = say("{event}: {left}", event="Torneo in Rete", left=left)
    text = page(bao(language, tournaments=[under_way], reasons=[reason], circuits=[kiba_championship()]))
    said = {
        "en": ("Torneo in Rete: the semifinals", "The semifinals are not over."),
        "it": ("Torneo in Rete: le semifinali", "Le semifinali non sono finite."),
        "fr": (f"Torneo in Rete{chr(160)}: les demi-finales", "Les demi-finales ne sont pas terminées."),
        "de": ("Torneo in Rete: die Halbfinale", "Die Halbfinale sind noch nicht beendet."),
    }[language]
    assert f"<li>{said[0]}" in text and f'<p class="lack">{said[1]}</p>' in text
    title = {"en": "Semifinal A", "it": "Semifinale A", "fr": "Demi-finale A", "de": "Halbfinale A"}[language]
    table = rows(text, f"Torneo in Rete{in_words(language).colon}{title}")
    games = {"en": "games", "it": "partite", "fr": "parties", "de": "Partien"}[language]
    assert f" 1 2 {games} " in table[0] and table[1] == "1 Jan Nederland 1 +· 1 0 355"
    assert leads(page(bao(language, tournaments=[under_way], reasons=[reason], circuits=[]))) == [
        in_words(language)(say("No players are ranked."))
    ]


def test_a_kiba_score_is_rounded_as_on_the_site() -> None:
    # "rules of the entry list": 895.9 is printed as 896, and 1010.5 as 1010
    table = [
        ("qualifying", "A", 1, "Jan", 1, 0.5, 1010.5, 2, say("KIBA score"), "final"),
        ("qualifying", "A", 2, "Sock", 1, 0.5, 895.9, 2, say("KIBA score"), "final"),
    ]
    games = [("qualifying", "A", "Jan", "Sock", "Jan"), ("qualifying", "A", "Sock", "Jan", "Sock")]
    shown = rows(page(bao(tournaments=[tournament(table, games)])), "Torneo in Rete: Group A")
    assert shown[1:] == [
        "1 Jan KIBA score Nederland 1 +− 0.5 1010 final",
        "2 Sock KIBA score France 1 −+ 0.5 896 final",
    ]


def test_a_seat_left_open_by_a_shared_place_is_marked_and_explained() -> None:
    settled = say("level on everything, so the place is shared")
    table = [
        ("qualifying", "A", 1, "Jan", 1, 0.5, 180.0, 2, settled, "undecided"),
        ("qualifying", "A", 1, "Sock", 1, 0.5, 180.0, 2, settled, "undecided"),
    ]
    games = [("qualifying", "A", "Jan", "Sock", "Jan"), ("qualifying", "A", "Sock", "Jan", "Sock")]
    text = page(bao("it", tournaments=[tournament(table, games, say("the semifinals are not over"))], circuits=[]))
    assert rows(text, "Torneo in Rete: Girone A")[1] == (
        "1= Jan parità in tutto: posizione condivisa Nederland 1 +− 0,5 180 da decidere"
    )
    assert text.count('class="open">') == 2 and "Da decidere: c’è una parità" in text


def test_ties_of_a_group_are_explained_once_it_is_over() -> None:
    assert rows(page(bao()), "Torneo in Rete: Group A")[3].startswith("3 Jan KIBA score Nederland")
    under_way = tournament(
        PRINTED_GROUP, printed_games(), say("the qualifying groups are not finished"), complete=False
    )
    text = page(bao(tournaments=[under_way], circuits=[]))
    assert rows(text, "Torneo in Rete: Group A")[3].startswith("3 Jan Nederland")


def test_a_season_of_bao_alone_has_no_sections_of_boards() -> None:
    text = page(bao())
    assert 'id="powers"' not in text and "-boards" not in text
    assert '<p class="kicker"><span>Bao</span> · <span>season 2011</span></p>' in text
    assert "<h1>Torneo in Rete 2011</h1>" in text
    assert all(f'<span class="fact">{fact}</span>' in text for fact in ("1 event", "23 games of Bao", "5 players"))
    assert '<details id="rules-kiba-online-round-robins"><summary>KIBA online round robins</summary>' in text
    assert "None of this season’s events could be read" not in text


def test_a_season_can_have_both_boards_and_bao() -> None:
    text = page(season(tournaments=[in_the_net()]))
    assert "<span>Diplomacy and Bao</span>" in text
    assert 'id="event-torneo-boards"' in text and all(
        f">{fact}</span>" in text for fact in ("2 boards", "23 games of Bao")
    )
    assert '<li><a href="#event-rete">Torneo in Rete</a></li>' in text
    events = rows(text, "Events in the season")
    assert events[1] == "Torneo di Milano 3–5 May 2013 Milano C-Diplo 2 7 Carla"
    assert events[3] == "Torneo in Rete Bao (KIBA) 5 Kobe"


def test_the_winner_of_the_final_leads_the_page_and_the_master_is_named() -> None:
    text = page(bao(circuits=[], tournaments=[in_the_net(mabingwa=True)]))
    assert leads(text) == ["Kobe wins the final against Oscar, 2 to 1."] and steps(text) == []
    assert '<p class="headline">Bingwa KIBA: <bdi>Kobe</bdi></p>' in text


def test_a_final_at_one_all_says_that_a_play_off_decides() -> None:
    told = say("1-1: the play-off game decides")
    table = [(*row[:4], 1, *row[5:7], 2, told, "") for row in FINAL]
    open_one = tournament(table, [("final", "", "Kobe", "Oscar", "Kobe")], say("the final is not over"), complete=False)
    assert '<p class="note">1-1: decide la bella</p>' in page(bao("it", tournaments=[open_one]))


def test_the_nations_match_adds_up_the_points_of_the_players_by_nation() -> None:
    points = {"Italia": {"Anna": 3, "Bruno": 2, "Carla": 0}, "France": {"Denis": 2, "Élise": 1, "Fanny": 1}}
    table = [
        ("nations", nation, rank, player, own, np.nan, 180.0, 3, plural("nation: 1 point", "nation: {n} points", 5), "")
        for rank, (nation, team) in enumerate(points.items(), 1)
        for player, own in team.items()
    ]
    text = page(bao(circuits=[], tournaments=[tournament(table, [])]))
    assert rows(text, "Torneo in Rete: Nations match") == [
        "rank nation score player points",
        "1 Italia 5 Anna 3",
        "Bruno 2",
        "Carla 0",
        "2 France 4 Denis 2",
        "Élise 1",
        "Fanny 1",
    ]
    assert leads(text) == ["Italia wins with 5 points, 1 ahead of France."]


def test_an_event_shows_its_nations_and_before_the_first_match_its_entry_list() -> None:
    nations = pd.DataFrame({"rank": [1, 1], "nation": ["Italia", "France"], "players": [3, 2], "score": [9.0, 9.0]})
    text = page(bao("fr", tournaments=[in_the_net(nations=nations)]))
    assert rows(text, f"Torneo in Rete{chr(160)}: Nations") == [
        "rang nation score joueurs",
        "1= Italia 9 3",
        "1= France 9 2",
    ]
    text = page(bao(tournaments=[tournament([], [], say("no matches have been entered"), nations=nations)]))
    assert '<p class="lack">No matches have been entered.</p>' in text and "Torneo in Rete: Nations" not in text
    entries = rows(text, "Torneo in Rete: Entry list")
    assert entries[:2] == ["player country KIBA score group", "1 Oscar Colombia 522 A"]


def test_the_kiba_championship_shows_the_origin_of_points_and_who_is_invited() -> None:
    text = page(bao("it"))
    assert rows(text, "Classifica: KIBA championship") == [
        "pos. giocatore paese totale Torneo in Rete gironi semifinali finalista vincitore Mabingwa",
        "1 Oscar Colombia 10 10 2. 7 0 3 0 invitato",
        "2 Kobe Italia 9 9 1. 5 0 0 4 invitato",
        "3 Jan Nederland 4 4 4 0 0 0 da decidere",
    ]
    assert "<b>Oscar</b> con 10 punti" in text


def test_a_circuit_of_nations_shows_the_sums_by_event_and_their_players() -> None:
    text = page(bao(circuits=[kiba_nations()]))
    # By hand: Altra 6 to Italia, 5 + 4 to Colombia; Rete 9 + 7 + 5 + 4 to Italia
    assert rows(text, "Standings: KIBA nations") == [
        "rank nation total Altra Torneo in Rete events",
        "1 Italia 31 6 2. 25 1. 2",
        "2 Colombia 9 9 1. 1",
    ]
    nbsp = chr(160)
    assert [row.replace(nbsp, " ") for row in rows(text, "Results: KIBA nations")] == [
        "nation event points players",
        "Italia Altra 6 Kobe 6",
        "Torneo in Rete 25 Kobe 9, Anna 7, Bruno 5, Carla 4, Peter 3",
        "Colombia Altra 9 Oscar 5, Ana 4",
        "France Torneo in Rete Sock 4 the only player from this nation; two are needed",
    ]
    assert "<b>9</b>" in text and "<s>3</s>" in text and "Struck-out results are dropped." in text
    assert "Italia: Altra rank 2, Torneo in Rete rank 1. Colombia: Altra rank 1, Torneo in Rete rank 2." in text


SPRING = {"start": "2011-03-01", "end": "2011-04-30", "place": "Milano"}  # before `Altra`, whose name comes first
SUMMER = {"start": "2011-06-01", "end": "2011-07-31"}  # after `Rete`


def test_events_of_a_circuit_are_in_the_order_of_their_days() -> None:
    pages = [in_the_net(event="Altra", **SUMMER), in_the_net(**SPRING)]
    text = page(bao(circuits=[kiba_nations()], tournaments=pages))
    assert rows(text, "Standings: KIBA nations")[1] == "1 Italia 31 25 1. 6 2. 2"
    assert rows(text, "Events in the circuit: KIBA nations")[1] == "1 Torneo in Rete 1 March – 30 April 2011 4"
    assert rows(text, "Events in the season")[2].startswith(
        "Torneo in Rete 1 March – 30 April 2011 Milano Bao (KIBA) 5"
    )


def test_nations_are_not_counted_as_players() -> None:
    assert '<span class="fact">5 players</span>' in page(bao(circuits=[kiba_nations()]))


def test_the_signs_of_a_group_too_wide_for_paper_come_last() -> None:
    names = [f"Player {number:02}" for number in range(1, 14)]
    table = [("qualifying", "A", 1, name, 0, 0.0, 180.0, 0, "", "") for name in names]
    left = say("the qualifying groups are not finished")
    head = rows(page(bao(tournaments=[tournament(table, [], left, complete=False)])), "Torneo in Rete: Group A")[0]
    assert head.startswith("rank player points games tie-break") and head.endswith("11 12 13")


# -- awards and records ------------------------------------------------------------------------------------------------


def test_the_award_of_a_power_goes_to_the_highest_score_and_is_shared_by_equals() -> None:
    charts = board(LEVEL)
    played = pd.concat(
        [scores(charts, [10, 0, 3, 3, 3, 3, 3]), scores(board(LEVEL, round="2"), [10 + 1e-12, 0, 4, 1, 1, 1, 1])]
    )
    best = best_of_powers(played)
    assert [*best.loc[best["power"] == "Austria", "round"]] == ["1", "2"]
    assert [*best.loc[best["power"] == "France", "score"]] == [4]
    assert best[best["power"] == "England"].empty


def test_a_power_that_nobody_played_wins_no_award() -> None:
    played = scores(board(LEVEL).assign(player=["", *PEOPLE[1:]]), [9.0] * 7)
    assert "Austria" not in {*best_of_powers(played)["power"]}


def test_the_powers_are_grouped_by_system_and_have_their_best_score_and_what_they_achieved() -> None:
    """Worked out by hand: France ends three boards with 18, 5 and 18 centres.

    The table needs at least three boards, so a season with only two has no such table on its page.
    """
    report = season(circuits=[])
    third = board(WORKED, round="3")
    charts = pd.concat([report.charts, third], ignore_index=True)
    official = pd.concat([report.scores, scores(third, [0.0] * 7)])
    text = page(replace(report, charts=charts, scores=official))
    table = rows(text, "How the powers did on 3 boards.")
    assert table[0] == "power best score by in average centres boards topped solos eliminated"
    assert table[3] == f"F France 57.00 Carla Torneo di Milano, R1 {(18 + 5 + 18) / 3:.1f} 3 2".replace(
        "Torneo di Milano, ", ""
    )
    assert "How the powers did" not in page(report)
    nobody = rows(
        page(replace(report, charts=charts, scores=official.assign(score=0.0))), "How the powers did on 3 boards."
    )
    assert nobody[0] == "power average centres boards topped solos eliminated"


def test_a_record_that_more_than_three_hold_is_left_out() -> None:
    boards = [board(LEVEL if n else (9, 5, 5, 5, 5, 5, 0), round=str(n)) for n in range(3)]
    text = page(season(circuits=[], charts=pd.concat(boards, ignore_index=True)))
    lines = dict(re.findall("<div><dt>(.*?)</dt><dd>(.*?)</dd></div>", text))
    assert (
        re.sub("<[^>]+>", "", lines["Most centres"])
        == "9 centres: Anna Rossi (Austria, Torneo di Milano, round 0, board 1)"
    )
    assert "Most games" not in lines  # all seven have played three


def test_records_of_the_worked_game() -> None:
    found = records(board(WORKED))
    assert {str(record.title): str(record.figure) for record in found} == {
        "Most centres": "18 centres",
        "Biggest lead": f"{18 - 10} ahead of second place",
        "Closest board": "18 – 10 – 3 – 3 – 0 – 0 – 0",
        "Fastest solo": "in 1908",
        "Longest game": "8 years",
        "Best single year": f"+{18 - 15} in 1908",
    }
    assert [*found[0].holders["power"]] == ["France"]


def test_the_greatest_comeback_counts_from_the_lowest_point_after_a_fall_to_the_end() -> None:
    chart = WORKED | {"Italy": [4, 3, 1, 1, 4, 5, 6, 7], "Russia": [5, 6, 6, 5, 5, 4, 4, 0]}
    (comeback,) = (record for record in records(board(chart)) if str(record.title) == "Greatest comeback")
    assert str(comeback.figure) == "from 1 in 1903 to 7"
    assert [*comeback.holders["player"]] == ["Elena"]


def test_records_over_several_boards_count_only_people_of_known_name() -> None:
    second = board(LEVEL, round="2", board="2").assign(player=["Carla", "?", "", "Dario", "Elena", "Fabio", "Gaia"])
    set_by = {str(record.title): record for record in records(pd.concat([board(WORKED), second], ignore_index=True))}
    assert [*set_by["Most games"].holders["player"]] == ["Carla", "Dario", "Elena", "Fabio", "Gaia"]
    assert [*set_by["Most boards topped"].holders["player"]] == ["Carla", "Dario", "Elena", "Fabio"][:1]
    assert str(set_by["Closest board"].figure) == "5 – 5 – 5 – 5 – 5 – 5 – 4"


def test_the_balance_of_the_powers_adds_up() -> None:
    balance = power_balance(pd.concat([board(WORKED), board(LEVEL, round="2")], ignore_index=True))
    assert [*balance.index] == [*POWERS]
    assert (balance["survived"] + balance["eliminated"] == balance["boards"]).all()
    assert balance.loc["France"].to_dict() == {
        "boards": 2, "mean_centres": (18 + 5) / 2, "topped": 2, "solos": 1, "survived": 2, "eliminated": 0
    }  # fmt: skip


def test_a_generated_game_beats_no_record_of_a_real_one_and_a_game_in_progress_sets_none() -> None:
    report = season(labels=["real", "generated"])
    real = [board(LEVEL if n else (6, 5, 5, 5, 5, 5, 3), round=str(n), result=RESULTS["draw"]) for n in range(3)]
    made = [board(WORKED if not n else LEVEL, event="Serata", round=str(n)) for n in range(3)]
    going_on = board(WORKED, round="9", result=RESULTS["in progress"])
    charts = pd.concat([*real, going_on, *made], ignore_index=True)
    events = report.events.assign(data=["real", "generated"])
    text = page(replace(report, events=events, charts=charts, circuits=[]))
    most = re.findall("<dt>Most centres</dt><dd>(.*?):", text)
    assert most == ["6 centres", "18 centres"]


# -- charts ------------------------------------------------------------------------------------------------------------


def test_every_charted_board_has_a_small_picture_and_a_table_of_centres() -> None:
    text = plain_page()
    (picture,) = re.findall(r'<svg class="lines".*?</svg>', text, re.DOTALL)
    assert len(picture.encode()) < 12_000
    assert {"France 18", "Turkey 10"} <= {*re.findall(r"<text[^>]*>([^<]*)</text>", picture)}
    table = rows(text, "Centres: Torneo di Milano, round 1, board 1")
    assert table[0] == "player ’01 ’02 ’03 ’04 ’05 ’06 ’07 ’08 score"
    assert table[1] == "F Carla France 5 6 7 9 11 13 15 18 57.00"
    assert "England 4 5 5 5 5 3 out 1.00" in table[-3:][0] or any(
        "England 4 5 5 5 5 3 out 1.00" in row for row in table
    )
    assert '<td class="h h18">18</td>' in text


def folds(text: str) -> list[tuple[str, bool, str]]:
    """Return each round's anchor, whether the round is unfolded, and its summary line."""
    found = re.findall(r'<details id="([^"]*-round-[^"]*)"( open)?><summary>(.*?)</summary>', text)
    return [(anchor, bool(opened), re.sub("<[^>]+>", "", line)) for anchor, opened, line in found]


def test_the_boards_are_folded_by_round_and_the_line_says_who_was_first() -> None:
    assert folds(plain_page()) == [
        ("event-torneo-round-1", False, "Round 1: Carla wins a solo as France with 18 centres"),
        ("event-torneo-round-2", True, "Round 2: " + ", ".join(
            f"{name} ({power})" for name, power in zip(PEOPLE[:5], POWERS[:5], strict=True)
        ) + " and Fabio (Russia) level on 5 centres"),
    ]  # fmt: skip
    several = [board((9, 8, 7, 4, 3, 2, 1), round="A", board=str(n)) for n in range(1, 3)]
    many = [board((9, 8 + n, 7, 4, 3, 2, 1 - n % 2), round="B", board=str(n)) for n in range(1, 6)]
    report = season(circuits=[], scores=pd.DataFrame())
    text = page(replace(report, charts=pd.concat([*several, *many], ignore_index=True)))
    lines = [line for *_, line in folds(text)]
    assert lines == [
        "A: Anna Rossi (Austria, 9); Anna Rossi (Austria, 9)",
        "B: 5 boards, most centres: Bruno (England, 13)",
    ]
    (going_on,) = folds(
        page(
            replace(
                report, charts=board(WORKED, result=RESULTS["in progress"]).assign(final_centres=[9, 8, 7, 4, 3, 2, 1])
            )
        )
    )
    assert going_on[2] == "Round 1: Anna Rossi leads as Austria with 9 centres"


def test_a_board_with_only_its_end_known_has_bars_and_the_years_of_elimination() -> None:
    charts = board((10, 9, 8, 7, 0, 0, 0)).assign(eliminated=[np.nan] * 4 + [1904.0, np.nan, 1906.0])
    text = page(season(charts=charts, scores=pd.DataFrame(), circuits=[]))
    assert '<svg class="lines' not in text and '<span class="bar b10"></span>10' in text
    table = rows(text, "Centres: Torneo di Milano, round 1, board 1")
    assert (table[0], table[5], table[6]) == ("power player centres", "I Italy Elena out 1904", "R Russia Fabio out")


def test_a_season_of_200_boards_stays_small_since_its_boards_are_tables() -> None:
    boards = [board(WORKED, round=str(n % 10), board=str(n)) for n in range(200)]
    charts = pd.concat(boards, ignore_index=True)
    official = pd.concat([scores(own, [1, 1, 57, 1, 8.5, 8.5, 25]) for own in boards])
    text = page(season("fr", charts=charts, scores=official))
    assert len(text.encode()) < 2_000_000
    assert '<svg class="lines' not in text and text.count('<section class="card">') == 200


def test_all_boards_are_drawn_up_to_the_limit_of_size() -> None:
    charts = pd.concat([board(WORKED, board=str(n)) for n in range(CHARTS_SHOWN)], ignore_index=True)
    text = page(season(charts=charts))
    assert text.count('<svg class="lines') == CHARTS_SHOWN and len(text.encode()) < 1_000_000


def races(text: str) -> list[tuple[str, str, str]]:
    """Return the name, the description and the SVG drawing of each view of the race on a page."""
    return re.findall(r'data-name="(.*?)".*?aria-label="(.*?)"><svg(.*?)</svg>', text, re.DOTALL)


def test_the_race_shows_the_true_rank_of_every_player_after_each_round() -> None:
    """Worked out by hand: Anna Rossi is last of four after round 1 and third at the end.

    A row is 20 pixels high.
    """
    ((name, said, lines),) = races(page(season(circuits=[], rounds=season().rounds.drop(columns="score"))))
    assert name == "Ranks" and "Carla: round 1 rank 1, round 2 rank 1. Gaia: round 1 rank 2, round 2 rank 2." in said
    assert re.findall(r'<g data-p="(.*?)"(?: class="(p\d)")?><path d="(.*?)"/>', lines) == [
        ("elena", "", "M0 50L1000 70"),
        ("anna-rossi", "p3", "M0 70L1000 50"),
        ("gaia", "p2", "M0 30L1000 30"),
        ("carla", "p1", "M0 10L1000 10"),
    ]
    assert 'viewBox="0 0 1000 80"' in lines and 'd="M0 10h0M1000 10h0"' in lines  # Carla has played in both rounds


@every_language
def test_the_race_of_a_circuit_speaks_of_events_and_that_of_an_event_of_rounds(language: str) -> None:
    words = in_words(language)
    of_events, of_rounds = words(OF_EVENTS.played), words(OF_ROUNDS.played)
    assert of_rounds in page(one_event(language)) and of_events not in page(one_event(language))
    assert of_events in page(season(language))


def test_level_players_of_a_race_share_the_height_the_colour_and_the_end_of_their_lines() -> None:
    """Worked out by hand: ranks 2 and 3 are at 30 and 50 pixels, so two players who tie for second meet at 40."""
    report = season(circuits=[])
    standings = report.standings.assign(rank=[1, 2, 2, 4])
    rounds = report.rounds.drop(columns="score").assign(rank=[1, 2, 3, 4, 1, 2, 2, 4])
    players = [*standings["player"]]
    rounds["player"] = players * 2
    text = page(replace(report, standings=standings, rounds=rounds))
    lines = re.findall(r'<g data-p="[^"]*"(?: class="(p\d)")?><path d="(.*?)"/>', races(text)[0][2])
    assert lines[::-1] == [
        ("p1", "M0 10L1000 10"),
        ("p2", "M0 30L1000 40"),
        ("p2", "M0 50L1000 40"),
        ("", "M0 70L1000 70"),
    ]
    named = re.findall(r'<li data-p="[^"]*"(?: class="(.*?)")?><a href="[^"]*"><i>(.*?)</i><bdi>(.*?)</bdi>', text)
    assert named == [
        ("p1", "1", players[0]),
        ("p2 level from", "2=", players[1]),
        ("p2 level to", "2=", players[2]),
        ("", "4", players[3]),
    ]


def test_the_race_can_be_shown_by_points_behind_the_leader() -> None:
    """Worked out by hand: Gaia is 20 points behind, then 10.

    The last player is 40 points behind and is drawn 60 pixels below the leader, so a point is 1.5 pixels.
    """
    rounds = season().rounds.assign(score=[50.0, 30, 20, 10, 60, 50, 30, 20])
    text = page(season(circuits=[], rounds=rounds))
    (_, (name, _, lines)) = races(text)
    assert name == "Points behind" and 'data-name="Points behind" hidden' in text
    assert 'data-p="gaia" class="p2"><path d="M0 40L940 25L1000 30"/>' in lines
    assert re.findall(r'<i style="top:(\d+)px">(.*?)</i>', text) == [
        ("25", "−10"),
        ("40", "−20"),
        ("55", "−30"),
        ("70", "−40"),
    ]


def test_a_long_race_is_low_and_says_how_many_players_it_shows() -> None:
    report = season(circuits=[])
    more = [report.standings.assign(player=[f"{name} {n}" for name in "abcd"]) for n in range(20)]
    again = [report.rounds.assign(player=[f"{name} {n}" for name in "abcdabcd"]) for n in range(20)]
    text = page(replace(report, standings=pd.concat(more), rounds=pd.concat(again)))
    assert "The top 60 of 80 players" in text and '<figure class="race many">' in text
    assert text.count("<li data-p=") == 60 and 'viewBox="0 0 1000 720"' in text


def test_the_names_of_a_race_lead_to_their_rows() -> None:
    shown = Elements(plain_page())
    rows_of = {attributes["id"] for attributes in shown.of("tr") if "id" in attributes}
    lines = [attributes["data-p"] for attributes in shown.of("li") if "data-p" in attributes]
    linked = [attributes["href"][1:] for attributes in shown.of("a")]
    assert len(lines) == 3 + 4 and all(line in linked for line in {*lines}) and {*lines} <= rows_of
    assert "event-torneo-carla" in rows_of & {*linked}  # her second row: the first is the circuit's


def test_a_single_round_has_no_race() -> None:
    report = season(circuits=[])
    assert "<figure" not in page(replace(report, rounds=report.rounds[report.rounds["round_no"] == 1]))


def test_the_race_of_a_circuit_follows_given_standings_or_collected_points() -> None:
    circuit = bismark()
    said = races(page(season(circuits=[circuit])))[0][1]
    assert "Anna Rossi: Torneo di Milano rank 1, Serata rank 1. Bruno: Torneo di Milano rank 2, Serata rank 1." in said
    given = pd.DataFrame(
        {
            "after": ["May", "May", "June", "June"],
            "round_no": [1, 1, 2, 2],
            "player": ["Bruno", "Carla"] * 2,
            "rank": [2, 1, 1, 2],
        }
    )
    said = races(page(season(circuits=[replace(circuit, race=given)])))[0][1]
    assert "Bruno: May rank 2, June rank 1. Carla: May rank 1, June rank 2." in said


def test_a_chart_shows_names_as_plain_text() -> None:
    centres = pd.DataFrame(np.full((7, 2), 5.0), columns=["1901", "1902"])
    shown = Elements(board_chart(centres, [*HOSTILE, "a", "b"], "<title>"))
    assert {tag for tag, _ in shown.elements} == {"svg", "text", "path"}
    assert all(name in shown.text for name in HOSTILE)


def test_the_picture_of_a_board_is_its_lines_from_year_to_year() -> None:
    """Worked out by hand: 1901, 1902 and 1903 are 22, 148 and 274 pixels from the left.

    A line at 0 centres is 176 pixels from the top, and a line at 18 centres 10 pixels, so a centre is 9.2 pixels high.
    """
    centres = pd.DataFrame([[4, 9, 18], [3, 5, 3], [5, 6, 4], [4, 4, 3], [4, 3, 1], [6, 3, 0], [5, 4, 5]], dtype=float)
    picture = board_chart(centres.set_axis(["1901", "1902", "1903"], axis=1), POWERS, "a board")
    lines = re.findall(r'<path class="(\w)"[^>]* d="([^"]*)"/>', picture)
    assert lines[0] == ("A", "M22 136.3L148 90.2L274 7.2")  # shifted by three tenths of a centre: 2.8 pixels up
    assert lines[2] == ("F", "M22 129L148 119.7L274 138.2")
    assert ("R", "M274 176m-4-4l8 8m0-8l-8 8") in lines  # eliminated
    assert not re.search("metadata|20[0-9]{2}-|http", picture)


@pytest.mark.parametrize("years", [1, 2, 25])
def test_a_chart_of_any_length_holds_its_labels(years: int) -> None:
    centres = pd.DataFrame(np.full((7, years), 34 / 7).round(), columns=[str(1901 + year) for year in range(years)])
    centres.iloc[0] = np.nan
    picture = board_chart(centres, POWERS, "a board")
    width, height = (float(size) for size in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)[0])
    spots = [(float(x), float(y)) for x, y in re.findall(r'<text[^>]* x="([\d.-]+)" y="([\d.-]+)"', picture)]
    assert spots and all(0 <= x <= width and 0 <= y <= height for x, y in spots)
    labels = sorted(y for x, y in spots if x > 280)
    assert len(labels) == 6 and all(lower - upper >= 13.9 for upper, lower in itertools.pairwise(labels))


# -- one harmless file -------------------------------------------------------------------------------------------------


@every_language
def test_texts_of_a_sheet_are_never_markup(language: str) -> None:
    text = page(hostile(language))
    shown = Elements(text)
    tags = {tag for tag, _ in shown.elements}
    assert not tags & {"img", "iframe", "object", "embed", "audio", "video", "base"}
    assert text.count("<script>") == 1 == text.count("</script>")
    assert not [name for _, attributes in shown.elements for name in attributes if name.startswith("on")]
    assert text.count("</style>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text and "=HYPERLINK(" in shown.text
    assert all(re.fullmatch(r"#[\w-]+", attributes["href"]) for attributes in shown.of("a"))


def test_a_source_of_several_lines_keeps_its_lines() -> None:
    page_of_bao = page(bao(tournaments=[in_the_net(source="Le regole del torneo in rete\nhttps://example.org/kiba")]))
    assert "Source: Le regole del torneo in rete<br><a href=" in page_of_bao


def test_nothing_is_loaded_and_addresses_are_links_without_a_referrer() -> None:
    text = plain_page()
    shown = Elements(text)
    for tag, attributes in shown.elements:
        loads = {
            name: value for name, value in attributes.items() if name in ("src", "srcset", "data", "href", "action")
        }
        if tag != "a":
            assert all(value.startswith(("#", "data:")) for value in loads.values()), (tag, loads)
    css = text[text.index("<style>") : text.index("</style>")]
    assert "@import" not in css and "url(" not in css
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    (link,) = (attributes for attributes in shown.of("a") if attributes["href"].startswith("http"))
    assert link == {"href": "https://example.org/a?b=1&c=2", "rel": "noopener noreferrer"}


@every_language
def test_every_link_has_its_target_and_no_identifier_is_used_twice(language: str) -> None:
    shown = Elements(page(season(language, tournaments=[in_the_net()])))
    identifiers = Counter(attributes["id"] for _, attributes in shown.elements if "id" in attributes)
    assert [name for name, times in identifiers.items() if times > 1] == []
    wanted = {
        attributes[name] for _, attributes in shown.elements for name in ("href", "xlink:href") if name in attributes
    }
    assert {link[1:] for link in wanted if link.startswith("#")} <= {*identifiers}
    labelled = [attributes["aria-labelledby"] for _, attributes in shown.elements if "aria-labelledby" in attributes]
    assert {*" ".join(labelled).split()} <= {*identifiers}


def test_tables_and_pictures_are_described_for_screen_readers() -> None:
    text = page(season(tournaments=[in_the_net()]))
    shown = Elements(text)
    assert all(attributes.get("scope") for attributes in shown.of("th"))
    assert text.count("<table") == text.count("<caption>") > 5
    pictures = [attributes for _, attributes in shown.elements if attributes.get("role") == "img"]
    assert len(pictures) == text.count("<svg") > 2 and all(attributes["aria-label"] for attributes in pictures)
    regions = [attributes["aria-label"] for _, attributes in shown.elements if attributes.get("role") == "group"]
    assert len(regions) == text.count("<table") and all(regions)
    headings = [int(tag[1]) for tag, _ in shown.elements if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1 and headings.count(1) == 1
    assert all(lower - upper <= 1 for upper, lower in itertools.pairwise(headings))


def test_control_characters_and_lone_surrogates_do_no_harm(tmp_path: Path) -> None:
    report = season()
    events = report.events.assign(name=["Tor\x00neo\x1b \ud83d", "Serata\x85"])
    (tmp_path / "report.html").write_text(page(replace(report, events=events)), "utf-8", "replace")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Tor neo  ?" in text and not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


def test_the_same_report_gives_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "here.html").write_text(plain_page("fr"), "utf-8", "replace")
    write = "import sys; from pathlib import Path; from tests.report.test_report import page, season; "
    write += "Path(sys.argv[1]).write_text(page(season('fr')), 'utf-8', 'replace')"
    for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Lima")):
        environment = {
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LC_ALL": "C",
            "HOME": str(Path.home()),
            "PATH": "/usr/bin:/bin",
        }
        there = tmp_path / f"there {seed}.html"
        subprocess.run([sys.executable, "-c", write, str(there)], cwd=ROOT, env=environment, check=True)
        assert there.read_bytes() == (tmp_path / "here.html").read_bytes()


def test_heavy_modules_are_imported_only_to_write_a_page() -> None:
    heavy = "import sys, pipeline.report; sys.exit(bool({'jinja2'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", heavy], cwd=ROOT, check=False).returncode == 0


# -- words -------------------------------------------------------------------------------------------------------------


def test_days_are_written_as_people_write_them() -> None:
    english, italian, french = (Labels(season(code), in_words(code)) for code in ("en", "it", "fr"))
    assert english.dates("2013-05-03", "2013-06-01") == "3 May – 1 June 2013"
    assert english.dates(None, float("nan")) == "" and english.dates("spring 2013", "") == "spring 2013"
    assert italian.dates("2013-12-31", "2014-01-01") == "31 dicembre 2013 – 1º gennaio 2014"
    assert french.dates("2013-08-01", "2013-08-01") == "1er août 2013"


def test_numbers_have_as_many_decimals_as_distinguish_them() -> None:
    assert decimals(pd.Series([1.0, 2.0])) == 0
    assert decimals(pd.Series([1.5, np.nan])) == 2
    assert decimals(pd.Series([1.501, 1.502])) == 3 == decimals(pd.Series([1.5]), "pgp")
    assert in_words("en").number(-0.0001, 2) == "0.00" and in_words("it").number(-0.5, 2) == "−0,50"
    halves = [in_words("en").number(value, 2) for value in (4.625, 3.375, 0.875, 1.005, -4.625)]
    assert halves == ["4.63", "3.38", "0.88", "1.01", "−4.63"]  # as in spreadsheets


# -- in a browser ------------------------------------------------------------------------------------------------------

MEASURE = """<script>addEventListener('load', () => {
  const page = document.documentElement, out = [];
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (box.width && box.right > page.clientWidth + 1 && !e.closest('.scroll, .skip, caption')) out.push(e.tagName);
  }
  parent.postMessage([innerWidth, page.scrollWidth - page.clientWidth, out.join(' ')].join(','), '*');
})</script>"""


def browse(*options: str) -> str:
    """Run Chromium with the given options and no network access, and return its output."""
    assert CHROMIUM
    with tempfile.TemporaryDirectory() as profile:
        quiet = (
            "disable-gpu",
            "disable-quic",
            "no-first-run",
            "disable-background-networking",
            "disable-component-update",
        )
        flags = [f"--{name}" for name in ("headless", "no-sandbox", "disable-sync", *quiet)]
        command = [CHROMIUM, *flags, "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", *options]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("shown", [season, hostile], ids=["plain", "hostile"])
def test_no_page_is_wider_than_the_screen(tmp_path: Path, width: int, shown: Any) -> None:
    text = re.sub("<meta http-equiv[^>]*>", "", page(shown("it"))).replace("</body>", f"{MEASURE}</body>")
    (tmp_path / "page.html").write_text(text, encoding="utf-8", errors="replace")
    frame = f'<iframe src="page.html" style="border:0;width:{width}px;height:900px"></iframe>'
    listen = "<title></title><script>addEventListener('message', e => document.title = e.data)</script>"
    (tmp_path / "frame.html").write_text(listen + frame, encoding="utf-8")
    seen = browse(
        "--window-size=1600,1000", "--virtual-time-budget=5000", "--dump-dom", (tmp_path / "frame.html").as_uri()
    )
    measured = re.search("<title>(.*?)</title>", seen)
    assert measured and measured[1] == f"{width},0,"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
def test_the_page_prints(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text(plain_page(), "utf-8", "replace")
    browse(f"--print-to-pdf={tmp_path / 'report.pdf'}", "--no-pdf-header-footer", (tmp_path / "report.html").as_uri())
    printed = (tmp_path / "report.pdf").read_bytes()
    assert printed.startswith(b"%PDF") and len(printed) > 20_000


# -- the card ----------------------------------------------------------------------------------------------------------


@every_language
@pytest.mark.parametrize("shown", [season, one_event, bao, hostile, empty])
def test_the_card_is_a_drawing_of_its_size_whose_texts_fit(language: str, shown: Any) -> None:
    root = ElementTree.fromstring(card_of(shown(language)))
    space = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    texts = root.findall(f".//{space}text")
    assert all(int(text.get("font-size", 0)) >= 20 and text.text for text in texts)
    assert {element.tag.removeprefix(space) for element in root.iter()} <= {
        "svg",
        "style",
        "rect",
        "text",
        "path",
        "circle",
        "g",
    }


def test_the_card_names_the_winner_the_first_three_and_shows_the_race() -> None:
    text = card_of(one_event())
    assert ">Carla</text>" in text and ">wins with 63.50 points, 33.50 ahead of Gaia.</text>" in text
    assert re.findall(r'font-size="32"[^>]*>(.*?)<', text) == [
        "1",
        "Carla",
        "63.50",
        "2",
        "Gaia",
        "30.00",
        "3",
        "Anna Rossi",
        "17.50",
    ]
    assert "Ranks after each of 2 rounds" in text and text.count("<circle") == 3
    long = one_event(standings=season().standings.replace({"player": {"Carla": "Maximiliane-Désirée " * 8}}))
    sizes = [int(size) for size in re.findall(r'font-size="(\d+)"[^>]*>Maximiliane', card_of(long))]
    assert sizes[0] == 40 and "…" in card_of(long)
    nobody = replace(one_event(), standings=season().standings[:0], status="RESULTS", rounds=pd.DataFrame())
    assert ">Torneo di Milano 2013</text>" in card_of(nobody)


def test_the_card_is_a_png_of_its_size_too(tmp_path: Path) -> None:
    """The first chunk of a PNG holds the width and the height. Without the last chunk the file is incomplete."""
    picture, file = picture_of(one_event()), tmp_path / "card.png"
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    file.write_bytes(picture)
    check(file)
    file.write_bytes(picture[:-4])
    with pytest.raises(Damaged):
        check(file)


def test_without_a_font_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.report.picture.as_png", lambda svg: b"nothing but the ground")
    assert not has_fonts.__wrapped__()


@every_language
def test_the_sentence_of_the_card_does_not_repeat_the_name_of_the_winner_above_it(language: str) -> None:
    sizes = re.findall(r'font-size="(\d+)"[^>]*>([^<]*)<', card_of(one_event(language)))
    assert [text for size, text in sizes if "Carla" in text] == [
        "Carla",
        "Carla",
    ]  # in large letters, and first in the list of three


def test_a_long_name_does_not_cut_the_status_off_the_card() -> None:
    report = one_event()
    named = replace(report, events=report.events.assign(name="Campionato internazionale della Lombardia orientale"))
    assert re.search(r">Campionato [^<]*… · Final</text>", card_of(named))


def test_the_card_of_a_circuit_is_headed_by_it_and_counts_its_events() -> None:
    text = card_of(season())
    assert ">Bismark Cup 2001 2013 · Final</text>" in text and ">Ranks after each of 2 events</text>" in text
    assert ">wins with 13.50 points, ahead of Bruno" in text  # the name stands above in large letters


# -- addresses ---------------------------------------------------------------------------------------------------------


def identifiers(text: str) -> set[str]:
    """Return the ids of the page's elements, which links can point to."""
    return {attributes["id"] for _, attributes in Elements(text).elements if "id" in attributes}


def test_every_anchor_of_a_page_stays_when_an_event_is_added() -> None:
    report = one_event()
    alone = identifiers(page(report))
    assert {"event-torneo", "event-torneo-race", "event-torneo-boards", "event-torneo-round-2", "carla"} <= alone
    assert {"anna-rossi", "powers", "rules", "rules-c-diplo"} - {"powers"} <= alone
    more = replace(
        report, events=season().events, standings=pd.concat([report.standings, report.standings.assign(event="Serata")])
    )
    assert alone <= identifiers(page(more))
    earlier = more.events.iloc[::-1].reset_index(drop=True)
    assert alone - {"carla"} <= identifiers(page(replace(more, events=earlier)))


def test_names_with_one_anchor_are_numbered_and_none_takes_that_of_a_section() -> None:
    assert anchors(["Łucja", "Anna  B.", "anna b", "漢字", "?!"]) == {
        "Łucja": "łucja", "Anna  B.": "anna-b", "anna b": "anna-b-2", "漢字": "漢字", "?!": "-"
    }  # fmt: skip
    assert player_anchors({"Rules", "Event Torneo", "Anna"}) == {
        "Anna": "anna", "Event Torneo": "player-event-torneo", "Rules": "player-rules"
    }  # fmt: skip


@every_language
def test_no_link_of_a_mailed_report_leaves_the_page_except_to_a_typed_source(language: str) -> None:
    report = season(language, tournaments=[in_the_net()])
    links = [attributes["href"] for attributes in Elements(page(report)).of("a")]
    outside = {link for link in links if not link.startswith("#")}
    assert outside == {"https://example.org/a?b=1&c=2"}


@pytest.mark.parametrize(
    ("site", "folder"), [("", []), ("https://example.org/results/", ["https://example.org/results/2014/"])]
)
@pytest.mark.parametrize("fonts", [True, False])
def test_a_report_names_its_address_and_its_picture_only_where_the_site_is_typed(
    site: str, folder: list[str], fonts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.report.picture.has_fonts", lambda: fonts)
    text = page(replace(season(), season="2014", site=site))
    assert re.findall('<meta property="og:url" content="(.*?)report.html">', text) == folder
    assert re.findall('<meta property="og:image" content="(.*?)card.png">', text) == folder * fonts
