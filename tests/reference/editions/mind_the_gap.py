"""Systems in which powers pay the leader a tribute for the gap in centres.

The systems are Janus, Mind the Gap, and OMG as computed by the Diplomacy Broadcast Network.
"""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, solo_takes, survivors


def janus(board: PlainBoard) -> Points:
    """Score a board under Janus, with a point per centre, 60 shared by the survivors and 6 shared by the leaders.

    Every other survivor pays a sole leader one point for each centre by which the leader is ahead of the second power,
    but no more than the survivor's share of the 60 points.
    """
    if has_solo(board):
        return solo_takes(100, board)
    alive, (first, second) = survivors(board), sorted(board.centres, reverse=True)[:2]
    level = [power for power in POWERS if board.centres[power] == first]
    points = [Fraction(count) for count in board.centres]
    for power in alive:
        points[power] += Fraction(60, len(alive)) + (Fraction(6, len(level)) if power in level else 0)
        if len(level) == 1 and power not in level:
            due = min(Fraction(60, len(alive)), Fraction(first - second))
            points[power] -= due
            points[level[0]] += due
    return points


def mind_the_gap(board: PlainBoard) -> Points:
    """Score a board under Mind the Gap, with 1.5 points per centre and 49 points shared by the survivors.

    Each survivor below the top pays a tribute t of one point for each centre by which the first power is ahead of the
    second, but no more than a survivor's share of the 49 points. Each of the k leaders gets (7-k)t/k, however many
    survivors pay.
    """
    if has_solo(board):
        return solo_takes(100, board)
    alive, (first, second) = survivors(board), sorted(board.centres, reverse=True)[:2]
    pool = Fraction(49, len(alive))
    due = min(Fraction(first - second), pool)
    k = board.centres.count(first)
    points = [Fraction(3, 2) * count for count in board.centres]
    for power in alive:
        points[power] += pool + ((7 - k) * due / k if board.centres[power] == first else -due)
    return points


def omg_dbn(board: PlainBoard) -> Points:
    """Score a board under OMG as computed by the Diplomacy Broadcast Network.

    A power gets 1.5 points per centre and 9 for survival. If more powers are behind it than ahead of it, it also gets
    0.75 times the difference. Every other power pays a sole leader a point for each centre by which the leader is ahead
    of the second power, but at most half of its own points.
    """
    if has_solo(board):
        return solo_takes(100, board)
    points = []
    for own in board.centres:
        behind, ahead = sum(other < own for other in board.centres), sum(other > own for other in board.centres)
        points.append(Fraction(3, 2) * own + (9 if own else 0) + Fraction(3, 4) * max(0, behind - ahead))
    first, second = sorted(board.centres, reverse=True)[:2]
    leader = board.centres.index(first)
    if first > second:
        for power in POWERS:
            if power != leader:
                due = min(Fraction(first - second), points[power] / 2)
                points[power] -= due
                points[leader] += due
    return points
