"""The boards of every event: a chart by year and a table of centres."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from pipeline.charts import board_chart
from pipeline.report.cells import Bit, Cell, Head, Table, figure, heat
from pipeline.report.figures import decimals, floats, text, whole
from pipeline.report.frames import BOARD, by_event
from pipeline.report.parts import BoardCard, Group
from pipeline.report.voice import Voice
from pipeline.workbook import known_years

CHARTS_SHOWN = 40  # boards with lines beside their table; of more boards the tables are enough
WIDE_YEARS = 10  # a board of so many years has the whole width

Seats = dict[tuple[str, ...], tuple[Any, Any]]  # event, round, board, power -> score, place


def board_notes(voice: Voice, charts: pd.DataFrame) -> list[str]:
    """How to read the boards."""
    known = charts.groupby(BOARD)[known_years(charts)].any().sum(axis=1)
    if len(known) > CHARTS_SHOWN:
        return [voice.w("boards_intro"), voice.w("boards_tables", n=len(known))]
    return [voice.w("boards_intro"), *([voice.w("boards_final")] if known.lt(2).any() else [])]


def board_groups(voice: Voice, charts: pd.DataFrame, scores: pd.DataFrame) -> list[Group]:
    """The boards of each event."""
    seats = zip(*(scores[key] for key in (*BOARD, "power")), strict=True)
    official = dict(zip(seats, zip(scores["score"], scores["place"], strict=True), strict=True))
    drawn = len(charts.drop_duplicates(BOARD)) <= CHARTS_SHOWN
    groups = []
    for event, own in by_event(charts):
        places = decimals(scores.loc[scores["event"] == event, "score"], voice.systems.get(event, ""))
        cards = [
            _card(voice, board, drawn, official, places) for _, board in own.groupby(["round", "board"], sort=False)
        ]
        anchor = f"{voice.anchors.get(event, 'event')}-boards"
        groups.append(Group(voice.name(event), voice.chips([event]), cards, anchor))
    return groups


def _card(voice: Voice, board: pd.DataFrame, drawn: bool, official: Seats, places: int) -> BoardCard:
    """One board: its chart by year, and its table."""
    first = SimpleNamespace(**{name: board[name].iat[0] for name in (*BOARD, "result")})
    years = known_years(board)
    title = voice.place(first, several=False)
    result = [voice.said(first.result)] if text(first.result) else []
    if years:
        result.append(Bit("–".join(dict.fromkeys([years[0], years[-1]])), "small"))
    picture = ""
    if drawn and len(years) > 1:
        names = [voice.w.power(power) for power in board["power"]]
        told = voice.w("chart_of", board=voice.place(first))
        picture = board_chart(board[years].astype(float), names, told, voice.prefix(), voice.w("solo_line"))
    table = _board_table(voice, board, years, title, official, places)
    return BoardCard(title[:1].upper() + title[1:], result, picture, table)


def _board_table(
    voice: Voice, board: pd.DataFrame, years: list[str], title: str, official: Seats, places: int
) -> Table:
    """A row a power: centres by year as far as known, those of the end where no year tells them, score and place."""
    at_the_end = not years or floats(board[years[-1]]) != floats(board["final_centres"])
    seats = zip(*(board[key] for key in (*BOARD, "power")), strict=True)
    scores = [official.get(seat, (np.nan, None)) for seat in seats]
    scored = any(text(score) for score, _ in scores)
    heads = [*voice.heads("power"), *(Head(f"’{year[-2:]}", "middle", year) for year in years)]
    heads += voice.heads("final_centres:middle") if at_the_end else []
    heads += [*voice.heads("score:figure"), Head("#", "figure", voice.w.column("place"))] if scored else []
    rows = []
    by_year = board[years].to_numpy(dtype=float, na_value=np.nan).tolist()
    shown = zip(*(board[name] for name in ("power", "player", "final_centres", "eliminated")), strict=True)
    for (power, name, final, eliminated), centres, (score, place) in zip(shown, by_year, scores, strict=True):
        player = voice.player(name) if text(name) else Bit(voice.w("nobody_plays"), "small")
        row = [Cell([Bit(voice.w.power(power), "power"), player], "head"), *map(heat, centres)]
        if at_the_end:
            out = voice.w("out_in", year=whole(eliminated)) if text(eliminated) and not years else ""
            row.append(heat(final, out))
        if scored:
            told = voice.w.number(score, places) if text(score) else "–"
            row += [Cell([Bit(told)], "figure score"), figure(whole(place))]
        rows.append(row)
    wide = "wide" if len(years) >= WIDE_YEARS else ""
    return Table(voice.w("centres_of", name=title), heads, rows, look=wide)
