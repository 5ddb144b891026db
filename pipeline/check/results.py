"""Checks on players' results, whether entered in the `boards`, `results` or `placings` sheet.

Each check names the sheets it applies to.
"""

from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.laws import CHECK, Law, having
from pipeline.check.typed import Typed
from pipeline.events.standings import beside_boards
from pipeline.rules.charts import TOO_FEW, TOO_MANY
from pipeline.rules.counting import ways
from pipeline.rules.rank import in_standings
from pipeline.rules.ties import settled
from schemas.keys import BOARD, EVENT, PLAYER, among
from schemas.messages import Message, plural
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, POWERS

SEATED = ("boards", "results")  # the sheets with a row for each player of a board
PLACED = ("results", "placings")  # the sheets in which places and scores are typed side by side
ROUND = [*EVENT, "round"]
TELLING = 3  # distinct scores, or powers, needed to recognise a board
SAME_BUT = 1  # number of scores of a board that may have been corrected
TYPED_AGAIN = Message("The same players and scores are also in {event_first}, round {round_first}.")


class Results(Typed):
    """The input to the checks on results in the `boards`, `results` and `placings` sheets."""

    @cached_property
    def seated(self) -> pd.DataFrame:
        """The rows of the `boards` and `results` sheets with the same power or player as an earlier row of their board.

        The rows are sorted by sheet and by row. Rows whose round or board is unknown are left out.

        sheet    kind of sheet that the row comes from
        powers   whether an earlier row of the board has the same power
        names    whether an earlier row of the board has the same player
        doubled  whether at least seven rows of the board repeat earlier ones, so that they are reported as one mistake
        """
        seats = self.tables.seats.assign(sheet="boards")
        results = self.tables.results.assign(sheet="results")
        columns = ["sheet", *BOARD, "power", "player", "final_centres", "raw_row"]
        rows = pd.concat([table[columns] for table in (seats, results)]).dropna(subset=["round", "board"])
        rows = rows.sort_values(["sheet", "raw_row"], kind="stable", ignore_index=True)
        board = ["sheet", *BOARD]
        powers = rows["power"].notna() & rows.duplicated([*board, "power"])
        names = in_standings(rows["player"]) & rows.duplicated([*board, "player"])
        rows = rows.assign(powers=powers, names=names)[powers | names]
        return rows.assign(doubled=rows.groupby(board)["raw_row"].transform("size") >= len(POWERS))

    @cached_property
    def typed_boards(self) -> pd.DataFrame:
        """The entered results whose board is known. A round of seven rows that name no board counts as one board.

        of      a number that identifies the board
        size    number of rows of the board
        number  position of the row on its board, from 1
        """
        rows = self.tables.results.dropna(subset=["round"]).sort_values("raw_row")
        of_round = [rows[name] for name in ROUND]
        whole = rows["board"].isna().groupby(of_round).transform("all")
        whole &= rows["raw_row"].groupby(of_round).transform("size").eq(len(POWERS))
        rows = rows[rows["board"].notna() | whole]
        rows = rows.assign(board=rows["board"].fillna(""))
        boards = rows.groupby(BOARD, sort=False)
        return rows.assign(of=boards.ngroup(), size=boards["raw_row"].transform("size"), number=boards.cumcount() + 1)

    @cached_property
    def crowded(self) -> pd.DataFrame:
        """The eighth row of each board with more than seven rows and no repeated power or player."""
        rows = self.typed_boards
        repeated = self.seated[self.seated["sheet"] == "results"]
        rows = rows[rows["number"].eq(len(POWERS) + 1) & ~among(rows, repeated, BOARD)]
        return rows.assign(sheet="results")

    @cached_property
    def finals(self) -> pd.DataFrame:
        """For each board in the `results` sheets, the first row that has final centres.

        Boards with more than seven rows and boards of a variant are left out.

        total  sum of the final centres
        known  number of rows that record final centres
        cells  addresses of the cells with the final centres
        """
        rows = self.typed_boards.dropna(subset=["final_centres"])
        rows = rows[rows["size"] <= len(POWERS)]
        finals = rows.groupby("of")["final_centres"]
        rows_of = rows.groupby("of")["raw_row"].agg(list)
        rows = rows.assign(total=finals.transform("sum"), known=finals.transform("size")).drop_duplicates("of")
        table = self.raw.tables["results"]
        rows = rows.assign(cells=[table.cells(rows_of[of], "final") for of in rows["of"]])
        games = self.tables.games
        return rows[~among(rows, games[games["variant"] != ""], BOARD)]

    @cached_property
    def typed_twice(self) -> pd.DataFrame:
        """For each round, the first repeated result that names no board.

        The column `said` is a message with the number of repeated results.
        """
        rows = self.tables.results[self.tables.results["board"].isna()].sort_values("raw_row")
        facts = [*ROUND, "player", "score", "power", "place", "final_centres"]
        repeated = rows[rows.duplicated(facts) & in_standings(rows["player"])]
        number = repeated.groupby(ROUND)["raw_row"].transform("size")
        said = [
            plural(
                "1 result in round {round} appears twice.",
                "{n} results in round {round} appear twice.",
                int(n),
                round=round,
            )
            for n, round in zip(number, repeated["round"], strict=True)
        ]
        return repeated.assign(said=said, sheet="results").drop_duplicates(ROUND)

    @cached_property
    def typed_again(self) -> pd.DataFrame:
        """The first row of each board that most likely repeats an earlier board of its season.

        A repeated board has the same players with the same powers and scores, except that one score may have been
        corrected. If the results of a round name no board, they count as one board.

        *_first    event, round, board and scores of the earlier board
        elsewhere  whether the earlier board belongs to another event and no score differs
        """
        rows = self.tables.results.dropna(subset=["round"])
        rows = rows[in_standings(rows["player"])].assign(board=rows["board"].fillna(""), power=rows["power"].fillna(""))
        rows = rows.drop_duplicates([*BOARD, "player"]).sort_values([*BOARD, "player"], kind="stable")
        boards = rows.groupby(BOARD)
        rows = rows.assign(
            who=pd.util.hash_pandas_object(rows[["season", "player", "power"]], index=False),
            known=np.maximum(boards["score"].transform("nunique"), boards["power"].transform(_powers)),
        )
        blocks = rows.groupby(BOARD).agg(
            who=("who", "sum"), known=("known", "first"), scores=("score", tuple), raw_row=("raw_row", "min")
        )
        blocks = blocks[blocks["known"] >= TELLING].reset_index().sort_values("raw_row", kind="stable")
        first = blocks.groupby("who")[[*BOARD, "scores"]].transform("first").add_suffix("_first")
        blocks = pd.concat([blocks, first], axis=1)
        differ = [
            sum(one != other for one, other in zip(*pair, strict=True))
            for pair in zip(blocks["scores"], blocks["scores_first"], strict=True)
        ]
        other = (blocks[BOARD].to_numpy() != blocks[[f"{name}_first" for name in BOARD]].to_numpy()).any(axis=1)
        blocks = blocks.assign(differ=differ, elsewhere=blocks["event"] != blocks["event_first"], sheet="results")
        blocks["elsewhere"] &= blocks["differ"] == 0
        return blocks[other & (blocks["differ"] <= SAME_BUT)]

    @cached_property
    def results_beside_boards(self) -> pd.DataFrame:
        """The first result entered for each round that also has boards, in events with an official system."""
        return self.tables.results[beside_boards(self.tables)].drop_duplicates(ROUND)

    @cached_property
    def placed(self) -> pd.DataFrame:
        """The places in the `placings` sheets, and those in results whose board is known.

        of      a number that identifies the board, or a negative number that identifies the event of the placings
        whole   whether all seven rows of a board have a place. This is always true for placings, since another check
                reports missing places there
        lowest  whether the event's counting method puts the lowest score first. This is always false for results
        """
        results = self.typed_boards.assign(sheet="results", lowest=False)
        results = results[results["size"] <= len(POWERS)]
        placings = self.tables.placings
        lowest = self.events.loc[[ways()[how].lowest for how in self.events["how"]], EVENT]
        placings = placings.assign(
            sheet="placings",
            of=-1 - placings.groupby(EVENT).ngroup(),
            lowest=among(placings, lowest, EVENT),
        )
        columns = ["sheet", *EVENT, "of", "lowest", "place", "score", "raw_row"]
        rows = pd.concat([table[columns] for table in (results, placings)], ignore_index=True).dropna(subset=["place"])
        seven = rows.groupby("of")["place"].transform("size").eq(len(POWERS))
        return rows.assign(whole=rows["sheet"].eq("placings") | seven)

    @cached_property
    def places_left_out(self) -> pd.DataFrame:
        """For each board or event, the first row after a gap in the places.

        The column `rank` is the row's rank among the places entered.
        """
        rows = self.placed[self.placed["whole"]]
        places = rows.groupby("of")["place"]
        rows = rows.assign(rank=places.rank(method="min"), dense=places.rank(method="dense")).sort_values(
            ["of", "place"]
        )
        return rows[(rows["place"] != rows["rank"]) & (rows["place"] != rows["dense"])].drop_duplicates("of")

    @cached_property
    def without_place(self) -> pd.DataFrame:
        """The players who have no place in an event's placings although other players have places."""
        rows, unread = self.tables.placings, self.raw.tables["placings"].faulty["place"]
        blank = rows["place"].isna() & ~unread.to_numpy(dtype=bool)[rows["raw_row"]]
        players = rows[(rows["role"] == "player") & blank & in_standings(rows["player"])]
        return players[among(players, rows[rows["place"].notna()], EVENT)]

    @cached_property
    def scored_otherwise(self) -> pd.DataFrame:
        """For each board, and for each event with placings, the first row whose place contradicts its score.

        A place contradicts its score if a row with a better place has a worse score, or if a row with the same place
        has a different score.
        """
        rows = self.placed.dropna(subset=["score"])
        worth = pd.Series(settled(rows["score"]), rows.index)
        rows = rows.assign(worth=worth.where(~rows["lowest"], -worth)).sort_values(["of", "place", "worth", "raw_row"])
        before = rows.groupby("of")[["place", "worth"]].shift()
        return rows[(rows["worth"] > before["worth"])].drop_duplicates("of")


