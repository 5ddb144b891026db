"""One Bao event's tables, and its workbook with standings, crosstables, schedule, entries, clocks, rules and checks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.cell_coverage import INFORMATION
from pipeline.language.language import Language
from pipeline.pages.book import Band, Book, Column, Sheet, Styles, Table, last_trusted
from pipeline.pages.checks import check_columns, check_lines, control_figures, failure_lines
from pipeline.pages.heading import Heading
from pipeline.pages.shared_columns import (
    WHOLE_NAME,
    cells,
    doubt_columns,
    in_english,
    medals,
    number_column,
    ranks_column,
    rule_columns,
    strong_column,
    text_column,
)
from pipeline.pages.translate import book
from pipeline.rules.bao.entries import CATEGORIES, printed
from pipeline.rules.bao.sheets import RuleSheet, rule_sheets
from pipeline.rules.bao.tournaments import (
    FINAL,
    GROUP_STAGES,
    NATIONS,
    QUALIFYING,
    SECOND,
    SEMIFINAL,
    UNDECIDED,
    WINNER,
    Tournaments,
)
from schemas.messages import NOTHING, Message, Text, Verbatim, listed, say
from schemas.words import BYE

BYE_SHOWN = say("has a bye")
OPEN = "·"  # stands for a game not played yet
STAGE_TITLES = {
    QUALIFYING: Message("Group {group}"),
    SEMIFINAL: Message("Semifinal {group}"),
    FINAL: say("Final"),
    NATIONS: say("Nations match"),
}
GOES_ON = {
    FINAL: say("final"),
    WINNER: say("winner"),
    SECOND: say("second"),
    UNDECIDED: say("undecided"),
}
NO_MATCH = say("No matches have been entered yet. The groups and their games are listed in the sheet Schedule.")
SIGNS = say(
    "+- means that the first of the two games in the sheet was won and the second lost; · is a game not yet played."
)
SIGN_STYLES: dict[str, Styles] = {"++": ("yes",), "--": ("faded",)}
SAME_TIME = say("All games in a group are played at the same time; the rounds only put them in order.")
CATEGORIES_LINE = say(
    "Elo/10 + games played. There are three categories, each sorted by the exact score. Printed scores are rounded, with halves rounded down."
)
WITHDREW_LINE = say("A player who withdraws resigns every game still open on that day; finished games stand.")
CLOCK_LINE = say(
    "The time each player has left after the last move. A game is lost at the exact moment its clock reaches zero."
)
TIE_BREAK = "tie-break (Neustadtl)"
EXACT_DAYS = 3


@dataclass(frozen=True, eq=False)
class TournamentPage:
    """The content of one Bao event's pages.

    language   language of the event's own workbook
    start, end first and last day, as typed
    place      where the event was played
    source     where the results are published, one source per line
    directors  names of the directors, separated by commas
    played     the event's tables, see `Tournaments`
    rows       number of rows in the `matches` sheet
    byes       number of these rows that are byes
    ranking    function that computes the `nations` table, called only when that table is shown
    clocks     one row per game whose moves were entered, see `Results.clocks`
    doubts     the question about each doubtful name, keyed by player
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
    directors: str
    mabingwa: bool
    played: Tournaments
    rows: int
    byes: int
    ranking: Callable[[], pd.DataFrame]
    clocks: pd.DataFrame
    language: str = "en"
    doubts: Mapping[str, Text] = field(default_factory=dict)

    @cached_property
    def nations(self) -> pd.DataFrame:
        """One row per nation, with the columns `rank`, `nation`, `players` (how many took part) and `score`.

        The frame is empty if no nation scores.
        """
        return self.ranking()

    @property
    def rule_sheets(self) -> list[RuleSheet]:
        """The rule sheets that apply to the event: tournament, Mabingwa or nations match."""
        return rule_sheets({*self.played.matches["stage"]}, of_mabingwa=self.mabingwa)

    @property
    def winner(self) -> str:
        """The name of the winner, or "" if nobody has won yet."""
        return str(self.played.outcomes["first"].iloc[0])

    @property
    def left_to_play(self) -> Text:
        """What is left to play, or NOTHING if the event is over."""
        remaining: Text = self.played.outcomes["left_to_play"].iloc[0]
        return remaining

    @property
    def players(self) -> int:
        """The number of people on the entry list or in the standings."""
        return len({*self.played.entries["player"], *self.played.standings["player"]})

    @property
    def groups(self) -> list[tuple[Message, pd.DataFrame]]:
        """The groups in the order of play, each with its title and standings. The nations match is one group."""
        table = self.played.standings
        label = table["group"].where(table["stage"].isin(GROUP_STAGES), "")
        keys = (table["stage"] + "/" + label).drop_duplicates()
        return [(group_title(*key.split("/", 1)), table[(table["stage"] + "/" + label) == key]) for key in keys]

    @property
    def crosstables(self) -> list[tuple[Message, pd.DataFrame]]:
        """The title and the `crosstable` of each group. Finals and nations matches have no crosstable."""
        return [
            (named, crosstable(table, self.played.matches))
            for named, table in self.groups
            if table["stage"].iloc[0] in GROUP_STAGES
        ]

    @property
    def entry_list(self) -> pd.DataFrame:
        """The entry list to hand out, with exact and printed KIBA scores, and withdrawal dates."""
        entries = self.played.entries
        return pd.DataFrame(
            {
                **{name: entries[name] for name in ("number", "player", "country", "elo", "games", "kiba_score")},
                "printed": printed(entries["kiba_score"]),
                "category": entries["category"].map(CATEGORIES),
                "group": entries["group"],
                "withdrew": entries["withdrew"].dt.strftime("%Y-%m-%d").fillna(""),
            }
        )

    @property
    def schedule(self) -> pd.DataFrame:
        """Every scheduled game, with `stage`, `group`, `leg`, `round`, `south`, `north`, `winner` and `reason`.

        In the row of a bye, `south` is the player with the bye, and `north` is a message that marks the row as a bye.
        """
        games = self.played.schedule
        bye = (games["south"] == BYE) | (games["north"] == BYE)
        idle = games["south"].where(games["north"] == BYE, games["north"])
        return pd.DataFrame(
            {
                **{name: games[name] for name in ("stage", "group", "leg", "round")},
                "south": games["south"].where(~bye, idle),
                "north": games["north"].where(~bye, BYE_SHOWN),
                **{name: games[name] for name in ("winner", "reason")},
            }
        )

    @property
    def checks(self) -> pd.DataFrame:
        """The check figures, with the columns `check`, `found`, `expected` and `holds`."""
        games, table = self.played.matches, self.played.standings
        finished = int((games["winner"] != "").sum())
        figures: list[tuple[Text, object, object]] = [
            (say("Rows in the matches sheet: games and byes"), int(games["in_sheet"].sum()) + self.byes, self.rows),
            (say("Points in the standings: one per game with a result"), int(table["points"].sum()), finished),
            (say("Games with a result, counted once for each player"), int(table["games"].sum()), 2 * finished),
            (
                say("Places in the standings: one per player in each stage"),
                len(table),
                len(table.drop_duplicates(["stage", "player"])),
            ),
            (say("Players on the entry list"), len(self.played.entries), INFORMATION),
        ]
        return control_figures(figures)


