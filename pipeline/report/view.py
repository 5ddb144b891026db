"""The report section by section, as the template asks for it."""

from functools import cached_property

from pipeline.language.language import Language
from pipeline.pages.heading import UNREAL
from pipeline.pages.report import STANDING, SeasonReport, by_event, events_of, named, with_columns
from pipeline.pages.season_facts import IN_PROGRESS
from pipeline.pages.shared_columns import BOARD_SHOWN, SEAT_SHOWN
from pipeline.pages.words import STATUS
from pipeline.report.awards import award_groups, record_groups
from pipeline.report.boards import board_groups, board_notes
from pipeline.report.circuits import circuit_parts, headline
from pipeline.report.elements import Bit, Group, Part, Podium, Table, text
from pipeline.report.events import event_list, event_parts
from pipeline.report.explanations import opinion_groups, problem_table, ties_table
from pipeline.report.labels import LABEL_MEANS, LABELS_SHOWN, REPORT, SECTIONS, STATUS_MEANS, Labels
from pipeline.report.standings import steps
from pipeline.report.tournaments import rules_anchor, tournament_parts, tournament_podiums
from pipeline.rules.rule_sheet import IN_ENGLISH, Original, Paragraph
from schemas.messages import plural, say
from schemas.words import SOLO_CENTRES, UNKNOWN_PLAYER


