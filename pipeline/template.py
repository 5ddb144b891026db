"""The workbook that people type an event into: blank for `make new`, or filled with rows already known.

Sheets, headers and words are the contract's, in English, Italian or French (`schemas/synonyms.csv`). Every header and
setting has a note that tells how to fill it; below each board a row adds up the centres while they are typed.
"""

import csv
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from textwrap import shorten

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from schemas.words import (
    CENTRES_AT_THE_START,
    CENTRES_ON_THE_MAP,
    CIRCUITS,
    DATA_LABELS,
    FIRST_YEAR,
    POWERS,
    RESULTS,
    SYNONYMS,
    TOTAL,
    TURNS,
)

Row = Mapping[str, object]
Cells = tuple[int, int, int, int]  # first row and column, last row and column

LANGUAGES = ("en", "it", "fr")
CREATED = datetime(2001, 1, 1)  # the same for every workbook: the same input gives the same bytes
ROWS_TO_TYPE = 5000  # rows below a header that have drop-downs and checks
LONGEST_LIST, LONGEST_MESSAGE = 255, 255  # what a drop-down and a message may hold in Excel
WIDEST_COLUMN = 60  # in digits, as spreadsheets measure
LINE_LETTERS, LINE_POINTS = 68, 15  # how many letters fit on its line, and the line's height
WIDTHS = {"player": 24, "winners": 20, "ended": 12, "variant": 16, "also known as": 24, "note": 40}  # at least
NOTE_PIXELS, NOTE_LETTERS = 300, 42  # width of a note, and how many letters fit on its line

STYLES = {
    "header": {"bold": True, "bg_color": "#DCE6F1", "bottom": 1, "text_wrap": True, "valign": "top"},
    "centres header": {"bold": True, "bg_color": "#DCE6F1", "bottom": 1, "align": "center", "valign": "top"},
    "setting": {"bold": True},
    "value": {"align": "left"},
    "centres": {"align": "center"},
    "date": {"num_format": "yyyy-mm-dd", "align": "left"},
    "total": {"bold": True, "bg_color": "#F2F2F2", "top": 1, "bottom": 1},
    "full": {"bold": True, "bg_color": "#F2F2F2", "top": 1, "bottom": 1, "font_color": "#006100"},
    "impossible": {"bold": True, "bg_color": "#FF9999", "top": 1, "bottom": 1, "font_color": "#9C0006"},
    "remark": {"text_wrap": True, "indent": 1},
}

# The vocabulary that a column's or a setting's words come from, and the names a drop-down offers.
VOCABULARY = {
    "power": "power",
    "winners": "power",
    "scored": "answer",
    "result": "result",
    "turn": "turn",
    "kind": "event kind",
    "data": "data label",
    "language": "language",
}
CHOICES: dict[str, dict[str, Sequence[str]]] = {
    "event": {"kind": ("diplomacy", "bao"), "data": DATA_LABELS},
    "season": {"language": LANGUAGES, "data": DATA_LABELS},
    "boards": {"power": (*POWERS, TOTAL), "scored": ("yes", "no")},
    "games": {"result": RESULTS},
    "nmr": {"power": POWERS, "turn": TURNS},
    "players": {},
}
DATES = ("ended", "born", "start", "end", "as of")
LABELS = ("round", "board", "year", "last year")  # numbers that name something

CENTRES_NOTE = "1901"  # stands for every column of a year

