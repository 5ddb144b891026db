"""The sheets as people type them: every cell a text, every field once."""

from functools import partial

from schemas import fields
from schemas.counting import counted, team_counted
from schemas.messages import Name, listed, say
from schemas.schema import Schema
from schemas.words import FEWEST_ENTRANTS, MOST_ENTRANTS, MOST_GROUPS, MOST_POINTS, TIE_BREAKS, TOTAL

# What a sheet must have to be recognised; a blank cell is another matter.
REQUIRED: dict[str, set[str]] = {
    "event": {"setting", "value"},
    "boards": {"round", "board", "power", "player"},
    "games": {"round", "board"},
    "nmr": {"round", "board", "power", "year", "turn"},
    "players": {"player"},
    "placings": {"player", "place"},
    "results": {"player", "round", "score"},
    "calendar": {"round", "board", "year", "adjudicated"},
    "matches": {"stage", "south", "north", "winner"},
    "moves": {"stage", "south", "north", "number", "time"},
    "systems": {"system", "based on", "number", "value"},
    "circuits": {"name", "points"},
}
SETTINGS_SHEETS = ("season", "league")  # of season.xlsx and league.xlsx; they are read as sheets `event`
OF_ONE_BOARD = [kind for kind, columns in REQUIRED.items() if {"round", "board"} <= columns]  # a row is of one board

DRAWN_SHEETS = {"schedule", "crosstable", "seating", "wishes", "rules"}  # drawn for the wall; nothing is read from them

