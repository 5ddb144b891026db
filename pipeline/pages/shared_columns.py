"""The headers, values and styles of columns that several outputs share."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import isnan

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.language.language import ENGLISH, Language
from pipeline.pages.book import Column, Said, Styles, Table, Value
from pipeline.pages.words import COLUMNS, KINDS, RULE_LABELS, heading_of
from pipeline.rules.rule_sheet import IN_ENGLISH, Original, Paragraph
from schemas.messages import Listed, Message, Name, Text, say
from schemas.words import SOLO_CENTRES

NEVER_MISSING = {str, int, type(None), Message, Listed, Name}
PLAIN = NEVER_MISSING | {float}
YES, DROPPED = say("yes"), say("dropped")
BOARD_SHOWN = ["event", "round", "board"]  # columns that identify a board of the season
SEAT_SHOWN = [*BOARD_SHOWN, "power", "player"]
THREE_DECIMALS = ("pgp",)  # its source prints percentages to three decimals
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
RULE, RULE_BESIDE_ORIGINAL = 92, 64  # digits: width of a paragraph's text, alone and beside its original
WHOLE_NAME = 60  # digits: the widest column of names
NAMES = ("event", "player", "team")


def cells(values: pd.Series) -> list[Said]:
    """Return a frame's column as a list of plain values. Messages are not changed.

    Missing values become None, and booleans become `yes` or `no`.
    """
    listed = values.tolist()
    if isinstance(values.dtype, np.dtype) and values.dtype.kind in "iuf":
        missing = np.isnan(values.to_numpy()).any()
        return [None if isnan(number) else number for number in listed] if missing else listed
    if {*map(type, listed)} <= NEVER_MISSING:
        return listed
    filled = values.to_numpy(object, copy=True)
    filled[pd.isna(values.array)] = None
    listed = filled.tolist()
    return listed if {*map(type, listed)} <= PLAIN else [v if type(v) in PLAIN else _plain(v) for v in listed]


def number_style(values: Iterable[Said], decimals: int) -> str:
    """Return the style `integer` if every number is whole, otherwise the style with this many decimals.

    Values that are not numbers are ignored.
    """
    whole = all(float(value).is_integer() for value in {*values} if isinstance(value, int | float))
    return "integer" if whole else f"decimals {decimals}"


def decimals_of(scores: pd.Series, published: str) -> int:
    """Return the number of decimals to show: 2, or 3 if the system publishes 3 or if 2 would hide a difference."""
    exact = {round(score, 9) for score in cells(scores) if isinstance(score, int | float)}
    return 2 if published not in THREE_DECIMALS and len({round(score, 2) for score in exact}) == len(exact) else 3


def _plain(value: object) -> Value:
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str | int | float) else str(value)


def text_column(name: Said, values: pd.Series, styles: Styles = ("text",), width: int = 30) -> Column:
    """Return a column of text.

    Words from the sheets' vocabulary are translated, and names are never cut off.
    """
    shown, header = cells(values), _header(name)
    width = WHOLE_NAME if header in NAMES else width
    if kind := KINDS.get(str(header)):
        names = {value: Name(kind, value) for value in {*shown} if isinstance(value, str) and value}
        shown = [names.get(value, value) for value in shown]
    return Column(header, shown, styles, width=width)


def _header(name: Said) -> Said:
    return name.replace("_", " ") if isinstance(name, str) else name


def number_column(name: Said, values: pd.Series, decimals: int = 2) -> Column:
    """Return a column of numbers, without decimals if all are whole."""
    return figures_column(name, cells(values), decimals)


def figures_column(name: Said, figures: Sequence[Said], decimals: int = 2) -> Column:
    """Return the same column as `number_column`, but from plain values instead of a series."""
    return Column(_header(name), figures, (number_style(figures, decimals),), header_style="header right", least=9)


def any_column(name: str, values: pd.Series, decimals: int) -> Column:
    """Return a column of numbers or of text, depending on the type of the values."""
    return number_column(name, values, decimals) if pd.api.types.is_numeric_dtype(values) else text_column(name, values)


def rank_column(name: Said, ranks: pd.Series, shared_by: list[str], table: pd.DataFrame) -> Column:
    """Return a column of ranks, stored as numbers so that they sort correctly.

    Shared ranks are marked by an equals sign, such as `2=`.
    """
    shared = table.duplicated(shared_by, keep=False).to_numpy() & ranks.notna().to_numpy()
    return marked_ranks(name, cells(ranks), shared.tolist())


def ranks_column(name: Said, ranks: Sequence[Said]) -> Column:
    """Return a column of ranks. A rank that occurs more than once is marked by an equals sign, such as `2=`."""
    times = Counter(ranks)
    return marked_ranks(name, ranks, [rank is not None and times[rank] > 1 for rank in ranks])


def marked_ranks(name: Said, ranks: Sequence[Said], shared: Iterable[bool]) -> Column:
    """Return a column of ranks. Shared ranks are marked by an equals sign, such as `2=`.

    shared  whether each rank is shared
    """
    cell_styles: list[Styles] = [("shared rank",) if several else () for several in shared]
    return Column(name, ranks, ("rank",), cell_styles=cell_styles, header_style="header right")


def strong_column(header: Said, texts: pd.Series, width: int = WHOLE_NAME, least: int = 24) -> Column:
    """Return a column of names in bold."""
    return Column(header, cells(texts), ("text", "strong"), width=width, least=least)


def doubt_columns(doubts: Mapping[str, Text], players: pd.Series) -> list[Column]:
    """Return a list with the column of questions about doubtful names, or an empty list if no name is in doubt."""
    questions = [*map(doubts.get, players.tolist())] if doubts else []
    return [Column("in doubt", questions, ("text", "pending"), width=WHOLE_NAME)] if any(questions) else []


def used_column(header: str, used: pd.Series) -> Column:
    """Return a column that shows whether each result counts."""
    return Column(header, [YES if counts else DROPPED for counts in used])


def medals(ranks: Iterable[Said]) -> list[Styles]:
    """Return one style per row: gold, silver and bronze for the top three ranks."""
    return [(MEDALS[rank],) if rank in MEDALS else () for rank in ranks]


def dropped(used: pd.Series) -> list[Styles]:
    """Return one style per row: struck out for results that do not count."""
    return [() if counts else ("dropped",) for counts in used.tolist()]


def dim(blank: pd.Series | NDArray[np.bool_]) -> list[Styles]:
    """Return one style per row: grey for seats without a score."""
    return [("dim",) if empty else () for empty in blank.tolist()]


def heat_column(header: Said, centres: pd.Series) -> Column:
    """Return a column of centre counts, in which cells are darker for more centres and solos are marked."""
    values = cells(centres)
    heats: dict[Value, Styles] = {
        v: (f"heat {min(int(v), SOLO_CENTRES)}",) for v in {*values} if isinstance(v, int | float)
    }
    cell_styles = [heats.get(v, ()) for v in values]
    return Column(header, values, ("count",), cell_styles=cell_styles, header_style="header centre")


def recorded_years(charts: pd.DataFrame) -> list[str]:
    """Return the years for which the centres of at least one board are known."""
    years = [name for name in charts if str(name).isdecimal()]
    charted = charts[years].notna().to_numpy().any(axis=0)
    return [str(year) for year, any_centres in zip(years, charted, strict=True) if any_centres]


def board_columns(charts: pd.DataFrame) -> list[Column]:
    """Return the columns of charts: seat, centres by recorded year, final centres, elimination and result."""
    return [
        *(text_column(name, charts[name]) for name in SEAT_SHOWN),
        *(heat_column(year, charts[year]) for year in recorded_years(charts)),
        heat_column(COLUMNS["final_centres"], charts["final_centres"]),
        Column("eliminated", cells(charts["eliminated"]), ("count",), header_style="header centre"),
        text_column("result", charts["result"]),
    ]


def seats_table(name: str, columns: Sequence[Column], rows: Sequence[Styles] = (), shared: bool = False) -> Table:
    """Return a table with one row per seat."""
    return Table(
        name,
        columns,
        rows,
        instead=say("None of this season's boards could be read."),
        trusted=True,
        separated=BOARD_SHOWN,
        frozen="player",
        shared=shared,
    )


def rule_columns(rules: Sequence[Paragraph], words: Language, gives: str = "column in Scores") -> list[Column]:
    """Return the columns of a rule sheet: label, name of the points, text, and the original text if there is any.

    If the workbook is in the originals' language, the original text comes before the English one.
    """
    originals = [rule.original for rule in rules]
    width = RULE_BESIDE_ORIGINAL if any(originals) else RULE
    columns = [
        Column("paragraph", [RULE_LABELS.get(rule.label, rule.label) for rule in rules], ("text", "top", "strong")),
        Column(gives, [part_shown(rule, words) for rule in rules], ("text", "top"), least=22),
        Column("text", [rule.text for rule in rules], ("wrapped", "top"), width=width, least=width),
    ]
    if any(originals):
        said = [one and original_shown(one, words) for one in originals]
        original = Column("original text", said, ("wrapped", "top"), width=width, least=width)
        columns.insert(2 if words.code in {one.language for one in originals if one} else 3, original)
    return columns


def original_shown(original: Original, words: Language) -> str:
    """Return a paragraph's original text.

    The original term for the paragraph's points comes first, unless the term is already shown.
    """
    term_shown = original.language == words.code or not original.part
    return original.text if term_shown else f"{original.part}: {original.text}"


def part_shown(rule: Paragraph, words: Language) -> Said:
    """Return the name shown for the points that a paragraph of a rule sheet gives.

    If the rule was first published in the language `words`, this is the original term.
    """
    term = rule.original.part if rule.original and rule.original.language == words.code else ""
    return term or heading_of(rule.part)


def in_english(words: Language) -> list[Message]:
    """Return a list with a note that rule sheets are in English, or an empty list if the whole workbook is."""
    return [] if words.code == ENGLISH else [IN_ENGLISH]
