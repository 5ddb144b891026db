"""Page scripts, and the parts of the style sheets that depend on centre counts or on the season."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from pipeline.language.language import Language
from pipeline.pages.report import SeasonReport
from pipeline.report.labels import LABELS_SHOWN, REPORT, STATUS_SHOWN
from schemas.messages import say
from schemas.words import SOLO_CENTRES

TEMPLATES = Path(__file__).with_name("templates")
DARKEST, LONGEST = (
    61,
    80,
)  # per cent: link colour in the darkest cell; width of the longest bar, which leaves room for its figure
PAGE = say("Page")


def script_of(page: str) -> str:
    """Return the script of a page, the only one that a browser runs there."""
    return (TEMPLATES / f"{page}.js").read_text(encoding="utf-8")


def digest(script: str) -> str:
    """Return the digest of a script. A browser runs the script only if the page states this digest."""
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"


def centres_css() -> str:
    """Return the CSS that sets the shade of a cell and the length of a bar for each centre count.

    Text on the darkest shade stays legible, with a contrast of 4.5 to 1.
    """
    shades = [f".h{n}{{--h:{DARKEST * n / SOLO_CENTRES:.0f}%}}" for n in range(1, SOLO_CENTRES + 1)]
    return "".join(
        [*shades, *(f".b{n}{{width:{LONGEST * n / SOLO_CENTRES:.0f}%}}" for n in range(1, SOLO_CENTRES + 1))]
    )


def print_css(report: SeasonReport, words: Language) -> str:
    """Return the CSS for the footer of printed pages, with the season, status, kind of data and page number."""
    labels = " · ".join(words(LABELS_SHOWN[label]) for label in report.labels)
    foot = f"{words(REPORT)} {report.season} · {words(STATUS_SHOWN[report.status])} · {labels}"
    number = f"{_css_text(words(PAGE) + ' ')} counter(page) {_css_text(' / ')} counter(pages)"
    return f"@page{{@bottom-left{{content:{_css_text(foot)}}}@bottom-right{{content:{number}}}}}"


def _css_text(text: str) -> str:
    """Return text as a CSS string, with everything but ASCII letters, digits and blanks escaped."""
    return '"' + "".join(c if c.isascii() and (c.isalnum() or c == " ") else f"\\{ord(c):x} " for c in text) + '"'
