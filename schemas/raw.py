"""The definitions of all fields in the input sheets.

A field defines what a cell may hold (`schemas/fields.py`), the note on its column in a blank workbook (`says`), and its
column in the tidy tables (`tidy`). By default this column has the field's name and belongs to the sheet's table.
Also by default, a field is published, appears in a blank workbook, and is exported to and imported from the flat table.
"""

import re
from dataclasses import replace
from functools import partial

from schemas import fields, kinds, words
from schemas.counting import counted, team_counted
from schemas.messages import Name, listed, say
from schemas.schema import Schema
from schemas.words import FEWEST_ENTRANTS, MOST_ENTRANTS, MOST_GROUPS, MOST_POINTS, TIE_BREAKS, TOTAL

# The headers by which a sheet is recognised; their cells may be blank.
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
SETTINGS_SHEETS = ("season", "league")  # sheets of season.xlsx and league.xlsx, read like the sheet `event`
# Kinds of sheets whose rows each belong to one board.
OF_ONE_BOARD = [kind for kind, columns in REQUIRED.items() if {"round", "board"} <= columns]

DRAWN_SHEETS = {"start here", "schedule", "crosstable", "seating", "wishes", "rules"}  # written for people, never read

A_TOTAL, FINAL = Name("power", TOTAL), Name("boards", "final")  # used in the notes
BOARDS, NMR = Name("sheet", "boards"), Name("sheet", "nmr")