# How to fill it: in English, Italian and French. The order is that of the settings, and of the columns of each sheet.
SETTINGS = {
    "name": (
        "The event's name, as it is to be printed.",
        "Il nome dell'evento, come va stampato.",
        "Le nom de l'événement, comme il sera imprimé.",
    ),
    "kind": (
        "diplomacy, or bao for an event of KIBA Bao.",
        "diplomacy, oppure bao per un evento di Bao KIBA.",
        "diplomacy, ou bao pour un événement de Bao KIBA.",
    ),
    "start": ("The first day, a date.", "Il primo giorno, una data.", "Le premier jour, une date."),
    "end": ("The last day, a date.", "L'ultimo giorno, una data.", "Le dernier jour, une date."),
    "place": ("Where it was played.", "Dove si è giocato.", "Où l'on a joué."),
    "system": (
        "The official system, or empty if there is none: {systems}.",
        "Il sistema ufficiale, o vuoto se non ce n'è uno: {systems}.",
        "Le système officiel, ou vide s'il n'y en a pas : {systems}.",
    ),
    "counting": (
        "What a player's boards are worth together: sum, best 3, mean of best 4 ... Empty: sum.",
        "Quanto valgono insieme i tavoli di un giocatore: sum, best 3, mean of best 4 ... Vuoto: sum.",
        "Ce que valent ensemble les tables d'un joueur : sum, best 3, mean of best 4 ... Vide : sum.",
    ),
    "first year": (
        "The first game year: 1901, unless a variant begins later.",
        "Il primo anno di gioco: 1901, salvo varianti.",
        "La première année de jeu : 1901, sauf variante.",
    ),
    "last year": (
        "The last game year of every board that has none of its own in the sheet {games}.",
        "L'ultimo anno di gioco dei tavoli che non ne hanno uno proprio nel foglio {games}.",
        "La dernière année de jeu des tables qui n'ont pas la leur dans la feuille {games}.",
    ),
    "top table round": (
        "The round whose winner wins the event (Italia-2010, 8.3). Empty: none.",
        "Il turno il cui vincitore vince l'evento (Italia-2010, 8.3). Vuoto: nessuno.",
        "La ronde dont le vainqueur gagne l'événement (Italia-2010, 8.3). Vide : aucune.",
    ),
    "sit-out points": (
        "Points for sitting out a round at the director's request (Italia-2010, 8.7): usually 12.",
        "Punti per chi salta un turno a richiesta del direttore (Italia-2010, 8.7): di solito 12.",
        "Points de qui saute une ronde à la demande du directeur (Italia-2010, 8.7) : 12 d'habitude.",
    ),
    "directors": (
        "The directors' names, separated by commas. The Bismark Cup does not count them as players.",
        "I nomi dei direttori, separati da virgole. La Bismark Cup non li conta come giocatori.",
        "Les noms des directeurs, séparés par des virgules. La Bismark Cup ne les compte pas comme joueurs.",
    ),
    "level": (
        "national or state (also for an island), for the Bismark Cup before 2000. Else empty.",
        "national o state (anche per un'isola), per la Bismark Cup prima del 2000. Altrimenti vuoto.",
        "national ou state (aussi pour une île), pour la Bismark Cup d'avant 2000. Sinon vide.",
    ),
    "boards": (
        "The average number of boards in a round, for the Bismark Cup of 2000 and before.",
        "Il numero medio di tavoli per turno, per la Bismark Cup fino al 2000.",
        "Le nombre moyen de tables par ronde, pour la Bismark Cup jusqu'en 2000.",
    ),
    "circuits": (
        "The circuits that this event counts for, separated by commas: {circuits}.",
        "I circuiti per cui vale questo evento, separati da virgole: {circuits}.",
        "Les circuits pour lesquels compte cet événement, séparés par des virgules : {circuits}.",
    ),
    "data": (
        "Whether this was really played. Whatever was not is labelled as such everywhere.",
        "Se si è giocato davvero. Ciò che non lo è viene segnalato ovunque.",
        "Si l'on a vraiment joué. Ce qui est inventé est signalé partout.",
    ),
    "tie-break round": (
        "The round declared as tie-break (Italia-2010, 5). Empty: none.",
        "Il turno dichiarato di spareggio (Italia-2010, 5). Vuoto: nessuno.",
        "La ronde déclarée de départage (Italia-2010, 5). Vide : aucune.",
    ),
    "source": (
        "Where the results are published. Several sources: a row each.",
        "Dove sono pubblicati i risultati. Più fonti: una riga ciascuna.",
        "Où les résultats sont publiés. Plusieurs sources : une ligne chacune.",
    ),
}
SEASON_SETTINGS = {
    "language": (
        "The language of what is written: en, it or fr.",
        "La lingua dei risultati: en, it o fr.",
        "La langue des résultats : en, it ou fr.",
    ),
    "as of": (
        "The day on which the season's standings are drawn up, a date.",
        "Il giorno a cui sono aggiornate le classifiche, una data.",
        "Le jour auquel les classements sont arrêtés, une date.",
    ),
    "data": SETTINGS["data"],
}
ROUND_AND_BOARD = {
    "round": (
        "The round, as in the sheet {boards}.",
        "Il turno, come nel foglio {boards}.",
        "La ronde, comme dans la feuille {boards}.",
    ),
    "board": (
        "The board, as in the sheet {boards}.",
        "Il tavolo, come nel foglio {boards}.",
        "La table, comme dans la feuille {boards}.",
    ),
}
COLUMNS = {
    "boards": {
        "round": (
            "The round, a number or a name. More boards: copy the rows of one, with its row {total}.",
            "Il turno, un numero o un nome. Altri tavoli: si copiano le righe di uno, con la riga {total}.",
            "La ronde, un numéro ou un nom. D'autres tables : copier les lignes d'une, avec la ligne {total}.",
        ),
        "board": (
            "The board, a number or a name of its own within the round.",
            "Il tavolo, un numero o un nome che è unico nel turno.",
            "La table, un numéro ou un nom unique dans la ronde.",
        ),
        "power": (
            "Seven rows a board. The row {total} adds up the centres and turns red where they cannot be right.",
            "Sette righe a tavolo. La riga {total} somma i centri e diventa rossa se non possono essere giusti.",
            "Sept lignes par table. La ligne {total} additionne les centres et rougit s'ils sont impossibles.",
        ),
        "player": (
            "Always spelt alike; namesakes as Mario Rossi (2). ? for an unknown name, empty if nobody played.",
            "Scritto sempre uguale; omonimi: Mario Rossi (2). ? se il nome è ignoto, vuoto se nessuno ha giocato.",
            "Toujours écrit pareil ; homonymes : Mario Rossi (2). ? si le nom est inconnu, vide si personne.",
        ),
        CENTRES_NOTE: (
            "The centres owned after this autumn, 0 to 34. After a 0 cells may stay empty; no year is left out.",
            "I centri dopo questo autunno, da 0 a 34. Dopo uno 0 le celle possono restare vuote; nessun anno manca.",
            "Les centres après cet automne, de 0 à 34. Après un 0 les cases peuvent rester vides ; pas de saut.",
        ),
        "final": (
            "The centres owned at the end, where the years were not recorded.",
            "I centri alla fine, se gli anni non sono noti.",
            "Les centres à la fin, si les années ne sont pas connues.",
        ),
        "eliminated": (
            "The first year without a centre, where it is known.",
            "Il primo anno senza centri, se è noto.",
            "La première année sans centre, si elle est connue.",
        ),
        "nmr orders": (
            "How many spring and autumn turns were missed (PGP), if not in the sheet {nmr}.",
            "Quanti turni di primavera e autunno mancano (PGP), se non nel foglio {nmr}.",
            "Combien de tours de printemps et d'automne manquent (PGP), sinon dans la feuille {nmr}.",
        ),
        "nmr adjustments": (
            "How many year ends were missed (PGP), if not in the sheet {nmr}.",
            "Quanti turni di fine anno mancano (PGP), se non nel foglio {nmr}.",
            "Combien de fins d'année manquent (PGP), sinon dans la feuille {nmr}.",
        ),
        "penalty": (
            "Penalty points, a positive number (Diplo Ligue takes them off).",
            "Punti di penalità, un numero positivo (Diplo Ligue li toglie).",
            "Points de pénalité, un nombre positif (Diplo Ligue les soustrait).",
        ),
        "scored": (
            "no: plays but is not scored, such as a replaced player. Empty: yes.",
            "no: gioca ma non prende punti, come chi è stato sostituito. Vuoto: sì.",
            "non : joue sans être compté, comme un joueur remplacé. Vide : oui.",
        ),
        "place": (
            "The place as you have it, to be compared with the computed one. May stay empty.",
            "La posizione secondo voi, da confrontare con quella calcolata. Può restare vuota.",
            "Le rang selon vous, à comparer avec celui du calcul. Peut rester vide.",
        ),
        "score": (
            "The score as you have it, with all its decimals, to be compared with the computed one. May stay empty.",
            "Il punteggio secondo voi, con tutti i decimali, da confrontare con quello calcolato. Può restare vuoto.",
            "Les points selon vous, avec toutes les décimales, à comparer avec le calcul. Peut rester vide.",
        ),
        "note": (
            "Whatever is worth remembering.",
            "Tutto ciò che vale la pena ricordare.",
            "Tout ce qui mérite d'être noté.",
        ),
    },
    "games": ROUND_AND_BOARD
    | {
        "result": (
            "How it ended. Empty: a solo where a power has 18 centres, else a draw of all survivors.",
            "Come è finita. Vuoto: vittoria se una potenza ha 18 centri, altrimenti patta di tutti i superstiti.",
            "Comment elle a fini. Vide : victoire si une puissance a 18 centres, sinon nulle des survivants.",
        ),
        "winners": (
            "The powers named as winners or drawers, separated by commas. Empty: the soloist, else all survivors.",
            "Chi vince o fa patta, con virgole. Vuoto: la potenza con 18 centri, altrimenti tutti i superstiti.",
            "Qui gagne ou fait nulle, avec des virgules. Vide : la puissance à 18 centres, sinon tous les survivants.",
        ),
        "last year": (
            "The last game year, where it is not the event's.",
            "L'ultimo anno di gioco, se non è quello dell'evento.",
            "La dernière année de jeu, si ce n'est pas celle de l'événement.",
        ),
        "ended": (
            "The day it ended, a date: Campo di Marte needs it.",
            "Il giorno in cui è finita, una data: serve per Campo di Marte.",
            "Le jour où elle a fini, une date : il en faut une pour Campo di Marte.",
        ),
        "variant": (
            "The variant's name. Empty: the standard game.",
            "Il nome della variante. Vuoto: il gioco normale.",
            "Le nom de la variante. Vide : le jeu normal.",
        ),
    },
    "nmr": ROUND_AND_BOARD
    | {
        "power": (
            "The power that missed the turn: a row a missed turn.",
            "La potenza che ha saltato il turno: una riga per turno saltato.",
            "La puissance qui a manqué le tour : une ligne par tour manqué.",
        ),
        "year": ("The game year.", "L'anno di gioco.", "L'année de jeu."),
        "turn": (
            "The turn missed; winter is the year end.",
            "Il turno saltato; inverno è la fine anno.",
            "Le tour manqué ; hiver est la fin d'année.",
        ),
    },
    "players": {
        "player": (
            "The name, spelt as in the sheet {boards}. Only players of whom something is to be told.",
            "Il nome, come nel foglio {boards}. Solo i giocatori di cui c'è qualcosa da dire.",
            "Le nom, comme dans la feuille {boards}. Seulement les joueurs dont il y a quelque chose à dire.",
        ),
        "country": (
            "The country, for the championship of nations.",
            "Il paese, per il campionato a squadre nazionali.",
            "Le pays, pour le championnat des nations.",
        ),
        "also known as": (
            "Other spellings of the same person's name, separated by commas.",
            "Altre grafie del nome della stessa persona, separate da virgole.",
            "D'autres graphies du nom de la même personne, séparées par des virgules.",
        ),
        "sex": (
            "f or m: settles a tie (Italia-2010, 5). Never printed.",
            "f o m: decide una parità (Italia-2010, 5). Mai stampato.",
            "f ou m : départage (Italia-2010, 5). Jamais imprimé.",
        ),
        "born": (
            "The date of birth: settles a tie (Italia-2010, 5). Never printed.",
            "La data di nascita: decide una parità (Italia-2010, 5). Mai stampata.",
            "La date de naissance : départage (Italia-2010, 5). Jamais imprimée.",
        ),
        "elo": ("The Elo on the site, for Bao.", "L'Elo sul sito, per il Bao.", "L'Elo sur le site, pour le Bao."),
        "games": (
            "The games played on the site, for Bao.",
            "Le partite giocate sul sito, per il Bao.",
            "Les parties jouées sur le site, pour le Bao.",
        ),
        "kiba score": (
            "The KIBA score as you have it, to be compared with the computed one.",
            "Il punteggio KIBA secondo voi, da confrontare con quello calcolato.",
            "Le score KIBA selon vous, à comparer avec celui du calcul.",
        ),
        "sat out": (
            "The rounds sat out at the director's request, separated by commas.",
            "I turni saltati a richiesta del direttore, separati da virgole.",
            "Les rondes sautées à la demande du directeur, séparées par des virgules.",
        ),
    },
}
ALWAYS = {
    "boards": ("round", "board", "power", "player"),
    "games": ("round", "board"),
    "nmr": ("round", "board", "power", "year", "turn"),
    "players": ("player",),
}
NOT_IN_A_BLANK = ("nmr orders", "nmr adjustments")  # the sheet nmr asks for each missed turn