def group_title(stage: str, group: str) -> Message:
    """Return the title of a group, such as `Group A`, `Semifinal B` or `Final`."""
    return STAGE_TITLES[stage].of({"group": group})


def goes_on(to: str) -> Text:
    """Return a message that names the stage a player goes on to, or the outcome for a finalist."""
    return (
        GOES_ON[to]
        if to in GOES_ON
        else say("semifinal {group}", group=to.removeprefix(SEMIFINAL).strip())
        if to
        else NOTHING
    )


def crosstable(table: pd.DataFrame, matches: pd.DataFrame) -> pd.DataFrame:
    """Return the crosstable of a group: rank, player, country, results by opponent, points and tie-breaks.

    The result columns are called 1, 2 and so on, in the same order as the rows. `+-` means that the row's player won
    the first of the two games that the sheet lists against that opponent, and lost the second.
    """
    names = table["player"].tolist()
    place = {name: number for number, name in enumerate(names)}
    key = table[["season", "event", "stage", "group"]].iloc[0]
    games = matches[(matches[key.index] == key).all(axis=1)]
    signs = np.full((len(names), len(names)), "", object)
    for south, north, winner in games[["south", "north", "winner"]].itertuples(index=False):
        for player, other in ((south, north), (north, south)):
            sign = OPEN if not winner else "+" if winner == player else "-"
            signs[place[player], place[other]] += sign
    for one, other in zip(*np.nonzero(~np.eye(len(names), dtype=bool)), strict=True):
        signs[one, other] = signs[one, other].ljust(2, OPEN)
    return pd.DataFrame(
        {
            "rank": table["rank"].to_numpy(),
            "player": names,
            "country": table["country"].to_numpy(),
            **{str(number + 1): signs[:, number] for number in range(len(names))},
            **{name: table[name].to_numpy() for name in ("points", "sonneborn_berger", "kiba_score")},
        }
    )


