"""The reference page on counting, which explains how an event's results add up and then lists the rule sheets."""

from pipeline.rules.counting import Counting, counting_words, countings
from pipeline.tools.reference.markdown import prose, rule_sheet

INTRODUCTION = """# Counting

Counting makes the standings of one event from the scores of its boards. The settings below stand in the sheet `event`;
[all settings](settings.md#event) says what each may hold. `events.xlsx` shows how much of each result counts, and why
the rest does not.

## The setting `counting`

Type it in English, Italian, French or German words, with any number.

| typed | a player with 40, 30, 20 and 10 has | known from |
| --- | --- | --- |
| `sum`, or blank | 100 | |
| `best 3` | 90: the best three games, even two of one round | |
| `mean of best 4` | 25; with fewer games, the mean of those | |
| `best 2 rounds` | 70: a round is worth its best game, or all its games with `round score` = `sum` | dipvis |
| `best 2 + half the mean of the rest` | 70 + 15/2 | dipvis |
| `best 2 + half the 3rd` | 70 + 20/2 | dipvis |
| `best 3 + half the 4th` | 90 + 10/2 | UK championship 2025 |
| `best 2 + half the 3rd or a third of the rest` | 70 + (20 + 10)/3; with three games, half the third | dipvis |
| `best 2 + half the 3rd or a third of the 3rd and 4th` | the same; a fifth game is dropped | dipvis, by its name |
| `sum / (games + 10)` | 100/14 | dipvis; with `+ 3` the Seven Years War |
| `sum of ranks, best 3` | the best three ranks in the rounds, added; the lowest sum wins | DipCon 2019, KublaCon |
| `WDC 2025` | the best two of rounds 1 to 3, and round 4 | WDC 2025 |

In `WDC 2025` round 4 counts one and a half times for the first 21 players after round 3.

## Rounds

- `round score` (`best` or `sum`) makes every way count rounds instead of games: a round is worth its best game or the
  sum of its games.
- `round weights`, such as `1: 0.4; 2: 0.4; 3: 1`, multiplies the results of a round before any are dropped (European
  championship 2016).
- `sit-out points` gives points for a round sat out: for every such round, or for the first one with
  `sit-outs` = `once`.

## Points beside the games

`handicap` and `adjustment` are columns of the sheet `players`. They are added at the end and shown with their `remark`.

## Top table, divisions, minimum of games

- `top table round` and `top table` (the board) name a board whose players take the first places. Everybody else follows
  by score. With `top table places` = 1 only its winner moves up. Under Italia-2010 its winner gets 2000 points instead.
- A column `division` in the sheet `games` says which boards of the last round play for the title (1) and which for
  the next places (2, 3 ...). Players of the first division rank before all others. Each division has its winner.
- `minimum games` = 3 ranks players with fewer than three games after everybody else, and says how many are missing.

## Ties

Equal scores share a rank, unless `tie-breaks` lists what decides, in order, as in `best game, centres`. You may use
`best game`, `second best game`, `centres`, `wins`, `board tops`, `head to head`, `fewer games` and `dropped round`. The
standings say what settled a tie, with the figure of each player. If a figure is not known for everybody who is level,
the rank is shared.

## Best countries and teams

`best country` names who did best with each power: by `score` (then centres), by `centres` (then score), or by
`centres not in a lost solo`. `teams` = `sum` adds up the games of all members; `best 10` adds up the ten best games of
the whole team. The column `team` of the sheet `players` says who is in which team. Both are shown in `events.xlsx` and
in the report, and published as [tables](tables.md).

## While an event goes on

The standings of an event that is not over show what can still change: the lowest and highest score and the best and
worst rank that each player can still reach, the score that a further result must beat to count, and the one it must
beat to gain a place if nobody else plays. This assumes one more game per player in each planned round (`rounds`) and on
each board to come, worth the least to the most that the official system gives on a board. Players who have not played
yet are left out. It is not computed for `WDC 2025`, sums of ranks and top tables.

## Rule sheets

Each rule is one file in `pipeline/rules/counting`. An event's output prints the paragraphs of the rules that it
applied. *Typed as* shows the words of the setting `counting` that choose the rule, here with the number 2.
"""


def page() -> str:
    """Return the page on how results add up, with one section per rule."""
    return "\n".join([INTRODUCTION, *map(_counting, countings().values())])


def _counting(counting: Counting) -> str:
    """Return the section on a counting rule: the system or typed words that select it, if any, and its rule sheet."""
    lines = [f"**{counting.title}**."]
    if counting.system:
        lines.append(f"For events whose official system is an edition of `{counting.system}`.")
    if counting.ways:
        lines.append(f"Typed as: {', '.join(f'`{counting_words(how, 2)}`' for how in counting.ways)}.")
    return f"### {counting.id}\n\n{prose(' '.join(lines))}\n\n{rule_sheet(counting.rules)}"
