"""Checks that the automatic Turkey agrees with passages copied from paragraph 8.5.1 and appendix B of Italia-2010."""

import re
from itertools import chain, combinations, permutations

import pytest

from pipeline.rules.rule_sheet import paragraphs, title
from pipeline.tools.desk import turkey
from pipeline.tools.desk.orders import check
from pipeline.tools.desk.provinces import borders, confining, reach
from pipeline.tools.desk.syntax import DEFENSIVE, HOLD, Unit, units

POSITIONS = ("A BUL", "F CON", "A SMY", "A ANK")
SUBSETS = [", ".join(some) for size in range(5) for some in combinations(POSITIONS, size)]

# lines of appendix B: the units, the orders common to all options, and the options if the rules draw lots
LINES = [
    ("A BUL, F CON, A SMY, A ANK", "A BUL S F CON, F CON S A BUL, A SMY S A ANK, A ANK S A SMY", [""]),
    ("A BUL, F CON, A ANK", "A BUL S F CON, A ANK S F CON, ", ["F CON S A BUL", "F CON S A ANK"]),
    ("A BUL, F CON, A SMY", "A BUL S F CON, A SMY S F CON, ", ["F CON S A BUL", "F CON S A SMY"]),
    ("A BUL, A SMY, A ANK", "A BUL HOLD, A SMY S A ANK, A ANK S A SMY", [""]),
    (
        "F CON, A SMY, A ANK",
        "",
        ["F CON S A ANK, A ANK S A SMY, A SMY S F CON", "F CON S A SMY, A SMY S A ANK, A ANK S F CON"],
    ),
    ("F CON, A BUL", "F CON S A BUL, A BUL S F CON", [""]),
    ("F CON, A SMY", "F CON S A SMY, A SMY S F CON", [""]),
    ("F CON, A ANK", "F CON S A ANK, A ANK S F CON", [""]),
    ("A ANK, A SMY", "A ANK S A SMY, A SMY S A ANK", [""]),
]
LISTED = {frozenset(line[0].split(", ")) for line in LINES}
UNLISTED = [standing for standing in SUBSETS if frozenset(standing.split(", ")) not in LISTED]

UNITS_AS_PRINTED = (
    "A BUL F CON A SMY A ANK A BUL F CON A ANK A BUL F CON A SMY A BUL A SMY A ANK F CON A SMY A ANK F CON A BUL "
    "F CON A SMY F CON A ANK A ANK A SMY"
)
ORDERS_AS_PRINTED = (
    "A BUL S F CON F CON S A BUL A SMY S A ANK A ANK S A SMY A BUL S F CON A ANK S F CON F CON S A BUL or F CON S A ANK "
    "A BUL S F CON A SMY S F CON F CON S A BUL or F CON S A SMY A BUL HOLD A SMY S A ANK A ANK S A SMY F CON S A ANK "
    "A ANK S A SMY A SMY S F CON or F CON S A SMY A SMY S A ANK A ANK S F CON F CON S A BUL A BUL S F CON F CON S A SMY "
    "A SMY S F CON F CON S A ANK A ANK S F CON A ANK S A SMY A SMY S A ANK"
)
NOTES = [  # what is drawn by lot: "in this situation, just before reading players' moves," it "is casually determined"
    "the support given by CON",
    "the support given by CON",
    "the direction of the chain of supports that starts with CON (clockwise or anticlockwise)",
]


def given(standing: str, year: int = 1903, turn: str = "spring", board: str = "2 A", **more: object) -> turkey.OrderSet:
    """Return the automatic Turkey's orders for the units listed in a string, by default with the seed `milan`."""
    return turkey.orders(units(standing), year, turn, **{"seed": "milan", "board": board, **more})


def ordered(orders: turkey.OrderSet) -> set[str]:
    return set(orders.text.splitlines())


def listed(text: str) -> set[str]:
    """Return the orders in a passage copied from the rules, as a set."""
    return set(filter(None, text.split(", ")))


# -- appendix B --------------------------------------------------------------------------------------------------------


