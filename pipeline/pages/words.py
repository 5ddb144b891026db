"""Column headers, sheet names, page statuses and other words used on the pages, looked up by name."""

import re

from schemas.messages import Name, Text, Verbatim, in_context, say

STATUS = {
    "FINAL": say("FINAL"),
    "PROVISIONAL": say("PROVISIONAL"),
    "INCOMPLETE": say("INCOMPLETE"),
    "RESULTS": say("RESULTS ONLY"),
}
SHEETS = {  # names of sheets in workbooks
    str(text): text
    for text in (
        say("Standings"), say("Sum"), say("Scores"), say("Boards"), say("Rules"), say("Checks"), say("Bulletin"),
        say("Events"), say("Results"), say("Prizes"), say("What can still change"), say("Crosstables"), say("Schedule"),
        say("Entries"), say("Clocks"), say("Certificate"), say("Numbers"), say("Moves"), say("Second opinion"),
        say("Second-opinion boards"), say("Agreement"), say("Properties"), say("Careers"), say("Careers by power"),
        say("Careers by season"), say("Head to head"), say("Powers"), say("Records"), say("Champions"), say("Ratings"),
        say("Rating changes"),
    )
}  # fmt: skip
BEST = re.compile(r"best (\d+)")
COLUMNS: dict[str, Text] = {  # fields of sheets are named as in the sheets; other headers are translated
    "rank": say("rank"),
    "player": Name("boards", "player"),
    "events": say("events"),
    "games": Name("placings", "games"),
    "score": say("score"),
    "total": say("total"),
    "divisor": Name("circuits", "divisor"),
    "used": say("used"),
    "title": say("title"),
    "stage": Name("matches", "stage"),
    "group": Name("matches", "group"),
    "sonneborn_berger": say("tie-break (Neustadtl)"),
    "kiba_score": say("KIBA score"),
    "nation": say("nation"),
    "country": Name("players", "country"),
    "team": Name("players", "team"),
    "event": say("event"),
    "round": Name("boards", "round"),
    "board": Name("boards", "board"),
    "power": Name("boards", "power"),
    "points": say("points"),
    "other_rank": say("other rank"),
    "other_points": say("other points"),
    "place": say("place"),
    "places": say("places"),
    "state": say("state"),
    "counts": say("counts"),
    "results": say("results"),
    "dates": say("dates"),
    "system": Name("setting", "system"),
    "counting": Name("setting", "counting"),
    "boards": Name("setting", "boards"),
    "players": say("players"),
    "winner": Name("matches", "winner"),
    "finalist": say("finalist"),
    "rating": say("rating"),
    "modifier": say("modifier"),
    "table_boards": say("boards counted"),
    "all_boards": say("total boards"),
    "circuit_points": say("event points"),
    "counts_above": say("new score must beat"),
    "gains_above": say("moves up with more than"),
    "could_reach": say("could still reach"),
    "lowest": say("lowest score"),
    "highest": say("highest score"),
    "best_rank": say("best rank"),
    "worst_rank": say("worst rank"),
    "counted": say("players counted"),
    "final": say("final"),
    "final_centres": in_context("the centres at the end", "final"),
    "qualifying": say("qualifying groups"),
    "semifinal": say("semifinals"),
    "mabingwa": say("Mabingwa"),
    "nations_match": say("Nations match"),
    "games_won": say("games won"),
    "goes_on": say("goes on to"),
    "outcome": say("outcome"),
    "centres": say("centres"),
    "where": say("where"),
    "record": say("record"),
    "figure": say("figure"),
    "who": say("who"),
    "how": say("how the tie was settled"),
    "standings": say("standings"),
    "tied": say("tied"),
    "severity": say("severity"),
    "place_in_sheet": say("file, sheet, cells"),
    "found": say("found"),
    "message": say("what is wrong"),
    "hint": say("what to do"),
    "expected": say("expected"),
    "topped": say("boards topped"),
    "solos": say("solos"),
    "survived": say("survived"),
    "eliminated": say("eliminated"),
    "mean_centres": say("average centres"),
    "two_boards": Name("players", "two boards"),
    "sat_out": say("sat out"),
    "handicap": Name("players", "handicap"),
    "adjustment": Name("players", "adjustment"),
    "remark": Name("players", "remark"),
    "top_table": Name("players", "top table"),
    "division": Name("games", "division"),
    "top_place": say("top table place"),
    "games_short": say("games short of the minimum"),
    "day": say("day"),
    "season": say("season"),
    "value": in_context("of a rating or a record", "value"),
    "seasons": say("seasons"),
    "titles": say("titles"),
    "mean_place": say("average place"),
    "missed": say("turns missed"),
    "best": say("best board"),
    "worst": say("worst board"),
    "topped_in_a_row": say("boards topped in a row"),
    "survived_in_a_row": say("boards survived in a row"),
    "survived_low": say("survived (lower limit)"),
    "survived_high": say("survived (upper limit)"),
    "topped_low": say("topped (lower limit)"),
    "topped_high": say("topped (upper limit)"),
    "other": say("opponent"),
    "other_centres": say("opponent's centres"),
    "higher": say("placed higher"),
    "lower": say("placed lower"),
    "level": in_context("of two players", "level"),
    "neighbours": say("as neighbours"),
    "peak": say("highest"),
    "provisional": in_context("of a rating", "provisional"),
    "before": in_context("the rating before a game", "before"),
    "got": in_context("of a rating", "actual"),
    "change": in_context("of a rating", "change"),
    "after": in_context("the rating after a game", "after"),
}

