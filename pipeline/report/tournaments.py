"""The report's parts about Bao events, with their groups, their final and their nations."""

import pandas as pd

from pipeline.pages.bao import TournamentPage, goes_on, group_title
from pipeline.pages.report import columns_of
from pipeline.report.elements import (
    WIDEST_GRID,
    Bit,
    Cell,
    Group,
    Head,
    Part,
    Table,
    figure,
    floats,
    rank_shown,
    text,
    with_between,
    without_empty,
)
from pipeline.report.labels import Labels
from pipeline.report.standings import lead, podium, post
from pipeline.rules.bao.entries import printed
from pipeline.rules.bao.tournaments import (
    FINAL,
    GROUP_STAGES,
    NATIONS,
    UNDECIDED,
)
from schemas.messages import Message, plural, say

CROWDED = 7  # with more columns of signs, they stand closer together
SIGNS = str.maketrans("-", "−")  # a minus that is as wide as the +
SIGN_LOOKS = {"++": "sign won", "--": "sign lost"}
SIGNS_MEAN = say(
    "Columns 1, 2 … are the players, in row order. + is a game won and − a game lost. The first sign is for the first of the two games in the sheet."
)
NOT_PLAYED = say(
    "· is a game not yet played; while a group is under way, only complete pairs of games count in the tie-break."
)
SHARED_RANK = say("2= is a rank shared by players with equal scores.")
WINS_THE_FINAL = Message("{player} wins the final against {second}, {won} to {lost}.")
LEFT_OPEN = say("Undecided: a place is shared, so it is not yet clear who advances.")
BEST_FOUR = say("The sum of each nation’s best four championship scores.")


def tournament_parts(labels: Labels) -> list[Part]:
    """Return one part of the report for each Bao event, with the event's stages in the order of play."""
    return [_tournament(labels, page) for page in labels.report.tournaments]


def kind_of(labels: Labels, page: TournamentPage) -> str:
    """Return the kind of a Bao event, which the report shows in place of a system."""
    return labels.w(say("Bao (KIBA), Mabingwa") if page.mabingwa else say("Bao (KIBA)"))


def winners_of(page: TournamentPage) -> list[str]:
    """Return the winner or the winning nations as a list, which is empty while there is no winner."""
    if page.winner or page.left_to_play:
        return [page.winner] * bool(page.winner)
    nations = [nations_of(table) for table in stages_of(page) if _stage_of(table) == NATIONS]
    return [name for table in nations for name in table.loc[table["rank"] == 1, "player"]]


def stages_of(page: TournamentPage) -> list[pd.DataFrame]:
    """Return the standings of every group, in the order of play."""
    return [table.reset_index(drop=True) for _, table in page.groups]


def stage_title(labels: Labels, table: pd.DataFrame, page: TournamentPage | None = None) -> str:
    """Return the title of a group, such as `Group A` or `Final`.

    page  event whose name is put before the title, or None for the title alone
    """
    title = labels.w(group_title(_stage_of(table), table["group"].iloc[0]))
    return f"{page.name}{labels.w.colon}{title}" if page else title


def nations_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return one row per nation of a nations match, with the columns `rank`, `player`, `score` and `settled`.

    The `player` column contains the nation, and the `score` column the sum of its players' points. The `settled` column
    is empty.
    """
    nations = table.groupby("group", sort=False, as_index=False).agg(rank=("rank", "first"), score=("points", "sum"))
    return nations.rename(columns={"group": "player"}).assign(settled="")


def _stage_of(table: pd.DataFrame) -> str:
    return str(table["stage"].iloc[0])


# -- one event ---------------------------------------------------------------------------------------------------------


def _tournament(labels: Labels, page: TournamentPage) -> Part:
    """Return the part about one Bao event: the winner or what is left to play, the groups, and the nations."""
    tables, crosstables, anchor = stages_of(page), dict(page.crosstables), labels.anchors[page.event]
    stages = [
        _stage(labels, page, table, crosstables.get(named))
        for table, (named, _) in zip(tables, page.groups, strict=True)
    ]
    stages += [_nations(labels, page)] if tables and len(page.nations) else []
    stages += [] if tables or page.entry_list.empty else [_entries(labels, page)]
    games = int(page.played.matches["winner"].ne("").sum())
    facts = [
        Bit(labels.dates(*labels.days[page.event])),
        Bit(page.place),
        Bit(labels.w(plural("{n} player", "{n} players", page.players))),
        Bit(labels.w(plural("{n} game", "{n} games", games)) if games else ""),
        Bit(kind_of(labels, page), link=labels.rule_anchor(page.rule_sheets[0].title) if page.rule_sheets else ""),
    ]
    ranked = _ranked(tables)
    winners = [labels.nation(name) for name in winners_of(page)]
    return Part(
        anchor=anchor,
        title=page.name,
        chips=labels.event_chips(page.event),
        final=bool(winners),
        lack=labels.sentences([page.left_to_play]),
        lead=_lead(labels, page, tables, ranked),
        podium=podium(labels, columns_of(ranked), labels.figures(ranked["score"])) if len(ranked) else [],
        post=post(labels, columns_of(ranked), labels.figures(ranked["score"])) if len(ranked) else [],
        standings=None,
        notes=[[Bit(note)] for note in _notes(labels, tables)],
        race=None,
        headline=[Bit(f"Bingwa KIBA{labels.w.colon}"), *with_between(winners, ", ")]
        if page.mabingwa and winners
        else [],
        facts=[fact for fact in facts if fact.text],
        source=labels.linked(page.source),
        stages=stages,
    )


def _ranked(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Return the standings of the final or the nations match, or an empty frame until the match is over."""
    over = [table for table in tables if _stage_of(table) not in GROUP_STAGES and table["complete"].all()]
    if not over:
        return pd.DataFrame()
    last = over[-1]
    return nations_of(last) if _stage_of(last) == NATIONS else last.assign(score=last["points"]).drop(columns="games")


