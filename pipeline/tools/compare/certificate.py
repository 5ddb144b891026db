"""A certificate for a system, stating its properties and how it divides a board's points.

The system is tested on all final positions. The certificate covers the properties shown in the comparison, and further
properties that a league may want to know about its own rules.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pipeline.language.language import Language
from pipeline.pages.book import Book, Column, Sheet, Table
from pipeline.pages.heading import Heading
from pipeline.pages.shared_columns import rule_columns
from pipeline.pages.translate import book
from pipeline.rules.boards import Boards, Ints
from pipeline.rules.numbers import kinds, printed
from pipeline.rules.systems import System
from pipeline.tools.compare.positions import GAME_YEARS, LATE, course_lines, played, shown, tried_on
from pipeline.tools.compare.properties import (
    ANSWERS,
    ORDINALS,
    PROPERTIES,
    Finding,
    Property,
    Trial,
    figure,
    left_open,
    rounded,
    scores,
    trial_of,
)
from schemas.messages import Text, listed, say
from schemas.words import POWERS

SHARES = (  # shares of a board's points without a solo
    say("share of the points that goes to the power ranked first by centres, on a board without a solo"),
    say("share of the points that goes to the power ranked second by centres, on a board without a solo"),
    say("share of the points that goes to the power ranked third by centres, on a board without a solo"),
    say("share of the points that goes to the survivor ranked last, on a board without a solo"),
    say("share of the points that goes to all eliminated powers together, on a board without a solo"),
)


class Certified(NamedTuple):
    """One line of a certificate: a statement, whether it holds (None if nothing is claimed), figures and examples."""

    statement: Text
    holds: bool | None
    figures: Text
    example: Text


def certificate(system: System) -> list[Certified]:
    """Return every line of a system's certificate."""
    trial = trial_of(system)
    rules = (*PROPERTIES.values(), *FURTHER.values())
    return [*(Certified(rule.header, *rule.of(trial)) for rule in rules), *_worth(trial)]


def draw_above_loss(trial: Trial) -> Finding:
    """Compare the lowest score of any survivor in a draw with the highest score of any power beaten by a solo."""
    b, score = trial.boards, rounded(trial.score)
    drawn = np.where(b.drawn & b.survivor, score, np.inf)
    beaten = np.where(b.soloed & ~b.solo, score, -np.inf)
    low, high = int(drawn.min(axis=0).argmin()), int(beaten.max(axis=0).argmax())
    figures = say("{points} against {other}", points=figure(drawn.min()), other=figure(beaten.max()))
    return Finding(bool(drawn.min() > beaten.max()), figures, listed([trial.shown(low), trial.shown(high)], "\n"))


def survivor_above_eliminated_anywhere(trial: Trial) -> Finding:
    """Compare the lowest score of any survivor with the highest score of any eliminated power.

    The survivors are taken from all tested boards without a solo. The eliminated powers are taken from games that end
    in the same positions, with one elimination per year (`one_out_a_year`).
    """
    b, late = trial.boards, one_out_a_year(trial.positions)
    survivor = np.where(b.drawn & b.survivor, rounded(trial.score), np.inf)
    out = np.where(late.drawn & ~late.survivor, rounded(scores(trial.system, late)), -np.inf)
    low, high = int(survivor.min(axis=0).argmin()), int(out.max(axis=0).argmax())
    who, position = ORDINALS[int(out[:, high].argmax())], shown(trial.positions[:, high])
    figures = say(
        "the lowest-scoring survivor has {points}; the {who} power, which was eliminated, has {other}",
        points=figure(survivor.min()),
        who=who,
        other=figure(out.max()),
    )
    after = say("{position} (one power eliminated each year, the {who} power last)", position=position, who=who)
    return Finding(bool(survivor.min() > out.max()), figures, listed([trial.shown(low), after], "\n"))


def one_out_a_year(centres: Ints) -> Boards:
    """Return finished games that end in these positions, with one elimination per year up to the final year.

    centres  the final positions, as a (power, board) array
    """
    late = played(centres, LATE)
    seat = np.arange(len(POWERS))[:, np.newaxis]
    year = (GAME_YEARS - (seat - late.survivor.sum(axis=0))).astype(np.int16)
    eliminated = np.where(late.survivor, 0, year).astype(np.int16)
    lives = np.arange(1, GAME_YEARS + 1)[:, np.newaxis, np.newaxis] < np.where(late.survivor, GAME_YEARS + 1, year)
    return replace(late, owned=late.owned * lives, eliminated=eliminated)