CENTRES_TITLE = ("Centres", "Centri", "Centres")
NOT_CENTRES = (
    "The centres of a power are a whole number from 0 to 34. Leave the cell empty where it is not known.",
    "I centri di una potenza sono un numero intero da 0 a 34. Se non sono noti, la cella resta vuota.",
    "Les centres d'une puissance sont un nombre entier de 0 à 34. S'ils sont inconnus, laisser la case vide.",
)
NOT_IN_THE_LIST = (
    "This is none of the words in the list. Keep it all the same?",
    "Non è una delle parole della lista. Tenerla lo stesso?",
    "Ce n'est pas un des mots de la liste. Le garder quand même ?",
)


def write_event(
    path: Path,
    settings: Row,
    *,
    seats: Sequence[Row] = (),
    games: Sequence[Row] = (),
    nmrs: Sequence[Row] = (),
    players: Sequence[Row] = (),
    boards: int = 3,
    first_year: int = FIRST_YEAR,
    last_year: int | None = 1908,
    language: str = "en",
    systems: Sequence[str] = (),
) -> None:
    """Write an event's workbook: blank if no rows are given, else with these rows and the sheets they need.

    settings   setting -> value; a sequence is typed as a row each. A blank workbook lists all settings, given or not.
    seats, games, nmrs, players   rows by canonical field names, years as `1901`; a board's seats in a row
    boards, first_year, last_year   the size of a blank workbook; without a last year only `final` and `eliminated`
    systems    the ids that the drop-down of the setting `system` offers

    Raises ValueError for what a workbook cannot hold, OSError if the file cannot be written.
    """
    blank = not (seats or games or nmrs or players)
    if blank:
        settings = dict.fromkeys(SETTINGS) | {"kind": "diplomacy", "first year": first_year} | dict(settings)
        seats = [{"round": 1, "board": n, "power": power} for n in range(1, boards + 1) for power in POWERS]
    book = _Book(path, str(settings.get("name") or path.stem), language, systems)
    _write_settings(book, "event", settings, SETTINGS)
    if seats:
        _write_boards(book, seats, _blank_columns(first_year, last_year) if blank else _used_columns("boards", seats))
    for sheet, rows in (("games", games), ("nmr", nmrs), ("players", players)):
        if rows or blank:
            _write_rows(book, sheet, rows, list(COLUMNS[sheet]) if blank else _used_columns(sheet, rows))
    book.close()


