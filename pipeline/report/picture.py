"""The card as a PNG, which other programs show beside a link to the report.

The bytes of the PNG depend on the fonts installed on the computer.
"""

from functools import cache

PICTURE = "card.png"
SAMPLE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16">{}</text></svg>'


def as_png(svg: str) -> bytes:
    """Return an SVG drawing as a PNG of the same size."""
    from resvg_py import svg_to_bytes  # only seasons that state the address of their site need it

    return bytes(svg_to_bytes(svg_string=svg))


def is_drawn(site: str) -> bool:
    """Return whether a season has a card, the PNG that other programs show beside a link to its report.

    The card is drawn if the season states the address of its site and the computer has a font.
    """
    return bool(site) and has_fonts()


@cache
def has_fonts() -> bool:
    """Return whether the computer has a font. Without one, drawings would lack their text."""
    return as_png(SAMPLE.format("A")) != as_png(SAMPLE.format(""))
