"""The formats that are read: a module each, asked in this order."""

from types import ModuleType

from pipeline.tools.imports import engine

FORMATS: tuple[ModuleType, ...] = (engine,)
