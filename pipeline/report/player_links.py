"""Where the history says what it knows of a player."""

from urllib.parse import quote

PAGE = "history/history.html"  # seen from the front door


def anchor(label: str, player: str) -> str:
    """A player's part on the page; real games and examples have parts of their own."""
    return "-".join(["player", *label.split(), *player.split()])


def life(label: str, player: str) -> str:
    """The address of a player's part, seen from the front door."""
    return f"{PAGE}#{quote(anchor(label, player))}"
