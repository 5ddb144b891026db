"""The formats that are read: a module each, asked in this order."""

from types import ModuleType

from pipeline.tools.imports import backstabbr, diplobn, dipvis, dipvis_tables, engine, wdd, webdiplomacy

FORMATS: tuple[ModuleType, ...] = (engine, diplobn, dipvis, webdiplomacy, backstabbr, wdd, dipvis_tables)
