"""Best countries: the best game with each power.

Source   "Best countries" of dipvis (diplomacytv, https://github.com/UEWBot/dipvis), and the organiser's announcement,
         entered in the event's setting "best country".
score    With `score`, the game with the highest score. If scores are equal, the game with more centres at the end comes
         first.
centres  With `centres`, the game with the most centres at the end. If centres are equal, the game with the higher score
         comes first.
lost     With `centres not in a lost solo`, the same as with `centres`, except that games won by somebody else with 18
         centres or more do not count.
shared   Games with equal scores and equal centres share the title.
Reading  The score is that of the board, without round weights and other additions. Only players in the standings can
         win the title. There is no title for a power that none of them played, or that they played only in lost solos.
         A game in the `results` sheet counts if its power and centres are given there.
"""

import pandas as pd

from pipeline.rules.rank import dense
from pipeline.rules.ties import settled
from schemas.keys import EVENT
from schemas.words import BY_SCORE, SOLO_CENTRES, UNLESS_LOST

OF = "best_country"


def best_countries(games: pd.DataFrame) -> pd.DataFrame:
    """Return the best games with each power at each event.

    games  one row per game of a ranked player: season, event, power, best_country (the setting), score, final_centres,
           most (the highest number of final centres on the board)
    """
    lost = (games["most"] >= SOLO_CENTRES) & (games["final_centres"] < games["most"])
    games = games[~(lost & games["best_country"].eq(UNLESS_LOST))]
    score, centres = pd.Series(settled(games["score"]), games.index), games["final_centres"]
    by_score = games["best_country"].eq(BY_SCORE)
    first, then = centres.where(~by_score, score), score.where(~by_score, centres)
    place = dense(games[[*EVENT, "power"]], -first, -then)
    return games[place == place.groupby([games[name] for name in (*EVENT, "power")]).transform("min")]
