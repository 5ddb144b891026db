"""Backstabbr pages saved from a browser. Each page shows who owns each province and gives one year of the chart."""

import json
import re
from urllib.parse import unquote

from pipeline.tools.imports.imported import Board, Counts, Imported, counts, name_of, power_of, year
from pipeline.tools.imports.opening import Document, loaded
from pipeline.tools.imports.problems import ImportProblem, Refused, wrong
from schemas.messages import say
from schemas.words import FIRST_YEAR

TITLE = say("saved Backstabbr pages")
CENTRES = {  # the map's 34 centres, named as on the pages, which list other provinces too
    *("ANK", "BEL", "BER", "BRE", "BUD", "BUL", "CON", "DEN", "EDI", "GRE", "HOL", "KIE", "LON", "LVP", "MAR", "MOS"),
    *("MUN", "NAP", "NWY", "PAR", "POR", "ROM", "RUM", "SER", "SEV", "SMY", "SPA", "STP", "SWE", "TRI", "TUN", "VEN"),
    *("VIE", "WAR"),
}
TERRITORIES = re.compile(r"var\s+territories\s*=\s*")
GAME = re.compile(r"/(?:game|sandbox)/(?:([^/?#\"]+)/)?(\d+)")
SEASON = re.compile(r"\b(\d{4})\W+(spring|fall|winter)\b|\b(spring|fall|winter)\W+(\d{4})\b", re.IGNORECASE)
CURRENT = re.compile(r"""\bid\s?=\s?["']?history_current_season\b""")
LONGEST, LONGEST_TAG = 2**20, 1000  # maximum length of a page's list of provinces, and of a tag


def recognises(document: Document) -> bool:
    """Return whether a document is a page that lists the owners of provinces."""
    return document.kind == "page" and bool(TERRITORIES.search(document.content))


def read(document: Document, imported: Imported) -> None:
    """Add the game and the year shown on the page to `imported`.

    Raises Refused if the page lacks a year or valid centres.
    """
    address, text = _link(document.content)
    said = SEASON.search(address) or SEASON.search(text)
    if said is None:
        raise Refused("wrong_value", say("The page has no link to its year and season."))
    of, season = year(said[1] or said[4], "year"), (said[2] or said[3]).casefold()
    game = GAME.search(address) or GAME.search(document.content)
    board = Board(document.place, _name(game, document), key=("Backstabbr", game[2] if game else document.title))
    owned = _owned(document.content)
    if season == "winter":
        board.chart[of] = owned
    elif season == "spring" and of > FIRST_YEAR:
        board.chart[of - 1] = owned
    elif season == "fall":
        board.perhaps[of] = owned
        what = say(
            "This page shows autumn {year}. The centres on the page are taken to be those at the end of that autumn.",
            year=str(of),
        )
        imported.problems.append(ImportProblem("of_an_autumn", document.place, what))
    board.going_on = True
    imported.boards.append(board)


def _link(page: str) -> tuple[str, str]:
    """Return the tag and the text of the link to the page's own year and season, or empty strings if there is none."""
    link = CURRENT.search(page)
    at = link.start() if link else -1
    end = page.find(">", at, at + LONGEST_TAG)
    if min(at, end) < 0:
        return "", ""
    return page[max(page.rfind("<", 0, at), at - LONGEST_TAG) : end], page[end + 1 : end + LONGEST_TAG].partition("<")[
        0
    ]


def _name(game: re.Match[str] | None, document: Document) -> str:
    """Return the name of the game, taken from its address or, if there is no address, from the file."""
    if game is None:
        return document.title
    return name_of(unquote(game[1] or game[2]).replace("-", " "))


def _owned(page: str) -> Counts:
    """Return each power's number of centres. Raises Refused if the list of provinces is invalid."""
    start = TERRITORIES.search(page)
    text = page[start.end() : start.end() + LONGEST] if start else ""
    if '"' not in text[: text.find("}")]:
        text = text.replace("'", '"')  # JavaScript also allows single quotes
    try:
        end = json.JSONDecoder().raw_decode(text)[1]
    except (ValueError, RecursionError) as fault:
        raise Refused("broken_json", say("The list of provinces cannot be read.")) from fault
    provinces = loaded(text[:end])
    if not isinstance(provinces, dict):
        raise wrong(provinces, say("a list of the provinces and their owners"))
    centres = [(name.upper(), owner) for name, owner in provinces.items() if name.upper() in CENTRES]
    names = [name for name, _ in centres]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise Refused("twice", say("“{name}” appears more than once.", name=repeated[0]))
    owners = [power_of(owner) for _, owner in centres if owner]
    if not owners:
        raise Refused("other_map", say("In this file, no power owns a centre of the standard map."))
    return counts({power: owners.count(power) for power in owners}, missing=0)
