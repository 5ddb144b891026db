"""The shared input to the checks that concern more than one board."""

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from pipeline.read.raw_tables import Raw
from pipeline.rules.counting import italia_2010 as italia
from pipeline.score.systems_to_show import Shown
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT


@dataclass
class Typed:
    """The tidy tables, the raw sheets they come from, and the scoring systems to show for each season."""

    tables: Tables
    raw: Raw
    shown: Shown

    @property
    def events(self) -> pd.DataFrame:
        """The tidy table of events."""
        return self.tables.events

    @cached_property
    def under_italia(self) -> pd.DataFrame:
        """The events under Italia-2010, with the columns `season` and `event`."""
        return self.events.loc[self.events["edition_of"] == italia.SYSTEM, EVENT]
