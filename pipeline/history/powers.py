"""Results by power, over all seasons and by season, with confidence intervals for the rates."""

import numpy as np
import pandas as pd

from pipeline.history.careers import totals

Z = 1.959963984540054  # 95 per cent of a normal distribution are within this many standard deviations


def powers(games: pd.DataFrame) -> pd.DataFrame:
    """Return the results of each power, over all seasons and by season.

    The rows for all seasons have an empty season.
    """
    rows = pd.concat([totals(games.assign(season=""), ["season", "power"]), totals(games, ["season", "power"])])
    rows = rows.drop(columns="missed").reset_index(drop=True)
    for rate, share in (("topped", rows["topped"] / rows["boards"]), ("survived", rows["survived"])):
        rows[f"{rate}_low"], rows[f"{rate}_high"] = wilson(share, rows["boards"])
    return rows


def wilson(share: pd.Series, count: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Return the lower and upper bounds of Wilson's interval (1927) for a share of `count` trials."""
    middle = share + Z**2 / (2 * count)
    half = Z * np.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2))
    whole = 1 + Z**2 / count
    return ((middle - half) / whole).clip(lower=0), ((middle + half) / whole).clip(upper=1)