def top_alone(trial: Trial) -> Finding:
    """Test whether every board without a solo has a single highest score."""
    b, score = trial.boards, rounded(trial.score)
    level = (score == score.max(axis=0)).sum(axis=0) > 1
    tied = level & b.drawn
    by_centres = tied & (b.leader.sum(axis=0) > 1)
    if not tied.any():
        return Finding(True)
    figures = say(
        "the highest score is shared on {percent:.1f}% of boards, and on {part:.1f}% of these the centre lead is shared too",
        percent=100 * tied.sum() / b.drawn.sum(),
        part=100 * by_centres.sum() / tied.sum(),
    )
    return Finding(False, figures, trial.shown(int(tied.argmax())))


FURTHER = {
    "draw_above_loss": Property(
        say("any draw is worth more than any defeat"),
        say("Even the lowest-scoring survivor on a board without a solo scores more than anyone beaten by a solo."),
        draw_above_loss,
        of_solos=True,
    ),
    "survivor_above_eliminated_anywhere": Property(
        say("any survivor scores more than any eliminated power"),
        say(
            "Across all boards without a solo, every survivor scores more than every eliminated power, even in different games."
        ),
        survivor_above_eliminated_anywhere,
    ),
    "top_alone": Property(
        say("one power alone scores highest"),
        say("On every board without a solo, one power has more points than any other."),
        top_alone,
    ),
}


def _worth(trial: Trial) -> Iterator[Certified]:
    """Yield one line for each share in SHARES, with its mean and range over all tested boards without a solo."""
    b = trial.boards
    drawn = np.flatnonzero(b.drawn)
    score, centres = trial.score[:, drawn], b.centres[:, drawn]
    total = score.sum(axis=0)
    parts = 100 * np.divide(score, total, out=np.zeros_like(score), where=total != 0)
    alive = centres > 0
    last = alive.sum(axis=0) - 1
    everybody = np.arange(parts.shape[1])
    of = (parts[0], parts[1], parts[2], parts[last, everybody], np.where(alive, 0.0, parts).sum(axis=0))
    for statement, share in zip(SHARES, map(rounded, of), strict=True):
        low, high = int(share.argmin()), int(share.argmax())
        figures = say(
            "{mean:.1f}% on average, {low:.1f}% to {high:.1f}%", mean=share.mean(), low=share[low], high=share[high]
        )
        example = listed([trial.shown(int(drawn[low])), trial.shown(int(drawn[high]))], "\n")
        yield Certified(statement, None, figures, example)


def heading_lines(system: System) -> list[Text]:
    """Return lines about the positions tested, those that the system cannot score, and the courses of play."""
    return [
        tried_on(),
        *(
            say("{n:,} of these positions are left out: {reason}.", n=count, reason=reason)
            for reason, count in left_open(system).items()
        ),
        say("No turns were missed; without a solo, all survivors share the draw."),
        *course_lines(),
    ]


def certificate_book(system: System, lines: list[Certified], words: Language) -> Book:
    """Return the certificate as a workbook in the reader's language: findings, rule sheet and numeric settings."""
    columns = [
        Column("statement", [line.statement for line in lines], ("wrapped", "top", "strong"), width=50),
        Column("holds", [ANSWERS.get(line.holds) for line in lines], ("text", "top"), [(str(ANSWERS[line.holds]),) if line.holds is not None else () for line in lines]),
        Column("figures", [line.figures or None for line in lines], ("wrapped", "top"), width=44),
        Column("positions", [line.example or None for line in lines], ("wrapped", "top"), width=34),
    ]  # fmt: skip
    values, meant = printed(system.numbers), kinds(system.numbers)
    numbers = [
        Column("number", [*meant], ("text", "strong")),
        Column("value", [values[name] for name in meant], ("wrapped", "top"), width=40),
        Column("meaning", [kind.meaning for kind in meant.values()], ("wrapped", "top"), width=60),
    ]
    title, on_what = say("Certificate: {system}", system=system.title), words(say("all final positions"))
    heading = Heading(title, on_what, "FINAL", [], ["generated"], words)
    return book(
        heading,
        [
            Sheet("Certificate", [Table("Certificate", columns, filters=False)], heading_lines(system), one_page=True),
            Sheet("Rules", [Table("Rules", rule_columns(system.rules, words, "part"), filters=False)], one_page=True),
            Sheet("Numbers", [Table("Numbers", numbers, filters=False)], one_page=True),
        ],
    )
