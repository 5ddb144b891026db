"""From raw result sheets to ranked workbooks. The stages of a build, package by package:

read/      files of data/raw -> raw sheets: each cell as text with its address, checked cell by cell
tidy/      raw sheets -> tidy tables: one language, one name for each player, every column typed
check/     tidy tables -> problems: the laws of boards, charts, seasons and Bao; an event with an error stops here
score/     tidy tables -> facts (the boards as arrays) -> the scores of every seat under every system
events/    scores -> results of events, Bao tournaments and circuits
pages/     all these frames -> the content of each output: headings, columns, rows; `stages` runs the packages above
books/     pages -> workbooks; report/ pages -> the season's HTML
build/     changed seasons -> complete files in data/out, and a manifest for each season
rules/     used by all stages: what others have published (systems, countings, circuits, Bao), as pure functions
problems/  used by all stages: every problem with its code, its message and its explanation
tools/     outside a build: new workbooks, the director's desk, archives, comparisons; cli/ has one file per command
"""

__version__ = "0.1.0"