def test_the_table_equals_the_printed_one_word_for_word() -> None:
    table = turkey.APPENDIX_B
    columns = [(line.orders, " or ".join(line.drawn)) for line in table]
    assert re.sub("[,;]", "", " ".join(line.units for line in table)) == UNITS_AS_PRINTED
    assert re.sub(";", "", " ".join(filter(None, chain(*columns)))) == ORDERS_AS_PRINTED
    assert [str(line.note) for line in table if line.note] == NOTES
    assert [bool(line.note) for line in table] == [bool(line.drawn) for line in table]


@pytest.mark.parametrize(("standing", "always", "ways"), LINES, ids=[line[0] for line in LINES])
def test_a_line_of_appendix_b_gives_its_orders(standing: str, always: str, ways: list[str]) -> None:
    found = {frozenset(ordered(given(standing, board=f"table {board}"))) for board in range(40)}
    assert found == {frozenset(listed(always + way)) for way in ways}


@pytest.mark.parametrize("standing", UNLISTED, ids=[standing or "no unit" for standing in UNLISTED])
def test_units_that_appendix_b_does_not_list_are_isolated_and_hold(standing: str) -> None:
    orders = given(standing)
    assert ordered(orders) == {f"{unit} HOLD" for unit in filter(None, standing.split(", "))}
    assert orders.remarks == ()


def test_lines_and_isolated_units_cover_all_sixteen_sets_of_the_four_positions() -> None:
    assert len(SUBSETS) == 16 and len(LISTED) == 9
    assert UNLISTED == ["", "A BUL", "F CON", "A SMY", "A ANK", "A BUL, A SMY", "A BUL, A ANK"]


@pytest.mark.parametrize("standing", SUBSETS, ids=[standing or "no unit" for standing in SUBSETS])
def test_a_unit_without_neighbours_holds_and_every_other_supports_a_neighbour(standing: str) -> None:
    for board in range(20):
        orders = given(standing, board=f"table {board}").orders
        assert [order.unit for order in orders] == [*units(standing)]
        for order in orders:
            neighbours = [u for u in units(standing) if confining(u.province, order.unit.province)]
            assert order.kind == (DEFENSIVE if neighbours else HOLD)
            assert order.other in neighbours or not neighbours


@pytest.mark.parametrize("standing", SUBSETS, ids=[standing or "no unit" for standing in SUBSETS])
def test_the_orders_pass_the_check_of_order_sheets(standing: str) -> None:
    orders = given(standing)
    sheet = check(f"Turkey, spring 1903\n{orders.text}")
    assert sheet.orders == orders.orders and sheet.problems == ()


def test_the_order_in_which_units_are_typed_changes_nothing() -> None:
    for standing in SUBSETS:
        expected = ordered(given(standing))
        assert all(
            ordered(given(", ".join(other))) == expected for other in permutations(filter(None, standing.split(", ")))
        )


# -- units elsewhere ---------------------------------------------------------------------------------------------------


def test_an_isolated_unit_elsewhere_holds_and_does_not_change_the_others() -> None:
    assert ordered(given("A BUL, F CON, A MOS")) == {"A BUL S F CON", "F CON S A BUL", "A MOS HOLD"}
    assert ordered(given("A BUL, A SMY, A ANK, F ION")) == listed(LINES[3][1]) | {"F ION HOLD"}
    assert ordered(given("A ANK, A SMY, F BUL/SC")) == {"A ANK S A SMY", "A SMY S A ANK", "F BUL/SC HOLD"}
    assert given("A BUL, F CON, A MOS").remarks == ()


@pytest.mark.parametrize(
    "standing",
    ["A CON, A SMY, F ANK", "A BUL, F CON, F AEG", "A SMY, A SYR", "F CON, A SMY, F ANK", "A BUL, F CON, A ARM, A SEV"],
)
def test_neighbours_without_a_line_in_the_table_all_hold_with_a_remark(standing: str) -> None:
    orders = given(standing)
    assert ordered(orders) == {f"{unit} HOLD" for unit in standing.split(", ")}
    assert [remark.kind for remark in orders.remarks] == ["no line"]


def test_a_fleet_in_bulgaria_is_not_the_army_of_the_table() -> None:
    orders = given("F BUL/SC, F CON")
    assert ordered(orders) == {"F BUL/SC HOLD", "F CON HOLD"}
    assert "F BUL/SC, F CON" in str(orders.remarks[0].text)


# -- lots --------------------------------------------------------------------------------------------------------------

