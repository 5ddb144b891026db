"""The columns of tables as any output shows them: headings, values, and how they look; no writer is known here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from pipeline.rules.rule_sheet import Paragraph
from schemas.words import SOLO_CENTRES

Value = str | int | float | None
Look = tuple[str, ...]

PLAIN = {str, int, float, type(None)}
BOARD_SHOWN = ["event", "round", "board"]  # which board of the season a row is of
SEAT_SHOWN = [*BOARD_SHOWN, "power", "player"]
COMPARED = ("found", "expected")
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
NAMES_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    values   what the cells hold; None leaves a cell empty
    look     looks of all its cells
    looks    further looks, cell by cell
    formula  live formula, the cells of its row written as [header]; the value is stored with it, a None stays empty
    head     look of the header
    width    the widest that long texts make it, in digits
    least    the narrowest it may become
    caption  stands above the header
    link     place inside the workbook that the caption leads to, as `Rules!A9`
    """

    header: str
    values: Sequence[Value]
    look: Look = ("text",)
    looks: Sequence[Look] = ()
    formula: str = ""
    head: str = "header"
    width: int = 30
    least: int = 0
    caption: str = ""
    link: str = ""


def cells(values: pd.Series) -> list[Value]:
    """A column of a frame as cells: plain Python values, None where there is none, `yes` and `no` for truths."""
    own = values.to_numpy(object, copy=True)
    own[pd.isna(own)] = None
    listed = own.tolist()
    return listed if {*map(type, listed)} <= PLAIN else [v if type(v) in PLAIN else _plain(v) for v in listed]


def number_look(values: Iterable[Value], decimals: int) -> str:
    """`integer` where every number is whole, else the wanted decimals; what is no number does not matter."""
    whole = all(float(value).is_integer() for value in values if isinstance(value, int | float))
    return "integer" if whole else f"decimals {decimals}"


def _plain(value: object) -> Value:
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str | int | float) else str(value)


def text_column(name: str, values: pd.Series, look: Look = ("text",), width: int = 30) -> Column:
    """Words."""
    return Column(name.replace("_", " "), cells(values), look, width=width)


def number_column(name: str, values: pd.Series, decimals: int = 2) -> Column:
    """Numbers, whole ones without decimals where all of them are whole."""
    figures = cells(values)
    look = (number_look(figures, decimals),)
    return Column(name.replace("_", " "), figures, look, head="header right", least=9)


def any_column(name: str, values: pd.Series, decimals: int) -> Column:
    """A tie-break: numbers or words."""
    return number_column(name, values, decimals) if pd.api.types.is_numeric_dtype(values) else text_column(name, values)


def rank_column(name: str, ranks: pd.Series, shared_by: list[str], table: pd.DataFrame) -> Column:
    """Ranks as numbers, so that they sort; a shared one is shown as `2=`."""
    shared = (table.duplicated(shared_by, keep=False) & ranks.notna()).tolist()
    looks: list[Look] = [("shared rank",) if several else () for several in shared]
    return Column(name, cells(ranks), ("rank",), looks=looks, head="header right")


def heat_column(header: str, centres: pd.Series) -> Column:
    """Centres, the darker the more; a solo is marked."""
    values = cells(centres)
    heats: dict[Value, Look] = {
        v: (f"heat {min(int(v), SOLO_CENTRES)}",) for v in {*values} if isinstance(v, int | float)
    }
    looks = [heats.get(v, ()) for v in values]
    return Column(header, values, ("count",), looks=looks, head="header centre")


def known_years(charts: pd.DataFrame) -> list[str]:
    """The years of which any board's centres are known."""
    years = [name for name in charts if str(name).isdecimal()]
    known = charts[years].notna().to_numpy().any(axis=0)
    return [str(year) for year, any_known in zip(years, known, strict=True) if any_known]


def board_columns(charts: pd.DataFrame) -> list[Column]:
    """Seat, centres by year as far as any is known, what became of the power."""
    return [
        *(text_column(name, charts[name]) for name in SEAT_SHOWN),
        *(heat_column(year, charts[year]) for year in known_years(charts)),
        heat_column("final", charts["final_centres"]),
        Column("eliminated", cells(charts["eliminated"]), ("count",), head="header centre"),
        text_column("result", charts["result"]),
    ]


def rule_columns(rules: Sequence[Paragraph], gives: str = "column in Scores") -> list[Column]:
    """The paragraphs of the docstring, each with the column that it gives."""
    return [
        Column("paragraph", [rule.label for rule in rules], ("text", "top", "strong")),
        Column(gives, [rule.part for rule in rules], ("text", "top"), least=22),
        Column("text", [rule.text for rule in rules], ("wrapped", "top"), width=92, least=92),
    ]


def check_columns(checks: pd.DataFrame) -> list[Column]:
    """What was compared, and whether it holds."""
    results = ["holds" if holds else "FAILS" for holds in checks["holds"]]
    colours: list[Look] = [(result,) for result in results]
    return [
        Column("check", cells(checks["check"]), ("wrapped", "top"), width=54, least=54),
        *(Column(name, cells(checks[name]), ("text", "right", "top"), head="header right") for name in COMPARED),
        Column("result", results, ("text", "middle", "top"), looks=colours, head="header centre"),
    ]


def reason_columns(reasons: list[str]) -> list[Column]:
    """Every reason why the status is not FINAL."""
    return [Column("reason", reasons, ("wrapped", "top"), width=54)]


def failure_lines(checks: pd.DataFrame) -> list[str]:
    """A warning if a check fails."""
    failed = checks.loc[~checks["holds"].astype(bool), "check"].tolist()
    return [f"{len(failed)} of {len(checks)} checks failed: {few(failed)}"] if failed else []


def check_lines(checks: pd.DataFrame) -> list[str]:
    """Says so where every check holds."""
    return [f"All {len(checks)} checks hold."] if len(checks) and checks["holds"].all() else []


def few(names: list[str]) -> str:
    """The first names of a list."""
    more = len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")
