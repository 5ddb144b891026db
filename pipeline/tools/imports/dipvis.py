"""The JSON format of dipvis, version 1: tournaments with rounds, players and scores, and games with charts."""

from collections.abc import Iterator
from typing import Any

from pipeline.tools.imports.imported import (
    LAST_YEAR,
    MOST_PLACE,
    Board,
    Counts,
    Imported,
    Row,
    by_power,
    centres,
    counts,
    fact_of,
    figure,
    name_of,
    named,
    part,
    power_of,
    remark,
    whole,
)
from pipeline.tools.imports.opening import Document
from schemas.messages import say
from schemas.words import FIRST_YEAR, POWERS, conjoined

TITLE = say("dipvis JSON")
USED = {"rounds", "results", "round_number", "is_finished", "notes", "draw", "sc_chart", "players", "game"}
MOST_ROUNDS = 99


def recognises(document: Document) -> bool:
    """Return whether a document is a tournament or a game in the dipvis format.

    A tournament has the fields `name` and `rounds`. A game has the field `sc_chart` or `round_number`.
    """
    content = document.content
    if document.kind != "json" or not isinstance(content, dict):
        return False
    return {"name", "rounds"} <= content.keys() or bool({"sc_chart", "round_number"} & content.keys())


def read(document: Document, imported: Imported) -> None:
    """Add a tournament's games and scores, or a single game, to `imported`. Raises Refused if the file is invalid."""
    content = document.content
    if "rounds" in content:
        boards = [*_of_a_tournament(document)]
        imported.boards += boards
        _add_results(content, boards, imported, document.place)
    else:
        imported.boards.append(_of_a_game(document))
    imported.aside.update({*content} - USED - ({"name"} if "sc_chart" in content else set()))


def _key(round: str, name: str) -> tuple[str, ...]:
    return "dipvis", round, name


def _of_a_tournament(document: Document) -> Iterator[Board]:
    for round, games in named(document.content["rounds"], "rounds", "round", "number", "round_number"):
        for name, game in named(part(games, "games", object, optional=True), "games", "name"):
            board = Board(document.place, name_of(name), round, _key(round, name))
            board.players, board.game = _players(game), _draw(game)
            yield board


def _of_a_game(document: Document) -> Board:
    content = document.content
    number = content.get("round_number")
    round = "" if number is None else str(whole(number, "round_number", 1, MOST_ROUNDS))
    name = name_of(content.get("name") or content.get("game") or document.title)
    board = Board(document.place, name, round, _key(round, name))
    for year, owned in named(part(content, "sc_chart", dict, optional=True), "sc_chart"):
        if whole(year, "sc_chart", FIRST_YEAR - 1, LAST_YEAR) >= FIRST_YEAR:
            board.chart[int(year)] = _counted(owned, year)
    board.players, board.game = _players(content), _draw(content)
    if content.get("is_finished") is False and board.chart:
        board.game["result"] = "in progress"
    if note := remark(content.get("notes")):
        board.seats[POWERS[0]] = {"note": note}
    return board


def _counted(owned: object, year: str) -> Counts:
    """Return the centre counts for a year. Raises Refused if they are invalid."""
    return counts(by_power(part({year: owned}, year, dict), centres))


def _players(game: object) -> dict[str, str]:
    """Return the name of each power's player.

    The game gives each player either as a name or as an object with a name.
    """
    players = part(game, "players", dict, optional=True) or {}
    return by_power(players, lambda each, _: name_of(each.get("name") if isinstance(each, dict) else each))


def _draw(game: dict[str, Any]) -> Row:
    """Return the `result` and `winners` cells for a draw by vote, or {} if there was no such draw."""
    draw = part(game, "draw", dict, optional=True)
    powers = draw.get("powers") if draw else None
    powers = conjoined(powers) if isinstance(powers, str) else powers
    return {"result": "draw", "winners": sorted(map(power_of, powers))} if isinstance(powers, list) and powers else {}


# -- scores ------------------------------------------------------------------------------------------------------------


def _add_results(content: dict[str, Any], boards: list[Board], imported: Imported, place: str) -> None:
    """Add each player's scores to the boards, or to the `results` sheet if it is unclear which game they belong to.

    Raises Refused if a name or a number is invalid.
    """
    for each in part(content, "results", list, optional=True) or []:
        player = name_of(part(each, "player_name", str))
        if number := fact_of(str(each.get("player_wdr_id") or ""), "wdr id", place, imported):
            imported.players.append({"player": player, "wdr id": number})
        games = part(each, "score_breakdown", list, optional=True) or []
        for game in games:
            round, name, score = str(game.get("round")), game.get("game"), figure(game.get("score"), "score")
            seats = [
                (board, power)
                for board in boards
                for power, who in board.players.items()
                if who == player and board.round == round and name in (None, board.board)
            ]
            if len(seats) == 1 and "score" not in seats[0][0].seats.get(seats[0][1], {}):
                seats[0][0].seats.setdefault(seats[0][1], {})["score"] = score
            else:
                row = {"player": player, "round": round, "score": score, "board": name, "imported from": place}
                imported.results.append(row)
        if not games and not boards:
            rank, score = each.get("ranking"), each.get("score")
            placed = {"place": whole(rank, "ranking", 1, MOST_PLACE) if rank is not None else None}
            imported.placings.append(
                {"player": player, **placed, "score": None if score is None else figure(score, "score")}
            )
