"""The Bao events: groups with their signs in playing order, the final, the nations."""

import pandas as pd

from pipeline.pages.bao import TournamentPage, goes_on, group_title
from pipeline.report.elements import (
    CROWDED,
    WIDEST_GRID,
    Bit,
    Cell,
    Group,
    Head,
    Part,
    Podium,
    Table,
    figure,
    floats,
    rank_shown,
    with_between,
    without_empty,
)
from pipeline.report.labels import Labels
from pipeline.report.standings import SHARED_RANK, steps
from pipeline.rules.bao.entries import printed
from pipeline.rules.bao.sheets import RuleSheet
from pipeline.rules.bao.tournaments import (
    FINAL,
    GROUP_STAGES,
    NATIONS,
    UNDECIDED,
)
from schemas.messages import Message, plural, say

SIGNS = str.maketrans("-", "−")  # as wide as the +
SIGN_LOOKS = {"++": "sign won", "--": "sign lost"}
SIGNS_MEAN = say(
    "The columns 1, 2 … are the players in the order of the rows. + is a game won, − a game lost; the first sign is of "
    "the first of the two games in the sheet."
)
NOT_PLAYED = say("· is a game not played yet; in a group under way only complete pairs count in the tie-break.")
LEFT_OPEN = say("Undecided: a shared place leaves open who goes on.")
BEST_FOUR = say("The best four championship scores of each nation, added up.")


def tournament_parts(labels: Labels) -> list[Part]:
    """Return one part per Bao event, stage by stage."""
    return [_tournament(labels, page) for page in labels.report.tournaments]


def tournament_podiums(labels: Labels) -> list[Podium]:
    """Return the finalists of each finished final, and the nations of each finished nations match."""
    podiums = []
    for page in labels.report.tournaments:
        for table in stages_of(page):
            stage = _stage_of(table)
            if stage in GROUP_STAGES or not table["complete"].all():
                continue
            match = stage == NATIONS
            title = stage_title(labels, table, page) if match else page.name
            ranked = nations_of(table) if match else table.rename(columns={"points": "score"})
            shown = [step._replace(score=labels.w(_score(int(step.score), match))) for step in steps(labels, ranked)]
            headline = winner_line(labels, page) if page.mabingwa and not match else []
            podiums.append(
                Podium(Bit(title, link=labels.anchors[page.event]), labels.event_chips(page.event), headline, shown)
            )
    return podiums


def _score(score: int, match: bool) -> Message:
    """Return the points of a nation, or the games that a finalist has won."""
    return plural("{n} point", "{n} points", score) if match else plural("{n} win", "{n} wins", score)


def kind_of(labels: Labels, page: TournamentPage) -> str:
    """Return the kind of a Bao event, shown where a Diplomacy event has its system."""
    return labels.w(say("Bao (KIBA), Mabingwa") if page.mabingwa else say("Bao (KIBA)"))


def winners_of(page: TournamentPage) -> list[str]:
    """Return the winner or the winning nations; empty while nobody has won."""
    if page.winner or page.left_to_play:
        return [page.winner] * bool(page.winner)
    nations = [nations_of(table) for table in stages_of(page) if _stage_of(table) == NATIONS]
    return [name for table in nations for name in table.loc[table["rank"] == 1, "player"]]


def winner_line(labels: Labels, page: TournamentPage) -> list[Bit]:
    """Return a line that names the winner."""
    names = [labels.nation(name) for name in winners_of(page)]
    won = say("Winner") if len(names) == 1 else say("Joint winners")
    title = labels.w(say("Bingwa KIBA") if page.mabingwa else won)
    return [Bit(title + labels.w.colon), *with_between(names, ", ")] if names else []


def stages_of(page: TournamentPage) -> list[pd.DataFrame]:
    """Return the standings of every group, in playing order."""
    return [table.reset_index(drop=True) for _, table in page.groups]


def stage_title(labels: Labels, table: pd.DataFrame, page: TournamentPage | None = None) -> str:
    """Return the title of a group: `Group A`, `Final`; with its event `Torneo: Group A`."""
    title = labels.w(group_title(_stage_of(table), table["group"].iloc[0]))
    return f"{page.name}{labels.w.colon}{title}" if page else title


