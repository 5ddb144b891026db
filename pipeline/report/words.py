"""The words of the report that a value of the season chooses."""

import re

from schemas.messages import Text, Typed, say, within

REPORT = say("Season report")
STATUS = {
    "FINAL": say("FINAL"),
    "PROVISIONAL": say("PROVISIONAL"),
    "INCOMPLETE": say("INCOMPLETE"),
}
STATUS_MEANS = {
    "FINAL": say("Every game is over, every sheet has been read."),
    "PROVISIONAL": say("Games are open, or rounds still to be played: scores and ranks can still change."),
    "INCOMPLETE": say("A sheet or a board was set aside: the standings lack its games."),
}
LABELS = {
    "real": say("Real results"),
    "worked example": say("WORKED EXAMPLE"),
    "generated": say("GENERATED GAMES"),
    "not stated": say("ORIGIN NOT STATED"),
}
LABEL_MEANS = {
    "real": say("Games that were played."),
    "worked example": say("It shows how scores come about; no league ended so."),
    "generated": say("Made by a program, played by nobody."),
    "not stated": say("The sheets do not say whether these games are real."),
}
SECTIONS = {
    "podiums": say("Podiums"),
    "circuits": say("Circuits"),
    "events": say("Events"),
    "awards": say("Best of each power"),
    "records": say("Records"),
    "boards": say("The boards"),
    "ties": say("Ties, explained"),
    "rules": say("Rules in force"),
    "problems": say("Open data problems"),
}
BEST = re.compile(r"best_(\d+)")
COLUMNS = {
    "rank": say("rank"),
    "player": say("player"),
    "events": say("events"),
    "games": say("games"),
    "score": say("score"),
    "total": say("total"),
    "divisor": say("divisor"),
    "used": say("used"),
    "title": say("title"),
    "stage": say("stage"),
    "group": say("group"),
    "sonneborn_berger": say("tie-break (Neustadtl)"),
    "kiba_score": say("KIBA score"),
    "nation": say("nation"),
    "country": say("country"),
    "event": say("event"),
    "round": say("round"),
    "board": say("board"),
    "power": say("power"),
    "points": say("points"),
    "place": say("place"),
    "state": say("state"),
    "counts": say("counts"),
    "results": say("results"),
    "dates": say("dates"),
    "system": say("system"),
    "counting": say("counting"),
    "boards": say("boards"),
    "players": say("players"),
    "winner": say("winner"),
    "rating": say("rating"),
    "modifier": say("modifier"),
    "table_boards": say("boards counted"),
    "all_boards": say("boards in all"),
    "circuit_points": say("points of the event"),
    "counts_above": say("a further result counts above"),
    "could_reach": say("could still reach"),
    "counted": say("players who count"),
    "final": say("final"),
    "final_centres": within("the centres at the end", "final"),
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
    "how": say("how it was settled"),
    "standings": say("standings"),
    "tied": say("tied"),
    "severity": say("severity"),
    "place_in_sheet": say("file, sheet, cells"),
    "found": say("found"),
    "expected": say("expected"),
    "topped": say("boards topped"),
    "solos": say("solos"),
    "survived": say("survived"),
    "eliminated": say("eliminated"),
    "mean_centres": say("centres on average"),
    "two_boards": say("two boards"),
    "sat_out": say("sat out"),
    "top_table": say("top table"),
}


def column(name: str) -> Text:
    """The header of a column; a figure of a circuit or system that has no words of its own is called by its name."""
    if best := BEST.fullmatch(name):
        return within("one of the best results", "best {n}", n=int(best[1]))
    return COLUMNS.get(name) or Typed(name.replace("_", " "))