def _lead(labels: Labels, page: TournamentPage, tables: list[pd.DataFrame], ranked: pd.DataFrame) -> list[Bit]:
    """Return a sentence that says who has won, as pieces of text. There are none while there is no winner."""
    winners = winners_of(page)
    if not winners or ranked.empty:
        return []
    if page.winner not in [*ranked["player"].head(1)] or len(ranked) == 1:  # no opponent to name besides the winner
        return lead(labels, columns_of(ranked), labels.figures(ranked["score"]), final=True)
    sentence, (won, lost) = labels.sentence(), ranked["score"].astype(int).head(2)
    names = [labels.player(name) for name in ranked["player"].head(2)]
    values = {
        "player": sentence(names[0]._replace(style="used")),
        "second": sentence(names[1]),
        "won": won,
        "lost": lost,
    }
    return sentence.said(WINS_THE_FINAL.of(values))


def _stage(labels: Labels, page: TournamentPage, table: pd.DataFrame, crosstable: pd.DataFrame | None) -> Group:
    """Return the title and table of one stage: a group, the final or the nations match."""
    stage, caption, note = _stage_of(table), stage_title(labels, table, page), ""
    if stage == NATIONS:
        shown = _nations_match(labels, caption, table)
    elif stage == FINAL:
        shown, note = _final(labels, caption, table.assign(settled="")), labels.said(table["settled"].iloc[0]).text
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
    """Return the table of a group.

    The table shows points, games won (+) and lost (−) against each opponent, tie-breaks, and the next stage. The + and
    − columns come last if the table may be too wide to print.
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
    style = "crowded" if len(opponents) > CROWDED else ""
    people = labels.rows_of(labels.anchors[str(table["event"].iloc[0])], table["player"])
    return without_empty(Table(caption, heads, rows, row_styles, style, people))


def _final(labels: Labels, caption: str, table: pd.DataFrame) -> Table:
    """Return the table of the final, with the games won and the outcome for each finalist."""
    kiba = _kiba(labels, table)
    rows = [
        [*_opening(labels, table, row), figure(kiba[row]), Cell([labels.said(goes_on(outcome))])]
        for row, outcome in enumerate(table["goes_on"])
    ]
    heads = labels.heads("rank:figure", "player", "country", "games_won:figure", "kiba_score:figure", "outcome")
    row_styles = [f"medal{rank}" if table["complete"].all() else "" for rank in table["rank"]]
    return without_empty(Table(caption, heads, rows, row_styles))


def _nations_match(labels: Labels, caption: str, table: pd.DataFrame) -> Table:
    """Return the table of the nations match, with the points of each nation and of each of its players."""
    nations, over = nations_of(table), table["complete"].all()
    shared = nations.duplicated("rank", keep=False)
    rows: list[list[Cell]] = []
    row_styles: list[str] = []
    for nation, level in zip(nations.itertuples(), shared, strict=True):
        team = table[table["group"] == nation.player]
        first = [
            Cell([Bit(rank_shown(nation.rank, level))], "figure", len(team)),
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
    """Return the ranking of the nations that have at least two participants in an event."""
    nations, title = page.nations, labels.w(say("Nations"))
    shared, scores = nations.duplicated("rank", keep=False), labels.figures(nations["score"])
    rows = [
        [
            figure(rank_shown(nation.rank, level)),
            Cell([labels.nation(nation.nation)], "head"),
            Cell([Bit(score)], "figure score"),
            figure(str(nation.players)),
        ]
        for nation, level, score in zip(nations.itertuples(), shared, scores, strict=True)
    ]
    heads = labels.heads("rank:figure", "nation", "score:figure", "players:figure")
    return Group(title, [], [Table(f"{page.name}{labels.w.colon}{title}", heads, rows)], note=labels.w(BEST_FOUR))


def _entries(labels: Labels, page: TournamentPage) -> Group:
    """Return the entry list, sorted by number, with each player's group."""
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
    """Return the leading cells of a row: rank, player, country and points.

    Once the group is over, the player's cell also says how a tie was settled.
    """
    rank, player, country, points, settled = table[["rank", "player", "country", "points", "settled"]].iloc[row]
    how = [labels.said(settled, "small")] if text(settled) and table["complete"].all() else []
    shown = rank_shown(rank, (table["rank"] == rank).sum() > 1)
    return [
        figure(shown),
        Cell([labels.player(player), *how], "head"),
        Cell([Bit(country, "name")]),
        Cell([Bit(str(points))], "figure score"),
    ]


def _sign(signs: str, same: bool) -> Cell:
    """Return a cell with the result of the row's player against the column's player, blank on the diagonal."""
    return Cell([], "own") if same else Cell([Bit(signs.translate(SIGNS))], SIGN_LOOKS.get(signs, "sign"))


def _halves(labels: Labels, table: pd.DataFrame) -> list[str]:
    """Return the tie-break values as text, with one decimal unless all are whole."""
    points = floats(table["sonneborn_berger"])
    places = 0 if all(value.is_integer() for value in points) else 1
    return [labels.w.number(value, places) for value in points]


def _kiba(labels: Labels, table: pd.DataFrame) -> list[str]:
    """Return the KIBA scores as text, rounded as the KIBA site prints them."""
    return labels.figures(printed(table["kiba_score"]))