def nations_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return a nations match by nation: rank, player (the nation), score (points of its players added up), settled."""
    nations = table.groupby("group", sort=False, as_index=False).agg(rank=("rank", "first"), score=("points", "sum"))
    return nations.rename(columns={"group": "player"}).assign(settled="")


def _stage_of(table: pd.DataFrame) -> str:
    return str(table["stage"].iloc[0])


# -- one event ---------------------------------------------------------------------------------------------------------


def rules_anchor(sheet: RuleSheet) -> str:
    """Return the anchor of a rule sheet on the page."""
    return f"rules-{sheet.id}"


def _tournament(labels: Labels, page: TournamentPage) -> Part:
    """Return one Bao event: winner or what is left to play, groups, nations."""
    tables, crosstables = stages_of(page), dict(page.crosstables)
    stages = [
        _stage(labels, page, table, crosstables.get(named))
        for table, (named, _) in zip(tables, page.groups, strict=True)
    ]
    stages += [_nations(labels, page)] if tables and len(page.nations) else []
    stages += [] if tables or page.entry_list.empty else [_entries(labels, page)]
    games = int(page.played.matches["winner"].ne("").sum())
    facts = [
        labels.dates(*labels.days[page.event]),
        page.place,
        kind_of(labels, page),
        labels.w(plural("{n} player", "{n} players", page.players)),
        labels.w(plural("{n} game", "{n} games", games)) if games else "",
    ]
    return Part(
        anchor=labels.anchors[page.event],
        title=page.name,
        chips=labels.event_chips(page.event),
        lack=labels.sentences([page.left_to_play]),
        standings=None,
        notes=_notes(labels, tables),
        race=None,
        headline=winner_line(labels, page),
        facts=[Bit(fact) for fact in facts if fact],
        source=labels.linked(page.source),
        links=[Bit(sheet.title, link=rules_anchor(sheet)) for sheet in page.rule_sheets],
        stages=stages,
    )


def _stage(labels: Labels, page: TournamentPage, table: pd.DataFrame, crosstable: pd.DataFrame | None) -> Group:
    """Return the table of one group with its signs, of the final, or of the nations match."""
    stage, caption, note = _stage_of(table), stage_title(labels, table, page), ""
    if stage == NATIONS:
        shown = _nations_match(labels, caption, table)
    elif stage == FINAL:
        shown, note = _final(labels, caption, table), labels.said(table["settled"].iloc[0]).text
    else:
        shown = _round_robin(labels, caption, table, crosstable)
    under_way = [] if table["complete"].all() else [Bit(labels.w(say("under way")), "small")]
    return Group(stage_title(labels, table), under_way, [shown], note=note)


def _notes(labels: Labels, tables: list[pd.DataFrame]) -> list[str]:
    """Return the notes on how to read the groups."""
    groups = [table for table in tables if _stage_of(table) in GROUP_STAGES]
    wanted = {
        SIGNS_MEAN: bool(groups),
        NOT_PLAYED: any(not table["complete"].all() for table in groups),
        LEFT_OPEN: any((table["goes_on"] == UNDECIDED).any() for table in groups),
        SHARED_RANK: any(table.duplicated("rank").any() for table in groups),
    }
    return [labels.w(legend) for legend, needed in wanted.items() if needed]


# -- tables ------------------------------------------------------------------------------------------------------------


def _round_robin(labels: Labels, caption: str, table: pd.DataFrame, crosstable: pd.DataFrame) -> Table:
    """Return a group: points, signs against each opponent, tie-breaks, and the next stage of each player.

    The signs stand last if the group may be too wide for paper.
    """
    opponents = [name for name in crosstable.columns if name.isdecimal()]
    last = len(opponents) > WIDEST_GRID
    games = [] if table["complete"].all() else ["games"]
    figures = [*(labels.figures(table[name]) for name in games), _halves(labels, table), _kiba(labels, table)]
    rows = []
    for row, to in enumerate(table["goes_on"]):
        signs = [_sign(crosstable[name].iloc[row], same=number == row) for number, name in enumerate(opponents)]
        others = [*(figure(column[row]) for column in figures), Cell([labels.said(goes_on(to))])]
        rows.append([*_opening(labels, table, row), *([*others, *signs] if last else [*signs, *others])])
    numbers = [Head(name, "middle", player) for name, player in zip(opponents, table["player"], strict=True)]
    settlers = labels.heads(*(f"{name}:figure" for name in (*games, "sonneborn_berger", "kiba_score")), "goes_on")
    heads = labels.heads("rank:figure", "player", "country", "points:figure")
    heads += [*settlers, *numbers] if last else [*numbers, *settlers]
    row_styles = ["open" if to == UNDECIDED else "goes" if to else "" for to in table["goes_on"]]
    return without_empty(Table(caption, heads, rows, row_styles, "crowded" if len(opponents) > CROWDED else ""))


def _final(labels: Labels, caption: str, table: pd.DataFrame) -> Table:
    """Return the final: games won, and the outcome of each finalist."""
    kiba = _kiba(labels, table)
    rows = [
        [*_opening(labels, table, row), figure(kiba[row]), Cell([labels.said(goes_on(outcome))])]
        for row, outcome in enumerate(table["goes_on"])
    ]
    heads = labels.heads("rank:figure", "player", "country", "games_won:figure", "kiba_score:figure", "outcome")
    row_styles = [f"medal{rank}" if table["complete"].all() else "" for rank in table["rank"]]
    return without_empty(Table(caption, heads, rows, row_styles))


def _nations_match(labels: Labels, caption: str, table: pd.DataFrame) -> Table:
    """Return the nations match: the points of each nation, and of each of its players."""
    nations, over = nations_of(table), table["complete"].all()
    shared = nations.duplicated("rank", keep=False)
    rows: list[list[Cell]] = []
    row_styles: list[str] = []
    for nation, level in zip(nations.itertuples(), shared, strict=True):
        team = table[table["group"] == nation.player]
        first = [
            Cell([Bit(rank_shown(nation.rank, level), "rank")], "figure", len(team)),
            Cell([labels.nation(nation.player)], "head", len(team)),
            Cell([Bit(str(nation.score))], "figure score", len(team)),
        ]
        for player, points in zip(team["player"], team["points"], strict=True):
            rows.append([*first, Cell([labels.player(player)]), figure(str(points))])
            first = []
        row_styles += [f"medal{nation.rank}" if over else ""] * len(team)
    heads = labels.heads("rank:figure", "nation", "score:figure", "player", "points:figure")
    return Table(caption, heads, rows, row_styles)


def _nations(labels: Labels, page: TournamentPage) -> Group:
    """Return the nations of an event with at least two participants."""
    nations, title = page.nations, labels.w(say("Nations"))
    shared, scores = nations.duplicated("rank", keep=False), labels.figures(nations["score"])
    rows = [
        [
            Cell([Bit(rank_shown(nation.rank, level), "rank")], "figure"),
            Cell([labels.nation(nation.nation)], "head"),
            Cell([Bit(score)], "figure score"),
            figure(str(nation.players)),
        ]
        for nation, level, score in zip(nations.itertuples(), shared, scores, strict=True)
    ]
    heads = labels.heads("rank:figure", "nation", "score:figure", "players:figure")
    return Group(title, [], [Table(f"{page.name}{labels.w.colon}{title}", heads, rows)], note=labels.w(BEST_FOUR))


def _entries(labels: Labels, page: TournamentPage) -> Group:
    """Return the entry list in its order, each player with the group."""
    entries, title = page.entry_list, labels.w(say("Entry list"))
    rows = [
        [
            figure(str(entry.number)),
            Cell([labels.player(entry.player)], "head"),
            Cell([labels.nation(entry.country)]),
            figure(kiba),
            Cell([Bit(entry.group)], "middle"),
        ]
        for entry, kiba in zip(entries.itertuples(), _kiba(labels, entries), strict=True)
    ]
    heads = [Head("", "figure"), *labels.heads("player", "country", "kiba_score:figure", "group:middle")]
    return Group(title, [], [without_empty(Table(f"{page.name}{labels.w.colon}{title}", heads, rows))])


def _opening(labels: Labels, table: pd.DataFrame, row: int) -> list[Cell]:
    """Return rank, player, country and points."""
    rank, player, country, points = table[["rank", "player", "country", "points"]].iloc[row]
    shown = rank_shown(rank, (table["rank"] == rank).sum() > 1)
    return [
        Cell([Bit(shown, "rank")], "figure"),
        Cell([labels.player(player)], "head"),
        Cell([Bit(country, "name")]),
        Cell([Bit(str(points))], "figure score"),
    ]


def _sign(signs: str, same: bool) -> Cell:
    """Return the result of the row's player against the column's; blank on the diagonal."""
    return Cell([], "own") if same else Cell([Bit(signs.translate(SIGNS))], SIGN_LOOKS.get(signs, "sign"))


def _halves(labels: Labels, table: pd.DataFrame) -> list[str]:
    """Return the tie-break in whole or half points."""
    points = floats(table["sonneborn_berger"])
    places = 0 if all(value.is_integer() for value in points) else 1
    return [labels.w.number(value, places) for value in points]


def _kiba(labels: Labels, table: pd.DataFrame) -> list[str]:
    """Return the KIBA scores, rounded as the site prints them."""
    return labels.figures(printed(table["kiba_score"]))
