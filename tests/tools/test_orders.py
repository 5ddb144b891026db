"""Checks that order sheets, and the map that they use, agree with Italia-2010.

The examples are copied from paragraphs 9 and 9.1 and appendix A of the printed rules.
"""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.rules.rule_sheet import paragraphs
from pipeline.tools.desk import orders, syntax
from pipeline.tools.desk.order_problems import KINDS
from pipeline.tools.desk.orders import OrderSheet, check
from pipeline.tools.desk.provinces import (
    COAST,
    LAND,
    SEA,
    borders,
    coasts,
    confining,
    crossing,
    nearest,
    provinces,
    reach,
)
from pipeline.tools.desk.syntax import BUILD, CONVOY, DEFENSIVE, DISBAND, HOLD, MOVE, OFFENSIVE, Order, Unit, order
from tests.grouped import grouped

PROVINCES_AS_PRINTED = (
    "Adriatic Sea Aegean Sea Albania Ankara Apulia Armenia Baltic Sea Barents Sea Belgium Berlin Black Sea Bohemia Brest "
    "Budapest Bulgaria Burgundy Clyde Constantinople Denmark Eastern Mediterranean Edinburgh English Channel Finland "
    "Galicia Gascony Greece Gulf of Lyon Gulf of Bothnia Helgoland Bight Holland Ionian Sea Kiel Liverpool Livonia "
    "London Marseilles "
    "Mid-Atlantic Ocean Moscow Munich Naples North Atlantic Ocean North Africa North Sea Norway Norwegian Sea Paris "
    "Picardy Piedmont Portugal Prussia Rome Ruhr Rumania Serbia Sevastopol Silesia Skagerrak Smyrna Spain St Petersburg "
    "Syria Trieste Tunis Tuscany Tyrol Tyrrhenian Sea Ukraine Venice Vienna Wales Warsaw Western Mediterranean Yorkshire"
)
ABBREVIATIONS_AS_PRINTED = (
    "ADR AEG ALB ANK APU ARM BAL BAR BEL BER BLA BOH BRE BUD BUL BUR CLY CON DEN EAS EDI ENG FIN GAL GAS GRE LYO BOT HEL "
    "HOL ION KIE LVP LVN LON MAR "
    "MAO MOS MUN NAP NAO NAF NTH NWY NWS PAR PIC PIE POR PRU ROM RUH RUM SER SEV SIL SKA SMY SPA STP SYR TRI TUN TUS TYR "
    "TYS UKR VEN VIE WAL WAR WES YOR"
)


def codes(sheet: OrderSheet) -> list[str]:
    """Return the codes of a sheet's problems, in order of line and column."""
    return [problem.code for problem in sheet.problems]


def accepted(text: str) -> list[str]:
    """Return the accepted orders of a sheet, in the official syntax."""
    return [str(order) for order in check(text).orders]


# -- provinces ---------------------------------------------------------------------------------------------------------


def test_the_73_provinces_are_those_that_the_appendix_prints() -> None:
    printed = [province for province in provinces().values() if province.printed]
    assert len(printed) == 73
    assert " ".join(province.name for province in printed) == PROVINCES_AS_PRINTED
    assert " ".join(province.abbreviation for province in printed) == ABBREVIATIONS_AS_PRINTED


def test_sweden_and_the_irish_sea_are_added_to_the_appendix() -> None:
    ours = [province[:3] for province in provinces().values() if not province.printed]
    assert ours == [("SWE", "Sweden", COAST), ("IRI", "Irish Sea", SEA)]


@grouped("abbreviation", [*ABBREVIATIONS_AS_PRINTED.split(), "SWE", "IRI"])
def test_every_abbreviation_is_read_in_an_order(abbreviation: str) -> None:
    letter = "F" if provinces()[abbreviation].kind == SEA else "A"
    assert accepted(f"{letter} {abbreviation.title()} Hold") == [f"{letter} {abbreviation} HOLD"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Liv", ["LVN", "LVP"]),
        ("Nor", ["NAF", "NAO", "NTH", "NWS", "NWY"]),
        ("GOL", ["LYO"]),
        ("Mid", ["MAO"]),
        ("RMO", ["ROM"]),
        ("Rome", ["ROM"]),
        ("Costantinopoli", ["CON"]),
        ("Ve", ["VEN"]),
        ("xyz", []),
        ("A", []),
    ],
)
def test_all_equally_near_abbreviations_are_suggested(typed: str, meant: list[str]) -> None:
    assert nearest(typed) == meant


