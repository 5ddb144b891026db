"""The words of the report that a value of the season chooses."""

from schemas.messages import say

REPORT = say("Season report")
STATUS_MEANS = {
    "FINAL": say("Every game is over, every sheet has been read."),
    "PROVISIONAL": say("More is to come: scores and ranks can still change."),
    "INCOMPLETE": say("A sheet or a board was set aside: the standings lack its games."),
    "RESULTS": say("The games are listed; no official system is named, so that nobody is ranked."),
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
    "opinions": say("Second opinion"),
    "rules": say("Rules in force"),
    "problems": say("Open data problems"),
}