TYPED: dict[str, dict[str, fields.Field]] = {  # kind of sheet -> name of the field -> field
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
        "round": replace(
            fields.ROUND,
            says=say(
                "The round: a number or a name. To add boards, copy all the rows of one board, including its row {total}.",
                total=A_TOTAL,
            ),
        ),
        "board": replace(fields.BOARD, says=say("The board: a number or a name that is unique within the round.")),
        "power": replace(
            fields.POWER_OR_TOTAL,
            says=say(
                "Seven rows per board. The row {total} adds up the centres and turns red if they cannot be right.",
                total=A_TOTAL,
            ),
        ),
        "player": replace(
            fields.PLAYER,
            says=say(
                "Always spell a name the same way; if two people share a name, add a number: Mario Rossi (2). Type ? for an unknown name; leave the cell empty if nobody played."
            ),
        ),
        "final": fields.centres(
            says=say("The centres owned at the end, if the centres for each year were not recorded."),
            column="final_centres",
        ),
        "eliminated": fields.year(
            says=say("The first year without any centres, if known."),
            rare=True,
            tidy=kinds.year("year in which the power went out"),
        ),
        # A blank workbook has the sheet nmr for missed turns, so its sheet boards needs no columns for their numbers.
        "nmr orders": fields.whole(
            0,
            999,
            say("a whole number of missed spring and autumn turns"),
            says=say(
                "The number of missed spring and autumn turns (PGP), unless they are listed in the sheet {nmr}.",
                nmr=NMR,
            ),
            in_blank=False,
            tidy=kinds.whole("number of missed spring and autumn turns", 0),
        ),
        "nmr adjustments": fields.whole(
            0,
            999,
            say("a whole number of missed year ends"),
            says=say("The number of missed year ends (PGP), unless they are listed in the sheet {nmr}.", nmr=NMR),
            in_blank=False,
            tidy=kinds.whole("number of missed winter turns", 0),
        ),
        "penalty": fields.between(
            0,
            999,
            say("a number of points from 0 to 999"),
            says=say("Penalty points, as a positive number (Diplo Ligue subtracts them)."),
            rare=True,
            tidy=kinds.figure("penalty points"),
        ),
        "scored": fields.word(
            "answer",
            say("`yes` or `no`"),
            says=say("Type no if the player is not scored, for example after being replaced. If empty: yes."),
            rare=True,
            tidy=kinds.flag("the organiser wants the seat scored"),
        ),
        "place": fields.matching(
            "[1-7]=?",
            say("a place from 1 to 7, such as 2, or `2=` for a shared place"),
            meant=fields.place_meant,
            says=say("The place according to your records, for comparison with the computed one. Can be left empty."),
            rare=True,
            column="typed_place",
            tidy=kinds.whole("place as entered", 1, missing=True),
        ),
        "score": fields.points(
            says=say(
                "The score according to your records, with all its decimals, for comparison with the computed one. Can be left empty."
            ),
            rare=True,
            column="typed_score",
            tidy=kinds.figure("score as entered", missing=True),
        ),
        "draw proposed": fields.matching(
            r"[0-9]{4}(\s*[,;/]\s*[0-9]{4})*",
            say("a game year, such as 1906"),
            number=True,
            says=say(
                "The game year in which the player proposed a draw. A player may propose only one draw, and only after the fourth year (Italia-2010, 6)."
            ),
            in_blank=False,
            tidy=kinds.text("years in which the power proposed a draw, as entered"),
            published=False,
        ),
        "late orders": fields.text(
            say("a remark"),
            says=say(
                "The turns in which the player’s orders were late, such as spring 1903, autumn 1905. A second late "
                "set of orders in one game is void (Italia-2010, 4)."
            ),
            rare=True,
            tidy=kinds.text("turns in which the power's orders were late, as entered"),
            published=False,
        ),
        "note": fields.long_text(says=say("Anything worth remembering.")),
        "imported from": fields.long_text(
            says=say("The file from which the row was imported, and the row’s position in that file."),
            rare=True,
            in_blank=False,
            published=False,
        ),
        "^[0-9]{4}$": fields.centres(
            pattern=True,
            says=say(
                "The centres owned after this autumn, 0 to 34. After a 0, the later cells can be left empty; otherwise, do not skip any years. If only the final centres are known, fill in {final} alone.",
                final=FINAL,
            ),
        ),
    },
    "games": {
        "round": replace(fields.ROUND, says=say("The round, as in the sheet {boards}.", boards=BOARDS)),
        "board": replace(fields.BOARD, says=say("The board, as in the sheet {boards}.", boards=BOARDS)),
        "result": fields.word(
            "result",
            say("`solo`, `draw`, `time limit`, `concession`, `in progress` or `to be played`"),
            says=say(
                "How the game ended. If empty: a solo if a power has 18 centres, otherwise a draw between all survivors."
            ),
            tidy=kinds.text("how the game ended, empty if not given", ["", *words.RESULTS]),
        ),
        "winners": fields.words(
            "power",
            say("a list of powers, separated by commas"),
            says=say(
                "The powers that won or drew, separated by commas. If empty: the soloist, otherwise all survivors."
            ),
            tidy=kinds.text("powers named as winners or as sharing a draw, separated by commas"),
        ),
        "last year": fields.year(says=say("The last game year, if it differs from that of the event."), rare=True),
        "ended": fields.day(says=say("The date on which the game ended. Campo di Marte needs this date.")),
        "variant": fields.text(
            say("a variant's name"),
            says=say("The variant's name. If empty: the standard game."),
            rare=True,
            tidy=kinds.text("variant that was played, empty for the standard game"),
        ),
        "division": fields.whole(
            1,
            99,
            say("the number of a division, from 1 to 99"),
            says=say(
                "The division of a board in the last round: 1 plays for the title, 2 for the next places. If empty: none."
            ),
            rare=True,
            tidy=kinds.whole("division of the board, 1 being the highest; missing if there are none", 1, missing=True),
            published=False,
        ),
        "draw accepted": fields.understood(
            fields.turn_of,
            say("a turn and a year, such as `autumn 1906`"),
            says=say(
                "The turn and year in which a draw was accepted, such as autumn 1906. That turn is not played "
                "(Italia-2010, 6)."
            ),
            rare=True,
            tidy=kinds.text("turn and year in which a draw was accepted, as entered"),
            published=False,
        ),
    },
    "nmr": {
        "round": replace(fields.ROUND, says=say("The round, as in the sheet {boards}.", boards=BOARDS)),
        "board": replace(fields.BOARD, says=say("The board, as in the sheet {boards}.", boards=BOARDS)),
        "power": replace(fields.ONE_POWER, says=say("The power that missed the turn. One row per missed turn.")),
        "year": fields.year(required=True, says=say("The game year.")),
        "turn": fields.word(
            "turn",
            say("`spring`, `autumn` or `winter`"),
            required=True,
            meant=fields.turn_meant,
            says=say("The turn that was missed; winter stands for the builds and disbands at the year end."),
            tidy=kinds.text("turn of a game year", words.TURNS),
        ),
    },
    "players": {
        "player": fields.name(
            say("a name"),
            required=True,
            says=say(
                "The player’s name, spelt as in the sheet {boards}. List only players with something to record.",
                boards=BOARDS,
            ),
        ),
        "also known as": fields.long_text(
            say("a list of names, separated by commas"),
            says=say("Other spellings of the same person's name, separated by commas."),
            column="alias",
            tidy=kinds.text("another name of the player"),
        ),
        "country": fields.text(say("a country"), says=say("The player’s country, for the championship of nations.")),
        "sex": fields.word(
            "sex",
            say("`f` or `m`"),
            code="sex_unclear",
            says=say("f or m: used to settle ties (Italia-2010, 5). Never printed."),
            rare=True,
            private=True,
            tidy=kinds.text("sex, for ties", ["f", "m"], missing=True),
        ),
        "born": fields.day(
            says=say("The date of birth: used to settle ties (Italia-2010, 5). Never printed."),
            rare=True,
            private=True,
            tidy=kinds.moment("date of birth, for ties", missing=True),
        ),
        "elo": fields.between(
            0,
            9999,
            say("an Elo rating from 0 to 9999"),
            says=say("The player’s Elo on the playing site, for Bao."),
            tidy=kinds.figure("Elo on the site", missing=True),
        ),
        "games": fields.whole(
            0,
            9999,
            say("a whole number of games on the playing site"),
            says=say("How many games the player has played on the playing site (Bao only)."),
        ),
        "kiba score": fields.points(
            says=say("The KIBA score according to your records, for comparison with the computed one."),
            column="typed_kiba",
            tidy=kinds.figure("KIBA score as entered", missing=True),
        ),
        "sat out": fields.text(
            say("a list of rounds, separated by commas"),
            says=say("The rounds sat out at the director's request, separated by commas."),
            rare=True,
            tidy=kinds.text("rounds sat out, separated by commas", missing=True),
        ),
        "rounds": fields.text(
            say("a list of rounds, separated by commas"),
            says=say("The rounds in which the player takes part, separated by commas. If empty: all."),
            rare=True,
            tidy=kinds.text("rounds in which the player takes part, separated by commas", missing=True),
        ),
        "two boards": fields.text(
            say("a list of rounds, separated by commas"),
            says=say("The rounds in which the player is willing to play on two boards at once (Italia-2010, 8.6)."),
            rare=True,
            tidy=kinds.text("rounds with two boards, separated by commas", missing=True),
        ),
        "apart from": fields.long_text(
            say("a list of names, separated by commas"),
            says=say(
                "Friends and family to be kept apart in the first two rounds (Italia-2010, 8.1), separated by commas."
            ),
            rare=True,
            private=True,
            column="apart",
            tidy=kinds.text("players to keep apart from, separated by commas", missing=True),
        ),
        "top table": fields.word(
            "answer",
            say("`yes` or `no`"),
            says=say("Type no if the player would rather not sit at the top table. If empty: yes."),
            rare=True,
            tidy=kinds.text("whether the player wants to sit at the top table", ["yes", "no"], missing=True),
        ),
        "team": fields.text(
            say("the name of a team"),
            says=say("The player's team, if the event has teams."),
            rare=True,
            tidy=kinds.text("the player's team, empty if there is none", missing=True),
        ),
        "handicap": fields.points(
            says=say("Points that the player is given before the event. These points are added at the end."),
            rare=True,
            tidy=kinds.figure("points given before the event", missing=True),
        ),
        "adjustment": fields.points(
            says=say(
                "Points awarded or deducted by a decision, such as -5 for a card. These points are added at the end."
            ),
            rare=True,
            tidy=kinds.figure("points given or taken by a decision", missing=True),
        ),
        "remark": fields.long_text(
            says=say("The reason, printed beside the points."),
            rare=True,
            tidy=kinds.text("reason for added or deducted points, as entered", missing=True),
        ),
        "wdd id": fields.matching(
            "[1-9][0-9]{0,8}",
            say("a player's number in the World Diplomacy Database"),
            says=say("The player's number in the World Diplomacy Database, for exported files (`export`)."),
            rare=True,
            private=True,
            tidy=kinds.text("number in the World Diplomacy Database, empty if not given"),
        ),
        "wdr id": fields.matching(
            "[1-9][0-9]{0,8}",
            say("a player's number in the World Diplomacy Reference"),
            says=say("The player's number in the World Diplomacy Reference, for exported files."),
            rare=True,
            private=True,
            tidy=kinds.text("number in the World Diplomacy Reference, empty if not given"),
        ),
        "backstabbr": fields.text(
            say("a player's name on Backstabbr"),
            says=say("The player's name on Backstabbr, for exported files."),
            rare=True,
            private=True,
            tidy=kinds.text("name on Backstabbr, empty if not given"),
        ),
        "note": fields.long_text(says=say("A note to yourself; it is not printed anywhere."), rare=True, private=True),
        "withdrew": fields.day(
            says=say("The date on which the player withdrew from a Bao event."),
            tidy=kinds.moment("day on which the player withdrew", missing=True),
        ),
    },
    "placings": {
        "player": replace(
            fields.PLACED,
            says=say(
                "One row per player, in order of place. Always spell a name the same way; if two people share a name, add a number: Mario Rossi (2)."
            ),
        ),
        "place": fields.matching(
            r"[1-9]\d{0,3}=?",
            say("a place such as 2, or `2=` for a shared place"),
            meant=fields.place_meant,
            says=say("The place, 1 for the winner. Players who share a place have the same number: 1, 2, 2, 4."),
        ),
        "games": fields.whole(
            0,
            999,
            say("a whole number of scored games"),
            says=say("How many scored games the player has played, for circuits that require this number."),
            rare=True,
        ),
        "role": fields.word(
            "role",
            say("`player`, `director` or `gm`"),
            says=say("player, director or gm. If empty: player."),
            rare=True,
            tidy=kinds.text("the person's role at the event", words.ROLES),
        ),
        "score": fields.points(says=say("The score as published. Can be left empty."), rare=True),
    },
    "results": {
        "player": replace(
            fields.PLACED,
            says=say(
                "One row per result, if only scores are known. Always spell a name the same way; if two people share a name, add a number: Mario Rossi (2)."
            ),
        ),
        "round": replace(
            fields.ROUND,
            says=say("The round: a number or a name. Two rows for the same player in one round stand for two games."),
        ),
        "score": fields.points(required=True, says=say("The score of the game, with all its decimals.")),
        "board": fields.text(
            say("a board"),
            says=say("The board: a number or a name that is unique within the round. Can be left empty."),
            rare=True,
        ),
        "power": fields.word(
            "power",
            say("a power ({powers})", powers=fields.POWERS_LISTED),
            but=TOTAL,
            says=say("The power that was played. Can be left empty."),
            rare=True,
        ),
        "place": fields.matching(
            "[1-7]=?",
            say("a place from 1 to 7, such as 2, or `2=` for a shared place"),
            meant=fields.place_meant,
            says=say("The place on the board, for the board tops tie-break. Can be left empty."),
            rare=True,
        ),
        "final": fields.centres(
            says=say("The centres at the end, for the centres tie-break. Can be left empty."),
            rare=True,
            column="final_centres",
        ),
        "imported from": fields.long_text(
            says=say("The file from which the row was imported, and the row’s position in that file."),
            rare=True,
            in_blank=False,
        ),
    },
    "calendar": {
        "round": replace(fields.ROUND, says=say("The round, as in the sheet {boards}.", boards=BOARDS)),
        "board": replace(fields.BOARD, says=say("The board, as in the sheet {boards}.", boards=BOARDS)),
        "year": fields.year(required=True, says=say("The game year.")),
        "adjudicated": fields.day(
            required=True,
            says=say(
                "The date on which this autumn was adjudicated. With this date, Campo di Marte's list can be drawn up for a day in the past."
            ),
            tidy=kinds.moment("day on which the year was adjudicated"),
        ),
    },
    "matches": {
        "stage": replace(
            fields.STAGE,
            says=say(
                "The stage: qualifying, semifinal, final, playoff (the third game of a final), or nations. One row "
                "per game."
            ),
        ),
        "group": fields.text(
            say("a group, such as A"),
            says=say(
                "The group: A, B ... In the semifinals A is for the winners and B for the runners-up. Leave the cell empty in a final."
            ),
        ),
        "round": fields.text(say("a round of the schedule"), says=say("The round of the schedule. Can be left empty.")),
        "south": fields.name(
            say("the name of the player who plays South"),
            required=True,
            says=say("The player who makes the first move."),
        ),
        "north": fields.name(
            say("the name of the player who plays North"),
            required=True,
            says=say("The player who makes the second move."),
        ),
        "winner": replace(
            fields.WINNER,
            says=say("The winner, who must be one of the two players. Leave the cell empty until the game is over."),
            tidy=kinds.text("winner, empty until there is one"),
        ),
        "reason": fields.word(
            "reason",
            say("`played`, `resigned` or `time`"),
            says=say("How the game ended: played to the end, resigned, or lost on time. Can be left empty."),
            tidy=kinds.text("how the game was won, empty if not given", ["", *words.REASONS]),
        ),
        "ended": fields.day(says=say("The date on which the game ended. Can be left empty.")),
        "started": fields.moment(
            say("a date and time in UTC, such as 2011-03-01 14:05"),
            tidy=kinds.moment("time at which the game began", missing=True),
        ),
    },
    "moves": {
        "stage": fields.STAGE,
        "group": fields.text(say("a group, such as A")),
        "south": fields.name(say("the name of the player who plays South"), required=True),
        "north": fields.name(say("the name of the player who plays North"), required=True),
        "number": fields.whole(1, 9999, say("a move number (1 for South’s first move)"), required=True),
        "player": fields.name(say("the name of the player who moved")),
        "time": fields.moment(
            say("a date and time in UTC, such as 2011-03-01 14:05"),
            required=True,
            tidy=kinds.moment("time of the move"),
        ),
    },
    "systems": {
        "system": fields.text(
            say("a name for a system of your own"),
            required=True,
            says=say(
                "A name for a system of your own, repeated in each of its rows. Events refer to the system by this name."
            ),
        ),
        "based on": fields.text(
            say("the id of a published system"),
            says=say(
                "The id of the published system on which yours is based; `centre-years systems` lists the ids. Entering it in one row is enough."
            ),
            tidy=kinds.text("published system it is based on, empty if another row names it"),
        ),
        "number": fields.text(
            say("the name of a number in the published system"),
            says=say(
                "The name of a number that differs between your system and the published one. To list all these names, run `centre-years systems` followed by the published system’s id."
            ),
            column="changed",
            tidy=kinds.text("number that differs from that system, empty if none does"),
        ),
        "value": fields.text(
            say("a value for the number in this row"),
            says=say("The value in your system: a number, a word, or a table such as 70; 60; 50."),
        ),
    },
    "circuits": {
        "name": fields.text(
            say("a name for a circuit of your own"),
            required=True,
            says=say("A name for a circuit of your own; list it among the circuits of an event."),
            column="circuit_name",
            tidy=kinds.text("name of the circuit, as entered"),
        ),
        "points": fields.text(
            say("points by place, such as 100; 90; 85, or the id of a published circuit"),
            required=True,
            says=say(
                "The points for each place, starting with the first, such as 100; 60; 30, or the id of a circuit with the same points."
            ),
            column="formula",
            tidy=kinds.text("points by place, or the published circuit with the same points, as entered"),
        ),
        "best": fields.text(
            say("how many of a player's results count"),
            says=say("How many of a player's results count. If empty: all."),
            tidy=kinds.text("number of results that count, as entered"),
        ),
        "divisor": fields.text(
            say("what the sum is divided by"),
            says=say(
                "The number that divides the sum of the counted results. A formula is possible too, such as “events + 1, at least 3”. If empty, the sum is not divided."
            ),
            tidy=kinds.text("divisor of the sum, as entered"),
        ),
        "minimum events": fields.text(
            say("how many events a player needs"),
            says=say("How many events a player needs. If empty: one."),
            column="fewest",
            tidy=kinds.text("number of events that a player needs to be listed, as entered"),
        ),
        "tie-breaks": fields.text(
            say("what breaks ties, in order"),
            says=say("The tie-breaks in order, such as: best event; fewer events. If empty, ties are not broken."),
            column="tie_breaks",
        ),
    },
}
COLUMNS_OF = {  # kind of sheet -> column of its tidy table -> field, without the year columns
    kind: {field.column or re.sub("[ -]", "_", name): name for name, field in typed.items() if not field.pattern}
    for kind, typed in TYPED.items()
    if kind != "event"
}
SHEETS = {kind: Schema(columns, name=f"sheet {kind}") for kind, columns in TYPED.items()}