def write_season(path: Path, settings: Row, players: Sequence[Row] = (), *, language: str = "en") -> None:
    """Write a season's workbook: what holds for all its events. Raises what `write_event` does."""
    book = _Book(path, path.parent.name, language)
    _write_settings(book, "season", settings, SEASON_SETTINGS)
    if players:
        _write_rows(book, "players", players, _used_columns("players", players))
    book.close()


def word(kind: str, name: str, language: str) -> str:
    """The first word that the vocabulary lists for a canonical name in a language; the name itself if it has none."""
    return name if language == "en" else _words(kind, language).get(name, name)


@cache
def _words(kind: str, language: str) -> dict[str, str]:
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if (row["kind"], row["language"]) == (kind, language)]
    return {row["name"]: row["word"] for row in reversed(rows)}


class _Book:
    """A workbook in one language. Text stays text, whatever it looks like."""

    def __init__(self, path: Path, title: str, language: str, systems: Sequence[str] = ()) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no words in the language {language!r}, only in {', '.join(LANGUAGES)}")
        never = ("strings_to_formulas", "strings_to_urls", "strings_to_numbers")
        self.workbook = Workbook(str(path), {"in_memory": True} | dict.fromkeys(never, False))
        self.workbook.set_properties({"title": title, "created": CREATED})
        self.styles = {name: self.workbook.add_format(look) for name, look in STYLES.items()}
        self.title, self.language, self.systems = title, language, tuple(systems)

    def close(self) -> None:
        """Write the file. Raises OSError."""
        try:
            self.workbook.close()
        except FileCreateError as fault:
            raise fault.args[0] from None

    def word(self, kind: str, name: str) -> str:
        """A canonical name in this book's language."""
        return word(kind, name, self.language)

    def say(self, texts: Sequence[str]) -> str:
        """The text in this book's language, with the names it mentions."""
        sheets = {name: self.word("sheet", name) for name in COLUMNS}
        return texts[LANGUAGES.index(self.language)].format(
            **sheets, total=self.word("power", TOTAL), systems=", ".join(self.systems), circuits=", ".join(CIRCUITS)
        )

    def typed(self, name: str, value: object) -> object:
        """A value of a column or setting as people type it: names of the vocabulary in the book's language."""
        if name not in VOCABULARY or value is None:
            return value
        if isinstance(value, bool):
            value = "yes" if value else "no"
        names = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        return ", ".join(self.word(VOCABULARY[name], str(each)) for each in names)

    def choices(self, sheet: str, name: str) -> list[str]:
        """What the drop-down of a column or setting offers; empty for free text."""
        if (sheet, name) == ("event", "system"):
            return list(self.systems)
        return [self.word(VOCABULARY[name], choice) for choice in CHOICES[sheet].get(name, ())]

    def page(self, sheet: str, *, frozen: tuple[int, int], landscape: bool = True) -> Worksheet:
        """An empty sheet with its print set-up."""
        page = self.workbook.add_worksheet(self.word("sheet", sheet))
        page.freeze_panes(*frozen)
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
        page.hide_gridlines(0)  # not hidden, and printed
        page.set_header("&L" + self.title.replace("&", "&&")[:200] + "&R&A")
        page.set_footer("&R&P / &N")
        if landscape:
            page.set_landscape()
        return page

    def put(self, page: Worksheet, row: int, column: int, value: object, style: str = "") -> None:
        """Write a value as what it is."""
        look = self.styles.get(style)
        match value:
            case None | "":
                return
            case date():
                done = page.write_datetime(row, column, value, self.styles["date"])
            case int() | float():
                done = page.write_number(row, column, value, look)
            case _:
                done = page.write_string(row, column, str(value), look)
        _check(done, page, row, column)

    def note(self, page: Worksheet, row: int, column: int, text: str) -> None:
        """A note on a cell, tall enough for its text."""
        lines = sum(math.ceil(len(line) / NOTE_LETTERS) for line in text.split("\n"))
        size = {"width": NOTE_PIXELS, "height": 20 * (lines + 1)}
        _check(page.write_comment(row, column, text, size), page, row, column)

    def offer(self, page: Worksheet, choices: Sequence[str], cells: Cells, message: str = "") -> None:
        """A drop-down, and a message when the cell is selected; another word may still be typed on purpose."""
        message = shorten(message, LONGEST_MESSAGE, placeholder=" ...")
        options: dict[str, object] = {"validate": "any", "input_message": message}
        if choices and len(",".join(choices)) <= LONGEST_LIST:
            options |= {"validate": "list", "source": choices}
            options |= {"error_type": "warning", "error_message": self.say(NOT_IN_THE_LIST)}
        if message or choices:
            _check(page.data_validation(*cells, options), page, *cells[:2])

    def limit_centres(self, page: Worksheet, cells: Cells) -> None:
        """Whole numbers from 0 to 34, and nothing else."""
        limits = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": CENTRES_ON_THE_MAP}
        error = {"error_title": self.say(CENTRES_TITLE), "error_message": self.say(NOT_CENTRES)}
        _check(page.data_validation(*cells, limits | error), page, *cells[:2])