# -- the map -----------------------------------------------------------------------------------------------------------


def test_the_standard_map_has_19_seas_and_56_provinces_14_of_them_inland() -> None:
    kinds = [province.kind for province in provinces().values()]
    assert [kinds.count(kind) for kind in (SEA, COAST, LAND)] == [19, 42, 14]


@grouped("here", borders())
def test_every_border_is_found_from_both_sides(here: str) -> None:
    army, fleet = borders()[here]
    assert all(here in borders()[there].army for there in army)
    assert all(here in borders()[there].fleet for there in fleet)
    assert here not in army | fleet


def test_there_are_111_borders_for_armies_and_141_for_fleets() -> None:  # counted on the maps of DPjudge and jDip
    assert sum(len(here.army) for here in borders().values()) == 2 * 111
    assert sum(len(here.fleet) for here in borders().values()) == 2 * 141


def test_armies_move_on_land_fleets_on_sea_and_coast_and_three_provinces_have_two_coasts() -> None:
    for here, (army, fleet) in borders().items():
        kind = provinces()[here[:3]].kind
        assert bool(army) == (kind != SEA and len(here) == 3)
        assert bool(fleet) == (kind != LAND and not coasts(here))
        assert SEA not in {provinces()[there].kind for there in army}
        assert not {there for there in fleet if provinces()[there[:3]].kind == LAND or coasts(there)}
    assert {here for here in borders() if coasts(here)} == {"STP", "SPA", "BUL"}
    assert {*borders()} == {*provinces(), "STP/NC", "STP/SC", "SPA/NC", "SPA/SC", "BUL/EC", "BUL/SC"}


# neighbours counted by hand on the board: of an army, and of a fleet
COUNTED = {"MUN": (7, 0), "GAL": (7, 0), "SER": (6, 0), "NTH": (0, 11), "MAO": (0, 10), "ION": (0, 9), "CON": (3, 6),
           "NWY": (3, 6), "SMY": (4, 4), "ROM": (4, 3), "NAF": (1, 3), "POR": (1, 3), "KIE": (5, 5), "TRI": (6, 3)}  # fmt: skip


@pytest.mark.parametrize("here", COUNTED)
def test_neighbours_agree_with_a_count_by_hand(here: str) -> None:
    assert (len(reach("A", here)), len(reach("F", here))) == COUNTED[here]


def test_a_fleet_on_an_unknown_coast_may_go_wherever_it_could_from_either() -> None:
    assert reach("F", "BUL") == {"BLA", "RUM", "CON", "AEG", "GRE"}
    assert reach("F", "BUL/EC") == {"BLA", "RUM", "CON"}
    assert reach("A", "BUL") == {"CON", "GRE", "RUM", "SER"}


def test_neighbours_by_land_or_by_coast_are_adjacent() -> None:
    assert confining("ROM", "VEN") and confining("ROM", "TYS") and confining("BUL", "AEG") and confining("BLA", "BUL")
    assert not confining("ROM", "ROM") and not confining("ROM", "ADR") and not confining("BUL", "SMY")


@pytest.mark.parametrize(
    ("start", "end", "closed", "seas"),
    [
        ("YOR", "NWY", "", 1),  # NTH
        ("YOR", "NWY", "NTH", None),  # Yorkshire has no other sea
        ("LON", "NWY", "NTH", 4),  # ENG, MAO, NAO, NWS; ENG, IRI, NAO, NWS
        ("LON", "BEL", "NTH", 1),  # ENG
        ("TUN", "SYR", "", 2),  # ION, EAS
        ("GAS", "SPA", "", 1),  # MAO
        ("SEV", "BUL", "", 1),  # BLA
        ("SEV", "GRE", "", None),  # the Black Sea borders no other sea
        ("STP", "KIE", "", 2),  # BOT, BAL
        ("MUN", "KIE", "", None),  # Munich has no coast
        ("YOR", "NTH", "", None),  # armies do not stay at sea
        ("YOR", "YOR", "", None),
    ],
)
def test_a_crossing_takes_the_fewest_seas(start: str, end: str, closed: str, seas: int | None) -> None:
    assert crossing(start, end, frozenset(closed.split())) == seas
    assert crossing(end, start, frozenset(closed.split())) == seas