# The settings whose values are checked here; an event sheet may hold any setting of the vocabulary.
SETTINGS = Schema(
    {
        "name": fields.text(say("a name")),
        "kind": fields.word("event kind", say("`diplomacy` or `bao`")),
        "start": fields.day(),
        "end": fields.day(),
        "first year": fields.year(),
        "last year": fields.year(),
        "data": fields.word("data label", say("`real`, `worked example` or `generated`")),
        "language": fields.word("language", say("`English`, `Italian`, `French` or `German`")),
        "as of": fields.day(),
        "counting": fields.understood(counted, say("`sum`, `best 3`, `mean of best 4`, `best 2 rounds` or similar")),
        "round score": fields.word("round score", say("`best` or `sum`")),
        "best country": fields.word("best country", say("`score`, `centres` or `centres not in a lost solo`")),
        "teams": fields.understood(team_counted, say("`sum`, `best 5` or similar")),
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
            say("a clock (days at the start, days per move, maximum days), such as T=(3+1)<=7"),
        ),
        "site": fields.matching(r"https?://[^\s/]\S*", say("an address that begins with http:// or https://")),
        "format": fields.word("format", say("`tournament` or `mabingwa`")),
        "kiba points": fields.matching(
            rf"{fields.FEW}(\s*[,;]\s*{fields.FEW}){{3}}",
            say("a list of four numbers (for a group win, a semifinal win, the losing finalist and the winner)"),
        ),
    },
    name="settings",
)
