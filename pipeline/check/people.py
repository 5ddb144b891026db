"""Find names that may be wrong: two names for one person, or two people in one cell.

No name is ever changed.
"""

import re
from collections.abc import Mapping

import pandas as pd

from pipeline.problems.suggestions import OF_A_NAMESAKE, nicknames, one_person, territories, words_of
from pipeline.rules.rank import in_standings
from pipeline.tidy.people import NAMED
from pipeline.tidy.tables import Tables
from schemas.fields import each
from schemas.keys import BOARD, EVENT, PLAYER, among
from schemas.messages import Message, Text
from schemas.words import BYE, NUMBERED, fold, no_name, vocabulary

TABLES = {
    "boards": "seats",
    "placings": "placings",
    "results": "results",
    "matches": "matches",
    "players": "people",
}  # kind -> tidy table
SIGNS = re.compile(r"\s*(?:/|\\|&|\+|;|\||~|[-=]*>|→|⇒)\s*")  # between two people, like a word for `and`
BETWEEN_TWO = re.compile(r"\s*,\s+|\s+[-–—_]\s+")  # the same, but also found within one name: `Rossi, Anna`
DATED = re.compile(r"\s*[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s*")  # `Anna (1901 to 1903) Berta`
BRACKETED = re.compile(r"(.*\w)\s*[(\[]\s*(.*?)\s*[)\]]")
NAME = re.compile(r"[^\W\d_][\w .'’-]*")
PERHAPS, EITHER = Message("perhaps {other}?"), Message("perhaps {one} or {other}?")
Who = tuple[str, str]  # a season and a name
Meetings = dict[Who, tuple[set[object], set[object]]]  # the boards and the rounds in which each name appears
MOST_WORDS = 4  # of a name before or after "and"; anything longer is a remark


def everybody(tables: Tables) -> pd.DataFrame:
    """Return the cell in which each name first occurs in a season.

    The columns are `season`, `event`, `player`, `raw_row`, `kind` (the kind of sheet) and `field`.
    """
    people = _everywhere(tables, TABLES)
    return people[in_standings(people["player"]) & (people["player"] != BYE)].drop_duplicates(["season", "player"])


def _everywhere(tables: Tables, kinds: Mapping[str, str]) -> pd.DataFrame:
    """Return one row for each cell that may hold a name, in sheets of these kinds.

    The columns are those of `everybody`.

    kinds  the name of the tidy table for each kind of sheet
    """
    cells = [
        rows[[*EVENT, field, "raw_row"]].rename(columns={field: "player"}).assign(kind=kind, field=field)
        for kind, table in kinds.items()
        if len(rows := getattr(tables, table)) or table == "seats"  # which give the columns if nothing is typed
        for field in NAMED.get(kind, ["player"])
    ]
    return pd.concat(cells)


def near_names(tables: Tables, people: pd.DataFrame) -> pd.DataFrame:
    """Return pairs of names in a season that may belong to one person.

    Each row gives a cell with the second name, and the column `other` gives the first name. The columns `owner` and
    `other_owner` give the names under which the two are ranked. Names are taken to belong to two people, and are left
    out, if they are on the same board, if they are in the same round and begin differently, such as Anna and Hanna, or
    if both have a row in the `players` sheet of the season or of the league.

    people  the result of `everybody`
    """
    people = people.assign(owner=people["player"])
    if len(tables.aliases):
        aliases = tables.aliases.rename(columns={"player": "owner", "alias": "player"})
        people = pd.concat([people, aliases.assign(kind="players", field="also known as")])
    names, owners = ([*zip(people["season"], people[name], strict=True)] for name in ("player", "owner"))
    pairs = [
        (positions[one], positions[other])
        for _, positions in sorted(people.groupby("season").indices.items())
        for one, other in one_person([names[position][1] for position in positions])
    ]
    pairs = [(one, other) for one, other in pairs if owners[one] != owners[other]]
    met = _meetings(tables, {names[position] for pair in pairs for position in pair})
    listed = tables.identities[tables.identities["event"] == ""]
    registered = {*zip(listed["season"], listed["player"], strict=True)}
    pairs = [
        (one, other)
        for one, other in pairs
        if not _are_two(names[one], names[other], met)
        and any(registered.isdisjoint({owners[of], ("", owners[of][1])}) for of in (one, other))
    ]
    first = people.iloc[[first for first, _ in pairs]]
    second = people.iloc[[second for _, second in pairs]]
    others = {"other": first["player"].to_numpy(object), "other_owner": first["owner"].to_numpy(object)}
    return second.assign(**others).drop_duplicates(["season", "player"])


def doubts(tables: Tables, near: pd.DataFrame, two: pd.DataFrame) -> pd.DataFrame:
    """Return the names whose results may belong to another person, by season, event and player.

    The column `said` is the question to ask, such as "perhaps Anna?". The column `doubt` is a number shared by both
    names of a pair.

    near  the result of `near_names`
    two   the result of `two_people`
    """
    if near.empty and two.empty:
        return pd.DataFrame(columns=[*PLAYER, "said", "doubt"])
    pairs = near[["season", "owner", "other_owner"]].drop_duplicates().itertuples(index=False, name=None)
    rows: list[tuple[str, str, Text, int]] = []
    for season, one, other in pairs:
        number = len(rows)
        rows += [
            (season, one, PERHAPS.of({"other": other}), number),
            (season, other, PERHAPS.of({"other": one}), number),
        ]
    for season, player, one, other in two[["season", "player", "one", "other"]].itertuples(index=False, name=None):
        rows.append((season, player, EITHER.of({"one": one, "other": other}), len(rows)))
    questions = pd.DataFrame(rows, columns=["season", "player", "said", "doubt"], dtype=object)
    results = {kind: table for kind, table in TABLES.items() if kind != "players"} | {"entries": "entries"}
    where = _everywhere(tables, results)[[*EVENT, "player"]].drop_duplicates()
    return where.merge(questions, on=["season", "player"])


