"""The seating of a round: who plays which power at which table.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, paragraph 8.
8        As far as possible, players have different powers and different opponents in every round. If possible, nobody
         plays two powers of the same group either: F/E, R/T, A/G/I. Each wish that is not fulfilled costs points
         (`wishes.py`), and the tables are chosen so that they cost as little as possible.
8.1      In the first two rounds people with declared ties are kept apart.
8.2      Last round: the highest-ranked players who are present and willing sit at the top table. The others are seated
         at random, as in other rounds.
8.4 A    Last round: people are taken in order of standing for as many tables of seven as possible. The rest play at
         tables of six.
8.4 B    Other rounds: there are as many tables of six as it takes for everybody to play.
8.4 C    The director may give the number of players at each table instead.
8.5      At a table of six nobody plays Turkey.
8.6      A volunteer plays on two boards at once.
8.7      A player who sits out has no seat.
Reading  "At random" means that the choice among tables that cost the same is made by lot. The lot depends only on the
         seed, the round and the names. The more specific rule, 8.4 A, decides who plays at tables of seven and who at
         tables of six. Paragraph 8.2 decides who sits at which table of seven. Players who share a rank are ordered by
         lot, and players without a rank come last. There are as few tables of six as the volunteers allow, and then as
         few volunteers as possible. Volunteers who have played on two boards least often are chosen first, with ties
         broken by lot. Players at the top table are chosen last. A volunteer plays two powers at two tables. For the
         second table, the first power counts as already played. An opponent at both tables counts as met twice. There
         is never a table with fewer than six players (8.4 A allows it, but does not say which powers stay empty).
"""

from pipeline.tools.desk.seating.hall import Hall, Seat, Seating
from pipeline.tools.desk.seating.pools import lay_out
from pipeline.tools.desk.seating.solver import solve
from pipeline.tools.desk.seating.wishes import broken, wishes
from schemas.words import POWERS

PATIENCE = 10.0  # CP-SAT's deterministic seconds (about one second of one core each); most halls need less than two


def seat(hall: Hall, patience: float = PATIENCE) -> Seating:
    """Return the seating of the round. The same hall and seed give the same tables.

    patience  longest time, in CP-SAT's deterministic seconds, to search for better tables or for a proof that there are
              none. The solver stops as soon as it has the proof.

    Raises CannotSeatError if the people do not fill tables of seven and six, SolverMissingError if OR-Tools is not
    installed, and TimeoutError if no tables are found within `patience`.
    """
    layout = lay_out(hall)
    plan, bound = solve(wishes(hall), layout, hall.lot(), patience)
    people = hall.playing
    players = {(table, power): people[player] for (player, table), power in plan.items()}
    seats = tuple(
        Seat(table + 1, name, players.get((table, power), ""))
        for table in range(len(layout.sizes))
        for power, name in enumerate(POWERS)
    )
    return Seating(
        seats=seats,
        broken=tuple(broken(hall, seats)),
        bound=bound,
        remarks=layout.remarks,
        top_table=hall.top_table,
        doubled=layout.doubled,
    )