# The last hexadecimal digit of `printf '["milan", "2 A", 1902, "spring"]' | sha256sum` (GNU coreutils), and so on for
# spring 1902, autumn 1902, spring 1903 ... autumn 1904.
DIGITS = {
    ("milan", "2 A"): "e7f451",
    ("milan", "2 B"): "6ec078",
    ("rome", "2 A"): "4dacd9",
    (7, "3 C"): "222ec1",
}


@pytest.mark.parametrize(("seed", "board"), DIGITS)
@pytest.mark.parametrize(("standing", "always", "ways"), [line for line in LINES if line[2] != [""]])
def test_a_lot_is_the_last_bit_of_a_sha_256(
    seed: str | int, board: str, standing: str, always: str, ways: list[str]
) -> None:
    turns = [(year, turn) for year in (1902, 1903, 1904) for turn in ("spring", "autumn")]
    for (year, turn), digit in zip(turns, DIGITS[seed, board], strict=True):
        drawn = listed(always + ways[int(digit, 16) % 2])
        assert ordered(given(standing, year, turn, board, seed=seed)) == drawn


@pytest.mark.parametrize("line", [1, 2, 4])
def test_a_lot_says_what_was_drawn_and_from_what(line: int) -> None:
    standing, _, ways = LINES[line]
    (remark,) = given(standing).remarks
    assert remark.kind == "lot"
    drawn = [way.replace(", ", "; ") for way in ways]
    text = str(remark.text)
    assert text.startswith(f"{NOTES[(1, 2, 4).index(line)]} was drawn by lot: ")
    assert f"(the options were {drawn[0]} or {drawn[1]}" in text and "spring 1903" in text
    assert "milan" not in text


def test_no_lot_is_drawn_where_the_text_requires_none() -> None:
    assert all(not given(line[0]).remarks for line in LINES if line[2] == [""])


def test_lots_are_fair_over_many_boards() -> None:
    draws = [turkey.Lot("milan", f"table {board}", 1902, "spring").draw() for board in range(2000)]
    assert 900 < sum(draws) < 1100  # four standard deviations of a fair coin are 89


def test_neither_the_words_for_a_turn_nor_blanks_in_a_name_change_a_lot() -> None:
    for year in range(1902, 1920):
        expected = given("A BUL, F CON, A ANK", year, "spring").orders
        assert given("A BUL, F CON, A ANK", year, "Primavera").orders == expected
        assert given("A BUL, F CON, A ANK", year, "printemps", " 2  A ").orders == expected


# -- 1901 --------------------------------------------------------------------------------------------------------------


def test_the_opening_equals_the_printed_one() -> None:
    assert ordered(given("A CON, A SMY, F ANK", 1901)) == {"A CON - BUL", "A SMY - ANK", "F ANK - CON"}
    autumn = given("A BUL, A ANK, F CON", 1901, "autumn")
    assert ordered(autumn) == {"A BUL HOLD", "A ANK S F CON", "F CON S A BUL"}
    assert autumn.remarks == ()


@pytest.mark.parametrize("standing", ["A CON, A SMY, F ANK", "A BUL, F CON", "A BUL, A ANK, F CON, A SMY", ""])
def test_after_a_stopped_opening_all_hold_with_a_remark(standing: str) -> None:
    orders = given(standing, 1901, "autumn")
    assert ordered(orders) == {f"{unit} HOLD" for unit in filter(None, standing.split(", "))}
    assert [remark.kind for remark in orders.remarks] == ["stopped"]


def test_spring_1901_begins_where_turkey_starts() -> None:
    with pytest.raises(ValueError, match="Turkey starts with A CON, A SMY, F ANK, not with"):
        given("A BUL, A SMY, F ANK", 1901)


# units with which the other six powers start (the rules of Diplomacy)
OTHERS = (
    "A BUD, A VIE, F TRI, F EDI, F LON, A LVP, F BRE, A MAR, A PAR, F KIE, A BER, A MUN, F NAP, A ROM, A VEN, A WAR, "
    "A MOS, F SEV, F STP/SC"
)