def _check(done: int, page: Worksheet, row: int, column: int) -> None:
    """XlsxWriter returns a negative number where it left something out or cut it short."""
    if done < 0:
        raise ValueError(f"{page.name}!{xl_rowcol_to_cell(row, column)} cannot be written: too long, or not a cell")


def _write_settings(book: _Book, sheet: str, settings: Row, notes: Mapping[str, Sequence[str]]) -> None:
    """The sheet `event` or `season`: a row a setting, each with its note."""
    page = book.page(sheet, frozen=(1, 0), landscape=False)
    for column, name in enumerate(("setting", "value")):
        book.put(page, 0, column, book.word("event", name), "header")
    rows = list(_setting_rows(settings))
    for row, (name, value) in enumerate(rows, start=1):
        book.put(page, row, 0, book.word("setting", name), "setting")
        book.put(page, row, 1, book.typed(name, value), "value")
        if name in notes:
            book.note(page, row, 0, book.say(notes[name]))
            book.offer(page, book.choices(sheet, name), (row, 1, row, 1), book.say(notes[name]))
    page.set_column(0, 0, 24)
    page.set_column(1, 1, WIDEST_COLUMN)
    empty = [row for row, (_, value) in enumerate(rows, start=1) if value is None]
    page.set_selection(empty[0] if empty else 1, 1, empty[0] if empty else 1, 1)