# -- the official syntax -----------------------------------------------------------------------------------------------

# As in appendix A, with its dashes; both forms of a line mean the same.
SYNTAX = [
    ("A ROM HOLD, A ROM XXX", HOLD, "A ROM HOLD"),
    ("A ROM S A TUS, A ROM APP A TUS;", DEFENSIVE, "A ROM S A TUS"),
    ("A ROM S A APU – NAP, A ROM APP A APU – NAP", OFFENSIVE, "A ROM S A APU - NAP"),
    ("F ION T A APU – TUN, F ION C A APU – TUN", CONVOY, "F ION T A APU - TUN"),
    ("+ F ROM", BUILD, "+ F ROM"),
    ("– F ROM", DISBAND, "- F ROM"),
]


@pytest.mark.parametrize(("printed", "kind", "official"), SYNTAX, ids=[example[1] for example in SYNTAX])
def test_the_examples_of_the_appendix_are_read(printed: str, kind: str, official: str) -> None:
    for form in re.split("[,;] ?", printed.rstrip(";")):
        assert order(form).kind == kind and str(order(form)) == official
        sheet = check(form)
        assert [str(found) for found in sheet.orders] == [official] and not sheet.problems


def test_an_example_with_both_forms_has_two_orders_for_one_unit() -> None:
    for printed, _, official in SYNTAX[:4]:
        sheet = check(printed)
        assert [str(found) for found in sheet.orders] == [official]
        assert codes(sheet) == ["overruled"] and len(sheet.overruled) == 1


@pytest.mark.parametrize(
    ("printed", "official"),
    [  # 8.5.1 and 9.1
        ("A Con-Bul", "A CON - BUL"),
        ("A Smy-Ank", "A SMY - ANK"),
        ("F Ank-Con", "F ANK - CON"),
        ("A Bul Hold", "A BUL HOLD"),
        ("A Ank S F Con", "A ANK S F CON"),
        ("F Con S A Bul", "F CON S A BUL"),
        ("F Nth S A Bel - Hol", "F NTH S A BEL - HOL"),
        ("A Yor – Nwy", "A YOR - NWY"),
    ],
)
def test_the_orders_in_the_text_itself_are_read(printed: str, official: str) -> None:
    assert str(order(printed)) == official and accepted(printed) == [official]


@pytest.mark.parametrize(
    ("typed", "official"),
    [
        ("  a rom -ven ", "A ROM - VEN"),
        ("AROM-VEN", "A ROM - VEN"),
        ("A.Rom → Ven.", "A ROM - VEN"),
        ("Armata ROM — VEN", "A ROM - VEN"),
        ("army rom --> ven", "A ROM - VEN"),
        ("Flotta Ion\tXxx", "F ION HOLD"),
        ("fionCaapu−tun", "F ION T A APU - TUN"),
        ("+fROM", "+ F ROM"),
        ("−\u00a0FLEET rom", "- F ROM"),
        ("F Mao - Spa (NC)", "F MAO - SPA/NC"),
        ("F MAO - SPA/sc", "F MAO - SPA/SC"),
        ("F Con-Bul sc", "F CON - BUL/SC"),
        ("F Con-Bul cs", "F CON - BUL/SC"),
        ("F STP(nc) - BAR", "F STP/NC - BAR"),
        ("F STP SC S F BOT", "F STP/SC S F BOT"),
        ("F Mao S F Por - Spa/NC", "F MAO S F POR - SPA/NC"),
        ("+ F STP/NC", "+ F STP/NC"),
    ],
)
def test_case_blanks_dashes_and_the_usual_coasts_do_not_matter(typed: str, official: str) -> None:
    sheet = check(typed)
    assert [str(found) for found in sheet.orders] == [official] and not sheet.problems


PLACES = [place for place in borders() if not coasts(place)]
FLEETS = st.sampled_from([place for place in PLACES if provinces()[place[:3]].kind != LAND]).map(
    lambda at: Unit("F", at)
)
ARMIES = st.sampled_from([at for at in provinces() if provinces()[at].kind != SEA]).map(lambda at: Unit("A", at))
UNITS = FLEETS | ARMIES


def goes(unit: Unit) -> st.SearchStrategy[str]:
    """Return a Hypothesis strategy for the targets of a unit's orders, including targets out of reach.

    The target of a fleet may name a coast.
    """
    return st.sampled_from(PLACES if unit.letter == "F" else [*provinces()])


