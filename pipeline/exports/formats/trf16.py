"""TRF16, FIDE's tournament report, with one file per group of a Bao event. Each group is a double round robin.

Source: FIDE, "Agreement among FIDE and producers of pairing software", tournament report file. The lines of a file
    begin with 012 (name), 022 (city), 042 and 052 (dates), 062 (players), 072 (rated players), 092 (type) and 102
    (arbiter). A line that begins with 001 describes a player: start rank in columns 5 to 8, sex, title, name from 15,
    rating from 49, federation from 54, points from 81, rank from 86. From column 90, each round takes ten columns:
    opponent, colour, result.
Reading: South is white. A game that was resigned or lost on time is marked with + and -. A bye is written as 0000 - Z.
    A game not yet played has no result. The start rank is the player's seat in the group. Sex and date of birth are
    never exported.
"""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, file_name
from pipeline.exports.losses import FEDERATION
from pipeline.rules.bao.tournaments import GROUP_STAGES
from schemas.messages import say
from schemas.words import BYE

FORMAT = Format(
    say("FIDE TRF16: one file per group of a Bao event"),
    kind="bao",
    places=False,
    omits=(
        *(
            "data",
            "games of no group",
            "byes",
            "moves",
            "days of games",
            "tie-breaks",
            "withdrawals",
            "games played before",
        ),
        *("long names", "long countries", "ids"),
    ),
)
SYSTEM = "Double Round Robin"
PLAYER = (
    "001 {number:4} {nothing:4} {name:33.33} {elo:>4} {country:>3} {nothing:11} {nothing:10} {points:4.1f} {rank:>4}"
)
ROUND = "  {opponent} {colour} {result}"
NO_OPPONENT, ABSENT = "0000", "Z"
NOT_PLAYED_OUT = {"resigned", "time"}
SIGNS = {True: ("1", "0"), False: ("+", "-")}  # signs of a win and of a loss, by whether the game was played out


def files(event: Event) -> list[File]:
    """Return one file per group."""
    schedule = event.tournament.schedule
    schedule = schedule[schedule["stage"].isin(GROUP_STAGES)]
    return [
        File(file_name(f"{event.id}, {stage} {group}", ".trf"), "".join(f"{line}".rstrip() + "\n" for line in lines))
        for (stage, group), games in schedule.groupby(["stage", "group"], sort=False)
        for lines in [_lines(event, str(stage), str(group), games)]
    ]


def _lines(event: Event, stage: str, group: str, games: pd.DataFrame) -> Iterator[str]:
    """Yield the lines of a group's report."""
    of_group = {"stage": stage, "group": group}
    members, standings = (
        rows[(rows[[*of_group]] == pd.Series(of_group)).all(axis=1)]
        for rows in (event.tournament.members, event.tournament.standings)
    )
    entries = event.tournament.entries.set_index("player")
    members = members.sort_values("seat")
    settings = event.settings
    head = {
        "012": f"{event.name}, {stage} {group}",
        "022": settings["venue"],
        "042": _day(settings["start"]),
        "052": _day(settings["end"]),
        "062": len(members),
        "072": int(entries["elo"].reindex(members["player"]).notna().sum()),
        "092": SYSTEM,
        "102": settings["directors"],
    }
    yield from (f"{code} {value}" for code, value in head.items() if value != "")
    numbers = dict(zip(members["player"], members["seat"].astype(int), strict=True))
    table = standings.set_index("player")
    rounds = [of for _, of in games.groupby(["leg", "round"])]
    for player, number in numbers.items():
        country = str(entries["country"].get(player, ""))
        line = PLAYER.format(
            nothing="",
            number=number,
            name=player,
            elo=_whole(entries["elo"].get(player)),
            country=country.upper() if len(country) == FEDERATION else "",
            points=float(table["points"].get(player, 0)),
            rank=_whole(table["rank"].get(player)),
        )
        yield line + "".join(_round(player, of, numbers) for of in rounds)


def _round(player: str, games: pd.DataFrame, numbers: dict[str, int]) -> str:
    """Return a player's game in one round as ten characters: the opponent, the colour and the result."""
    for game in games.itertuples():
        if player in (game.south, game.north):
            other = game.north if player == game.south else game.south
            if other == BYE:
                break
            won, lost = SIGNS[game.reason not in NOT_PLAYED_OUT]
            result = " " if not game.winner else won if game.winner == player else lost
            colour = "w" if player == game.south else "b"
            return ROUND.format(opponent=f"{numbers[other]:4}", colour=colour, result=result)
    return ROUND.format(opponent=NO_OPPONENT, colour="-", result=ABSENT)


def _day(typed: Any) -> str:
    """Return a date such as `2011-03-01` in the form `2011/03/01`."""
    return str(typed)[:10].replace("-", "/")


def _whole(value: Any) -> str:
    """Return a number as text without decimals, or "" if it is unknown."""
    return "" if value is None or pd.isna(value) else f"{value:.0f}"
