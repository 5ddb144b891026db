"""Results by power, over all seasons and by season, with confidence intervals for the rates."""

import numpy as np
import pandas as pd

from pipeline.history.careers import totals
from pipeline.rules.ratings import Figures

Z = 1.959963984540054  # 95 per cent of a normal distribution are within this many standard deviations


def powers(games: pd.DataFrame) -> pd.DataFrame:
    """Return the results of each power, over all seasons and by season.

    The rows for all seasons have an empty season.
    """
    rows = totals(pd.concat([games.assign(season=""), games]), ["season", "power"])
    boards, topped, survived = (rows[name].to_numpy(float) for name in ("boards", "topped", "survived"))
    for rate, share in (("topped", topped / boards), ("survived", survived)):
        rows[f"{rate}_low"], rows[f"{rate}_high"] = wilson(share, boards)
    return rows


def wilson(share: Figures, count: Figures) -> tuple[Figures, Figures]:
    """Return the lower and upper bounds of Wilson's interval (1927) for a share of `count` trials."""
    middle = share + Z**2 / (2 * count)
    half = Z * np.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2))
    whole = 1 + Z**2 / count
    return np.maximum((middle - half) / whole, 0), np.minimum((middle + half) / whole, 1)