ANY_ORDER = st.one_of(
    st.builds(Order, UNITS, st.sampled_from([HOLD, BUILD, DISBAND]), st.none(), st.just("")),
    UNITS.flatmap(lambda unit: st.builds(Order, st.just(unit), st.just(MOVE), st.none(), goes(unit))),
    st.builds(Order, UNITS, st.just(DEFENSIVE), UNITS, st.just("")),
    UNITS.flatmap(lambda other: st.builds(Order, UNITS, st.just(OFFENSIVE), st.just(other), goes(other))),
    ARMIES.flatmap(lambda other: st.builds(Order, FLEETS, st.just(CONVOY), st.just(other), goes(other))),
)


@given(written=ANY_ORDER, blank=st.sampled_from([" ", "  ", "\t"]), dash=st.sampled_from("-–—−"), small=st.booleans())
def test_an_order_in_the_official_syntax_is_read_unchanged(written: Order, blank: str, dash: str, small: bool) -> None:
    text = str(written).replace("-", dash).replace(" ", blank)
    assert order(text.lower() if small else text) == written


# -- several orders for one unit ---------------------------------------------------------------------------------------


def test_the_last_of_several_orders_for_a_unit_counts_from_left_to_right_and_top_to_bottom() -> None:
    sheet = check("A ROM HOLD; A VEN HOLD; A ROM - TUS\nA ROM - APU; F NAP - ION\nA ROM S F NAP; A VEN - TRI")
    assert [str(found) for found in sheet.orders] == ["F NAP - ION", "A ROM S F NAP", "A VEN - TRI"]
    assert [(entry.line, entry.column) for entry in sheet.overruled] == [(1, 1), (1, 13), (1, 25), (2, 1)]
    assert codes(sheet) == ["overruled"] * 4
    assert "because “A ROM S F NAP” on line 3 is for the same unit" in str(sheet.problems[0].message)


def test_the_last_order_counts_even_if_it_cannot_be_accepted() -> None:
    for last in ("A Sil S A Sil - War", "A SIL - WRA", "A SIL attacks", "SIL - WAR"):
        sheet = check(f"A SIL - WAR\n{last}")
        assert not sheet.orders and [entry.text for entry in sheet.refused] == [last]
        assert [entry.text for entry in sheet.overruled] == ["A SIL - WAR"]


def test_a_text_that_names_no_unit_overrules_nothing() -> None:
    sheet = check("A SIL - WAR\nA silly move\n9999 XYZ")
    assert [str(found) for found in sheet.orders] == ["A SIL - WAR"] and codes(sheet) == ["unknown_form"] * 2


def test_faults_of_an_order_that_does_not_count_are_not_reported() -> None:
    assert codes(check("A ROM - XYZ\nA ROM HOLD")) == ["overruled"]


def test_two_letters_for_one_unit_are_reported_and_the_last_order_counts() -> None:
    sheet = check("F ROM - TYS\nA ROM HOLD\nA VEN S F ROM")
    assert [str(found) for found in sheet.orders] == ["A ROM HOLD", "A VEN S F ROM"]
    assert [(p.code, p.line) for p in sheet.problems] == [
        ("letters_differ", 1),
        ("overruled", 1),
        ("letters_differ", 3),
    ]


def test_a_build_overrules_no_order_of_a_unit_in_the_same_province() -> None:
    sheet = check("A ROM - VEN\n+ F ROM")
    assert len(sheet.orders) == 2 and codes(sheet) == ["two_turns"]
    assert accepted("+ F ROM\n+ A ROM") == ["+ A ROM"]
    assert codes(check("+ F ROM\n- A VEN")) == []


# -- 9.1 ---------------------------------------------------------------------------------------------------------------