def test_nobody_can_stop_the_opening_in_spring_1901() -> None:
    others = units(OTHERS)
    assert len(others) == 19
    reached = {place[:3] for unit in others for place in reach(*unit)}
    assert {"RUM", "BLA", "ARM", "SER"} <= reached and not reached & {"BUL", "ANK", "CON"}


OWNED = frozenset({"BUL", "ANK", "CON", "SMY"})


def test_in_winter_1901_turkey_builds_an_army_in_smyrna() -> None:
    built = given("A BUL, A ANK, F CON", 1901, "winter", centres=OWNED)
    assert built.text == "+ A SMY" and built.remarks == ()
    after = given("A BUL, A ANK, F CON, A SMY", 1902)
    assert ordered(after) == listed(LINES[0][1])


def test_if_the_centres_are_unknown_the_build_says_what_it_depends_on() -> None:
    built = given("A BUL, A ANK, F CON", 1901, "winter")
    assert built.text == "+ A SMY"
    assert [remark.kind for remark in built.remarks] == ["build"] and "more than 3 centres" in str(
        built.remarks[0].text
    )


@pytest.mark.parametrize(
    ("standing", "year", "centres", "kinds"),
    [
        ("A BUL, A ANK, F CON", 1901, OWNED - {"BUL"}, ["build"]),  # as many centres as units
        ("A BUL, A ANK, F CON", 1901, OWNED - {"BUL", "SMY"}, ["director"]),  # a removal
        ("A BUL, A ANK, F CON", 1901, (OWNED - {"SMY"}) | {"GRE"}, ["director"]),  # Smyrna is lost
        ("A BUL, A SMY, F CON", 1901, OWNED, ["director"]),  # Smyrna is occupied
        ("A BUL, A ANK, F CON", 1902, OWNED, ["director"]),  # a build that the text does not name
        ("A BUL, A ANK, F CON", 1902, None, ["director"]),
        ("A BUL, A ANK, F CON, A SMY", 1902, OWNED, ["build"]),
        ("A BUL, A ANK, F CON, A SMY", 1905, OWNED - {"BUL"}, ["director"]),  # a removal
    ],
)
def test_no_other_build_or_removal_is_ruled(
    standing: str, year: int, centres: frozenset[str] | None, kinds: list[str]
) -> None:
    orders = given(standing, year, "winter", centres=centres)
    assert orders.orders == () and [remark.kind for remark in orders.remarks] == kinds


def test_the_text_names_one_of_two_builds_and_leaves_the_other_to_the_director() -> None:
    built = given("A BUL, F CON", 1901, "winter", centres=OWNED)
    assert built.text == "+ A SMY" and [remark.kind for remark in built.remarks] == ["director"]


def test_a_unit_that_must_retreat_is_disbanded() -> None:
    retreats = turkey.retreats(units("A BUL, F CON"), 1904, "autumn", board="2 A")
    assert retreats.text.splitlines() == ["- A BUL", "- F CON"]
    assert (retreats.board, retreats.year, retreats.turn) == ("2 A", 1904, "autumn")


