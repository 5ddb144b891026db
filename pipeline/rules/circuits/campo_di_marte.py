"""Classifica Campo di Marte.

Source      "Un Tuffo nel Passato" (in Italian), Classifica Campo di Marte.
Generalità  All games that are in progress or still count (validità temporale) are considered.
Validità    A game counts as soon as autumn 1901 is adjudicated, and for twelve months after its end.
Criteri     Players with at least two such games are listed. If a player has more than four, only the four with the
            highest PGPs count, and the others are dropped.
Imperatore  title: The leader on 15 December is elected Emperor of Europe (Imperatore d'Europa).
Punteggio   score: The mean of the PGPs of the player's games that count (punteggio-bollettino).
Varianti    Variant games do not count, unless their event's `variants` setting is `count`.
Reading     A game that ended on the same day of the previous year still counts. For a list dated 29 February, that is
            28 February. A game that ended after the date of the list was still in progress on that day. A game whose
            state on that day is not known, or that has no PGP, does not count. A game with a PGP of zero counts like
            any other. If PGPs are equal, the game that comes first by season, event, round and board is used. No rule
            settles ties, so the rank is shared, even at the top. A game in progress in which no autumn has been
            adjudicated for more than a year still counts, but there is a notice. A game of a later season is in the
            list only if its sheets say that it was under way or over by then. Games of events that start after the date
            of the list, and games that ended more than two years before it, are not shown.
"""

import datetime

import numpy as np
import pandas as pd

from pipeline.rules.circuits import CircuitResult, Needs, Notice
from pipeline.rules.standings import FOUR, best, best_first, by_score, first_of, in_rank_order, only_four, remarks
from schemas.keys import EVENT
from schemas.messages import Message, Name, few, say
from schemas.words import UNKNOWN_PLAYER

LANGUAGE = "it"
ORIGINAL = """Classifica Campo di Marte.

Generalità  Verranno prese in esame tutte le partite in corso sul bollettino, nonché quelle aventi "validità temporale".
Validità    La partita avrà rilevanza ai fini della classifica non appena giunge al turno "AUTUNNO 1901". Le partite
            terminate continueranno ad essere prese in esame, ai fini della classifica, per i successivi dodici mesi
            dalla loro conclusione.
Criteri     Saranno inseriti nella classifica gli iscritti partecipanti ad almeno due partite. Non potranno essere
            considerate più di quattro partite per giocatore. Se in eccedenza, saranno scartate quelle con PGP minore.
Imperatore  L'Imperatore d'Europa verrà eletto annualmente a fine anno (scadenza del 15 dicembre).
Punteggio   punteggio-bollettino: Ai fini della compilazione della classifica verrà preso in considerazione il
            punteggio-bollettino del giocatore, cioè il punteggio ricavato dalla media dei PGP delle partite, prese in
            esame, del giocatore stesso.
Varianti    Le partite giocate con modifiche al regolamento ufficiale, e universalmente riconosciuto, del Diplomacy non
            avranno validità ai fini della classifica, sia per bollettino sia generale.
"""

NEEDS = Needs("games", system="pgp", years_back=2)
FEWEST = 2  # games needed to be listed
ELECTION = (12, 15)  # month and day of the election
TITLE, JOINT = say("Emperor of Europe"), say("joint Emperor of Europe")
SHARED_AT_THE_TOP = say("shared: no rule settles the tie, so joint Emperor of Europe")
FIGURES = {"pgp": float, "in_progress": bool, "reached": bool, "known": bool}
GAME = [*EVENT, "round", "board"]
TOO_OLD, UNKNOWN_STATE = (
    say("ended more than twelve months before the date of the list"),
    say("the state of the game on the date of the list is not known"),
)
UNKNOWN_END, UNSCORABLE = say("over, but the end date of the game is not known"), say("has no PGP score")
LEFT_OUT = Message("round {round}, board {board}: {why}, so not counted")
STATE_UNKNOWN = Message(
    "Games whose state on {day} is not known are not counted: {games}. In the sheet `{calendar}`, enter the date on which each autumn was adjudicated. If a game began after {day}, fill in `{start}` instead."
)
ONE_GAME = Message("{event} (round {round}, board {board})")
STANDING_STILL = Message(
    "round {round}, board {board}: still in progress, but no autumn has been adjudicated since {since}; counted all the same"
)


def window_start(on: datetime.date) -> datetime.date:
    """Return the earliest end date of a finished game that counts, one year before the date of the ranking list.

    If the list is dated 29 February, this is 28 February.
    """
    leap_day = (on.month, on.day) == (2, 29)
    return on.replace(year=on.year - 1, day=28 if leap_day else on.day)