def test_a_player_cannot_transport_and_support_at_the_same_time() -> None:
    sheet = check("A Yor – Nwy ;F Nth S A Bel - Hol")  # 9.1, as printed
    assert [str(found) for found in sheet.orders] == ["F NTH S A BEL - HOL"]
    assert [entry.text for entry in sheet.refused] == ["A Yor – Nwy"] and not sheet.overruled
    (problem,) = sheet.problems
    assert (problem.code, problem.severity, problem.line, problem.column) == ("convoy_and_support", "error", 1, 1)
    assert problem.found == "A Yor – Nwy"
    assert "F NTH S A BEL - HOL" in str(problem.message) and "9.1" in str(problem.message)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("A LON - POR; F ENG S F BRE - PIC; F MAO S F SPA/SC", "F MAO S F SPA/SC"),  # Portugal's only sea
        (
            "A LON - BEL; F ENG S F BRE - PIC; F NTH S F HEL",
            "F ENG S F BRE - PIC and F NTH S F HEL",
        ),  # either is enough
        ("A TUN - SYR; F ION S F AEG; F EAS S F AEG", "F ION S F AEG and F EAS S F AEG"),  # both are needed
    ],
)
def test_the_fleets_that_would_have_to_transport_are_named(text: str, named: str) -> None:
    (problem,) = check(text).problems
    assert f"The sheet has {named} instead of a fleet that takes " in str(problem.message)


def test_a_unit_that_supports_itself_is_ambiguous() -> None:
    sheet = check("A Sil S A Sil - War")  # 9.1, as printed
    assert not sheet.orders and codes(sheet) == ["supports_itself"] and "9.1" in str(sheet.problems[0].message)
    assert codes(check("A Sil S A Sil")) == ["supports_itself"]
    assert codes(check("A Sil S A Pru - War")) == []


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ("A YOR - NWY; F NTH C A YOR - NWY", ""),
        ("A YOR - EDI; F NTH S A BEL - HOL", ""),  # neighbours by land
        ("A YOR - NWY", "no_own_convoy"),  # another power's fleet may convoy
        ("A YOR - NWY; F ENG S A BEL - PIC", "no_own_convoy"),  # not on the way
        ("A YOR - NWY; F HOL S A RUH - BEL", "no_own_convoy"),  # no convoy from a coast
        ("A YOR - NWY; F NTH S A YOR - NWY", "convoy_and_support"),
        ("A YOR - NWY; F NTH C A YOR - NWY; F NTH S A BEL - HOL", "convoy_and_support"),  # the last order counts
        ("A YOR - NWY; F NTH S A BEL - HOL; F NTH C A YOR - NWY", ""),
        ("A YOR HOLD; F NTH S A BEL - HOL", ""),
        ("A LON - BEL; F NTH S A LON - BEL", "no_own_convoy"),  # the Channel is open
        ("A LON - BEL; F NTH S A LON - BEL; F ENG C A LON - BEL", ""),
        ("A LON - BEL; F NTH S A RUH - HOL; F ENG S F BRE - PIC", "convoy_and_support"),  # both ways
        ("A LON - NWY; F NTH S A BEL - HOL", "longer_way"),  # four seas round by the west
        ("A TUN - SYR; F ION C A TUN - SYR; F EAS S F AEG - SMY", "convoy_and_support"),  # Syria's only sea
        ("A TUN - SMY; F ION C A TUN - SMY; F EAS S F AEG - SMY", ""),  # by the Aegean
        ("A YOR - NWY; F NTH HOLD", "not_taken_there"),
        ("A YOR - NWY; F NTH - SKA", "not_taken_there"),
        ("A YOR - NWY; F NTH C A YOR - DEN", "not_taken_there"),
        ("A LON - POR; F MAO S F SPA/SC; F ENG HOLD", "convoy_and_support"),
        ("A LON - POR; F MAO C A LON - POR; F ENG C A LON - POR", ""),
        ("A LON - POR; F MAO C A LON - POR", ""),  # the fleet in the Channel may be another power's
        ("F NTH C A YOR - NWY; A YOR S A LON", "convoy_and_support"),
        ("F NTH C A YOR - NWY; A YOR HOLD", "not_taken_there"),
        ("F NTH C A YOR - NWY", ""),  # another power's army
        ("A YOR - NWY; - F NTH", "no_own_convoy"),  # a fleet that leaves is not in the way
    ],
)
def test_orders_that_exclude_a_convoy_are_refused_with_it(sheet: str, code: str) -> None:
    found = [problem for problem in check(sheet).problems if problem.code != "overruled"]
    assert {problem.code for problem in found} == ({code} if code else set())
    refused = check(sheet).refused
    assert bool(refused) == (code == "convoy_and_support")