TYPED: dict[str, dict[str, fields.Field]] = {  # kind of sheet -> field -> what its cells may hold
    "event": {
        "setting": fields.text(
            say("a setting, such as `system`"), required=True, meant=partial(fields.of_both_sexes, "setting")
        ),
        "value": fields.text(
            say("a value of at most {most} characters", most=fields.LONGEST_VALUE),
            dates=True,
            most=fields.LONGEST_VALUE,
        ),
    },
    "boards": {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "power": fields.POWER_OR_TOTAL,
        "player": fields.PLAYER,
        "final": fields.centres(),
        "eliminated": fields.year(),
        "nmr orders": fields.whole(0, 999, say("a whole number of missed spring and autumn turns")),
        "nmr adjustments": fields.whole(0, 999, say("a whole number of missed year ends")),
        "penalty": fields.between(0, 999, say("a number of points from 0 to 999")),
        "scored": fields.word("answer", say("`yes` or `no`")),
        "place": fields.matching("[1-7]=?", say("a place from 1 to 7, `2=` if it is shared"), meant=fields.place_meant),
        "score": fields.points(),
        "draw proposed": fields.matching(
            r"[0-9]{4}(\s*[,;/]\s*[0-9]{4})*", say("a game year, such as 1906"), number=True
        ),
        "late orders": fields.text(say("a remark")),
        "note": fields.matching(r"(?s).{0,5000}", say("a remark")),
        "imported from": fields.matching(r"(?s).{0,5000}", say("a remark")),
        r"^[0-9]{4}$": fields.centres(pattern=True),
    },
    "games": {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "result": fields.word(
            "result", say("`solo`, `draw`, `time limit`, `concession`, `in progress` or `to be played`")
        ),
        "winners": fields.words("power", say("a list of powers, separated by commas")),
        "last year": fields.year(),
        "ended": fields.day(say("a date from 1850 to 2150")),
        "variant": fields.text(say("a variant's name")),
        "division": fields.whole(1, 99, say("the number of a division, from 1 to 99")),
        "draw accepted": fields.understood(fields.turn_of, say("a turn and a year, such as `autumn 1906`")),
    },
    "nmr": {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "power": fields.ONE_POWER,
        "year": fields.year(required=True),
        "turn": fields.word("turn", say("`spring`, `autumn` or `winter`"), required=True, meant=fields.turn_meant),
    },
    "players": {
        "player": fields.name(say("a name"), required=True),
        "country": fields.text(say("a country")),
        "elo": fields.between(0, 9999, say("an Elo rating from 0 to 9999")),
        "games": fields.whole(0, 9999, say("a whole number of games played on the site")),
        "kiba score": fields.points(),
        "also known as": fields.matching(r"(?s).{0,5000}", say("a list of names, separated by commas")),
        "sex": fields.word("sex", say("`f` or `m`"), code="sex_unclear"),
        "born": fields.day(say("a date from 1850 to 2150")),
        "sat out": fields.text(say("a list of rounds, separated by commas")),
        "rounds": fields.text(say("a list of rounds, separated by commas")),
        "two boards": fields.text(say("a list of rounds, separated by commas")),
        "apart from": fields.matching(r"(?s).{0,5000}", say("a list of names, separated by commas")),
        "top table": fields.word("answer", say("`yes` or `no`")),
        "team": fields.text(say("the name of a team")),
        "handicap": fields.points(),
        "adjustment": fields.points(),
        "remark": fields.matching(r"(?s).{0,5000}", say("a remark")),
        "withdrew": fields.day(say("a date from 1850 to 2150")),
        "wdd id": fields.matching("[1-9][0-9]{0,8}", say("the number of a player in the World Diplomacy Database")),
        "wdr id": fields.matching("[1-9][0-9]{0,8}", say("the number of a player in the World Diplomacy Reference")),
        "backstabbr": fields.text(say("the name of a player on Backstabbr")),
        "note": fields.matching(r"(?s).{0,5000}", say("a remark")),
    },
    "placings": {
        "player": fields.PLACED,
        "place": fields.matching(r"[1-9]\d{0,3}=?", say("a place, `2=` if it is shared"), meant=fields.place_meant),
        "games": fields.whole(0, 999, say("a whole number of scored games")),
        "role": fields.word("role", say("`player`, `director` or `gm`")),
        "score": fields.points(),
    },
    "results": {
        "player": fields.PLACED,
        "round": fields.ROUND,
        "score": fields.points(required=True),
        "board": fields.text(say("a board")),
        "power": fields.word("power", say("a power ({powers})", powers=fields.POWERS_LISTED), but=TOTAL),
        "place": fields.matching("[1-7]=?", say("a place from 1 to 7, `2=` if it is shared"), meant=fields.place_meant),
        "final": fields.centres(),
        "imported from": fields.matching(r"(?s).{0,5000}", say("a remark")),
    },
    "calendar": {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "year": fields.year(required=True),
        "adjudicated": fields.day(say("a date from 1850 to 2150"), required=True),
    },
    "matches": {
        "stage": fields.STAGE,
        "group": fields.text(say("a group, such as A")),
        "round": fields.text(say("a round of the schedule")),
        "south": fields.name(say("the name of who plays South"), required=True),
        "north": fields.name(say("the name of who plays North"), required=True),
        "winner": fields.WINNER,
        "reason": fields.word("reason", say("`played`, `resigned` or `time`")),
        "ended": fields.day(say("a date from 1850 to 2150")),
        "started": fields.moment(say("a day and a time in UTC, such as 2011-03-01 14:05")),
    },
    "moves": {
        "stage": fields.STAGE,
        "group": fields.text(say("a group, such as A")),
        "south": fields.name(say("the name of who plays South"), required=True),
        "north": fields.name(say("the name of who plays North"), required=True),
        "number": fields.whole(1, 9999, say("the number of a move, 1 for South’s first"), required=True),
        "player": fields.name(say("the name of who moved")),
        "time": fields.moment(say("a day and a time in UTC, such as 2011-03-01 14:05"), required=True),
    },
    "systems": {
        "system": fields.text(say("a name for a system of your own"), required=True),
        "based on": fields.text(say("the id of a published system")),
        "number": fields.text(say("the name of a number of that system")),
        "value": fields.text(say("the value of the number")),
    },
    "circuits": {
        "name": fields.text(say("a name for a circuit of your own"), required=True),
        "points": fields.text(say("points by place, as 100; 90; 85, or the id of a published circuit"), required=True),
        "best": fields.text(say("how many results of a player count")),
        "divisor": fields.text(say("what the sum is divided by")),
        "minimum events": fields.text(say("how many events a player needs")),
        "tie-breaks": fields.text(say("what breaks ties, in order")),
    },
}
SHEETS = {kind: Schema(columns, name=f"sheet {kind}") for kind, columns in TYPED.items()}

