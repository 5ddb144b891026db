"""Write a documentation page that summarises the table of faults by class.

The page shows how many inputs of each class were tried, and what became of them.

python -m tests.bad_inputs.classes      rewrites docs/explanation/what_people_type.md
"""

from tests.bad_inputs.fault import Fault
from tests.bad_inputs.oddities import BAO_ODDITIES, ODDITIES
from tests.bad_inputs.table import DISK, ELSEWHERE, FAULTS
from tests.sheets import ROOT

PAGE = ROOT / "docs" / "explanation" / "what_people_type.md"
LAWFUL = "lawful, though it looks odd"  # rows without a problem
CLASSES = {  # class -> codes; the most severe line of a row decides its class
    "files that are broken, harmful, locked or no workbooks": "not_a_workbook encrypted too_large too_wide suspicious cannot_open "
    "changed gave_up macros outside_data bad_text ragged_row odd_formatting other_encoding other_separator",
    "files in the wrong place or under the wrong name, stray files, links": "not_in_a_season unknown_file unread_file skipped_file "
    "two_files reserved_name bad_name long_name outside_link emptied_season linked_season",
    "a file, a board or a season twice": "copy copied_season same_game board_again game_again board_twice game_twice",
    "invisible characters, other alphabets, text decoded twice": "control_character long_text invisible blanks decoded_twice",
    "sheets and headers": "hidden_sheet hidden_cells struck_through covered_value unknown_sheet unread_table sheet_elsewhere drawn_sheet wrong_kind "
    "two_sheets no_header two_tables turned_sheet powers_across results_elsewhere two_header_rows no_round sheet_name two_headers "
    "unknown_column misspelt merged_id merged_cells",
    "notes and totals below the table": "note_below loose_total",
    "years as headers": "misspelt_year unknown_year date_header date_for_year year_in_words starts_late",
    "cells: formulas, blanks, numbers, words, days": "error_cell formula_without_value total_without_value value_across missing bad_value "
    "sex_unclear number_as_text otherwise unclear_date ambiguous_number points_rise dates_from_1904",
    "unplayed powers, unknown players, two people in one cell": "no_name perhaps_nobody two_people and_between",
    "names that look alike, other spellings": "near_name near_team near_nation other_name alias_twice fact_twice facts_differ id_twice alias_joins_two alias_of_nobody player_twice",
    "settings, rounds and boards": "unknown_setting setting_twice setting_elsewhere no_boards no_such_board no_such_round too_many_rounds "
    "round_order wdc_round near_round boards_differ no_effect top_table_in_doubt top_table_not_named sat_out_and_played sit_out_points two_boards_asked "
    "seated_twice penalty_unused circuit_asks circuit_remark no_end remark",
    "laws of the chart": "power_missing power_twice no_centres gap_in_years blank_year too_many_centres too_few_centres "
    "centres_fall back_from_zero eliminated_differs eliminated_with_centres final_differs years_differ other_length "
    "stops_early before_first_year control_total total_twice too_fast late_year other_map not_played",
    "results, draws and days": "solo_given_back draw_of_one concession_to_two over_in_progress solo_without_18 winner_eliminated "
    "winner_not_solo two_solos concession_to_nobody result_differs early_draw proposed_twice late_again late_turn draw_differs ends_early far_day "
    "odd_age year_twice year_outside adjudicated_early",
    "missed turns": "missed_twice missed_too_many missed_outside missed_differs no_missed_turns",
    "scores, places and placings": "score_differs place_differs nothing_to_compare unscorable placed_twice no_place places_skip "
    "scores_skip placing_differs result_beside_boards result_twice crowded_board",
    "Bao": "plays_himself bye_played winner_not_in_game winner_missing won_later too_many_games south_twice one_game two_groups "
    "dealt_otherwise not_entered entered_twice dummy_entered entrants newcomer_elo kiba_differs no_groups groups_differ group_too_small "
    "not_reached odd_stages wrong_semifinal south_of_final nations_match same_nation mabingwa not_invited not_selected no_such_match "
    "move_number not_to_move move_too_early no_start clock_differs",
}
CLASS_OF = {code: name for name, codes in CLASSES.items() for code in codes.split()}
GRAVEST = ["error", "warning", "fix", "notice"]


def class_of(fault: Fault) -> str:
    """Return the class of an input's most severe problem, or of the first one if several are equally severe."""
    if fault.slip:
        return "one slip in a good sheet"
    lines = sorted(fault.lines, key=lambda line: GRAVEST.index(line.severity))
    return CLASS_OF[lines[0].code] if lines else LAWFUL


def became(fault: Fault) -> str:
    """Return what becomes of the input: `read`, `reported` or `silent`.

    `read` means that the input is read as meant, and `silent` that something is lost or changed without a report.
    """
    severities = {line.severity for line in fault.lines}
    if fault.slip or severities & {"error", "warning"} or severities == {"notice"}:
        return "reported"
    return "read" if "fix" in severities or class_of(fault) == LAWFUL else "silent"


def rows() -> list[tuple[str, int, int, int, int]]:
    """Return one row per class of inputs.

    A row has the name of the class and four counts of inputs: those tried, those read as meant, those reported, and
    those silently lost or changed.
    """
    names = [*CLASSES, "one slip in a good sheet", LAWFUL]
    found = {name: [became(fault) for fault in FAULTS if class_of(fault) == name] for name in names}
    return [(name, len(all_), *map(all_.count, ("read", "reported", "silent"))) for name, all_ in found.items()]


def page() -> str:
    lines = [f"| {name} | {tried} | {read} | {reported} | {silent} |" for name, tried, read, reported, silent in rows()]
    sums = (sum(column) for column in zip(*(row[1:] for row in rows()), strict=True))
    return TEXT.format(
        table="\n".join([*lines, f"| **together** | {' | '.join(map(str, sums))} |"]),
        oddities=len(ODDITIES) + len(BAO_ODDITIES),
        elsewhere=len(DISK) + len(ELSEWHERE),
    )


TEXT = """\
# What people type

The table of faults in `tests/bad_inputs` has one row for every input counted below. A row holds a good event, how it is
spoilt, and every line that the build must print about it, with its cell. The build must print no other line.

The tests build all of these inputs, as hundreds of events in a few seasons. Each of them ends in one of three ways:

- **Read as meant**: the meaning cannot be mistaken. A `fix` line says what was read. A lawful input has no line.
- **Reported**: an `error` sets aside its board or its event, a `warning` says what to look at, or a `notice` says that
  nothing is lost.
- **Silent**: something is lost or changed, and no line says so. There is no such input.

| class | tried | read as meant | reported | silent |
| --- | ---: | ---: | ---: | ---: |
{table}

{elsewhere} more faults need a disk, or several seasons, and have tests of their own. {oddities} oddities, such as an infinite figure or
a group called `=A1`, may be reported or not, but must not stop a build. `python -m tests.bad_inputs.classes` writes
this page.
"""

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
