"""Named cell styles for blank workbooks, with all colours taken from one palette."""

INK, GREY, PALE, LINE, NAVY = "#1F2933", "#5F6B7A", "#8A94A0", "#D5DAE0", "#0B2E59"
WHITE, SKY, MIST, SILVER, ASH = "#FFFFFF", "#DCE6F1", "#E6EDF6", "#F2F2F2", "#ECEEF1"
SAND, CREAM, GOLD, BROWN = "#FBF3DC", "#FFF4D9", "#F2C14E", "#6B4200"
GREEN, FOREST, MINT = "#006100", "#14532D", "#DCEFE1"
RED, ROSE, SLATE = "#9C0006", "#FF9999", "#4B5563"

FONT = {"font_name": "Arial", "font_size": 10, "font_scheme": "none"}  # the same width on every machine, so pages fit

Look = dict[str, object]

_HEADER: Look = {"bold": True, "bg_color": SKY, "bottom": 1}
_TOTAL: Look = {"bold": True, "bg_color": SILVER, "top": 1, "bottom": 1}
_MIDDLE: Look = {"valign": "vcenter"}
_LINES: Look = _MIDDLE | {"text_wrap": True}
_LINED: Look = _MIDDLE | {"font_color": INK, "bottom": 1, "bottom_color": LINE, "shrink": True}
_WRAPPED: Look = _LINED | {"shrink": False, "text_wrap": True}
_BOXED: Look = _MIDDLE | {"font_color": INK, "border": 1, "border_color": LINE, "shrink": True}
_BAND: Look = {"bold": True, "font_color": WHITE, "bg_color": NAVY, "font_size": 12}
_TABLE: Look = _BAND | _MIDDLE | {"font_size": 13, "indent": 1}
_SMALL_BAND: Look = _BAND | _MIDDLE | {"font_size": 11}
_SIGNS: Look = {"bg_color": CREAM, "font_color": BROWN}
_REMARK: Look = {"font_size": 11, "font_color": INK, "valign": "top"}
_WISH: Look = _REMARK | {"text_wrap": True, "bottom": 1, "bottom_color": LINE}

LOOKS: dict[str, Look] = {
    # sheets to fill in
    "header": _HEADER | {"text_wrap": True, "valign": "top"},
    "centres header": _HEADER | {"align": "center", "valign": "top"},
    "rare header": _HEADER | {"text_wrap": True, "valign": "top", "bold": False, "font_color": GREY},
    "setting": {},
    "asked setting": {"bold": True, "bg_color": CREAM},
    "rare setting": {"font_color": GREY},
    "value": {"align": "left"},
    "asked value": {"align": "left", "bg_color": CREAM, "bottom": 1, "bottom_color": LINE},
    "centres": {"align": "center"},
    "date": {"num_format": "yyyy-mm-dd", "align": "left"},
    "total": _TOTAL,
    "full": _TOTAL | {"font_color": GREEN},
    "impossible": _TOTAL | {"bg_color": ROSE, "font_color": RED},
    "remark": {"text_wrap": True, "indent": 1},
    "wrong": {"bold": True, "bg_color": ROSE, "font_color": RED},
    "won": {"bold": True, "font_color": GREEN},
    "first of a round": {"top": 1},
    "kept": {"bg_color": SAND},
    # headings of sheets to print
    "title": _LINES | {"bold": True, "font_size": 20, "font_color": NAVY},
    "round": _LINES | {"bold": True, "font_size": 22, "font_color": INK},
    "subtitle": _LINES | {"font_size": 14, "font_color": NAVY},
    "line": _LINES | {"font_size": 11, "font_color": GREY},
    "band": _BAND | _MIDDLE,
    # instructions
    "step": _LINES | {"font_size": 11, "font_color": INK, "align": "left"},
    # the schedule of a Bao event
    "leg": _MIDDLE | {"bold": True, "font_size": 12, "font_color": NAVY},
    "name": _LINED | {"font_size": 12},
    "first name": _LINED | {"font_size": 12, "top": 1, "top_color": INK},
    "bye": _LINED | {"font_size": 12, "italic": True, "font_color": GREY},
    "group": _MIDDLE | {"bold": True, "font_size": 13, "font_color": NAVY, "align": "center"},
    # crosstables of a Bao event
    "group band": _BAND | {"font_size": 18, "valign": "bottom", "indent": 1},
    "opponent": _BAND | {"rotation": 90, "align": "center", "valign": "bottom", "shrink": True},
    "points band": _BAND | {"align": "center", "valign": "bottom", "shrink": True},
    "number": _BOXED | {"font_color": GREY, "align": "center"},
    "player": _BOXED | {"font_size": 13, "bold": True, "indent": 1},
    "signs": _BOXED | {"font_size": 14, "align": "center"},
    "nobody": _BOXED | {"bg_color": GREY},
    "points": _BOXED | {"font_size": 15, "bold": True, "align": "center", "bg_color": MIST},
    "++": {"bold": True, "bg_color": MINT, "font_color": FOREST},
    "--": {"bg_color": ASH, "font_color": SLATE},
    "+-": _SIGNS,
    "-+": _SIGNS,
    "..": {"font_color": PALE},
    # the seating of a round
    "table": _TABLE,
    "top table": _TABLE | {"bg_color": GOLD, "font_color": NAVY},
    "seat power": _LINED | {"font_size": 11, "font_color": GREY, "indent": 1},
    "seat": _LINED | {"font_size": 12, "bold": True},
    "long seat": _WRAPPED | {"font_size": 12, "bold": True},
    "empty seat": _LINED | {"font_size": 12, "italic": True, "font_color": GREY},
    "sentence": _LINES | {"font_size": 12, "font_color": INK},
    "listed": _LINED | {"font_size": 11, "indent": 1},
    "long listed": _WRAPPED | {"font_size": 11, "indent": 1},
    "listed table": _LINED | {"font_size": 11, "bold": True, "align": "center"},
    "listed band": _SMALL_BAND | {"indent": 1},
    "listed table band": _SMALL_BAND | {"align": "center"},
    # unmet wishes
    "wish": _WISH,
    "wish number": _WISH | {"align": "center"},
    "wish total": _WISH | {"bold": True, "top": 1},
    "wish total number": _WISH | {"bold": True, "top": 1, "align": "center"},
    "number band": _BAND | _MIDDLE | {"align": "center"},
    "remark on": _REMARK | {"bold": True},
    "wish remark": _REMARK | {"text_wrap": True},
}