# -- the workbook ------------------------------------------------------------------------------------------------------


def tournament_book(heading: Heading, page: TournamentPage) -> Book:
    """Return the workbook of one Bao event."""
    checks = page.checks
    clocks = Table("Clocks", _clock_columns(page.clocks), trusted=True, frozen="North")
    schedule = Table(
        "Schedule",
        _schedule_columns(page.schedule),
        instead=say("There is no schedule yet: it needs an entry list and the number of groups."),
        trusted=True,
        separated=("stage", "leg", "round"),
        frozen="round",
    )
    entry_list = page.entry_list
    withdrawals = bool((entry_list["withdrew"] != "").any())
    entries = Table(
        "Entries",
        _entry_columns(entry_list, withdrawals=withdrawals),
        instead=say("There is no entry list."),
        trusted=True,
        frozen="player",
    )
    sources = [*check_lines(checks), Verbatim(f"{page.file} · sha256 {page.digest[:8]}")]
    sheets = [
        standings_sheet(page, "Standings", "S"),
        _crosstables_sheet(page),
        Sheet("Schedule", [schedule], [SAME_TIME]),
        Sheet("Entries", [entries], [CATEGORIES_LINE, *([WITHDREW_LINE] if withdrawals else [])]),
        *([Sheet("Clocks", [clocks], [CLOCK_LINE])] if clocks.height else []),
        Sheet("Rules", rules_tables([page], heading.words), in_english(heading.words), one_page=True),
        Sheet(
            "Checks",
            [Table("Checks", check_columns(checks), filters=False)],
            sources,
            failure_lines(checks),
            hidden=bool(checks["holds"].all()),  # the workbook is handed out
        ),
    ]
    return book(heading, sheets)


def rules_tables(pages: Iterable[TournamentPage], words: Language) -> list[Table]:
    """Return one table per rule sheet that applies to any of these events."""
    sheets = {sheet.id: sheet for page in pages for sheet in page.rule_sheets}
    return [
        Table(f"Rules_{sheet.id}", rule_columns(sheet.rules, words, "column"), title=sheet.title, filters=False)
        for sheet in sheets.values()
    ]


def standings_sheet(page: TournamentPage, name: str, prefix: str) -> Sheet:
    """Return the sheet with all groups in the order of play, followed by the nations.

    prefix  prefix of the tables' names
    """
    groups = [
        Table(
            f"{prefix}_{number}",
            _standing_columns(table, page.doubts),
            _row_styles(table),
            title=title if table["complete"].all() else say("{group}: not finished", group=title),
            filters=False,
        )
        for number, (title, table) in enumerate(page.groups, 1)
    ]
    nations = Table(
        f"{prefix}_nations",
        _nation_columns(page.nations),
        title=say("Nations in this event, each with the sum of its four best championship scores"),
        filters=False,
    )
    missing = [] if groups else [Band(NO_MATCH, "message")]
    lines: list[Text] = [listed([page.name, state(page), page.file], " · ")]
    lines += [say("Director: {names}", names=page.directors)] * bool(page.directors)
    lines += map(Verbatim, page.source.splitlines())
    return Sheet(name, [*last_trusted(groups), *missing, nations], lines, frozen=True)


def state(page: TournamentPage) -> Text:
    """Return a line that names the winner, or says what is left to play."""
    if page.left_to_play:
        return page.left_to_play
    if not page.winner and not page.mabingwa:
        return say("over")
    title = say("Bingwa KIBA") if page.mabingwa else say("winner")
    return say("{title}: {leaders}", title=title, leaders=page.winner)


def _row_styles(table: pd.DataFrame) -> list[Styles]:
    """Return one style per row.

    In a decided final, the top three ranks are styled as medals. In a group, players who go on, or who may still do
    so, are marked.
    """
    if table["stage"].iloc[0] == FINAL:
        return medals(table["rank"]) if table["complete"].all() else [()] * len(table)
    return [("pending",) if to == UNDECIDED else ("yes",) if to else () for to in table["goes_on"].tolist()]


