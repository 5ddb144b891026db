"""What we publish, typed: scores, one row a seat, and standings, one row a player."""

import pandera.pandas as pa

from schemas.words import CENTRES_ON_THE_MAP, POWERS

FIXED = ["event", "round", "board", "power", "player", "final_centres", "score", "place", "status"]

STATUS = r"scored|in progress|not scored|unscorable: .+"


def scores_schema(parts: list[str]) -> pa.DataFrameSchema:
    """The scores of one system: a score where the status says so, and nowhere else.

    Raises ValueError if a part is called like a fixed column.
    """
    if clash := {*parts} & {*FIXED, "season", "official"}:
        raise ValueError(f"a part may not be called {', '.join(sorted(clash))}")
    return pa.DataFrameSchema(
        {
            "power": pa.Column(checks=pa.Check.isin(POWERS)),
            "final_centres": pa.Column(int, pa.Check.in_range(0, CENTRES_ON_THE_MAP), coerce=True),
            **{part: pa.Column(float, nullable=True, coerce=True) for part in parts},
            "score": pa.Column(float, nullable=True),
            "place": pa.Column("Int64", pa.Check.in_range(1, len(POWERS)), nullable=True),
            "status": pa.Column(checks=pa.Check.str_matches(rf"^({STATUS})$")),
        },
        checks=pa.Check(
            lambda scores: scores["score"].notna() == scores["status"].isin(["scored", "in progress"]),
            error="a score where the status says so, and nowhere else",
        ),
    )


standings_schema = pa.DataFrameSchema(
    {
        "rank": pa.Column(int, pa.Check.ge(1), coerce=True),
        "player": pa.Column(unique=True),
        "games": pa.Column(int, pa.Check.ge(1), coerce=True),
        "score": pa.Column(float, coerce=True),
    }
)
