"""The formats that are read: a module each, asked in this order."""

from types import ModuleType

from pipeline.tools.imports import (
    backstabbr,
    blocks,
    charts,
    diplobn,
    dipvis,
    dipvis_tables,
    engine,
    player_rows,
    seat_rows,
    wdd,
    webdiplomacy,
)

IN_USE: tuple[ModuleType, ...] = (seat_rows, charts, player_rows, blocks)  # sheets and mails that people keep
FORMATS: tuple[ModuleType, ...] = (
    *(engine, diplobn, dipvis, webdiplomacy, backstabbr),
    *(wdd, dipvis_tables, *IN_USE),
)