def _setting_rows(settings: Row) -> Iterator[tuple[str, object]]:
    for name, value in settings.items():
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        yield from ((name, each) for each in values)


def _blank_columns(first_year: int, last_year: int | None) -> list[str]:
    """The columns of a blank sheet `boards`: a chart of these years, or else the final centres."""
    columns = [name for name in COLUMNS["boards"] if name not in NOT_IN_A_BLANK]
    if last_year is None:
        return [name for name in columns if name != CENTRES_NOTE]
    years = [str(year) for year in range(first_year, last_year + 1)]
    return [*ALWAYS["boards"], *years, *columns[columns.index("penalty") :]]


def _used_columns(sheet: str, rows: Iterable[Row]) -> list[str]:
    """The columns that some row fills, in the contract's order; years follow the player."""
    used = {*ALWAYS[sheet]} | {name for row in rows for name, value in row.items() if value not in (None, "")}
    years = sorted(name for name in used if name.isdecimal())
    if unknown := used - {*COLUMNS[sheet]} - {*years}:
        raise ValueError(f"the sheet {sheet} has no column {', '.join(sorted(unknown))}")
    columns = [name for name in COLUMNS[sheet] if name in used and not name.isdecimal()]
    at = len(ALWAYS[sheet])
    return columns[:at] + years + columns[at:]


