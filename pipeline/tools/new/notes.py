"""What each setting and column is told in its note, and a wrong entry in its message: in three languages.

The order is that of the settings in the sheet, and of the columns of each sheet. Names in braces stand for the
vocabulary's words, or for a list of what may be typed.
"""

from collections.abc import Mapping

Texts = tuple[str, str, str]  # in each of the languages

CENTRES_NOTE = "1901"  # stands for every column of a year

SETTINGS: Mapping[str, Texts] = {
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
SEASON_SETTINGS: Mapping[str, Texts] = {
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
    "kiba points": (
        "Bao championship: a win in a qualifying group, in a semifinal, the finalist, the winner. Empty: 1, 2, 3, 4.",
        "Campionato di Bao: vittoria in qualificazione, in semifinale, finalista, vincitore. Vuoto: 1, 2, 3, 4.",
        "Championnat de Bao : victoire en qualification, en demi-finale, finaliste, vainqueur. Vide : 1, 2, 3, 4.",
    ),
}
ROUND_AND_BOARD: dict[str, Texts] = {
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
COLUMNS: Mapping[str, Mapping[str, Texts]] = {
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
        "draw proposed": (
            "The game year in which the player proposed a draw: once, after the fourth year (Italia-2010, 6).",
            "L'anno di gioco in cui il giocatore ha proposto la patta: una volta, dopo il quarto (Italia-2010, 6).",
            "L'année où le joueur a proposé la nulle : une fois, après la quatrième (Italia-2010, 6).",
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
        "draw accepted": (
            "The turn and year in which a draw was accepted, as autumn 1906: it is not played (Italia-2010, 6).",
            "Il turno e l'anno in cui la patta è accettata, come autunno 1906: non si gioca (Italia-2010, 6).",
            "Le tour et l'année où la nulle est acceptée, comme automne 1906 : il n'est pas joué (Italia-2010, 6).",
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
        "rounds": (
            "The rounds in which the player is here, separated by commas. Empty: all.",
            "I turni in cui il giocatore è presente, separati da virgole. Vuoto: tutti.",
            "Les rondes où le joueur est présent, séparées par des virgules. Vide : toutes.",
        ),
        "two boards": (
            "The rounds in which the player would play on two boards at once (Italia-2010, 8.6).",
            "I turni in cui il giocatore giocherebbe su due tavoli insieme (Italia-2010, 8.6).",
            "Les rondes où le joueur jouerait à deux tables à la fois (Italia-2010, 8.6).",
        ),
        "apart from": (
            "Friends and family to be kept apart in the first two rounds (Italia-2010, 8.1), separated by commas.",
            "Amici e parenti da tenere lontani nei primi due turni (Italia-2010, 8.1), separati da virgole.",
            "Amis et parents à séparer dans les deux premières rondes (Italia-2010, 8.1), avec des virgules.",
        ),
        "top table": (
            "no: would rather not sit at the top table. Empty: yes.",
            "no: preferisce non sedere al top table. Vuoto: sì.",
            "non : préfère ne pas être à la table finale. Vide : oui.",
        ),
    },
}

# -- Bao ---------------------------------------------------------------------------------------------------------------

BAO_SETTINGS: Mapping[str, Texts] = {
    **{name: SETTINGS[name] for name in ("name", "kind", "start", "end")},
    "groups": (
        "How many qualifying groups. Each has at least three players.",
        "Quanti gironi di qualificazione. Ognuno ha almeno tre giocatori.",
        "Combien de groupes de qualification. Chacun a au moins trois joueurs.",
    ),
    "clock": (
        "Days at the start, days added by each own move, days at most. Empty: {clock}.",
        "Giorni all'inizio, giorni in più a ogni propria mossa, giorni al massimo. Vuoto: {clock}.",
        "Jours au départ, jours ajoutés à chaque coup, jours au plus. Vide : {clock}.",
    ),
    "format": (
        "tournament, or mabingwa for the tournament that ends a season and adds no points to its championship.",
        "torneo, oppure mabingwa per il torneo che chiude la stagione e non dà punti per il campionato.",
        "tournoi, ou mabingwa pour le tournoi qui clôt la saison et ne donne pas de points au championnat.",
    ),
    "circuits": (
        "The circuits that this event counts for, separated by commas: {kiba_circuits}.",
        "I circuiti per cui vale questo evento, separati da virgole: {kiba_circuits}.",
        "Les circuits pour lesquels compte cet événement, séparés par des virgules : {kiba_circuits}.",
    ),
    "data": SETTINGS["data"],
    "directors": (
        "The directors' names, separated by commas.",
        "I nomi dei direttori di gara, separati da virgole.",
        "Les noms des directeurs, séparés par des virgules.",
    ),
    "source": SETTINGS["source"],
}
BAO_COLUMNS: Mapping[str, Mapping[str, Texts]] = {
    "players": {
        "player": (
            "The entry list: 6 to 34 players, each name always spelt alike.",
            "La lista dei partecipanti: da 6 a 34 giocatori, il nome scritto sempre uguale.",
            "La liste des participants : de 6 à 34 joueurs, le nom toujours écrit pareil.",
        ),
        "country": (
            "The country, for the classification by nations.",
            "Il paese, per la classifica per nazioni.",
            "Le pays, pour le classement des nations.",
        ),
        "elo": (
            "The Elo on the site when the player entered; 1800 for a newcomer.",
            "L'Elo sul sito al momento dell'iscrizione; 1800 per chi è nuovo.",
            "L'Elo sur le site au moment de l'inscription ; 1800 pour un nouveau.",
        ),
        "games": (
            "The games played on the site before, 0 for a newcomer. The list begins with those who have more than 24.",
            "Le partite già giocate sul sito, 0 per chi è nuovo. In cima alla lista sta chi ne ha più di 24.",
            "Les parties déjà jouées sur le site, 0 pour un nouveau. La liste commence par ceux de plus de 24.",
        ),
        "kiba score": (
            "Elo/10 + games as you have it, to be compared with the computed one. May stay empty.",
            "Elo/10 + partite secondo voi, da confrontare con quello calcolato. Può restare vuoto.",
            "Elo/10 + parties selon vous, à comparer avec le calcul. Peut rester vide.",
        ),
        "also known as": COLUMNS["players"]["also known as"],
    },
    "matches": {
        "stage": (
            "qualifying, semifinal, final, playoff (the third game of a final), or nations. One row a game.",
            "qualificazione, semifinale, finale, spareggio (terza partita di una finale) o nazioni. Una riga a partita.",
            "qualification, demi-finale, finale, départage (3e partie d'une finale) ou nations. Une ligne par partie.",
        ),
        "group": (
            "The group: A, B ... In the semifinals A is the winners' and B the runners-up's. Empty in a final.",
            "Il girone: A, B ... In semifinale A è quello dei primi, B quello dei secondi. Vuoto in finale.",
            "Le groupe : A, B ... En demi-finale A est celui des premiers, B celui des seconds. Vide en finale.",
        ),
        "round": (
            "The round of the schedule. May stay empty.",
            "Il turno del calendario. Può restare vuoto.",
            "La ronde du programme. Peut rester vide.",
        ),
        "south": ("Who makes the first move.", "Chi fa la prima mossa.", "Qui joue le premier coup."),
        "north": ("Who makes the second move.", "Chi fa la seconda mossa.", "Qui joue le deuxième coup."),
        "winner": (
            "Who won: one of the two. Empty until the game is over.",
            "Chi ha vinto: uno dei due. Vuoto finché la partita non è finita.",
            "Qui a gagné : l'un des deux. Vide tant que la partie n'est pas finie.",
        ),
        "reason": (
            "How it ended: played to its end, resigned, or lost on time. May stay empty.",
            "Come è finita: giocata fino in fondo, abbandonata o persa per il tempo. Può restare vuoto.",
            "Comment elle a fini : jouée jusqu'au bout, abandonnée ou perdue au temps. Peut rester vide.",
        ),
        "ended": (
            "The day it ended, a date. May stay empty.",
            "Il giorno in cui è finita, una data. Può restare vuoto.",
            "Le jour où elle a fini, une date. Peut rester vide.",
        ),
    },
}

# On the first of the rows kept for a later stage.
SEMIFINALS: Texts = (
    "For the semifinals: group A of the group winners, group B of the runners-up; each pair plays twice.",
    "Per le semifinali: girone A dei primi di ogni girone, girone B dei secondi; ogni coppia gioca due volte.",
    "Pour les demi-finales : groupe A des premiers, groupe B des seconds ; chaque paire joue deux fois.",
)
FINAL: Texts = (
    "For the final, best of three: the higher KIBA score plays South first, then in turn. A third game is the playoff.",
    "Per la finale, al meglio di tre: gioca Sud chi ha il punteggio KIBA maggiore, poi a turno. La terza è lo spareggio.",
    "Pour la finale, en deux gagnantes : le meilleur score KIBA joue Sud, puis en alternance. La 3e est le départage.",
)

# On the wall.
LEGS: tuple[Texts, ...] = (
    ("First game", "Prima partita", "Première partie"),
    ("Second game", "Seconda partita", "Seconde partie"),
)
BYE: Texts = ("{player} has a bye", "{player} riposa", "Exempt : {player}")
PARALLEL: Texts = (
    "Every pair plays twice, each once as South, who moves first. All games go on at the same time.",
    "Ogni coppia gioca due volte, ciascuno una volta come Sud, che muove per primo. Le partite sono in parallelo.",
    "Chaque paire joue deux fois, chacun une fois Sud, qui commence. Toutes les parties se jouent en parallèle.",
)
POINTS: Texts = ("Points", "Punti", "Points")
SIGNS: Texts = (
    "+ won   - lost   . not over yet.   The first sign is the first game of the two, the second sign the second game.",
    "+ vinta   - persa   . non finita.   Il primo segno è la prima delle due partite, il secondo segno la seconda.",
    "+ gagnée   - perdue   . non finie.   Le premier signe est la première des deux parties, le second la seconde.",
)

# -- the next round ----------------------------------------------------------------------------------------------------

# On the wall.
TABLE: Texts = ("Table {board}", "Tavolo {board}", "Table {board}")
TOP_TABLE: Texts = ("Table {board}: top table", "Tavolo {board}: top table", "Table {board} : table finale")
AUTOMATIC_TURKEY: Texts = ("automatic Turkey", "Turchia automatica", "Turquie automatique")
NOBODY: Texts = ("nobody", "nessuno", "personne")
FIND: Texts = (
    "First the tables, then all players in alphabetical order.",
    "Prima i tavoli, poi tutti i giocatori in ordine alfabetico.",
    "D'abord les tables, puis tous les joueurs par ordre alphabétique.",
)
TWO_BOARDS: Texts = (
    "On two boards at once: {names}",
    "Su due tavoli insieme: {names}",
    "À deux tables à la fois : {names}",
)
SITTING_OUT: Texts = ("Sitting out: {names}", "Saltano il turno: {names}", "Sautent la ronde : {names}")
SITS_OUT: Texts = ("sits out", "salta il turno", "saute la ronde")
LISTED: tuple[Texts, ...] = (
    ("Player", "Giocatore", "Joueur"),
    ("Table", "Tavolo", "Table"),
    ("Power", "Potenza", "Puissance"),
)

# For the director: what the seating of a round leaves unfulfilled.
UNFULFILLED: Texts = (
    "{round}: wishes that the seating does not fulfil",
    "{round}: desideri che la disposizione non esaudisce",
    "{round} : souhaits que le placement ne satisfait pas",
)
PRIVATE: Texts = (
    "For the director, not for the wall: who is kept apart from whom stays private.",
    "Per il direttore, non da appendere: chi va tenuto lontano da chi resta riservato.",
    "Pour le directeur, à ne pas afficher : qui est séparé de qui reste confidentiel.",
)
WISH_HEADERS: tuple[Texts, ...] = (
    ("Rule", "Regola", "Règle"),
    ("Wish", "Desiderio", "Souhait"),
    ("Players", "Giocatori", "Joueurs"),
    ("Table", "Tavolo", "Table"),
    ("Why", "Perché", "Pourquoi"),
    ("Cost", "Costo", "Coût"),
)
WISH_NAMES: Mapping[str, Texts] = {
    "kept apart": ("kept apart", "tenuti lontani", "séparés"),
    "other opponents": ("other opponents", "altri avversari", "d'autres adversaires"),
    "another power": ("another power", "un'altra potenza", "une autre puissance"),
    "another group of powers": (
        "another group of powers",
        "un altro gruppo di potenze",
        "un autre groupe de puissances",
    ),
}
NONE_BROKEN: Texts = (
    "Every wish is fulfilled.",
    "Tutti i desideri sono esauditi.",
    "Tous les souhaits sont satisfaits.",
)
TOTAL_COST: Texts = ("Total cost", "Costo totale", "Coût total")
TABLES: Texts = ("Tables", "Tavoli", "Tables")
PROVEN: Texts = (
    "Proven to be the best: no other seating costs less.",
    "È dimostrato che sono i migliori: nessun'altra disposizione costa meno.",
    "Les meilleures, c'est prouvé : aucun autre placement ne coûte moins.",
)
NOT_PROVEN: Texts = (
    "Not proven to be the best: another seating might cost less.",
    "Non è dimostrato che sono i migliori: un'altra disposizione potrebbe costare meno.",
    "Peut-être pas les meilleures : un autre placement pourrait coûter moins.",
)
REMARKS: Texts = ("Remarks", "Osservazioni", "Remarques")
SEED: Texts = ("Seed of the lots", "Seme dei sorteggi", "Graine des tirages")

# -- messages ----------------------------------------------------------------------------------------------------------
CENTRES_TITLE: Texts = ("Centres", "Centri", "Centres")
NOT_CENTRES: Texts = (
    "The centres of a power are a whole number from 0 to 34. Leave the cell empty where it is not known.",
    "I centri di una potenza sono un numero intero da 0 a 34. Se non sono noti, la cella resta vuota.",
    "Les centres d'une puissance sont un nombre entier de 0 à 34. S'ils sont inconnus, laisser la case vide.",
)
NOT_IN_THE_LIST: Texts = (
    "This is none of the words in the list. Keep it all the same?",
    "Non è una delle parole della lista. Tenerla lo stesso?",
    "Ce n'est pas un des mots de la liste. Le garder quand même ?",
)
NOT_A_PLAYER: Texts = (
    "This name is not in the sheet {players}. Keep it all the same?",
    "Questo nome non è nel foglio {players}. Tenerlo lo stesso?",
    "Ce nom n'est pas dans la feuille {players}. Le garder quand même ?",
)
NOT_ONE_OF_THE_TWO: Texts = (
    "The winner is one of the two players of this row. Leave the cell empty until the game is over.",
    "Vince uno dei due giocatori di questa riga. Finché la partita non è finita la cella resta vuota.",
    "Le vainqueur est l'un des deux joueurs de cette ligne. Laisser la case vide tant que la partie n'est pas finie.",
)
NOT_A_NUMBER: Texts = (
    "A number of 0 or more. Leave the cell empty where it is not known.",
    "Un numero da 0 in su. Se non è noto, la cella resta vuota.",
    "Un nombre de 0 ou plus. S'il est inconnu, laisser la case vide.",
)