# The settings whose values we read; an event sheet may hold any of the vocabulary's.
SETTINGS = Schema(
    {
        "name": fields.text(say("a name")),
        "kind": fields.word("event kind", say("`diplomacy` or `bao`")),
        "start": fields.day(say("a date from 1850 to 2150")),
        "end": fields.day(say("a date from 1850 to 2150")),
        "first year": fields.year(),
        "last year": fields.year(),
        "data": fields.word("data label", say("`real`, `worked example` or `generated`")),
        "language": fields.word("language", say("`English`, `Italian`, `French` or `German`")),
        "as of": fields.day(say("a date from 1850 to 2150")),
        "counting": fields.understood(counted, say("`sum`, `best 3`, `mean of best 4`, `best 2 rounds` or the like")),
        "round score": fields.word("round score", say("`best` or `sum`")),
        "best country": fields.word("best country", say("`score`, `centres` or `centres not in a lost solo`")),
        "teams": fields.understood(team_counted, say("`sum`, `best 5` or the like")),
        "round weights": fields.understood(
            fields.weights, say("a list of rounds and weights, such as 1: 0.4; 2: 0.4; 3: 1")
        ),
        "tie-breaks": fields.understood(
            fields.tie_breaks,
            say(
                "a list of tie-breaks, separated by commas ({names})",
                names=listed(Name("tie-break", n) for n in TIE_BREAKS),
            ),
        ),
        "sit-out points": fields.points(),
        "sit-outs": fields.word("sit-outs", say("`once` or `each`")),
        "level": fields.word("level", say("`world`, `continental`, `dipcon`, `national`, `state` or blank")),
        "circuit points": fields.between(0, MOST_POINTS, say("a number of points from 0 to {most}", most=MOST_POINTS)),
        "variants": fields.word("variants", say("`count` or blank")),
        "boards": fields.between(0, 1000, say("an average number of boards from 0 to 1000")),
        "top table places": fields.whole(1, 7, say("a whole number of places, from 1 to 7")),
        "minimum games": fields.whole(1, 99, say("a whole number of games, from 1 to 99")),
        "rounds": fields.whole(1, 99, say("a whole number of rounds, from 1 to 99")),
        "state": fields.word("state", say("`final` or `in progress`")),
        "events": fields.whole(1, 99, say("a whole number of events, from 1 to 99")),
        "groups": fields.whole(
            1, MOST_GROUPS, say("a whole number of qualifying groups, from 1 to {most}", most=MOST_GROUPS)
        ),
        "most entrants": fields.whole(
            FEWEST_ENTRANTS,
            MOST_ENTRANTS,
            say("a whole number of players, from {fewest} to {most}", fewest=FEWEST_ENTRANTS, most=MOST_ENTRANTS),
        ),
        "clock": fields.understood(
            fields.CLOCK.fullmatch,
            say("a clock (days at the start, days for each move, most days), such as T=(3+1)<=7"),
        ),
        "format": fields.word("format", say("`tournament` or `mabingwa`")),
        "kiba points": fields.matching(
            rf"{fields.FEW}(\s*[,;]\s*{fields.FEW}){{3}}",
            say("a list of four numbers (a win in a group, a win in a semifinal, the finalist, the winner)"),
        ),
    },
    name="settings",
)