def _write_rows(book: _Book, sheet: str, rows: Sequence[Row], columns: list[str]) -> None:
    """A sheet with one row for each of the given ones."""
    page = _table(book, sheet, columns, rows, frozen=(1, 0))
    for row, values in enumerate(rows, start=1):
        _put_row(book, page, row, columns, values)
    page.set_selection(1, 0, 1, 0)


def _write_boards(book: _Book, seats: Sequence[Row], columns: list[str]) -> None:
    """The sheet `boards`: below the seats of each board a row that adds up their centres."""
    page = _table(book, "boards", columns, seats, frozen=(1, len(ALWAYS["boards"])))
    row = 1
    for (round_, board), group in groupby(seats, lambda seat: (seat["round"], seat["board"])):
        own = list(group)
        for seat in own:
            _put_row(book, page, row, columns, seat)
            row += 1
        _put_row(book, page, row, columns, {"round": round_, "board": board, "power": TOTAL})
        for column, name in enumerate(columns):
            if _holds_centres(name):
                _add_up(page, row, column, [seat.get(name) for seat in own])
        row += 1
    _watch_totals(book, page, columns)
    player = columns.index("player")
    page.set_selection(1, player, 1, player)


def _put_row(book: _Book, page: Worksheet, row: int, columns: list[str], values: Row) -> None:
    """One row; as high as its remark needs, because not every program sees to that."""
    lines = math.ceil(len(str(values.get("note") or "")) / LINE_LETTERS)
    if lines > 1:
        _check(page.set_row(row, lines * LINE_POINTS), page, row, 0)
    for column, name in enumerate(columns):
        book.put(page, row, column, book.typed(name, values.get(name)))