class View:
    """The content of the template."""

    def __init__(self, report: SeasonReport, words: Language) -> None:
        """Take a report and the language of its page."""
        self.report, self.w, self.labels = report, words, Labels(report, words)
        self.standings = with_columns(report.standings, ["event", *STANDING])
        self.charts = with_columns(report.charts, [*SEAT_SHOWN, "result", "final_centres", "eliminated"])
        self.scores = with_columns(report.scores, ["system", *SEAT_SHOWN, "final_centres", "score", "place"])
        self.board_count = len(self.charts.drop_duplicates(BOARD_SHOWN))
        self.only_bao = bool(report.tournaments) and not len(report.events)

    @cached_property
    def sections(self) -> dict[str, str]:
        """The sections of the page that are not empty, with their titles."""
        contents = {
            "circuits": self.report.circuits,
            "awards": self.awards,
            "records": self.records,
            "boards": self.board_count,
            "ties": self.ties,
            "opinions": self.report.opinions,
            "rules": self.rules,
        }
        return {name: self.w(title) for name, title in SECTIONS.items() if contents.get(name, True)}

    # -- the head of the page

    @property
    def kicker(self) -> str:
        """The line above the title: the league, and the games shown."""
        return " · ".join(filter(None, [self.report.title, self._games]))

    @property
    def _games(self) -> str:
        if self.only_bao:
            return self.w(say("Bao: results and standings"))
        both = say("Diplomacy and Bao: results and standings")
        return self.w(both if self.report.tournaments else say("Diplomacy: results and standings"))

    @property
    def title(self) -> str:
        """The title of the page: report, season, status."""
        whose = f"{self.report.title}{self.w.colon}" if self.report.title else ""
        return f"{whose}{self.w(REPORT)} {self.report.season} · {self.status}"

    @property
    def status(self) -> str:
        """The status of the season, in words."""
        return self.w(STATUS[self.report.status])

    @property
    def status_means(self) -> str:
        """The meaning of the status."""
        return self.w(STATUS_MEANS[self.report.status])

    @property
    def reasons(self) -> list[str]:
        """The reasons for the status."""
        return [self.w(reason) for reason in self.report.reasons]

    @property
    def data_labels(self) -> list[tuple[str, str, str, str]]:
        """Each kind of data: CSS class, label in words, label, and meaning, with its number of events if there are several kinds."""
        data, several = [*self.labels.data.values()], len(self.report.labels) > 1
        shown = []
        for label in self.report.labels:
            style = "unreal" if label in UNREAL else "real" if label == "real" else "unstated"
            share = plural("{n} of {all} events", "{n} of {all} events", data.count(label), all=len(data))
            means = self.w(LABEL_MEANS[label]) + (f" {self.w(share)}." if several else "")
            shown.append((style, self.w(LABELS_SHOWN[label]), label, means))
        return shown

    @property
    def size(self) -> list[str]:
        """The size of the season in words: events, boards, games, players, solos."""
        people = [*self.charts["player"], *self.standings["player"]]
        ranked = [named(circuit) for circuit in self.report.circuits]
        people += [name for table in ranked if table.attrs["who"] == "player" for name in table["player"]]
        pages = self.report.tournaments
        people += [
            name for page in pages for frame in (page.played.entries, page.played.standings) for name in frame["player"]
        ]
        over = self.charts[self.charts["result"] != IN_PROGRESS]
        games = sum(int(page.played.matches["winner"].ne("").sum()) for page in pages)
        players = len({text(name) for name in people} - {"", UNKNOWN_PLAYER})
        solos = int(over["final_centres"].ge(SOLO_CENTRES).sum())
        figures = [
            (plural("{n} event", "{n} events", len(self.labels.names)), True),
            (plural("{n} board", "{n} boards", self.board_count), bool(self.board_count)),
            (plural("{n} game of Bao", "{n} games of Bao", games), bool(pages)),
            (plural("{n} player", "{n} players", players), True),
            (plural("{n} solo", "{n} solos", solos) if solos else say("no solos"), bool(self.board_count)),
        ]
        return [self.w(figure) for figure, shown in figures if shown]

    # -- who won

    @property
    def podiums(self) -> list[Podium]:
        """The podiums of the circuits, then of the events. Games that a circuit ranks appear in the circuit's podium alone."""
        labels, podiums, of_games = self.labels, [], set[tuple[str, str]]()
        for number, circuit in enumerate(self.report.circuits, 1):
            title = Bit(circuit.title, link=f"circuit-{number}")
            chips = [*labels.status_chip(circuit.status), *labels.chips(events_of(circuit))]
            podiums.append(
                Podium(title, chips, headline(labels, circuit), steps(labels, named(circuit), circuit.system))
            )
            if circuit.system and len(circuit.standings):
                games = circuit.results[circuit.results["season"] == self.report.season]
                of_games |= {(event, circuit.system) for event in games["event"]}
        for event, rows in by_event(self.standings):
            title, system = Bit(labels.name(event), link=labels.anchors.get(event, "")), labels.systems.get(event, "")
            if (event, system) not in of_games and event not in self.report.added_up:
                podiums.append(Podium(title, labels.event_chips(event), [], steps(labels, rows, system)))
        podiums += tournament_podiums(labels)
        return [podium for podium in podiums if podium.steps or podium.headline]

    @property
    def circuits(self) -> list[Part]:
        """One part per circuit: standings, results and race."""
        return circuit_parts(self.labels)

    @property
    def event_list(self) -> Table | None:
        """The events with size and winner."""
        return event_list(self.labels, self.standings)

    @property
    def event_parts(self) -> list[Part]:
        """One part per Diplomacy event: standings, results and race; one per Bao event, with its groups."""
        return [*event_parts(self.labels, self.standings, self.charts), *tournament_parts(self.labels)]

    # -- the boards

    @cached_property
    def awards(self) -> list[Group]:
        """The best results with each power."""
        return award_groups(self.labels, self.scores)

    @cached_property
    def records(self) -> list[Group]:
        """The records, and the balance of the powers."""
        return record_groups(self.labels, self.charts)

    @property
    def board_notes(self) -> list[str]:
        """Return the notes on how to read the boards."""
        return board_notes(self.labels, self.charts)

    @property
    def boards(self) -> list[Group]:
        """The boards of each event."""
        return board_groups(self.labels, self.charts, self.scores)

    # -- why it came out so

    @cached_property
    def ties(self) -> Table | None:
        """Every tie, and how it was settled."""
        return ties_table(self.labels, self.standings)

    @property
    def opinions(self) -> list[Group]:
        """The standings that another published reading of their system would change."""
        return opinion_groups(self.labels)

    @property
    def rules(self) -> list[tuple[str, str, list[Paragraph]]]:
        """Anchor, title and paragraphs of the circuits, of the official systems, of counting and of Bao."""
        circuits = [(f"circuit-{n}-rules", c.title, c.rules) for n, c in enumerate(self.report.circuits, 1) if c.rules]
        systems = [(self.labels.rule_anchors[title], title, rules) for title, rules in self.labels.rules]
        sheets = {sheet.id: sheet for page in self.report.tournaments for sheet in page.rule_sheets}
        tournaments = [(rules_anchor(sheet), sheet.title, sheet.rules) for sheet in sheets.values()]
        return [*circuits, *systems, *tournaments]

    def in_source_words(self, rule: Paragraph) -> Original | None:
        """Return a paragraph in the words of its source, if they are in the language of the page."""
        return rule.original if rule.original and rule.original.language == self.w.code else None

    @property
    def rules_language(self) -> str:
        """A note on the language of the rules."""
        return self.w(IN_ENGLISH)

    @property
    def problems(self) -> tuple[str, Table | None, int]:
        """The number of problems of each severity, their table, and how many the table leaves out."""
        return problem_table(self.labels)
