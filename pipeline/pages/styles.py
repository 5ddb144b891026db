"""The colours, fonts and styles of all workbooks.

A style is a dictionary of XlsxWriter's format properties.
"""

from typing import Any

import numpy as np

from schemas.words import SOLO_CENTRES

FONT, FONT_SIZE = "Arial", 10  # Windows and macOS have it; Linux has a font of the same widths
INK, GREY, FAINT, LINE, SHADE = "#1F2933", "#5F6B7A", "#656F7B", "#D5DAE0", "#F1F3F5"
NAVY, GOLD, DARK_GOLD = "#0B2E59", "#FFD54A", "#9A6B00"


def _heat() -> dict[str, dict[str, Any]]:
    """Return styles for 0 to 18 centres, in one hue that darkens with each centre, for colour-blind readers.

    From 12 centres on, figures are white. The shade jumps at 12, so that every figure has a contrast of at least 4.5
    to 1.
    """
    at, shades = (1, 11, 12, 17), ((0xEE, 0xF5, 0xFC), (0x74, 0x9C, 0xC8), (0x3E, 0x74, 0xB0), (0x1D, 0x52, 0x90))
    heat: dict[str, dict[str, Any]] = {"heat 0": {"font_color": FAINT}}
    for centres in range(1, SOLO_CENTRES):
        shade = "".join(f"{round(np.interp(centres, at, part)):02X}" for part in zip(*shades, strict=True))
        heat[f"heat {centres}"] = {"bg_color": f"#{shade}", "font_color": "#FFFFFF" if centres >= at[2] else INK}
    return heat | {f"heat {SOLO_CENTRES}": {"bg_color": NAVY, "font_color": GOLD, "bold": True}}


_BAND = {"text_wrap": True, "valign": "vcenter", "align": "left", "indent": 1}
_RIGHT = {"align": "right", "indent": 1}
_HEADER = {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "text_wrap": True, "valign": "top"}
_CELL = {"font_color": INK, "valign": "vcenter", "top": 1, "top_color": LINE, "bottom": 1, "bottom_color": LINE}

STYLES: dict[str, dict[str, Any]] = {
    # above the tables
    "title": _BAND | {"bold": True, "font_size": 17, "font_color": NAVY, "indent": 0},
    "FINAL": _BAND | {"bold": True, "bg_color": "#DCEFE1", "font_color": "#14532D"},
    "RESULTS": _BAND | {"bold": True, "bg_color": "#E6E9EE", "font_color": "#2B3440"},
    "PROVISIONAL": _BAND | {"bold": True, "bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "INCOMPLETE": _BAND | {"bold": True, "bg_color": "#F9D3CF", "font_color": "#8B1A10"},
    "data": _BAND | {"font_color": INK},
    "data not stated": _BAND | {"bold": True, "font_color": INK, "bg_color": "#E4E0EC"},
    "data unreal": _BAND | {"bold": True, "font_size": 11, "font_color": "#FFFFFF", "bg_color": "#6D2E8C"},
    "line": _BAND | {"font_size": 9, "font_color": GREY},
    "warning": _BAND | {"bold": True, "font_color": "#8B1A10"},
    "message": _BAND | {"font_size": 12, "font_color": INK, "bg_color": SHADE},
    "section": {"bold": True, "font_size": 12, "font_color": NAVY},
    "caption": _RIGHT | {"font_size": 8, "font_color": GREY},
    "caption left": {"font_size": 8, "font_color": GREY, "italic": True},
    "caption link": _RIGHT | {"font_size": 9, "font_color": "#1D5FA8", "underline": 1},
    "wall title": {"bold": True, "font_size": 24, "valign": "vcenter", "shrink": True},
    "wall line": {"font_size": 12, "valign": "top", "text_wrap": True},
    "wall header": {"bold": True, "font_size": 14, "bottom": 2, "indent": 1, "shrink": True},
    "wall header right": {"bold": True, "font_size": 14, "bottom": 2, "align": "right", "shrink": True},
    # headers
    "header": _HEADER | {"align": "left", "indent": 1},
    "header right": _HEADER | _RIGHT,
    "header centre": _HEADER | {"align": "center"},
    "header working": _HEADER
    | _RIGHT
    | {"bold": False, "italic": True, "font_color": "#4B5563", "bg_color": "#DDE1E6"},
    "beside button": {"align": "right", "indent": 2},
    # cells; a style named later in a tuple wins
    "text": _CELL | {"align": "left", "indent": 1},
    "wrapped": _CELL | {"align": "left", "indent": 1, "text_wrap": True},
    "count": _CELL | {"align": "center", "num_format": "0"},
    # _0 leaves room for a digit at the right; LibreOffice ignores an indent in some columns
    "integer": _CELL | {"align": "right", "num_format": "0_0"},
    "decimals 2": _CELL | {"align": "right", "num_format": "0.00_0"},
    "decimals 3": _CELL | {"align": "right", "num_format": "0.000_0"},
    "rank": _CELL | {"align": "right", "num_format": "0_=_0"},
    "shared rank": {"num_format": '0"="_0'},
    # figures and names on the wall, in large letters
    "wall": {"font_size": 14, "font_color": "#000000", "top": 0, "bottom_color": "#808080", "shrink": True},
    "wall name": {"shrink": False, "text_wrap": True},
    "wall podium": {"bottom": 2, "bottom_color": "#000000"},
    "right": _RIGHT,
    "middle": {"align": "center", "indent": 0},
    "top": {"valign": "top"},
    "strong": {"bold": True},
    "large": {"font_size": 11},
    "sum": {"bold": True, "bg_color": "#E6EDF6"},
    "dim": {"font_color": FAINT, "bg_color": SHADE},
    "dropped": {"font_color": FAINT, "font_strikeout": True},
    "faded": {"font_color": FAINT},
    "diagonal": {"bg_color": LINE},
    "faint": {"font_color": FAINT, "font_size": 8},
    "working": {"font_color": GREY, "italic": True},
    "pending": {"font_color": "#6B4200", "bg_color": "#FFF4D9"},
    "gold": {"bg_color": "#FCE29A"},
    "silver": {"bg_color": "#E2E6EB"},
    "bronze": {"bg_color": "#F3D2B5"},
    "better": {"bold": True, "bg_color": "#DCE9F6", "font_color": NAVY},
    "worse": {"italic": True, "bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "yes": {"bg_color": "#EAF5ED", "font_color": "#14532D"},
    "no": {"bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "holds": {"bold": True, "font_color": "#14532D", "bg_color": "#DCEFE1"},
    "FAILS": {"bold": True, "font_color": "#FFFFFF", "bg_color": "#B3261E"},
    "link": {"font_color": "#1D5FA8", "underline": 1},
    # problems
    "problem error": {"bold": True, "bg_color": "#F9D3CF", "font_color": "#8B1A10"},
    "problem warning": {"bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "problem fix": {"bg_color": "#DCE9F6", "font_color": "#0B2E59"},
    "problem notice": {"bg_color": "#ECEEF1", "font_color": "#4B5563"},
    "marked": {"border": 2, "border_color": "#B3261E"},
    "digest": {"font_name": "Courier New", "font_size": 8, "text_wrap": True},
    "board line": {"top": 1, "top_color": INK},
    **_heat(),
}