# -- problems ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "column", "found", "said"),
    [
        ("A RMO HOLD", "unknown_province", 3, "RMO", "Did you mean `ROM`?"),
        ("A ROM - Liv", "unknown_province", 9, "Liv", "Did you mean `LVN` or `LVP`?"),
        ("A ROM S A Tuscany", "unknown_province", 11, "Tuscany", "Did you mean `TUS`?"),
        ("A ROM - QQQ", "unknown_province", 9, "QQQ", "is not an abbreviation listed in appendix A of Italia-2010."),
        ("Rom Hold", "letter_missing", 1, "Rom", "A (army, armata) or F (fleet, flotta)"),
        ("A ROM S TUS", "letter_missing", 9, "TUS", "A (army, armata) or F (fleet, flotta)"),
        ("ARM - ANK", "letter_missing", 1, "ARM", "A (army, armata) or F (fleet, flotta)"),
        ("+ ROM", "letter_missing", 3, "ROM", "A (army, armata) or F (fleet, flotta)"),
        ("A ROM", "unknown_form", 1, "A ROM", "A ROM HOLD, a move as A ROM - VEN"),
        ("A ROM holds", "unknown_form", 1, "A ROM holds", "A ROM HOLD, a move as A ROM - VEN"),
        ("A YOR - NTH - NWY", "unknown_form", 1, "A YOR - NTH - NWY", "F ION T A APU - TUN"),
        ("F ROM/NC HOLD", "unknown_coast", 3, "ROM/NC", "BUL (EC, SC)"),
        ("F MAO - SPA (EC)", "unknown_coast", 9, "SPA/EC", "SPA (NC, SC)"),
        ("F SPA (X) HOLD", "unknown_coast", 3, "SPA/X", "SPA (NC, SC)"),
        ("A ION HOLD", "cannot_stand", 1, "A ION HOLD", "an army can be on land or on a coast"),
        ("F MUN HOLD", "cannot_stand", 1, "F MUN HOLD", "a fleet at sea or on a coast"),
        ("A ROM S F MUN", "cannot_stand", 1, "A ROM S F MUN", "a fleet at sea or on a coast"),
        ("A ROM - MUN", "out_of_reach", 1, "A ROM - MUN", "names a province that the unit cannot reach."),
        ("A ROM - TYS", "out_of_reach", 1, "A ROM - TYS", "names a province that the unit cannot reach."),
        ("F ROM - VEN", "out_of_reach", 1, "F ROM - VEN", "names a province that the unit cannot reach."),
        ("F BUL/EC - AEG", "out_of_reach", 1, "F BUL/EC - AEG", "names a province that the unit cannot reach."),
        ("F GAS - SPA/SC", "out_of_reach", 1, "F GAS - SPA/SC", "names a province that the unit cannot reach."),
        ("A ROM S A MUN", "out_of_reach", 1, "A ROM S A MUN", "names a province that the unit cannot reach."),
        (
            "A ROM S F VEN - NAP",
            "out_of_reach",
            1,
            "A ROM S F VEN - NAP",
            "names a province that the unit cannot reach.",
        ),
        (
            "F ROM S A APU - VEN",
            "out_of_reach",
            1,
            "F ROM S A APU - VEN",
            "names a province that the unit cannot reach.",
        ),
        ("F ROM T A APU - TUN", "bad_convoy", 1, "F ROM T A APU - TUN", "a fleet at sea"),
        ("F ION T F APU - TUN", "bad_convoy", 1, "F ION T F APU - TUN", "an army"),
        ("F ION T A APU - MUN", "bad_convoy", 1, "F ION T A APU - MUN", "coast to coast"),
        ("A ROM T A APU - TUN", "bad_convoy", 1, "A ROM T A APU - TUN", "a fleet at sea"),
        ("F MAO - SPA", "coast_missing", 1, "F MAO - SPA", "the coast"),
        ("F CON - BUL", "coast_missing", 1, "F CON - BUL", "the coast"),
        ("A STP/NC HOLD", "coast_of_an_army", 3, "STP/NC", "is read without the coast"),
        ("A MAR - SPA (SC)", "coast_of_an_army", 9, "SPA/SC", "is read without the coast"),
    ],
)
def test_a_problem_says_where_it_is_what_is_wrong_and_what_to_do(
    text: str, code: str, column: int, found: str, said: str
) -> None:
    sheet = check(f"A BUD HOLD; F TRI - ADR\n\n A VIE HOLD ; {text} ; A GAL HOLD")
    (problem,) = sheet.problems
    assert (problem.code, problem.line, problem.column, problem.found) == (code, 3, 14 + column, found)
    assert said in f"{problem.message} {problem.hint}" and problem.hint
    assert len(sheet.orders) == (4 if problem.severity == "error" else 5)
    assert [entry.text for entry in sheet.refused] == ([text] if problem.severity == "error" else [])


