"""From raw result sheets to ranked workbooks. The road, room by room:

read/      files of data/raw -> raw sheets: each cell a text with its address, checked one by one
tidy/      raw sheets -> tidy tables: one language, one name for each player, every column typed
check/     tidy tables -> problems: the laws of boards, charts, seasons and Bao; an event with an error stops here
score/     tidy tables -> facts (the boards as arrays) -> the scores of every seat under every system
events/    scores -> results of events, of Bao tournaments and of circuits
pages/     all these frames -> what each output says: headings, columns, rows; `stages` walks the road up to here
books/     pages -> workbooks; report/ pages -> the season's HTML
build/     what has changed -> whole files in data/out, and a manifest for each season
rules/     used all along the road: what others have published (systems, countings, circuits, Bao), pure
problems/  used all along the road: every problem with its code, its message in three languages, its explanation
tools/     beside the road: new workbooks, the director's desk, archives, comparisons; cli/ has a file a command
"""

__version__ = "0.1.0"
