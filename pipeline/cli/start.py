"""What the program does when it is started without a command, for example by a double click.

In a league's folder, the program watches the sheets and shows the results in the browser. In any other folder, it asks
four questions and writes the first workbook. If there is no terminal for the questions, it prints instructions for
getting started instead.
"""

import os
import sys
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import typer

from pipeline.cli.ends import in_one_line
from pipeline.cli.new import new
from pipeline.cli.shared import RAW, place_of
from pipeline.cli.terminal import echo, tell, words
from pipeline.cli.watch import watch
from schemas.messages import Text, Verbatim, say

FROZEN = getattr(sys, "frozen", False)  # the single-file program made by `make app`
NAMES_OF_LANGUAGES = {"en": "English", "it": "Italiano", "fr": "Français", "de": "Deutsch"}
WITH_A_SYSTEM = ("league", "tournament")  # answers that lead to a workbook with boards
EVENTS: Mapping[str, Text] = {
    "league": say("A club league: evenings throughout the year"),
    "tournament": say("A tournament: rounds played on one or more days"),
    "placings": say("A cup: only the places in each tournament are known"),
    "bao": say("A Bao tournament"),
}
BEGIN = (
    say("There are no result sheets here: the folder {folder} does not exist.", folder=str(RAW)),
    say('To get a workbook to fill in, type: centre-years new "Club night" --season 2026'),
    say(
        "Once the workbook is saved, `centre-years build` scores its results. `centre-years --help` lists all commands."
    ),
)


def start() -> None:
    """Create a first workbook if this folder has no sheets yet, then watch the sheets."""
    _to_the_league()
    asked = sys.stdin.isatty()
    try:
        with in_one_line():
            if not RAW.is_dir() and not asked:
                for line in BEGIN:
                    tell(line)
                return
            if not RAW.is_dir():
                first_workbook()
            watch(show=True)
    except typer.Exit:  # keep the window open, so that the refusal can be read
        if FROZEN and asked:
            _ask(say("Press Enter to close this window."))
        raise


def first_workbook() -> None:
    """Ask for the language, the kind of event, its name and the system, then write and open the workbook."""
    languages = {code: Verbatim(name) for code, name in NAMES_OF_LANGUAGES.items()}
    language = _chosen(say("Language"), languages)
    os.environ["LANGUAGE"] = language  # the language of all messages from now on
    event = _chosen(say("What do you want to score?"), EVENTS)
    season = str(date.today().year)
    name = _answer(say("Name of the event, such as Club night"), lambda typed: bool(place_of(RAW, season, typed)))
    system = _system() if event in WITH_A_SYSTEM else None
    kind = "diplomacy" if event in WITH_A_SYSTEM else event
    new(name, season, language=language, kind=kind, system=system)
    path = place_of(RAW, season, name)
    tell(say("Fill in the workbook and save it. Each time you save it, the results are shown in the browser."))
    typer.launch(str(path))


def _system() -> str | None:
    """Ask for the scoring system by number or name, and return its id, or None if the answer is blank."""
    from pipeline.rules.systems import USUAL, system_id, systems

    tell(say("The scoring system:"))
    for number, id in enumerate(USUAL, 1):
        echo(f"  {number:2}  {systems()[id].title}")
    numbers = {str(number): id for number, id in enumerate(USUAL, 1)}

    def id_of(typed: str) -> str:
        return numbers.get(typed) or system_id(typed)

    typed = _answer(
        say("Number or name of the system (blank if you do not know yet)"),
        lambda typed: not typed or id_of(typed) in systems(),
    )
    return id_of(typed) if typed else None


def _chosen(question: Text, choices: Mapping[str, Text]) -> str:
    """Ask until the number of a choice is entered, and return the key of that choice."""
    tell(question)
    for number, choice in enumerate(choices.values(), 1):
        echo(f"  {number}  {words()(choice)}")
    keys = dict(zip(map(str, range(1, len(choices) + 1)), choices, strict=True))
    return keys[_answer(say("Your choice (a number)"), keys.__contains__)]


def _answer(question: Text, fits: Callable[[str], bool]) -> str:
    """Ask until `fits` accepts the answer, then return the answer.

    `fits` may print its own message for an answer that it refuses, and raise typer.Exit.
    """
    while True:
        typed = _ask(question)
        try:
            if fits(typed):
                return typed
        except typer.Exit:
            continue
        tell(say("“{typed}” is not one of the choices.", typed=typed))


def _ask(question: Text) -> str:
    """Ask the question, and return the line that the user types. Raises typer.Abort at the end of the input."""
    try:
        return input(f"{words()(question)}: ").strip()
    except EOFError:
        raise typer.Abort from None


def _to_the_league() -> None:
    """Change to the folder of the single-file program if the working folder has no sheets.

    Some systems start a double-clicked program in the user's home folder. If it is started there and finds no sheets,
    the program always changes to its own folder. From any other folder without sheets, it changes only if its own
    folder has some.
    """
    beside = Path(sys.executable).parent
    if FROZEN and not RAW.is_dir() and (Path.cwd() == Path.home() or (beside / RAW).is_dir()):
        os.chdir(beside)