HEADERS: dict[str, Text] = {str(text): text for name, text in COLUMNS.items() if name != "final_centres"} | {
    str(text): text
    for text in (
        say("final centres"), say("status"), say("official"), say("mean"), say("best score"), say("best power"),
        say("player no"), say("in doubt"), Name("games", "result"), say("check"), Name("matches", "reason"), say("column in Scores"), say("column"),
        say("paragraph"), say("text"), say("sheet"), say("what it says"), Name("setting", "data"), say("file in data/raw"),
        Name("setting", "source"), say("scored"), say("official system"), say("rules"), in_context("who is first in an event", "first"), say("boards set aside"),
        say("ties"), say("ended"), say("board score"), say("round weight"), say("rank in round"), Name("setting", "kind"), say("share"), say("why"),
        say("circuit"), say("settled"), say("finishes as"), say("leg"), say("South"), say("North"), Name("moves", "number"),
        say("exact"), say("category"), say("withdrew"), say("moves made in time"), say("South: days left"),
        say("North: days left"), say("to move"), say("reaches zero (UTC)"), say("lost on time"), say("table boards"),
        in_context("how a game of Bao ended", "how it ended"), in_context("how many", "players"), say("season"), say("qualifying"), say("semifinal"),
        say("typed place"), say("sharing"), Name("placings", "role"), say("table points"), say("bonus"), say("eligible"),
        say("qualifying wins"), say("semifinal wins"), say("nations match"),
        say("official place"), say("official score"), say("compared with"), say("boards in common"), say("Kendall's tau-b"),
        say("players who move"), say("most places gained"), say("who gains most"), say("most places lost"),
        say("who loses most"), say("other reading"), say("boards that differ"), say("who would move up"),
        say("who would move down"), say("other place"), say("other score"), say("difference"), say("statement"),
        say("holds"), say("figures"), say("positions"), say("meaning"), say("part"),
        say("original text"), say("counts above"), say("could reach"), say("all boards"), say("circuit points"), say("percent"),  # names in the rule sheets of circuits
    )
}  # fmt: skip
# the parts of scores, named as in the rule sheets, and the figures behind them
PARTS = {
    str(text): text
    for text in (
        say("above the most"), say("beaten centres"), say("beaten points"), say("beaten survivors"), say("beaten years"),
        say("bonus points"), say("break bonus"), say("centre bonus"), say("centre points"), say("centre share"),
        say("centres above years"), say("centres owned"), say("clear lead"), say("clearer lead"), say("close points"),
        say("domination bonus"), say("draw points"), say("early points"), say("eliminated points"), say("final ranking"),
        say("first centres"), say("first wave"), say("gap points"), say("kill points"), say("lead bonus"),
        say("lead points"), say("leaders' points"), say("level leaders"), say("margin points"), say("missed orders"),
        say("nobody eliminated"), say("not below zero"), say("penalty points"), say("place points"), say("second wave"),
        say("shared points"), say("sole leader"), say("solo factor"), say("solo points"), say("square points"),
        say("surplus"), say("survival"), say("survival bonus"), say("survival points"), say("survivor points"),
        say("survivors' bonus"), say("survivors' centres"), say("survivors' years"), say("taking part"),
        say("top points"), say("tribute"), say("tribute for the eliminated"), say("victory points"), say("wave points"),
        say("weight points"), say("years lived"),
        say("shares"), say("players with three centres"), say("weight"), say("ranking points"), say("centre years"),
        say("centres per cent"), say("year points"), say("years per cent"), say("penalties"),
        say("missed orders per cent"), say("square"),
    )
}  # fmt: skip
RULE_LABELS = {
    str(text): text
    for text in (
        say("Source"),
        say("Reading"),
        say("Working"),
        say("Preface"),
        say("Length"),
        say("sum"),
        say("ties"),
        say("level"),
        say("division"),
        say("minimum"),
        say("Ties"),
    )
}
# the kind of the words in a column, by its header
KINDS = {"power": "power", "best power": "power", "stage": "stage", "role": "role", "how it ended": "reason"}


def column(name: str) -> Text:
    """Return the header of a report column, or the column's own name if no other header is known."""
    return COLUMNS.get(name) or heading_of(name.replace("_", " "))


def heading_of(header: Text | str) -> Text:
    """Return the message for a header given in English.

    A header for which there is no message is shown unchanged.
    """
    if not isinstance(header, str):
        return header
    if best := BEST.fullmatch(header):
        return in_context("one of the best results", "best {n}", n=int(best[1]))
    return HEADERS.get(header) or PARTS.get(header) or Verbatim(header)