def _holds_centres(name: str) -> bool:
    return name.isdecimal() or name == "final"


def _style(name: str) -> str:
    """How the cells of a column look."""
    if _holds_centres(name):
        return "centres"
    looks = {"note": "remark"} | dict.fromkeys(DATES, "date") | dict.fromkeys(LABELS, "value")
    return looks.get(name, "")


def _add_up(page: Worksheet, row: int, column: int, centres: Sequence[object]) -> None:
    """The sum of the cells above, with its value stored; a blank where nothing is typed yet.

    The blank is a space: an empty text would be stored like a formula that nobody has calculated.
    """
    cells = f"{xl_rowcol_to_cell(row - len(centres), column)}:{xl_rowcol_to_cell(row - 1, column)}"
    typed = [own for own in centres if isinstance(own, int)]
    formula = f'=IF(COUNT({cells})=0," ",SUM({cells}))'
    _check(page.write_formula(row, column, formula, None, sum(typed) if typed else " "), page, row, column)


def _watch_totals(book: _Book, page: Worksheet, columns: list[str]) -> None:
    """Rows of totals stand out; red where centres fell, or are too few or too many, green for the whole map."""
    last = ROWS_TO_TYPE, len(columns) - 1
    power = columns.index("power")
    is_total = f'{xl_rowcol_to_cell(1, power, col_abs=True)}="{book.word("power", TOTAL)}"'
    for column in (column for column, name in enumerate(columns) if _holds_centres(name)):
        own = xl_rowcol_to_cell(1, column)
        before = f"{xl_rowcol_to_cell(1, power + 1, col_abs=True)}:{xl_rowcol_to_cell(1, column - 1)}"
        limits = f"{own}<{CENTRES_AT_THE_START},{own}>{CENTRES_ON_THE_MAP},{own}<MAX({before})"
        for formula, style in (
            (f"=AND({is_total},ISNUMBER({own}),OR({limits}))", "impossible"),
            (f"=AND({is_total},{own}={CENTRES_ON_THE_MAP})", "full"),
        ):
            rule = {"type": "formula", "criteria": formula, "format": book.styles[style]}
            _check(page.conditional_format(1, column, last[0], column, rule), page, 1, column)
    rule = {"type": "formula", "criteria": f"={is_total}", "format": book.styles["total"]}
    _check(page.conditional_format(1, 0, *last, rule), page, 1, 0)


def _table(book: _Book, sheet: str, columns: list[str], rows: Sequence[Row], *, frozen: tuple[int, int]) -> Worksheet:
    """A sheet with its header: names, notes, widths, drop-downs, and the check on centres."""
    page = book.page(sheet, frozen=frozen)
    years = [name for name in columns if name.isdecimal()]
    for column, name in enumerate(columns):
        year = name in years
        header = int(name) if year else book.word(sheet, name)
        book.put(page, 0, column, header, "centres header" if _holds_centres(name) else "header")
        if not year or name == years[0]:
            book.note(page, 0, column, book.say(COLUMNS[sheet][CENTRES_NOTE if year else name]))
        longest = max(len(str(text)) for text in (header, *(book.typed(name, row.get(name)) for row in rows)))
        width = min(max(longest + 3, WIDTHS.get(name, 0)), WIDEST_COLUMN)
        page.set_column(column, column, width, book.styles.get(_style(name)))
        cells = (1, column, ROWS_TO_TYPE, column)
        if _holds_centres(name):
            book.limit_centres(page, cells)
        else:
            book.offer(page, book.choices(sheet, name), cells)
    return page
