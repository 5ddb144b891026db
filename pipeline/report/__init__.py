"""The season report, the history page and the front door (`index.html`), as HTML files that work offline.

| Module | Content |
| --- | --- |
| `view` | the report, section by section, for its template |
| `events`, `circuits`, `tournaments` | a Diplomacy event, a circuit, a Bao event |
| `standings`, `race` | standings with every result, the podium and the sentence about the leaders, and the race |
| `awards`, `boards` | results by power and records, and the boards |
| `opinions` | what other readings of a system would change |
| `live` | the page about the open events, to read on a phone in the playing hall |
| `card`, `picture` | a picture of the season to post online, as SVG and as PNG |
| `front` | the front door, the page that links to all seasons |
| `history`, `players` | the history page, and what its script shows about a player |
| `labels` | names of events, players and boards in one language |
| `elements` | pieces of text, cells, tables and parts of a page |
| `drawings`, `css`, `render` | charts as SVG, styles, and filling in the templates |

`pages/` decides the content of a report. The templates turn it into HTML and escape everything that comes from a
sheet. Identical reports yield identical bytes.
"""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from pipeline.language.language import Language, language
from pipeline.pages.front import Facts
from pipeline.pages.history import Memory
from pipeline.pages.report import SeasonReport
from pipeline.report.card import card
from pipeline.report.css import TEMPLATES, centres_css, print_css
from pipeline.report.front import Front, door
from pipeline.report.history import History
from pipeline.report.labels import PAGE
from pipeline.report.live import Live
from pipeline.report.picture import as_png
from pipeline.report.view import View
from schemas.words import LANGUAGES, natural

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def page(report: SeasonReport) -> str:
    """Return a season's report as HTML. Raises ValueError if the report's language is not supported."""
    if report.language not in LANGUAGES:
        raise ValueError(f"the report has no words in {report.language!r}, only in {', '.join(LANGUAGES)}")
    view = _view(report)
    return _page("report.html.j2", view, view.w, _css("page", "report") + centres_css() + print_css(report, view.w))


def live_page(report: SeasonReport) -> str:
    """Return the live page of a season with an open event, as HTML."""
    view = _view(report)
    return _page("live.html.j2", Live(view), view.w, _css("page", "report", "live") + centres_css())


def card_of(report: SeasonReport) -> str:
    """Return a season's card, a picture to post online, as SVG."""
    return CONTROL.sub(" ", card(_view(report)))


def picture_of(report: SeasonReport) -> bytes:
    """Return a season's card, a picture to post online, as PNG."""
    return as_png(card_of(report))


@lru_cache(maxsize=1)
def _view(report: SeasonReport) -> View:
    """Return the view of a report.

    The latest view is cached, because the page, the live page and the card of a report are all made from it.
    """
    return View(report, language(report.language))


def front_door(seasons: Mapping[str, tuple[Facts, Collection[str]]], lives: Collection[str] = ()) -> str:
    """Return the page that links to all seasons, newest first, with the facts and files of each season.

    The page is in the reports' language, or in English if the reports are in several languages.
    """
    spoken = {facts["language"] for facts, _ in seasons.values()}
    words = language(spoken.pop() if len(spoken) == 1 else LANGUAGES[0])
    newest_first = sorted(seasons, key=natural, reverse=True)
    doors = [door(season, *seasons[season], words, lives) for season in newest_first]
    league = next((seasons[season][0]["league"] for season in newest_first), "")
    return _page("front.html.j2", Front(league, words, doors, PAGE if lives else ""), words, _css("page", "front"))


def history_page(memory: Memory) -> str:
    """Return the history page as HTML."""
    return _page("history.html.j2", History(memory), memory.words, _css("page", "history") + centres_css())


def _css(*names: str) -> str:
    """Return the named style sheets, joined together."""
    return "".join((TEMPLATES / f"{name}.css").read_text(encoding="utf-8") for name in names)


def _page(name: str, view: object, words: Language, css: str) -> str:
    """Fill in a template with a view, in the language `words`, and return the page.

    Jinja is imported only when a page is written.
    """
    from pipeline.report.render import filled

    return CONTROL.sub(" ", filled(name, view, words, css))
