"""Messages in columns: which of several reasons is said of each row."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from schemas.messages import Message


def first_of(reasons: Mapping[Message, pd.Series], otherwise: Any = "") -> pd.Series:
    """The first message of each row that holds for it, in a column of messages; `otherwise` where none does."""
    messages = [np.array(message, object) for message in reasons]
    chosen = np.select([*reasons.values()], messages, default=otherwise)
    return pd.Series(chosen, next(iter(reasons.values())).index, dtype=object)