def _meetings(tables: Tables, names: set[Who]) -> Meetings:
    """Return the boards and the rounds in which each name appears in its season, keyed by season and name."""
    met: Meetings = {name: (set(), set()) for name in names}
    seats = tables.seats[tables.seats["player"].isin({player for _, player in names})]
    for player, season, *place in seats[["player", *BOARD]].itertuples(index=False):
        if (season, player) in met:
            met[season, player][0].add((season, *place))
            met[season, player][1].add((season, *place[:-1]))
    for row, season, *players in tables.matches[["raw_row", "season", "south", "north"]].itertuples(index=False):
        for player in met.keys() & {(season, player) for player in players}:
            met[player][0].add(row)
    return met


def _are_two(one: Who, other: Who, met: Meetings) -> bool:
    (boards, rounds), (other_boards, other_rounds) = met[one], met[other]
    words, other_words = {*words_of(one[1])}, {*words_of(other[1])}
    begin, other_begin = {word[0] for word in words - other_words}, {word[0] for word in other_words - words}
    begin_otherwise = bool(begin and other_begin) and not begin & other_begin
    return bool(boards & other_boards) or (bool(rounds & other_rounds) and begin_otherwise)


def two_people(tables: Tables, people: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `people` with a name that seems to stand for two people.

    The columns `one` and `other` give the names of the two people. Names listed in a `players` sheet are skipped, and
    so are entries that are not names.

    people  the result of `everybody`
    """
    who = ["season", "player"]
    people = people[~among(people, tables.people, who) & ~among(people, tables.aliases, who)]
    people = people[each(people["player"], no_name).isna()]
    names = {season: {*map(fold, rows["player"])} for season, rows in people.groupby("season")}
    plain = {season: 2 * sum(map(bool, map(BETWEEN_TWO.search, of))) < len(of) for season, of in names.items()}
    both = [
        _parted(name, names[season], plain[season])
        for season, name in zip(people["season"], people["player"], strict=True)
    ]
    people = people.assign(one=[one for one, _ in both], other=[other for _, other in both])
    return people[people["other"] != ""]


def _parted(name: str, names: set[str], plain: bool) -> tuple[str, str]:
    """Return the names of the two people that a name stands for, or the name and "" if it belongs to one person.

    names  the season's folded names, used to recognise another person's name within the given one
    plain  whether commas and dashes are so rare in the season's names that they may separate two full names
    """
    parts = [part for side in SIGNS.split(name) if (part := DATED.sub("", side))]
    parts = parts if all(map(NAME.fullmatch, parts)) else [name]
    if ", " in name and {*map(fold, name.split(", "))} <= names:  # but `Rossi, Anna` is one
        parts = name.split(", ")
    words = name.split()
    for place, word in enumerate(words):
        initial = len(word.strip(".")) == 1 and word.isupper() and not name.isupper()  # `Anna E. Rossi`
        joins = fold(word.strip(".")) in vocabulary("two people") and not initial
        if joins and 0 < place < len(words) - 1 and len(parts) < 2:
            sides = words[:place], words[place + 1 :]
            short = len(sides[1]) == 1 and len(word) > 1  # `Anna Rossi and Berta`, but `Maria Costa e Silva` is one
            even = short or (
                len(sides[0]) in (1, len(sides[1])) and len(sides[1]) <= MOST_WORDS
            )  # `Anna and Berta Neri`
            if even or vocabulary("two people")[fold(word.strip("."))] == "then":
                parts = [*map(" ".join, sides)]
    if len(parts) < 2 and plain:
        sides_of = [side for side in BETWEEN_TWO.split(DATED.sub(", ", name).removesuffix(", ")) if side]
        parts = sides_of if all(len(side.split()) > 1 and NAME.fullmatch(side) for side in sides_of) else parts
    if len(parts) == 2:
        return parts[0], parts[1]
    if bracket := BRACKETED.fullmatch(name):
        first, second = bracket[1], NUMBERED.sub("", bracket[2])  # `[Berta Neri from 1905]`
        says = fold(second.split()[0].strip(".:")) in vocabulary("two people") if len(second.split()) > 1 else False
        full = len(second.split()) > 1 and all(word[:1].isupper() and word.isalpha() for word in second.split())
        if fold(second) in names or says or full or _is_first_name(second, first, names):
            return first, second
    return (name, "") if len(parts) < 3 else (parts[0], ", ".join(parts[1:]))


def _is_first_name(typed: str, of: str, names: set[str]) -> bool:
    """Return whether a single word in brackets is another person's first name, as in `Anna (Berta)`.

    Short forms of the name, names of countries, and words that distinguish namesakes, such as `Junior`, do not count.
    """
    word, first = fold(typed), fold(of).split()[0]
    if not (typed.istitle() and typed.isalpha()) or word in {*OF_A_NAMESAKE, *vocabulary("power"), *territories()}:
        return False
    of_one = nicknames().get(word, {word}) & nicknames().get(first, {first})
    namesakes = {name for name in names if re.split(r"\s*[(\[]", name)[0] == fold(of)}
    if of_one or len(namesakes) > 1:
        return False
    return " " not in of.strip() or word in nicknames() or word in {name.split()[0] for name in names}