@pytest.mark.parametrize(
    "text",
    ["F GAS - SPA", "F MAR - SPA", "F BLA - BUL", "F AEG - BUL", "F BAR - STP", "F BOT - STP", "A MAR - SPA", "+ A STP",
     "F SPA - LYO", "F BUL - RUM", "F MAO S A GAS - SPA", "F MAO S F SPA", "A ROM S A TUN - NAP"],
)  # fmt: skip
def test_the_only_reachable_coast_need_not_be_named(text: str) -> None:
    assert codes(check(text)) == []


def test_a_fleet_is_built_on_one_of_two_coasts() -> None:
    assert codes(check("+ F STP")) == ["coast_missing"] and codes(check("+ F STP/SC; + F SEV")) == []


def test_all_problems_of_a_sheet_are_reported_at_once() -> None:
    sheet = check("Rom hold, A VEM - TRI\nF NAP - ROMA; A PIE, B TUS HOLD")
    assert codes(sheet) == ["letter_missing", "unknown_province", "unknown_province", "unknown_form", "unknown_form"]
    assert str(sheet.problems[1].full_line).startswith("error: line 1, column 13: “VEM” is not an abbreviation")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A ROM", "“A ROM” is not an order. Write a hold as A ROM HOLD"),
        ("ROM - VEM", "before “ROM” is missing. .* “VEM” is not an abbreviation"),
    ],
)
def test_a_text_that_is_no_order_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        order(text)


# -- the sheet as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", ["Italia, primavera 1902", "ITALY - Spring 1902", "1902: automne", "Gran Bretagna"])
def test_a_heading_is_not_read_as_an_order(heading: str) -> None:
    assert codes(check(f"{heading}\nA ROM HOLD")) == []


def test_a_sheet_has_the_orders_of_one_power_in_one_turn() -> None:
    sheet = check("Italy\nA ROM HOLD\nFrance, spring 1902\nA PAR HOLD; spring 1902\nautumn 1902")
    assert [(p.code, p.line, p.found) for p in sheet.problems] == [
        ("two_sheets", 3, "France"),
        ("two_sheets", 5, "autumn 1902"),
    ]
    assert len(sheet.orders) == 2


def test_an_empty_sheet_has_no_orders_and_no_problems() -> None:
    assert check(" \n;, \n") == OrderSheet((), (), (), ())


@given(text=st.text() | st.lists(ANY_ORDER.map(str), max_size=8).map("; ".join))
def test_every_entry_is_accepted_refused_or_overruled(text: str) -> None:
    sheet = check(text)
    entries = sorted([*sheet.accepted, *sheet.refused, *sheet.overruled], key=lambda entry: entry[:2])
    lines = text.splitlines()
    for entry in entries:
        assert lines[entry.line - 1][entry.column - 1 :].startswith(entry.text)
    for problem in sheet.problems:
        assert problem.code in KINDS and problem.found and str(problem.message)
    errors = {problem.line for problem in sheet.problems if problem.severity == "error"} if sheet.refused else set()
    assert {entry.line for entry in sheet.refused} <= errors
    assert all(entry.order for entry in sheet.accepted)
    standing = [order.unit.province for order in sheet.orders if order.kind != BUILD]
    assert len({*standing}) == len(standing)


def test_accepted_orders_are_read_again_as_the_same_sheet() -> None:
    text = "A ROM - VEN\nF ION T A APU - TUN\nA APU - TUN\nA TUS S A ROM - VEN\nF NAP HOLD"
    assert "\n".join(map(str, check(text).orders)) == text and not check(text).problems


@pytest.mark.parametrize("module", [orders, syntax])
def test_the_rule_sheets_name_their_source_and_every_paragraph_once(module: object) -> None:
    found = paragraphs(module.__doc__ or "")
    labels = [paragraph.label for paragraph in found]
    assert labels[0] == "Source" and "App.A" in labels and len({*labels}) == len(labels)
    assert all(paragraph.text.endswith(".") and not paragraph.part for paragraph in found)
