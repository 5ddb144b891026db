"""The boards in one piece of an archive, and the checks that they fail.

Whole columns are read and checked at once, without loops over rows.
"""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.problems.codes import Problem, problem
from pipeline.read.cells import spans
from pipeline.rules import charts as laws
from pipeline.rules.boards import Boards, Bools, Floats, Ints
from pipeline.tools.archive import arrays
from pipeline.tools.archive.arrays import BLANK
from pipeline.tools.archive.layout import CENTRES, ELIMINATED, FINAL, NMR, PENALTY, PLAYER, Layout, Yearly
from schemas.messages import NOTHING, Message, Name, Text, Verbatim, listed, say
from schemas.words import CENTRES_ON_THE_MAP, FIRST_YEAR, ORDER_TURNS, POWERS, RESULTS, fold, split, vocabulary

LONGEST_GAME = 150  # game years
EARLIEST, LATEST = 1800, 2099
MOST_MISSED = 999
CHECK_FINALS = say("Look for a wrong number in the final centres.")
IN_THE_ARCHIVE_TWICE = Message("The archive has this board more than once: {found}.")
CORRECT_OR_DELETE = say("Correct the name of the board, or delete the extra rows.")
TO_BE_PLAYED = "to be played"  # a game with centres counts as over unless its row says "in progress"


class Breach(NamedTuple):
    """A check and the boards that fail it. `column`, `found` and `values` are functions of a board's number.

    values         values for the placeholders in the problem's message and hint
    message, hint  texts that replace the standard ones for the problem's code, unless they are empty
    """

    code: str
    boards: Bools
    column: Callable[[int], str]
    found: Callable[[int], Text]
    values: Callable[[int], Mapping[str, Any]]
    message: Text
    hint: Text

    def problem(self, board: int) -> Problem:
        """Return the problem to report for a board."""
        return problem(
            self.code,
            **{"season": "", "event": "", "file": "", "cell": ""},
            found=self.found(board),
            message=self.message,
            hint=self.hint,
            values=self.values(board),
        )