def standings(games: pd.DataFrame, on: datetime.date) -> CircuitResult:
    """Return the circuit's ranking list as of a given day, with games from any season.

    games  one row per seat, with the columns `season`, `event`, `round`, `board`, `power`, `player`, `place`, `pgp`
           (NaN if unscorable), `in_progress`, `ended` (date, NaT if none), `variant` (empty for the standard game, and
           for every game of an event whose variants count), `reached` (whether autumn 1901 had been adjudicated by that
           day), `known` (whether the state on that day is known) and `adjudicated` (the day on which the last autumn was
           adjudicated, NaT if unknown). `place`, `pgp` and all columns from `reached` on describe the state on that day
    """
    seats = games[games["player"] != ""].astype(FIGURES).assign(points=lambda rows: rows["pgp"])
    ended = pd.to_datetime(seats["ended"]).dt.normalize()
    underway = seats["in_progress"] | (ended > pd.Timestamp(on))
    over = [say("over") if pd.isna(day) else say("ended {day}", day=day.date()) for day in ended]
    seats["state"] = first_of({say("in progress"): underway}, otherwise=np.array(over, object))
    reasons = {
        say("variant"): seats["variant"] != "",
        UNKNOWN_STATE: underway & ~seats["known"],
        say("has not reached autumn 1901"): underway & ~seats["reached"],
        UNKNOWN_END: ~underway & ended.isna(),
        TOO_OLD: ~underway & (ended < pd.Timestamp(window_start(on))),
        UNSCORABLE: seats["points"].isna(),
        say("name not known"): seats["player"] == UNKNOWN_PLAYER,
    }
    seats["why"] = first_of(reasons)
    seats["eligible"] = seats["why"] == ""
    results = _used(seats)
    return CircuitResult(
        standings=_table(results, on),
        results=results[
            ["player", *GAME[1:], "power", "place", "points", "used", "season", "state", "eligible", "why"]
        ],
        notices=[*_notices(results), *_states_unknown(results, on), *_standing_still(results, on)],
    )


def _used(seats: pd.DataFrame) -> pd.DataFrame:
    """Return the seats, each player's best first, with the columns `used` and `why`.

    `why` says why a seat is not used.
    """
    results = best_first(seats, [*GAME, "power"])
    games = results[results["eligible"]].groupby("player")["player"].transform("size")
    dropped, too_few = only_four(results, results["eligible"]), games[games < FEWEST]
    results.loc[dropped.index, "why"] = dropped
    results.loc[too_few.index, "why"] = say("the only game that counts; two are needed")
    return results.assign(used=results["why"] == "")


def _table(results: pd.DataFrame, on: datetime.date) -> pd.DataFrame:
    """Return the standings on a given day, ranked by the mean score of each player's games that count.

    Players with the same mean share a rank.
    """
    bests = best(results[results["used"]], width=FOUR)
    eligible = results[results["eligible"]]
    events = eligible.drop_duplicates([*EVENT, "player"]).groupby("player").size().reindex(bests.index)
    total, used = bests.sum(axis=1), bests.notna().sum(axis=1)
    table = pd.DataFrame({"events": events, "score": total / used})
    table["games"] = eligible.groupby("player").size().reindex(bests.index)
    table = by_score(table.assign(used=used, total=total).join(bests))
    rank = table["rank"]
    leads = (rank == 1) & ((on.month, on.day) == ELECTION)
    joint = leads & (table["settled"] != "")
    table["title"] = first_of({JOINT: joint, TITLE: leads})
    return in_rank_order(table.assign(settled=table["settled"].mask(joint, SHARED_AT_THE_TOP)))


def _notices(results: pd.DataFrame) -> list[Notice]:
    """Return one notice per game that is left out because its end or its score is unknown."""
    silent = results[results["why"].isin([UNKNOWN_END, UNSCORABLE])]
    return remarks(silent.sort_values(GAME).drop_duplicates(GAME).assign(player=""), LEFT_OUT)


def _states_unknown(results: pd.DataFrame, on: datetime.date) -> list[Notice]:
    """Return a single notice about all games whose state on the date of the ranking list is unknown.

    The result is empty if there are no such games.
    """
    silent = results[results["why"] == UNKNOWN_STATE].sort_values(GAME).drop_duplicates(GAME)
    facts = {
        "day": on,
        "games": few([ONE_GAME.of(row) for row in silent.to_dict("records")]),
        "calendar": Name("sheet", "calendar"),
        "start": Name("setting", "start"),
    }
    return [Notice("", "", "", STATE_UNKNOWN.of(facts))] if len(silent) else []


def _standing_still(results: pd.DataFrame, on: datetime.date) -> list[Notice]:
    """Return one notice per game in progress in which no autumn has been adjudicated for more than a year."""
    since = pd.to_datetime(results["adjudicated"])
    going_on = results["eligible"] & results["in_progress"] & results["ended"].isna()
    still = results.assign(player="", since=since.dt.date)[going_on & (since < pd.Timestamp(window_start(on)))]
    return remarks(still.sort_values(GAME).drop_duplicates(GAME), STANDING_STILL)