def _standing_columns(table: pd.DataFrame, doubts: Mapping[str, Text]) -> list[Column]:
    ties, next_stage = text_column("ties", table["settled"], width=44), table["goes_on"].map(goes_on)
    of_stage = {
        NATIONS: [text_column("nation", table["group"]), text_column("result", table["settled"], width=44)],
        FINAL: [text_column("finishes as", next_stage), ties],
    }
    of_group = [number_column(TIE_BREAK, table["sonneborn_berger"]), text_column("goes on to", next_stage), ties]
    country = [] if table["stage"].iloc[0] == NATIONS else [text_column("country", table["country"])]
    return [
        ranks_column("rank", cells(table["rank"])),
        strong_column("player", table["player"]),
        *doubt_columns(doubts, table["player"]),
        *country,
        number_column("points", table["points"]),
        number_column("games", table["games"]),
        number_column("KIBA score", printed(table["kiba_score"])),
        *of_stage.get(table["stage"].iloc[0], of_group),
    ]


def _nation_columns(nations: pd.DataFrame) -> list[Column]:
    return [
        ranks_column("rank", cells(nations["rank"])),
        strong_column("nation", nations["nation"]),
        number_column("score", nations["score"]),
        number_column("players", nations["players"]),
    ]


def _crosstables_sheet(page: TournamentPage) -> Sheet:
    """Return the sheet with one crosstable per group."""
    tables = [
        Table(f"C_{number}", _cross_columns(table), title=title, filters=False)
        for number, (title, table) in enumerate(page.crosstables, 1)
    ]
    names = ("rank", "player", "country", "points", "sonneborn_berger", "kiba_score")
    without_opponents = _cross_columns(pd.DataFrame({name: [] for name in names}))
    blocks = last_trusted(tables) if tables else [Band(NO_MATCH, "message")]
    return Sheet("Crosstables", blocks, [SIGNS], frozen=True, widths=without_opponents)


def _cross_columns(table: pd.DataFrame) -> list[Column]:
    """Return the columns of a crosstable, with the opponents last so that groups of different sizes line up."""
    opponents = [name for name in table.columns if name.isdecimal()]
    return [
        ranks_column("rank", cells(table["rank"])),
        strong_column("player", table["player"]),
        text_column("country", table["country"]),
        number_column("points", table["points"]),
        number_column(TIE_BREAK, table["sonneborn_berger"]),
        number_column("KIBA score", printed(table["kiba_score"])),
        *(_sign_column(name, table[name].tolist(), int(name) - 1) for name in opponents),
    ]


def _sign_column(header: str, signs: list[str], opponent: int) -> Column:
    """Return the column of results against one opponent, with a blank cell on the diagonal."""
    cell_styles = [("diagonal",) if row == opponent else SIGN_STYLES.get(sign, ()) for row, sign in enumerate(signs)]
    shown = ["" if row == opponent else sign for row, sign in enumerate(signs)]
    return Column(header, shown, ("text", "middle"), cell_styles=cell_styles, header_style="header centre", least=5)


def _schedule_columns(games: pd.DataFrame) -> list[Column]:
    """Return the schedule's columns, which give each game's stage, pairing and result."""
    return [
        text_column("stage", games["stage"]),
        text_column("group", games["group"]),
        number_column("leg", games["leg"]),
        number_column("round", games["round"]),
        Column("South", cells(games["south"]), width=WHOLE_NAME, least=24),
        Column("North", cells(games["north"]), width=WHOLE_NAME, least=24),
        strong_column("winner", games["winner"], least=0),
        text_column("how it ended", games["reason"].replace("played", "")),
    ]


def _entry_columns(entries: pd.DataFrame, *, withdrawals: bool) -> list[Column]:
    return [
        number_column("number", entries["number"]),
        strong_column("player", entries["player"]),
        text_column("country", entries["country"]),
        number_column("elo", entries["elo"]),
        number_column("games", entries["games"]),
        number_column("KIBA score", entries["printed"]),
        number_column("exact", entries["kiba_score"]),
        text_column("category", entries["category"]),
        text_column("group", entries["group"]),
        *([text_column("withdrew", entries["withdrew"])] if withdrawals else []),
    ]


def _clock_columns(games: pd.DataFrame) -> list[Column]:
    return [
        text_column("stage", games["typed_stage"]),
        text_column("group", games["group"]),
        text_column("South", games["south"]),
        text_column("North", games["north"]),
        number_column("moves made in time", games["made"]),
        number_column("South: days left", games["south_left"], EXACT_DAYS),
        number_column("North: days left", games["north_left"], EXACT_DAYS),
        text_column("to move", games["to_move"]),
        Column("reaches zero (UTC)", [f"{zero:%Y-%m-%d %H:%M:%S}" for zero in games["zero"]]),
        strong_column("lost on time", games["lost"], width=30, least=0),
        text_column("winner", games["winner"]),
    ]