# -- typed units -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "message"),
    [
        ("A BUL, F KON", "“KON” is not an abbreviation listed in appendix A of Italia-2010. Did you mean `CON`?"),
        ("BUL", "The letter before “BUL” is missing. Add A .army, armata. or F"),
        ("A BUL, F BUL/SC", "“A BUL” and “F BUL/SC” are in the same province."),
        ("A AEG", "“A AEG” .* an army can be on land or on a coast"),
        ("F MUN", "“F MUN” .* an army can be on land or on a coast, a fleet at sea"),
        ("A BUL - GRE", "“A BUL - GRE” is not a unit. Write units like this: A BUL, F CON."),
    ],
)
def test_impossible_units_are_refused_in_words(standing: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        units(standing)


def test_units_are_read_in_any_spelling_of_the_syntax() -> None:
    assert units("a Bul; FCON\nFlotta Smy") == (Unit("A", "BUL"), Unit("F", "CON"), Unit("F", "SMY"))
    assert units("F Bul (sc)") == (Unit("F", "BUL/SC"),) and units(" ") == ()


@pytest.mark.parametrize(("year", "turn"), [(1903, "summer"), (1900, "spring"), (1903, "")])
def test_an_invalid_turn_is_refused(year: int, turn: str) -> None:
    with pytest.raises(ValueError, match=r"is not spring, autumn or winter|The first year is 1901"):
        given("A BUL", year, turn)
    with pytest.raises(ValueError, match=r"is not spring, autumn or winter|The first year is 1901"):
        turkey.retreats(units("A BUL"), year, turn, board="1")


def test_a_sheet_of_units_gives_the_orders_of_every_good_board_and_the_faults_of_the_others() -> None:
    rows = [
        {"Turno": "2", "Tavolo": "A", "Anno": "1903", "Stagione": "primavera", "Unità": "A Bul"},
        {"Turno": "2", "Tavolo": "A", "Anno": "1903", "Stagione": "primavera", "Unità": "F Con"},
        {"Turno": "2", "Tavolo": "A", "Anno": "1903", "Stagione": "Spring", "Unità": "A Ank"},
        {"Turno": "2", "Tavolo": "B", "Anno": "190", "Stagione": "primavera", "Unità": "A Bul"},
        {"Turno": "2", "Tavolo": "C", "Anno": "1903", "Stagione": "estate", "Unità": "A Bul"},
        {"Turno": "2", "Tavolo": "D", "Anno": "1901", "Stagione": "inverno", "Unità": "A Bul, A Ank, F Con",
         "Centri": "Bul, Ank, Con, Smy"},
        {"Turno": "2", "Tavolo": "E", "Anno": "1901", "Stagione": "inverno", "Unità": "A Bul", "Centri": "Bxl"},
        {"Turno": "2", "Tavolo": "F", "Stagione": "autunno", "Unità": "A Bul"},
    ]  # fmt: skip
    sets, faults = turkey.order_sets(rows, seed="milan")
    assert sets == [
        given("A BUL, F CON, A ANK", 1903, "spring", "2 A"),
        given("A BUL, A ANK, F CON", 1901, "winter", "2 D", centres=OWNED),
    ]
    assert [*map(str, faults)] == [
        "board 2 B, spring 190: “190” is not a year.",
        "board 2 C, estate 1903: “estate” is not spring, autumn or winter.",
        "board 2 E, winter 1901: Appendix A does not list the abbreviation BXL.",
        "board 2 F, autumn : The year is missing.",
    ]


def test_a_sheet_without_a_required_column_is_refused() -> None:
    rows = [{"Tavolo": "A", "Anno": "1903", "Pezzi": "A BUL"}]
    sets, faults = turkey.order_sets(rows, seed=1)
    assert [*map(str, faults)] == ["the sheet has no column turn", "the sheet has no column units"] and not sets


def test_units_and_centres_may_be_german() -> None:
    row = {
        "Board": "A",
        "Year": "1901",
        "Turn": "winter",
        "Einheiten": "Armee BUL, A ANK, Flotte CON",
        "VZ": "BUL, ANK",
    }
    assert turkey.order_sets([row], seed=1) == (
        [given("A BUL, A ANK, F CON", 1901, "winter", "A", centres=["BUL", "ANK"])],
        [],
    )


def test_a_turkey_without_units_has_no_orders() -> None:
    (orders,), faults = turkey.order_sets([{"board": "A", "year": "1905", "turn": "fall", "units": ""}], seed=1)
    assert orders == turkey.OrderSet("A", 1905, "autumn", (), ()) and not faults


# -- the rule sheet ----------------------------------------------------------------------------------------------------


def test_the_rule_sheet_names_its_source_and_every_paragraph() -> None:
    found = paragraphs(turkey.__doc__ or "")
    assert title(turkey.__doc__ or "") == "The automatic Turkey of a board with six players"
    assert [paragraph.label for paragraph in found] == [
        "Source", "8.5", "8.5.1", "App.B", "Lots", "Stopped", "Reading",
    ]  # fmt: skip
    assert all(paragraph.text.endswith(".") and not paragraph.part for paragraph in found)


def test_the_borders_of_the_four_positions_are_those_of_appendix_b() -> None:
    pairs = {frozenset(pair) for pair in combinations(("BUL", "CON", "SMY", "ANK"), 2) if confining(*pair)}
    assert pairs == {frozenset(line[0].replace("A ", "").replace("F ", "").split(", ")) for line in LINES[5:]}
    assert "ANK" in borders()["SMY"].army and "ANK" not in borders()["SMY"].fleet
