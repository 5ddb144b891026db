"""Standings with every result they are made of, and their podium."""

import pandas as pd

from pipeline.pages.events import ADDED
from pipeline.pages.report import STANDING, rows_of
from pipeline.report.cells import CROWDED, WIDEST_GRID, Bit, Cell, Head, Table, figure, plain, result_cells
from pipeline.report.figures import rank_shown, text
from pipeline.report.labels import Voice
from pipeline.report.view_models import Step
from schemas.messages import say

COUNTS = ("events", "games")
PODIUM = 3  # steps
STANDING_ON_A_STEP = 6  # by name; of the others only the number
BOLD_COUNT = say("Bold results count; those struck out are dropped.")
SHARED_RANK = say("2= is a rank shared by equal scores.")

Marks = dict[tuple[str, str], list[Bit]]  # player, column -> the results that stand there


def marks_of(voice: Voice, results: pd.DataFrame, key: str, system: str = "") -> Marks:
    """Each player's results by round or event: points, bold if used and struck out if not; the power or place, and the part that counts."""
    everything = bool(results["used"].astype(bool).all())
    marks: Marks = {}
    rows = rows_of(results, ["player", key, "used", "kind", "power", "place"])
    shares = results["share"] if "share" in results else results["used"].astype(float)
    parts = [
        f" × {part}" if share not in (0, 1) else "" for share, part in zip(shares, voice.figures(shares), strict=True)
    ]
    for shown, part, (player, column, used, kind, power, place) in zip(
        voice.figures(results["points"], system), parts, rows, strict=True
    ):
        look = "" if everything else "used" if used else "dropped"
        placed = f"{int(place)}." if key == "event" and text(place) else ""
        detail = voice.w(say("sat out")) if kind == "sat out" else placed or voice.power(power)
        bits = marks.setdefault((text(player), text(column)), [])
        bits += [Bit(shown or "–", look), Bit(f"{detail}{part}", "small")]
    return marks


def standings_table(
    voice: Voice,
    title: str,
    standings: pd.DataFrame,
    keys: list[str],
    heads: list[Head],
    marks: Marks,
    system: str = "",
) -> Table | None:
    """The standings with every result of each player; None if nobody is in them."""
    if not len(standings):
        return None
    filled = [name for name in standings if any(map(text, standings[name].to_numpy(object)))]
    first = [name for name in COUNTS if name in filled]
    beside = ["country"] if "country" in filled else []
    shown_before = {*STANDING, *beside, *COUNTS}
    others = [name for name in filled if name not in shown_before and not (marks and name.startswith("best_"))]
    last = [name for name in others if name not in ADDED or standings[name].any()]
    numbers = {*standings.select_dtypes("number")}
    shown = {name: voice.figures(standings[name], system) for name in ("score", *first, *last)}
    shared = standings.duplicated("rank", keep=False)
    rows = []
    for i, (rank, player, settled, level) in enumerate(
        zip(standings["rank"], standings["player"], standings["settled"], shared, strict=True)
    ):
        results = [(key, marks.get((text(player), key), [])) for key in keys]
        rows.append([
            Cell([Bit(rank_shown(rank, level), "rank")], "figure"),
            Cell([voice.player(player), *([voice.said(settled, "small")] if text(settled) else [])], "head"),
            *(Cell([Bit(standings[name].iloc[i], "name")]) for name in beside),
            Cell([Bit(shown["score"][i])], "figure score"),
            *(figure(shown[name][i]) for name in first),
            *result_cells(results),
            *(figure(shown[name][i]) if name in numbers else plain(shown[name][i]) for name in last),
        ])  # fmt: skip
    looks = [f"medal{rank:.0f}" if rank <= PODIUM else "" for rank in standings["rank"]]
    columns = [
        *voice.heads("rank:figure", standings.attrs.get("who", "player"), *beside, "score:figure"),
        *voice.heads(*(f"{name}:figure" for name in first)),
        *(heads if len(keys) <= WIDEST_GRID else voice.heads("results")),
        *voice.heads(*(f"{name}:figure" if name in numbers else name for name in last)),
    ]
    look = "crowded" if CROWDED < len(keys) <= WIDEST_GRID else ""
    return Table(voice.w(say("Standings: {name}", name=title)), columns, rows, looks, look)


def notes_of(voice: Voice, standings: pd.DataFrame, marks: Marks) -> list[str]:
    """How to read the standings."""
    dropped = any(bit.look == "dropped" for bits in marks.values() for bit in bits)
    shared = standings.duplicated("rank").any()
    legends = ((BOLD_COUNT, dropped), (SHARED_RANK, shared))
    return [voice.w(legend) for legend, needed in legends if needed]


def steps(voice: Voice, standings: pd.DataFrame, system: str = "") -> list[Step]:
    """A step for each rank up to the third."""
    first = standings.assign(shown=voice.figures(standings["score"], system))
    steps = []
    for rank, rows in first[first["rank"] <= PODIUM].groupby("rank", sort=True):
        names = voice.few([voice.player(name) for name in rows["player"]], STANDING_ON_A_STEP)
        steps.append(Step(int(rank), rank_shown(rank, len(rows) > 1), names, rows["shown"].iloc[0]))
    return steps
