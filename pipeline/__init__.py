"""Turn raw result sheets into ranked workbooks.

These packages hold the stages of a build, in order:

read/      reads the files of data/raw into raw sheets (each cell as text with its address), and checks the cells
tidy/      turns raw sheets into tidy tables, with one language, one name for each player and a type for every column
check/     checks boards, charts, seasons and Bao events, reports problems, and leaves out events or boards with errors
score/     computes facts (the boards as arrays) and, from these, the scores of every seat under every system
events/    computes the results of events, Bao tournaments and circuits from the scores
pages/     decides the content of each output: headings, columns and rows
books/     writes pages as workbooks
report/    writes pages as HTML
build/     writes the files of changed seasons to data/out, with a manifest for each season

The module `stages` runs the packages from read/ to events/. The other packages are not stages:

rules/     published rules (systems, counting methods, circuits, Bao) as pure functions
problems/  every problem with its code, its message and its explanation
tools/     work outside a build: new workbooks, the director's desk, archives and comparisons
cli/       one file per command
"""

__version__ = "0.1.0"