class Games:
    """The rows of a table, read according to its layout. Failed checks are recorded as breaches.

    chart      centres by game year, BLANK where unknown, as an int8 (year, power, board) array
    recorded   years in which any power's centres are known, as a bool (year, board) array
    result     for each board, one of the words of `RESULTS`, or "" if no result is given
    variant    for each board, whether it was played on another map, which may have a different number of centres
    set_aside  for each board, whether it fails a check
    unplayed   for each board, whether it is still to be played, or in progress without any known centres
    """

    def __init__(self, table: Any, layout: Layout) -> None:
        self.table, self.layout = table, layout
        self.breaches: list[Breach] = []
        self.set_aside = np.zeros(len(self), bool)
        self.first_year = self._of_board("first year", FIRST_YEAR)
        self.chart = self._by_year(CENTRES, CENTRES_ON_THE_MAP)
        self._fill()
        self.recorded = np.logical_or.reduce(self.chart >= 0, axis=1)
        self.result, self.variant = self._result(), self._variant()
        self.unplayed = np.zeros(len(self), bool)
        self.boards = self._boards()

    def __len__(self) -> int:
        return int(self.table.num_rows)

    # -- cells ---------------------------------------------------------------------------------------------------------

    def _column(self, name: str) -> Any:
        return self.table[name].combine_chunks()

    def _cell(self, name: str) -> Callable[[int], Verbatim]:
        return lambda board: Verbatim(_text(self.table[name][board].as_py()))

    def _breach(
        self,
        code: str,
        boards: Bools | None,
        column: str | Callable[[int], str],
        found: Callable[[int], Text | None] | None = None,
        values: Callable[[int], Mapping[str, Any]] = lambda board: {},
        message: Text = NOTHING,
        hint: Text = NOTHING,
    ) -> None:
        """Record the boards that fail a check, if there are any.

        found   function that returns a board's faulty text, by default the text of its cell
        """
        if boards is None or not boards.any():
            return
        where = (lambda board: column) if isinstance(column, str) else column

        def read(board: int) -> Text:
            return (found and found(board)) or self._cell(where(board))(board)

        self.breaches.append(Breach(code, boards, where, read, values, message, hint))
        self.set_aside |= boards

    def _invalid(
        self,
        faulty: Bools | None,
        column: str,
        expected: Message,
        found: Callable[[int], Text | None] | None = None,
    ) -> None:
        """Record the boards whose cell in a column is faulty.

        expected   what a valid cell contains
        """
        self._breach("bad_value", faulty, column, found, lambda board: {"expected": expected})

    def board_twice(self, boards: Bools) -> None:
        """Record boards that appear in the archive more than once."""
        column = ", ".join(self.layout.named)
        named = [self.table[name] for name in self.layout.named]
        self._breach(
            "board_twice",
            boards,
            column,
            lambda board: listed(_text(name[board].as_py()) for name in named),
            message=IN_THE_ARCHIVE_TWICE,
            hint=CORRECT_OR_DELETE,
        )

    def _whole(self, name: str, least: int, most: int, dtype: type[np.integer]) -> Ints:
        figures, faulty = arrays.whole(self._column(name), least, most, dtype)
        self._invalid(faulty, name, say("a whole number from {least} to {most}", least=least, most=most))
        return figures

    def _of_board(self, field: str, blank: int) -> Ints:
        """Return each board's year for a field, or `blank` if no year is given."""
        if field not in self.layout.board:
            return np.full(len(self), blank, np.int16)
        years = self._whole(self.layout.board[field], EARLIEST, LATEST, np.int16)
        return np.where(years == BLANK, np.int16(blank), years)

    def _of_powers(self, field: str, least: int, most: int) -> Ints:
        """Return a field's figures as an int16 (power, board) array, with BLANK for missing or faulty figures."""
        if field not in self.layout.single:
            return np.full((len(POWERS), len(self)), BLANK, np.int16)
        return np.stack([self._whole(name, least, most, np.int16) for name in self.layout.single[field]])

    def _by_year(self, field: str, most: int) -> Ints:
        """Return a field's figures by game year, as an int8 (year, power, board) array."""
        yearly = self.layout.yearly.get(field, Yearly())
        if yearly.lists:
            return self._by_list(yearly.lists, most)
        chart = np.full((len(yearly.years), len(POWERS), len(self)), BLANK, np.int8)
        for (power, year), name in yearly.columns.items():
            chart[year - yearly.years[0], power] = self._whole(name, 0, most, np.int8)
        return self._from_first_year(chart, yearly) if len(chart) else chart

    def _by_list(self, names: tuple[str, ...], most: int) -> Ints:
        listed = [arrays.of_lists(self._column(name)) for name in names]
        longest = max((int(lengths.max(initial=0)) for _, lengths in listed), default=0)
        chart = np.full((min(longest, LONGEST_GAME), len(POWERS), len(self)), BLANK, np.int8)
        for power, (name, (values, lengths)) in enumerate(zip(names, listed, strict=True)):
            figures, faulty = arrays.whole(values, 0, most, np.int8)
            if faulty is not None:
                of_board = np.repeat(np.arange(len(self)), lengths)
                expected = say("a list of whole numbers from {least} to {most}", least=0, most=most)
                self._invalid(np.bincount(of_board[faulty], minlength=len(self)) > 0, name, expected)
            too_long = lengths > LONGEST_GAME
            expected = say("a list of at most {most} years", most=LONGEST_GAME)
            self._invalid(too_long, name, expected, self._length_of(lengths))
            arrays.side_by_side(figures, lengths, chart[:, power])
        return chart

    def _length_of(self, lengths: NDArray[np.int64]) -> Callable[[int], Message]:
        return lambda board: say("{years} years", years=lengths[board])

    def _from_first_year(self, chart: Ints, yearly: Yearly) -> Ints:
        """Convert a chart by calendar year into a chart by game year, and return it.

        Figures before a game's first year are left out, and recorded as a breach.
        """
        late = yearly.years[0] - self.first_year.astype(np.int64)
        if not late.any():
            return chart
        moved = np.full((len(chart) + max(int(late.max()), 0), *chart.shape[1:]), BLANK, np.int8)
        for years in np.unique(late):
            here = late == years
            kept = chart[max(-years, 0) :, :, here]
            moved[max(years, 0) : max(years, 0) + len(kept), :, here] = kept
            begins = yearly.years[0] + np.logical_or.reduce(chart != BLANK, axis=1).argmax(axis=0)
            early = np.zeros(len(self), bool)
            early[here] = np.logical_or.reduce(chart[: max(-years, 0), :, here] != BLANK, axis=(0, 1))
            self._breach(
                "before_first_year",
                early,
                yearly.columns[0, yearly.years[0]],
                lambda board: Verbatim(str(self.first_year[board])),
                _figures(first_recorded=begins, first_year=self.first_year),
                message=laws.BEGINS_EARLY,
            )
        return moved

    def _fill(self) -> None:
        """Fill a power's blanks with 0 after its first 0 and, if its elimination year is given, from that year onwards.

        Missing years, and all other blanks in a year with centres, are recorded as breaches.
        """
        self.eliminated = self._of_powers(ELIMINATED, EARLIEST, LATEST)
        charted = self.chart >= 0
        somebody = np.logical_or.reduce(charted, axis=1)
        gaps = laws.gaps(somebody)
        self._breach(
            "gap_in_years",
            ~self.set_aside & np.logical_or.reduce(gaps, axis=0),
            self._first_column,
            values=lambda board: {"spans": spans(np.flatnonzero(gaps[:, board]) + self.first_year[board])},
        )
        ragged = np.flatnonzero(np.logical_or.reduce(somebody & ~charted.all(axis=1), axis=0))
        if not len(ragged):
            return
        chart, year = self.chart[..., ragged], np.arange(len(self.chart))[:, np.newaxis, np.newaxis]
        typed = self.eliminated[:, ragged]
        out = laws.after_zero(chart) | ((typed != BLANK) & (year >= typed - self.first_year[ragged]))
        chart[(chart < 0) & out & somebody[:, np.newaxis, ragged]] = 0
        self.chart[..., ragged] = chart
        blank = (self.chart < 0) & somebody[:, np.newaxis]

        def first(board: int) -> tuple[int, int]:
            year, power = np.argwhere(blank[..., board])[0].tolist()
            return power, int(self.first_year[board]) + year

        self._breach(
            "blank_year",
            np.logical_or.reduce(blank, axis=(0, 1)) & ~self.set_aside,
            lambda board: self._column_of(*first(board)),
            values=lambda board: {"year": first(board)[1]},
        )

    def _first_column(self, board: int) -> str:
        return next(iter(self.layout.yearly.get(CENTRES, ())), next(iter(self.layout.columns)))

    # -- boards --------------------------------------------------------------------------------------------------------

    def _boards(self) -> Boards:
        """Return the boards, and record those that fail a check."""
        layout, first_year = self.layout, self.first_year.astype(np.int64)
        charted = np.logical_or.reduce(self.recorded, axis=0)
        first = self.recorded.argmax(axis=0) if len(self.chart) else np.zeros(len(self), np.int64)
        last = len(self.chart) - 1 - self.recorded[::-1].argmax(axis=0) if len(self.chart) else first
        ended = self._of_board("last year", BLANK).astype(np.int64)
        self._breach(
            "years_differ",
            charted & (ended != BLANK) & (ended != first_year + last),
            layout.board.get("last year", ""),
            values=_figures(last_recorded=first_year + last, limit=ended),
        )
        ended = np.where(ended == BLANK, np.where(charted, first_year + last, first_year - 1), ended)
        years = (ended - first_year + 1).clip(min=0)
        centres = self._centres(last, charted)
        named, in_progress = self._named(), self.result == "in progress"
        self._charts(
            centres, charted, np.where(charted, first_year + first, np.nan), np.where(years > 0, ended, np.nan)
        )
        self._results(named, centres)
        typed = np.where(self.eliminated == BLANK, np.nan, self.eliminated - first_year + 1.0)
        eliminated = laws.eliminations(self.chart, self.recorded, centres, typed)
        lived = np.where(centres > 0, years, np.where(eliminated > 0, eliminated, 0))
        orders, adjustments = self._missed(years, lived, in_progress & (years > 0))
        return Boards(
            centres=centres,
            owned=np.maximum(self.chart, 0),
            recorded=self.recorded,
            first_year=self.first_year,
            years=years.astype(np.int16),
            eliminated=eliminated,
            has_player=self._players(),
            named=named,
            in_progress=in_progress,
            nmr_orders=orders,
            nmr_adjustments=adjustments,
            penalty=self._penalty(),
            variant=self.variant,
        )

    def _centres(self, last: Ints, charted: Bools) -> Ints:
        """Return the final centres as an int16 (power, board) array.

        They come from the chart's last year or, if a board has no chart, from the columns with final centres. Unknown
        centres count as 0.
        """
        at_the_end = np.full((len(POWERS), len(self)), BLANK, np.int16)
        if len(self.chart):
            at_the_end[:] = np.where(
                charted, np.take_along_axis(self.chart, last[np.newaxis, np.newaxis], axis=0)[0], BLANK
            )
        self.final = self._of_powers(FINAL, 0, CENTRES_ON_THE_MAP)
        centres = np.where(at_the_end >= 0, at_the_end, self.final)
        centres[(centres < 0) & (self.eliminated != BLANK)] = 0
        self.unplayed = (self.result == "in progress") | (self.result == TO_BE_PLAYED)
        self.unplayed &= (centres < 0).all(axis=0) & ~self.set_aside
        unknown = (centres < 0) & ~self.set_aside & ~self.unplayed
        self._breach(
            "no_centres",
            np.logical_or.reduce(unknown, axis=0),
            lambda board: self._final_of(int(unknown[:, board].argmax())),
        )
        return centres.clip(min=0)

    def _final_of(self, power: int) -> str:
        return self.layout.single[FINAL][power] if FINAL in self.layout.single else self._column_of(power)

    def _charts(self, centres: Ints, charted: Bools, first_recorded: Floats, last: Floats) -> None:
        """Check charts, final centres and eliminations.

        The checks on each field skip unplayed boards, and boards that have already been set aside for any reason.
        """
        total = self.chart.view(np.uint8).sum(axis=1, dtype=np.uint8).astype(np.float32)
        total[~self.recorded] = np.nan
        charts = laws.Charts(
            centres=self.chart,
            total=total,
            begins=self.first_year,
            on_board=lambda seats: np.logical_or.reduce(seats, axis=-2),
            charted=charted,
            standard=~self.variant,
            final=centres,
            final_total=centres.sum(axis=0),
            typed_final=self.final,
            eliminated=np.where(self.eliminated == BLANK, np.nan, self.eliminated),
            span=laws.Span(self.first_year, first_recorded, last),
        )
        for _, group in groupby(laws.LAWS, lambda law: law.field):
            lawful = ~(self.set_aside | self.unplayed)
            for law in group:
                self._obey(law, law.broken(charts), lawful, charts)

    def _obey(self, law: laws.Law, broken: Bools, lawful: Bools, charts: laws.Charts) -> None:
        """Record the boards that fail a check.

        A board is recorded once if the check concerns the total number of centres or the final centres. For any other
        check, it is recorded once for each power that fails.
        """
        years = law.field == laws.YEAR
        seats = (np.logical_or.reduce(broken, axis=0) if years else broken) & lawful
        if law.of == laws.BOARD:
            self._breach(
                law.code,
                seats,
                self._first_column if years else lambda board: self._final_of(0),
                lambda board: charts.found(law, board, int(broken[:, board].argmax()) if years else None),
                self._totals(charts, broken if years else None),
                Verbatim(law.message) if isinstance(law.message, str) else law.message,
                NOTHING if years else CHECK_FINALS,
            )
        elif law.field == FINAL:
            finals = self.layout.single.get(FINAL, ())
            self._breach(
                law.code,
                np.logical_or.reduce(seats),
                lambda board: finals[seats[:, board].argmax()],
                values=lambda board: {"final_centres": charts.final[seats[:, board].argmax(), board]},
            )
        else:
            for power in np.flatnonzero(np.logical_or.reduce(seats, axis=1)).tolist():
                if years:
                    self._in_year(law, seats[power], power, broken[:, power].argmax(axis=0))
                else:
                    self._breach(law.code, seats[power], self.layout.single[law.field][power])

    def _totals(self, charts: laws.Charts, broken: Bools | None) -> Callable[[int], dict[str, Any]]:
        """Return a function that maps a board's number to the values for its message.

        The values are the first year that fails the check, and the total number of centres in that year and in the year
        before. If `broken` is None, the only value is the total of the final centres.

        broken  years that fail the check, as a (year, board) array, or None for a check of final centres
        """

        def values(board: int) -> dict[str, Any]:
            if broken is None:
                return {"total": charts.final_total[board]}
            year, total = int(broken[:, board].argmax()), charts.total[:, board]
            return {"year": self.first_year[board] + year, "total": total[year], "before": total[year - 1]}

        return values

    def _in_year(self, law: laws.Law, boards: Bools, power: int, year: Ints) -> None:
        """Record the boards on which a power's centres in a year fail a check.

        year  the game year on each board, counted from 0
        """
        calendar = self.first_year + year
        self._breach(
            law.code,
            boards,
            lambda board: self._column_of(power, int(calendar[board])),
            lambda board: Verbatim(str(self.chart[year[board], power, board])),
            _figures(year=calendar),
        )

    def _column_of(self, power: int, year: int | None = None) -> str:
        """Return the column with a power's centres in a calendar year, which is the first year by default."""
        yearly = self.layout.yearly[CENTRES]
        return yearly.lists[power] if yearly.lists else yearly.columns[power, year or yearly.years[0]]

    # -- result, players, missed turns ---------------------------------------------------------------------------------

    def _understood(self, field: str, read: Callable[[str], Any], nothing: Any, expected: Message) -> NDArray:
        """Return each board's value for a field, and record the boards with an invalid cell.

        read      function that converts a cell's text to its value, or to None if the text is invalid
        nothing   value if the cell is blank or invalid, or if the table has no column for the field
        expected  what a valid cell contains
        """
        if field not in self.layout.board:
            return np.array([nothing], object).repeat(len(self))
        name = self.layout.board[field]
        texts, of_board = arrays.words(self._column(name))
        meanings = [nothing if not text.strip() else read(text) for text in texts]
        unknown = np.array([meaning is None for meaning in meanings], bool)[of_board]
        self._invalid(unknown, name, expected)
        values = np.empty(len(meanings), object)
        values[:] = [nothing if meaning is None else meaning for meaning in meanings]
        return values[of_board]

    def _result(self) -> NDArray:
        word = vocabulary("result")
        return self._understood(
            "result", lambda text: word.get(fold(text)), "", say("one of {names}", names=listed(RESULTS))
        )

    def _variant(self) -> Bools:
        if "variant" not in self.layout.board:
            return np.zeros(len(self), bool)
        texts, of_board = arrays.words(self._column(self.layout.board["variant"]))
        standard = {"", *vocabulary("variant")}
        return np.array([fold(text) not in standard for text in texts])[of_board]

    def _named(self) -> Bools:
        """Return a mask of the powers named as winners, alone or in a draw, as a (power, board) array."""
        word = vocabulary("power")

        def powers(text: str) -> int | None:
            named = [word.get(fold(name)) for name in split(text)]
            return sum(1 << POWERS.index(power) for power in {*named}) if {*named} <= {*POWERS} else None

        bits = self._understood("winners", powers, 0, say("a list of powers, separated by commas")).astype(np.uint8)
        return (bits >> np.arange(len(POWERS), dtype=np.uint8)[:, np.newaxis] & 1).astype(bool)

    def _results(self, named: Bools, centres: Ints) -> None:
        """Check that results and winners agree with the centres."""
        lawful = ~(self.set_aside | self.unplayed)

        def values(board: int) -> dict[str, Any]:
            lost = np.flatnonzero(named[:, board] & (centres[:, board] <= 0))
            powers = listed((Name("power", POWERS[power]) for power in lost), "and")
            return {"most": centres[:, board].max(), "powers": powers}

        for law, broken in laws.first_broken(laws.Results(self.result, named, centres, self.variant)):
            if law.code != "result_differs":  # 18 centres are a solo, whatever result is typed
                column = self.layout.board.get(law.field) or self._final_of(0)
                self._breach(law.code, broken & lawful, column, values=values)

    def _players(self) -> Bools:
        """Return a mask of the powers that have a player, as a (power, board) array.

        Every value is True if the table has no player columns.
        """
        if PLAYER not in self.layout.single:
            return np.ones((len(POWERS), len(self)), bool)
        names = [arrays.words(self._column(name)) for name in self.layout.single[PLAYER]]
        return np.stack([np.array([bool(text.strip()) for text in texts])[of_board] for texts, of_board in names])

    def _penalty(self) -> NDArray[np.float64]:
        """Return the penalty points as a (power, board) array, with 0 where none are given."""
        penalty = np.zeros((len(POWERS), len(self)))
        for power, name in enumerate(self.layout.single.get(PENALTY, ())):
            points, faulty = arrays.number(self._column(name))
            self._invalid(faulty, name, say("a number"))
            penalty[power] = np.nan_to_num(points)
        return penalty

    def _missed(self, years: Ints, lived: Ints, in_progress: Bools) -> tuple[Ints, Ints]:
        """Return the numbers of missed orders and missed adjustments up to the final year, as (power, board) arrays.

        A number that is not given counts as 0.
        """
        most, missed = laws.most_missed(lived), []
        for field, a_year in zip(NMR, (len(ORDER_TURNS), 1), strict=True):
            by_year = self._by_year(field, a_year).clip(min=0)
            turns = self._of_powers(field, 0, MOST_MISSED).clip(min=0)
            year = np.arange(1, len(by_year) + 1)[:, np.newaxis]
            turns += (by_year * ((year <= years) | (years == 0))[:, np.newaxis]).sum(axis=0, dtype=np.int16)
            latest = lived + (in_progress & (lived == years))
            late = (by_year > 0) & (year[:, np.newaxis] > latest) & (lived > 0)
            outside = np.logical_or.reduce(late, axis=0)
            possible = most[field.replace(" ", "_")]
            too_many = (turns > possible) & (lived > 0)
            for power, name in enumerate(self._columns_of(field)):
                first = late[:, power].argmax(axis=0) + self.first_year if len(late) else self.first_year
                self._breach("missed_outside", outside[power] & ~self.set_aside, name, _figure_of(first))
                self._breach(
                    "missed_too_many",
                    too_many[power] & ~self.set_aside,
                    name,
                    _figure_of(turns[power]),
                    _figures(most=possible[power]),
                )
            missed.append(turns)
        return missed[0], missed[1]

    def _columns_of(self, field: str) -> tuple[str, ...]:
        """Return each power's first column for one kind of missed turn, or () if there are no such columns."""
        yearly = self.layout.yearly.get(field)
        if yearly is None:
            return self.layout.single.get(field, ())
        return yearly.lists or tuple(yearly.columns[power, yearly.years[0]] for power in range(len(POWERS)))


def _figure_of(figures: Ints) -> Callable[[int], Verbatim]:
    """Return a function that maps a board's number to its figure as text."""
    return lambda board: Verbatim(str(figures[board]))


def _figures(**figures: NDArray) -> Callable[[int], dict[str, Any]]:
    """Return a function that maps a board's number to its figures, keyed by name."""
    return lambda board: {name: of_boards[board] for name, of_boards in figures.items()}


def _text(cell: object) -> str:
    """Return a cell as text, or "" if it is blank."""
    return "" if cell is None else str(cell)