def _powers(powers: pd.Series) -> int:
    """Return the number of distinct powers, not counting blanks."""
    return int(powers[powers != ""].nunique())


def _twice(rows: pd.DataFrame) -> pd.DataFrame:
    """Return each row whose player already appears in an earlier row of the event."""
    return rows[rows.duplicated(PLAYER) & in_standings(rows["player"])]


# fmt: off
LAWS: tuple[Law[Results], ...] = (
    # who sits where: a power and a player once on a board, and seven of them
    Law("board_twice", "{sheet}!board", lambda t: having(t.seated, "doubled").drop_duplicates(["sheet", *BOARD]), SEATED),
    Law("power_twice", "{sheet}!power", lambda t: having(t.seated, "powers and not doubled"), SEATED),
    Law("player_twice", "{sheet}!player", lambda t: having(t.seated, "names and not doubled"), SEATED),
    Law("crowded_board", "{sheet}!player", lambda t: t.crowded, ("results",)),
    # results: a row once in a round, a board once in a season, and no more centres than the map has
    Law("result_twice", "results!player", lambda t: t.typed_twice, message="said"),
    Law("same_game", "results!score", lambda t: having(t.typed_again, "elsewhere"), message=TYPED_AGAIN),
    Law("board_again", "results!score", lambda t: having(t.typed_again, "not elsewhere"), message=TYPED_AGAIN),
    Law("too_many_centres", "results!final", lambda t: having(t.finals, f"total > {CENTRES_ON_THE_MAP}"), message=TOO_MANY, hint=CHECK),
    Law("too_few_centres", "results!final", lambda t: having(t.finals, f"known == {len(POWERS)} and total < {CENTRES_AT_THE_START}"),
        message=TOO_FEW, hint=CHECK),
    Law("result_beside_boards", "results!score", lambda t: t.results_beside_boards),
    Law("placed_twice", "placings!player", lambda t: _twice(t.tables.placings)),
    # places: none is skipped, every player has one, and the scores agree with them
    Law("no_place", "placings!place", lambda t: t.without_place),
    Law("places_skip", "{sheet}!place", lambda t: t.places_left_out, PLACED),
    Law("scores_skip", "{sheet}!score", lambda t: t.scored_otherwise, PLACED),
)
# fmt: on
