"""What is wrong, in words, at a cell. Every kind of problem has a code, defined once."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "fix", "notice"]


class Kind(NamedTuple):
    """What a code means: how grave it is, what was expected, how to mend it."""

    severity: Severity
    expected: str
    hint: str


CODES: dict[str, Kind] = {
    # the file
    "not_in_a_season": Kind("error", "a folder for the season, then the file", "move it to data/raw/<season>/"),
    "unknown_file": Kind("notice", "an .xlsx or .ods workbook, or a folder of .csv files", "save the sheet as .xlsx"),
    "skipped_file": Kind(
        "notice", "nothing: lock files and hidden files are skipped", "close the program that has it open"
    ),
    "not_a_workbook": Kind(
        "error", "an .xlsx or .ods workbook", "open it in a spreadsheet program and save it as .xlsx"
    ),
    "encrypted": Kind("error", "a workbook without a password", "remove the password and save it again"),
    "too_large": Kind(
        "error",
        "at most 64 MB unpacked, 500,000 cells and 16 million signs",
        "save the sheets of this event alone as a new workbook",
    ),
    "too_wide": Kind("error", "at most 20,000 rows and 200 columns", "delete whatever stands far outside the table"),
    "bad_text": Kind("error", "text in UTF-8", "save it as CSV UTF-8"),
    "ragged_row": Kind("error", "a row as long as the header", "quote a text that holds the separator"),
    "two_files": Kind("error", "one file for one event", "keep one of the two files"),
    "reserved_name": Kind(
        "error", "a name that no system, circuit, output or Windows device has", "give the file or folder another name"
    ),
    "cannot_open": Kind("error", "a file that may be read", "see who may read it; close the program that holds it"),
    "changed": Kind("error", "a file that nobody is writing", "close the program that has it open, and run again"),
    "suspicious": Kind(
        "error", "a workbook as spreadsheet programs write it", "do not open it; ask for the sheet again"
    ),
    "gave_up": Kind(
        "error", "a file that can be read in half a minute", "copy the sheets of this event into a new workbook"
    ),
    "bad_name": Kind("error", "a file name of characters that can be seen", "give the file another name"),
    "long_name": Kind("error", "a file name of at most 235 bytes", "give the file a shorter name"),
    "outside_link": Kind(
        "warning", "a file in the raw folder: links out of it are skipped", "copy the file itself here"
    ),
    "copy": Kind("warning", "one file for one event", "delete the copy, or give it a name of its own"),
    "control_character": Kind("error", "a text without control characters", "type the cell again"),
    "long_text": Kind("error", "at most 32,767 characters in a cell", "shorten the text"),
    "invisible": Kind("fix", "a text without invisible characters", "nothing: it was read without them"),
    "other_encoding": Kind("fix", "text in UTF-8", "nothing, if the words are right; CSV UTF-8 is always certain"),
    "other_separator": Kind("fix", "commas between the cells", "nothing: the cells were told apart"),
    "macros": Kind("warning", "a workbook without macros", "nothing: the values were read, no macro was run"),
    "outside_data": Kind(
        "warning", "values typed in this workbook", "check them: the values stored last were read, nothing was fetched"
    ),
    "dates_from_1904": Kind("warning", "dates counted from 1900", "check the dates, most of all pasted ones"),
    "hidden_sheet": Kind(
        "warning", "a sheet that is shown", "nothing, if its results count: it was read like any other"
    ),
    "hidden_cells": Kind(
        "warning", "rows and columns that are shown", "nothing, if they count: they were read like any others"
    ),
    "covered_value": Kind(
        "warning", "nothing under merged cells", "unmerge them if the value counts: it was left out, as on the screen"
    ),
    # the sheet
    "unknown_sheet": Kind("notice", "a sheet of the contract", "nothing: it is ignored"),
    "drawn_sheet": Kind("notice", "results in the sheet `matches`", "nothing: this sheet is drawn, it is not read"),
    "wrong_kind": Kind("error", "sheets of one kind of game", "correct the setting `kind`, or remove the sheet"),
    "two_sheets": Kind("error", "one sheet of this name", "put the rows into one sheet"),
    "no_header": Kind("error", "a header row with the required columns", "name the columns in the first 30 rows"),
    "two_tables": Kind(
        "error", "one table on a sheet", "put the rows below one header, or delete one of the two tables"
    ),
    "turned_sheet": Kind("fix", "a row a seat", "nothing: it was read with its columns as rows"),
    "powers_across": Kind(
        "error", "a row a seat, with the power in a column of its own", "type a row a power, and a column a year"
    ),
    "results_elsewhere": Kind(
        "error",
        "results in the sheets `boards` and `matches`",
        "put its rows there, or delete the sheet if it is a copy",
    ),
    "two_headers": Kind("error", "one column for each thing", "delete or rename one of the two columns"),
    "unknown_column": Kind("notice", "a column of the contract", "nothing: it is ignored"),
    "unknown_year": Kind("warning", "a year: the column holds centres", "correct the header, or move the column away"),
    "date_header": Kind("error", "a year as a plain number", "type the year, as 1901"),
    "note_below": Kind("notice", "rows of the table", "nothing: a remark below the table is ignored"),
    "loose_total": Kind(
        "notice",
        "a total of one board, with its round and board",
        "nothing: it is ignored, and nothing is checked by it",
    ),
    "misspelt": Kind("warning", "a word that is known", "correct the word, or leave it: what it names is ignored"),
    "unknown_setting": Kind("notice", "a setting of the contract", "nothing: it is ignored"),
    "setting_twice": Kind("error", "one value for each setting", "delete one of the two rows"),
    "no_boards": Kind(
        "warning", "a boards sheet with at least one board, or placings, or matches", "nothing to score in this event"
    ),
    # the cell
    "error_cell": Kind("error", "a value", "mend the formula or type the value"),
    "formula_without_value": Kind("error", "a value", "open and save the workbook, so that the formula is calculated"),
    "total_without_value": Kind(
        "notice", "a calculated control total", "open and save the workbook, so that the total is checked"
    ),
    "missing": Kind("error", "a value", "fill in the cell"),
    "bad_value": Kind("error", "", "correct the cell"),
    "number_as_text": Kind("fix", "a number", "nothing: it was read as the number"),
    "ambiguous_number": Kind(
        "error", "a number: the text may mean thousands or decimals", "type the number, not a text"
    ),
    "date_for_year": Kind("fix", "a year as a plain number", "nothing: it was read as the year"),
    "year_in_words": Kind("fix", "a year as a plain number", "nothing: it was read as the year"),
    "merged_id": Kind("fix", "a value in each cell", "nothing: it was read in each of the merged rows"),
    "merged_cells": Kind("error", "a value in each cell", "separate the cells, and fill in each"),
    "blanks": Kind("fix", "a text without surplus blanks or unusual characters", "nothing: it was read without them"),
    # the board
    "power_missing": Kind(
        "error", "the seven powers, once each", "add the row; leave the player empty if nobody played it"
    ),
    "power_twice": Kind("error", "the seven powers, once each", "correct the power"),
    "player_twice": Kind(
        "error", "a player once on a board", "correct the name; add a number to tell two namesakes apart"
    ),
    "no_centres": Kind("error", "the final centres, or the centres of every year", "fill in `final` or the years"),
    "gap_in_years": Kind("error", "years without a gap", "fill in the missing year"),
    "blank_year": Kind("error", "the centres of this year", "fill in the cell, 0 for an eliminated power"),
    "too_many_centres": Kind("error", "at most 34 centres in a year", "correct the year"),
    "too_few_centres": Kind("error", "at least the 22 centres owned at the start", "correct the year"),
    "centres_fall": Kind("error", "as many owned centres as the year before, or more", "correct one of the two years"),
    "back_from_zero": Kind("error", "0 after an elimination", "correct one of the two years"),
    "eliminated_differs": Kind("error", "the first year without a centre", "correct the year or the centres"),
    "eliminated_with_centres": Kind("error", "no elimination of a power that owns centres", "correct one of the two"),
    "final_differs": Kind("error", "the centres of the last year", "correct one of the two"),
    "years_differ": Kind("error", "centres up to the last year, and no further", "correct `last year` or the chart"),
    "before_first_year": Kind("error", "no year before the first", "correct `first year`, `last year` or the chart"),
    "control_total": Kind("error", "the sum of the seven powers", "correct a power or the total"),
    "total_twice": Kind("error", "one control total for a board", "delete one of the two rows"),
    "solo_without_18": Kind("error", "a power with 18 centres or more", "correct the result or the centres"),
    "winner_eliminated": Kind("error", "winners that own centres at the end", "correct the winners or the centres"),
    "winner_not_solo": Kind(
        "error", "the power with 18 centres as the only winner", "correct the winners or the centres"
    ),
    "two_solos": Kind("error", "one winner of a solo", "correct the winners or the centres"),
    "concession_to_nobody": Kind("error", "the power the others conceded to", "fill in `winners`"),
    "no_such_board": Kind("error", "a board of the boards sheet", "correct the round or the board"),
    "board_twice": Kind("error", "one row for each board", "delete one of the two rows"),
    "game_twice": Kind("error", "one row for each board", "delete one of the two rows"),
    "missed_twice": Kind("error", "one row for each missed turn", "delete one of the two rows"),
    "missed_too_many": Kind("error", "no more missed turns than turns", "correct the number"),
    "missed_outside": Kind("error", "a year in which the power was alive", "correct the year"),
    "missed_differs": Kind("error", "the missed turns of the nmr sheet", "type them in one place only"),
    "same_game": Kind("error", "one game in one file", "delete the board from one of the two files"),
    "other_name": Kind("fix", "one name for one person", "nothing: it was read as `also known as` says"),
    "alias_twice": Kind("error", "one person for each name", "correct `also known as`"),
    "alias_of_nobody": Kind("notice", "a player of the season", "nothing, or correct the name: nobody plays under it"),
    "ends_early": Kind("error", "a day after the start", "correct one of the two days"),
    "far_day": Kind("warning", "a day near the season", "correct the year, if it is a slip"),
    "not_played": Kind(
        "notice", "a board with centres", "nothing: the board is left out until its first autumn is typed"
    ),
    # what was published, and what could not be scored
    "score_differs": Kind(
        "warning", "the score that the official system gives", "check the centres and the published score"
    ),
    "place_differs": Kind(
        "warning", "the place that the official system gives", "check the centres and the published place"
    ),
    "nothing_to_compare": Kind("notice", "an official system", "nothing: the typed scores are not checked"),
    "unscorable": Kind("notice", "", "nothing: the board is left unscored under this system"),
    "remark": Kind("notice", "", "nothing: the board is scored"),
    "no_missed_turns": Kind("notice", "missed turns, which PGP counts", "nothing: none typed means none missed"),
    "other_map": Kind(
        "notice", "the centres of the standard map", "nothing, if it is played on another map; else empty the cell"
    ),
    "result_differs": Kind("notice", "the result solo", "nothing: 18 centres are a solo, whatever the result says"),
    "placed_twice": Kind("error", "one place for each player", "delete one of the two rows"),
    "year_twice": Kind("error", "one day for each year", "delete one of the two rows"),
    "year_outside": Kind("error", "a year of the chart", "correct the year, or type its centres"),
    "adjudicated_early": Kind("error", "a day after the year before", "correct one of the two days"),
    "sat_out_and_played": Kind("error", "a round in which the player did not play", "correct `sat out`"),
    "early_draw": Kind("error", "no draw before the fourth year is over", "correct the result or the last year"),
    "proposed_twice": Kind("error", "one proposal of a draw by each player", "correct `draw proposed`"),
    "draw_differs": Kind("error", "", "correct the turn, the result or the centres"),
    "played_after_all": Kind("notice", "a result, or nothing: there are centres", "nothing: the game is taken as over"),
    "no_end": Kind("warning", "the day on which the game ended", "fill in `ended`; Campo di Marte leaves the game out"),
    "no_effect": Kind("notice", "", "nothing: the setting has no effect here"),
    "near_name": Kind("notice", "one spelling for one person", "if they are one person, type `also known as`"),
    "circuit_remark": Kind("notice", "", "nothing: the circuit's standings say so"),
    # Bao
    "plays_himself": Kind("error", "two different players", "correct one of the two names"),
    "bye_played": Kind("error", "no winner of a bye", "empty the cell: a bye is worth nothing"),
    "winner_not_in_game": Kind("error", "one of the two who played", "correct the winner"),
    "winner_missing": Kind("error", "the winner of a game that is over", "fill in the winner, or empty the reason"),
    "too_many_games": Kind("error", "two games between the same players", "correct a name, or delete the row"),
    "south_twice": Kind("error", "each of a pair once as South", "swap South and North in one of the two games"),
    "one_game": Kind("warning", "two games: a later stage has begun", "add the other game"),
    "two_groups": Kind("error", "one group for each player", "correct the group, or the name"),
    "dealt_otherwise": Kind("notice", "", "nothing: the groups are taken as they were played"),
    "not_entered": Kind("error", "a player of the entry list", "correct the name, or add the player to the list"),
    "entered_twice": Kind("error", "each player once on the entry list", "delete one of the two rows"),
    "dummy_entered": Kind(
        "error", "a player: -1 is the dummy of a bye", "delete the row: byes are drawn by themselves"
    ),
    "entrants": Kind("warning", "6 to 34 players", "nothing: the tournament is computed as it is"),
    "newcomer_elo": Kind("notice", "Elo 1800: no games are played yet", "nothing: 1800 is taken"),
    "kiba_differs": Kind("warning", "", "check the Elo and the games at entry; the computed score is used"),
    "no_groups": Kind("notice", "the setting `groups`", "say how many qualifying groups there are, to have a schedule"),
    "group_too_small": Kind("warning", "at least three players in a qualifying group", "choose fewer groups"),
    "not_reached": Kind("error", "a player who reached this stage", "correct the stage or the name"),
    "wrong_semifinal": Kind(
        "error", "winners in one semifinal, runners-up in the other", "correct the group or a name"
    ),
    "south_of_final": Kind("warning", "", "check who was South"),
    "nations_match": Kind("warning", "three players of each of two nations", "check names and countries"),
    "same_nation": Kind("error", "an opponent of the other nation", "correct the name, or the country"),
    "mabingwa": Kind("warning", "six players in one group", "check the setting `format`"),
    "not_invited": Kind("notice", "the best six of the championship", "nothing: the players are taken as they are"),
    "no_such_match": Kind("error", "a game of the matches sheet", "correct a name, or add the game"),
    "move_number": Kind("error", "moves numbered from 1, each once", "correct the number, or add the move"),
    "not_to_move": Kind(
        "error", "South's name with odd numbers, North's with even ones", "correct the name or the number"
    ),
    "move_too_early": Kind("error", "a time after the move before", "correct the time"),
    "clock_differs": Kind("warning", "the result that the clock gives", "check the times, and type the result"),
    "starts_late": Kind("notice", "the centres from the first year on", "add the earlier years, if they are known"),
}

ORDER = ["error", "warning", "fix", "notice"]  # the gravest first
COLUMNS = ("severity", "code", "file", "sheet", "cell", "found", "expected", "hint")


class Problem(NamedTuple):
    """One line of the problems: what was read where, what was expected, how to mend it."""

    code: str
    season: str
    event: str
    file: str
    sheet: str
    cell: str
    found: str
    expected: str

    @property
    def severity(self) -> Severity:
        """How grave it is: an error blocks its event."""
        return CODES[self.code].severity

    @property
    def hint(self) -> str:
        """How to mend it."""
        return CODES[self.code].hint

    def row(self) -> tuple[str, ...]:
        """The problem as a line of problems.csv."""
        return tuple(getattr(self, name) for name in COLUMNS)


def problem(
    code: str, *, season: str, event: str, file: str, found: str, sheet: str = "", cell: str = "", expected: str = ""
) -> Problem:
    """A problem of a known kind; `expected` replaces the kind's own words where the place knows better."""
    return Problem(code, season, event, file, sheet, cell, found, expected or CODES[code].expected)


def blocked(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """The (season, event) that have an error. An error without an event blocks no other event."""
    return {(p.season, p.event) for p in problems if p.severity == "error"}


def ordered(problems: list[Problem]) -> list[Problem]:
    """The gravest first, then by file and cell; each line once."""
    return sorted(dict.fromkeys(problems), key=_order)


def _order(problem: Problem) -> tuple[int, str, str, str, tuple[int, int], str, str, str]:
    from openpyxl.utils.cell import coordinate_to_tuple

    at = coordinate_to_tuple(problem.cell) if problem.cell else (0, 0)
    grave, said = ORDER.index(problem.severity), (problem.code, problem.found, problem.expected)
    return grave, problem.season, problem.file, problem.sheet, at, *said
