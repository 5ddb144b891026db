"""What can still change in an event that is not over."""

from pipeline.pages.chances import CAN_BE, CAN_CHANGE
from pipeline.report.cells import Bit, Cell, Table, figure, without_empty
from pipeline.report.figures import rank_shown, text
from pipeline.report.labels import Voice
from schemas.messages import say


def chances_tables(voice: Voice, event: str, system: str) -> list[Table]:
    """A row a player, if it is worked out for the event."""
    found = voice.report.chances
    if found is None or not (found.players["event"] == event).any():
        return []
    players = found.players[found.players["event"] == event]
    level = players.duplicated("rank", keep=False)
    ranks = [
        rank_shown(rank, shared) if text(rank) else "" for rank, shared in zip(players["rank"], level, strict=True)
    ]
    shown = zip(*(voice.figures(players[name], system) for name in ("score", *CAN_BE)), strict=True)
    rows = [
        [Cell([Bit(rank, "rank")], "figure"), Cell([voice.player(player)], "head"), *map(figure, figures)]
        for rank, player, figures in zip(ranks, players["player"], shown, strict=True)
    ]
    heads = voice.heads("rank:figure", "player", "score:figure", *(f"{name}:figure" for name in CAN_BE))
    return [without_empty(Table(voice.w(CAN_CHANGE), heads, rows))]


def chances_notes(voice: Voice, event: str) -> list[str]:
    """What it is worked out from, or why it is not."""
    found = voice.report.chances
    if found is None:
        return []
    said = found.events.loc[found.events["event"] == event, "said"]
    return [voice.w(say("{what}: {said}", what=CAN_CHANGE, said=words)) for words in said]
