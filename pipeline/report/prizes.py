"""What an event gives beside its standings: the best with each power, and the teams with the games of their members."""

from pipeline.events.prizes import Prizes
from pipeline.report.cells import Bit, Cell, Table, figure, points_shown
from pipeline.report.figures import rank_shown, whole
from pipeline.report.labels import Voice
from pipeline.report.nations import NO_BREAK
from schemas.messages import say


def prize_tables(voice: Voice, event: str) -> list[Table]:
    """The tables of an event, those that have a row."""
    found = voice.report.prizes
    if found is None:
        return []
    of_event = Prizes(*(rows[rows["event"] == event] for rows in vars(found).values()))
    tables = [_divisions(voice, of_event)] if len(of_event.divisions) else []
    tables += [_countries(voice, of_event)] if len(of_event.countries) else []
    return tables + ([_teams(voice, of_event)] if len(of_event.teams) else [])


def _divisions(voice: Voice, prizes: Prizes) -> Table:
    """A row a winner."""
    first = prizes.divisions
    first = first.assign(shown=voice.figures(first["score"]))
    rows = [
        [
            figure(whole(one.division)),
            Cell([voice.player(one.player)], "head"),
            figure(whole(one.rank)),
            figure(one.shown),
        ]
        for one in first.itertuples()
    ]
    heads = voice.heads("division:figure", "player", "rank:figure", "score:figure")
    return Table(voice.w(say("Winners of the divisions")), heads, rows)


def _countries(voice: Voice, prizes: Prizes) -> Table:
    """A row a power and player."""
    best = prizes.countries
    best = best.assign(shown=voice.figures(best["score"]))
    rows = [
        [
            Cell([Bit(voice.power(game.power))], "head"),
            Cell([voice.player(game.player)]),
            Cell([Bit(game.shown)], "figure score"),
            figure(whole(game.final_centres)),
            Cell([Bit(voice.place(game, several=False))], "small"),
        ]
        for game in best.itertuples()
    ]
    heads = voice.heads("power", "player", "score:figure", "centres:figure", "where")
    return Table(voice.w(say("Best countries")), heads, rows)


def _teams(voice: Voice, prizes: Prizes) -> Table:
    """A row a team: rank, score, and its games, bold if they count for it and struck out if not."""
    teams = prizes.teams
    teams = teams.assign(shown=voice.figures(teams["score"]), level=teams.duplicated("rank", keep=False))
    results = prizes.team_results.assign(shown=voice.figures(prizes.team_results["points"]))
    rows = []
    for team in teams.itertuples():
        games = results[results["team"] == team.team]
        members = [
            bit
            for number, (player, of_player) in enumerate(games.groupby("player", sort=False))
            for bit in (
                Bit(", " if number else ""),
                voice.player(player),
                *(bit for one in of_player.itertuples() for bit in (Bit(NO_BREAK), points_shown(one))),
            )
        ]
        rows.append([
            Cell([Bit(rank_shown(team.rank, team.level), "rank")], "figure"),
            Cell([Bit(team.team, "name")], "head"),
            Cell([Bit(team.shown)], "figure score"),
            figure(whole(team.games)),
            Cell(members, "names"),
        ])  # fmt: skip
    heads = voice.heads("rank:figure", "team", "score:figure", "games:figure", "players")
    return Table(voice.w(say("Teams")), heads, rows, look="people")
