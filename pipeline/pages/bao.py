"""What is shown of one Bao event, on paper and on the screen: the tables, ready to be written."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipeline.rules.bao.entries import CATEGORIES, printed
from pipeline.rules.bao.tournaments import FINAL, GROUP_STAGES, NATIONS, Tournaments
from schemas.words import BYE

OPEN = "·"  # a game that is not played yet
TITLES = {"qualifying": "Group", "semifinal": "Semifinal", FINAL: "Final", NATIONS: "Nations match"}


@dataclass(frozen=True, eq=False)
class TournamentPage:
    """One Bao event.

    start    the first day, as typed; end, the last; place, where
    source   where it is published, a line each
    played   its tables, see `Tournaments`
    rows     rows of its matches sheet; byes, how many of them are a bye
    nations  rank, nation, players (who took part), score: its own nations table; empty where it counts for none
    clocks   one row a game whose moves are typed, see `clocks`
    """

    event: str
    name: str
    data: str
    file: str
    digest: str
    start: str
    end: str
    place: str
    source: str
    mabingwa: bool
    played: Tournaments
    rows: int
    byes: int
    nations: pd.DataFrame
    clocks: pd.DataFrame

    @property
    def winner(self) -> str:
        """Who won; empty while nobody has."""
        return str(self.played.outcomes["first"].iloc[0])

    @property
    def left(self) -> str:
        """What is left to play, in words; empty when it is over."""
        return str(self.played.outcomes["left"].iloc[0])

    @property
    def players(self) -> int:
        """Who took part."""
        return len({*self.played.entries["player"], *self.played.standings["player"]})

    @property
    def groups(self) -> list[tuple[str, pd.DataFrame]]:
        """The standings with their titles, in the order in which they are played; the nations match is one."""
        table = self.played.standings
        label = table["group"].where(table["stage"].isin(GROUP_STAGES), "")
        keys = (table["stage"] + "/" + label).drop_duplicates()
        return [(title(*key.split("/", 1)), table[(table["stage"] + "/" + label) == key]) for key in keys]

    @property
    def crosstables(self) -> list[tuple[str, pd.DataFrame]]:
        """A table a group: rank, player, one column for each rank with the signs, points, tie_break, kiba_score."""
        return [
            (named, crosstable(table, self.played.matches))
            for named, table in self.groups
            if table["stage"].iloc[0] in GROUP_STAGES
        ]

    @property
    def entry_list(self) -> pd.DataFrame:
        """The entry list as it is handed out, the KIBA score exact and as the site prints it."""
        entries = self.played.entries
        return pd.DataFrame(
            {
                **{name: entries[name] for name in ("number", "player", "country", "elo", "games", "kiba_score")},
                "printed": printed(entries["kiba_score"]),
                "category": entries["category"].map(CATEGORIES),
                "group": entries["group"],
            }
        )

    @property
    def schedule(self) -> pd.DataFrame:
        """Every game to play: stage, group, leg, round, south, north, winner, reason; a bye in words."""
        games = self.played.schedule
        bye = (games["south"] == BYE) | (games["north"] == BYE)
        rests = games["south"].where(games["north"] == BYE, games["north"])
        return pd.DataFrame(
            {
                **{name: games[name] for name in ("stage", "group", "leg", "round")},
                "south": games["south"].where(~bye, rests),
                "north": games["north"].where(~bye, "has a bye"),
                **{name: games[name] for name in ("winner", "reason")},
            }
        )

    @property
    def checks(self) -> pd.DataFrame:
        """Control figures: check, found, expected, holds."""
        games, table = self.played.matches, self.played.standings
        over = int((games["winner"] != "").sum())
        figures = [
            ("Rows of the matches sheet: games and byes", len(games) + self.byes, self.rows),
            ("Points: one for each game with a result", int(table["points"].sum()), over),
            ("Games with a result, counted from both sides", int(table["games"].sum()), 2 * over),
            ("Places: one for each player of a stage", len(table), len(table.drop_duplicates(["stage", "player"]))),
            ("Players of the entry list", len(self.played.entries), "for information"),
        ]
        checks = pd.DataFrame(figures, columns=["check", "found", "expected"])
        checks["holds"] = [expected in ("for information", found) for _, found, expected in figures]
        return checks


def title(stage: str, group: str) -> str:
    """What a group is called: `Group A`, `Semifinal B`, `Final`."""
    return f"{TITLES[stage]} {group}".strip()


def crosstable(table: pd.DataFrame, matches: pd.DataFrame) -> pd.DataFrame:
    """One group: rank, player, the signs against each other player (columns 1, 2 ... in the order of the rows), points.

    `+-`: the first game of the pair in the sheet won, the second lost, seen from the player of the row.
    """
    names = table["player"].tolist()
    place = {name: number for number, name in enumerate(names)}
    key = table[["season", "event", "stage", "group"]].iloc[0]
    games = matches[(matches[key.index] == key).all(axis=1)]
    signs = np.full((len(names), len(names)), "", object)
    for south, north, winner in games[["south", "north", "winner"]].itertuples(index=False):
        for own, other in ((south, north), (north, south)):
            sign = OPEN if not winner else "+" if winner == own else "-"
            signs[place[own], place[other]] += sign
    for one, other in zip(*np.nonzero(~np.eye(len(names), dtype=bool)), strict=True):
        signs[one, other] = signs[one, other].ljust(2, OPEN)
    return pd.DataFrame(
        {
            "rank": table["rank"].to_numpy(),
            "player": names,
            **{str(number + 1): signs[:, number] for number in range(len(names))},
            **{name: table[name].to_numpy() for name in ("points", "sonneborn_berger", "kiba_score")},
        }
    )
