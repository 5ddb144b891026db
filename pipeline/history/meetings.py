"""Head-to-head results of each pair of players on the boards they shared."""

import numpy as np
import pandas as pd

from pipeline.rules.rank import in_standings
from schemas.words import POWERS

NEIGHBOURS = {  # pairs of powers with at most one province or sea between their home centres
    frozenset(pair.split())
    for pair in [
        "Austria Germany",
        "Austria Italy",
        "Austria Russia",
        "Austria Turkey",
        "England France",
        "England Germany",
        "England Russia",
        "France Germany",
        "France Italy",
        "Germany Italy",
        "Germany Russia",
        "Italy Turkey",
        "Russia Turkey",
    ]
}
FIRST, SECOND = np.triu_indices(len(POWERS), 1)
BESIDE = np.array([{POWERS[one], POWERS[other]} in NEIGHBOURS for one, other in zip(FIRST, SECOND, strict=True)])


def head_to_head(games: pd.DataFrame) -> pd.DataFrame:
    """Return the `head_to_head` frame, computed for all pairs on all boards at once."""
    place = games["place"].fillna(games.groupby("number")["final_centres"].rank(method="min", ascending=False))
    names = games["player"].where(in_standings(games["player"]), "")
    codes, players = pd.factorize(names, sort=True)
    named = (names != "").to_numpy()
    arrays = (codes, place.to_numpy(), games["final_centres"].to_numpy(), named)
    who, places, centres, is_named = (array.reshape(-1, len(POWERS)) for array in arrays)
    pairs = is_named[:, FIRST] & is_named[:, SECOND] & (who[:, FIRST] != who[:, SECOND])
    ahead = who[:, FIRST] < who[:, SECOND]  # each pair is counted once, under the name that sorts first

    def both(figures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        one, other = figures[:, FIRST], figures[:, SECOND]
        return np.where(ahead, one, other)[pairs], np.where(ahead, other, one)[pairs]

    (player, other), (rank, other_rank), (owned, other_owned) = both(who), both(places), both(centres)
    rows = pd.DataFrame(
        {
            "player": player,
            "other": other,
            "boards": 1,
            "higher": rank < other_rank,
            "lower": rank > other_rank,
            "level": rank == other_rank,
            "centres": owned.astype(int),
            "other_centres": other_owned.astype(int),
            "neighbours": np.broadcast_to(BESIDE, pairs.shape)[pairs],
        }
    )
    meetings = rows.groupby(["player", "other"]).sum().reset_index()
    return meetings.assign(**{name: players.to_numpy(object)[meetings[name]] for name in ("player", "other")})
