"""The content of the report, section by section, for its template."""

from collections import Counter
from functools import cached_property
from urllib.parse import quote

import pandas as pd

from pipeline.language.language import Language
from pipeline.pages.heading import INCOMPLETE, UNREAL
from pipeline.pages.report import STANDING, SeasonReport, named, with_columns, without_mentions
from pipeline.pages.season_facts import IN_PROGRESS
from pipeline.pages.shared_columns import SEAT_SHOWN
from pipeline.pages.words import RULE_LABELS
from pipeline.problems.codes import ORDER
from pipeline.problems.words import counted
from pipeline.report.awards import power_groups, record_lines
from pipeline.report.boards import scores_of
from pipeline.report.circuits import circuit_parts
from pipeline.report.css import digest, script_of
from pipeline.report.elements import Bit, Group, Part, Table, text
from pipeline.report.events import event_list, event_parts
from pipeline.report.labels import LABEL_MEANS, LABELS_SHOWN, NOBODY, NOT_YET, STATUS_SHOWN, Labels
from pipeline.report.opinions import opinion_groups
from pipeline.report.picture import PICTURE, is_drawn
from pipeline.report.tournaments import tournament_parts
from pipeline.rules.rule_sheet import IN_ENGLISH, Original, Paragraph
from schemas.messages import Text, listed, plural, say
from schemas.words import POWERS, SOLO_CENTRES, UNKNOWN_PLAYER

GRAVE = ("error", "warning")  # what readers must know; other problems concern only those who fill in the sheets
LEADS = 3  # most events that the head of the page names, if it has no main part
EVENTS_LINKED = 6  # with more events the links lead to their table
PARTS_OPEN = 3  # with more circuits and events only one is unfolded
POSTED = 3  # players of each part in the text to paste, if there are several parts


class View:
    """The content of the report's page."""

    def __init__(self, report: SeasonReport, words: Language) -> None:
        self.report, self.w, self.labels = report, words, Labels(report, words)
        self.standings = with_columns(report.standings, ["event", *STANDING])
        self.charts = with_columns(report.charts, [*SEAT_SHOWN, "result", "final_centres", "eliminated"])
        self.scores = with_columns(report.scores, ["system", *SEAT_SHOWN, "final_centres", "score", "place"])

    @property
    def script(self) -> str:
        """The script of the page."""
        return script_of("report")

    @property
    def script_digest(self) -> str:
        """The digest of the page's script."""
        return digest(self.script)

    # -- circuits and events

    @cached_property
    def parts(self) -> list[Part]:
        """The circuits and events, beginning with the one named at the top of the page."""
        circuits = circuit_parts(self.labels)
        events = [
            *event_parts(self.labels, self.standings, self.charts, scores_of(self.scores)),
            *tournament_parts(self.labels),
        ]
        if len(events) == 1 and (events[0].lead or not any(part.lead for part in circuits)):
            return [*events, *circuits]
        return [*circuits, *events]

    @property
    def single(self) -> bool:
        """Whether the page has a single part.

        If so, the sections of that part are the sections of the page.
        """
        return len(self.parts) == 1

    @cached_property
    def main(self) -> Part | None:
        """The part named at the top of the page: the only event, or the first circuit with standings."""
        first = self.parts[0] if self.parts else None
        if first and (self.single or (first.lead and (self.report.circuits or len(self.labels.names) == 1))):
            return first
        return None

    @cached_property
    def opened(self) -> list[Part]:
        """The parts that are open when the page is loaded.

        If there are only a few parts, all are open. Otherwise, only the part named at the top of the page is open
        or, if there is no such part, the part about the latest event.
        """
        if len(self.parts) <= PARTS_OPEN:
            return self.parts
        days = {self.labels.anchors[event]: days[-1] for event, days in self.labels.days.items()}
        return [self.main or max(self.parts, key=lambda part: days.get(part.anchor, ""))]

    @cached_property
    def event_list(self) -> Table | None:
        """The table of events with their size and winner, or None for a single event."""
        return event_list(self.labels, self.standings)

    @property
    def found_in(self) -> str:
        """The anchor of the first part with standings, where the search box for players is placed."""
        return next((part.anchor for part in self.parts if part.standings or part.stages), "")

    # -- the head of the page

    @property
    def name(self) -> str:
        """The page heading: the title of the season or the name of its only event, followed by the season.

        The season is not added if the title or the name already contains it. Without a title, the heading names only
        the season if there are several events or none.
        """
        names = [*self.labels.names.values()]
        name = self.report.title or (names[0] if len(names) == 1 else "")
        if not name:
            return self.w(say("Season {season}", season=self.report.season))
        return name if self.report.season in name else f"{name} {self.report.season}"

    @property
    def main_name(self) -> str:
        """The title above the names of the winners or leaders on the card.

        This is the page heading if the season has no circuits, the page has a single part, or `main` is None.
        Otherwise, it is the title of `main`, followed by the season unless the title contains it.
        """
        if not self.main or self.single or not self.report.circuits:
            return self.name
        title = self.main.title
        return title if self.report.season in title else f"{title} {self.report.season}"

    @property
    def kicker(self) -> list[str]:
        """The parts of the line above the heading, such as `Diplomacy` and `season 2026`.

        For a single event, its venue and dates follow. If the heading shows the season's title, the event's name comes
        before them.
        """
        games = [say("Diplomacy")] * bool(len(self.report.events) or not self.report.tournaments)
        games += [say("Bao")] * bool(self.report.tournaments)
        line = [self.w(listed(games, "and")), self.w(say("season {season}", season=self.report.season))]
        if len(self.labels.names) == 1:
            (event,) = self.labels.names
            venues = {row.event: text(row.venue) for row in self.labels.events}
            venues |= {page.event: page.place for page in self.report.tournaments}
            line += [self.labels.name(event) if self.report.title else "", venues[event]]
            line.append(self.labels.dates(*self.labels.days[event]))
        return [*filter(None, line)]

    @cached_property
    def leads(self) -> list[list[Bit]]:
        """The sentences that say who has won or is leading.

        There is one sentence about the main part of the page or, if there is no main part, one about each of the first
        few parts with a winner or leader. If nobody has won or is leading, a single sentence says so.
        """
        if self.main and self.main.lead:
            of = [] if self.single or not self.report.circuits else [Bit(f"{self.main.title}{self.w.colon}")]
            return [[*of, *self.main.lead]]
        several = [part for part in self.parts if part.lead]
        if several and not self.main:
            return [[Bit(f"{part.title}{self.w.colon}"), *part.lead] for part in several[:LEADS]]
        return [[Bit(self.w(NOBODY.get(self.report.status, NOT_YET)))]]

    @property
    def description(self) -> str:
        """The first sentence of `leads`, as plain text."""
        return "".join(bit.text for bit in self.leads[0])

    @property
    def title(self) -> str:
        """The title of the page: the heading, the first sentence and, if something is missing, the status."""
        lack = [self.status] if self.report.status == INCOMPLETE else []
        return f"{self.w.colon.join([self.name, self.description])}{''.join(f' · {word}' for word in lack)}"

    @property
    def address(self) -> str:
        """The address of the page, or "" if neither the season nor the league states the address of its site."""
        return self.address_of("report.html")

    @property
    def picture(self) -> str:
        """The address of the card, the picture shown beside a link to the report, or "" if there is no card.

        The card is drawn only if the site's address is stated and the computer has a font.
        """
        return self.address_of(PICTURE) if is_drawn(self.report.site) else ""

    def address_of(self, file: str) -> str:
        """Return the address of a file beside the report, or "" if the site's address is not stated."""
        site = self.report.site.rstrip("/")
        return f"{site}/{quote(self.report.season)}/{file}" if site else ""

    @property
    def status(self) -> str:
        """The season's status, in the language of the page."""
        return self.w(STATUS_SHOWN[self.report.status])

    @property
    def unreal(self) -> list[str]:
        """The labels of worked examples and generated games, if the season has any."""
        return [self.w(LABELS_SHOWN[label]) for label in self.report.labels if label in UNREAL]

    @property
    def facts(self) -> list[Bit]:
        """The key figures at the top of the page.

        If the page has a single part, these are the facts about that part. Otherwise, they give the size of the season.
        """
        if self.single:
            shown = {*self.kicker}
            return [fact for fact in self.parts[0].facts if fact.text not in shown]
        return [Bit(figure) for figure in self.size]

    @property
    def open_points(self) -> list[Bit]:
        """The open points in words: reasons why the status is not final, doubtful names, and problems in the sheets."""
        report = self.report
        of_event = [status.reasons for status in report.open.values() if status.word == report.status]
        reasons = of_event[0] if self.single and of_event else report.reasons
        said = [Bit(f"{text[:1].upper()}{text[1:]}") for text in map(self.w, reasons)]
        rows = [self.labels.players[name] for name in report.doubts if name in self.labels.players]
        said += [
            Bit(self.w(doubt), link=rows[0] if rows and rows[0] in self.labels.in_rows else "")
            for doubt in report.in_doubt
        ]
        counts: Counter[str] = Counter(problem.severity for problem in report.problems)
        grave: list[Text] = [
            counted(severity, counts[severity]) for severity in ORDER if severity in GRAVE and counts[severity]
        ]
        return [
            *said,
            *(
                [Bit(self.w(say("{problems} in the sheets: see problems.xlsx", problems=listed(grave, "and"))))]
                if grave
                else []
            ),
        ]

    @property
    def size(self) -> list[str]:
        """How many events, boards, Bao games, players and solos the season has, in words."""
        people = [*self.charts["player"], *self.standings["player"]]
        ranked = [named(circuit) for circuit in self.report.circuits]
        people += [name for table in ranked if table.attrs["who"] == "player" for name in table["player"]]
        pages = self.report.tournaments
        people += [
            name for page in pages for frame in (page.played.entries, page.played.standings) for name in frame["player"]
        ]
        games = sum(int(page.played.matches["winner"].ne("").sum()) for page in pages)
        boards = len(self.charts) // len(POWERS)
        players = len({text(name) for name in people} - {"", UNKNOWN_PLAYER})
        solos = int(self.over["final_centres"].ge(SOLO_CENTRES).sum())
        figures = [
            (plural("{n} event", "{n} events", len(self.labels.names)), True),
            (plural("{n} board", "{n} boards", boards), bool(boards)),
            (plural("{n} game of Bao", "{n} games of Bao", games), bool(pages)),
            (plural("{n} player", "{n} players", players), True),
            (plural("{n} solo", "{n} solos", solos), bool(solos)),
        ]
        return [self.w(figure) for figure, shown in figures if shown]

    @property
    def links(self) -> list[tuple[str, str]]:
        """The anchors and titles of the page's sections."""
        if self.single:
            (part,) = self.parts
            sections = {
                part.anchor: say("Standings") if part.standings or part.stages else None,
                f"{part.anchor}-race": say("Race") if part.race else None,
                f"{part.anchor}-boards": say("Boards") if part.boards else None,
            }
        else:
            sections = {"events": say("Events")} if self.event_list else {}
        sections |= {
            "powers": say("Powers") if self.powers or self.records else None,
            "rules": say("Rules") if self.parts else None,
        }
        shown = [(anchor, self.w(title)) for anchor, title in sections.items() if title]
        listed_above = self.event_list and len(self.labels.names) > EVENTS_LINKED
        parts = [part for part in self.parts if not (listed_above and part.anchor in self.labels.anchors.values())]
        return shown if self.single else [*shown[:1], *((part.anchor, part.title) for part in parts), *shown[1:]]

    # -- the end of the page

    @cached_property
    def over(self) -> pd.DataFrame:
        """The charts of finished boards."""
        return self.charts[self.charts["result"] != IN_PROGRESS]

    @cached_property
    def powers(self) -> list[Group]:
        """The tables of results by power, one for each combination of a kind of data and an official system."""
        return power_groups(self.labels, self.over, self.scores)

    @cached_property
    def records(self) -> list[tuple[str, list[tuple[str, list[Bit]]]]]:
        """The records, such as “Most centres”, grouped by kind of data.

        Each group has the label of its kind, and the title and sentence of each record.
        """
        return record_lines(self.labels, self.over)

    @property
    def opinions(self) -> list[Group]:
        """The standings that would change under another published reading of the system."""
        return opinion_groups(self.labels)

    def rule_label(self, label: str) -> str:
        """Return the label of a paragraph, translated if it is a word."""
        return self.w(RULE_LABELS.get(label, label))

    def in_source_words(self, rule: Paragraph) -> Original | None:
        """Return a paragraph in the words of its source, or None if the source is not in the language of the page."""
        return rule.original if rule.original and rule.original.language == self.w.code else None

    @property
    def rules_language(self) -> str:
        """A note that the rules are in English."""
        return self.w(IN_ENGLISH)

    @property
    def post(self) -> str:
        """The leading players of every circuit and event, as plain text to paste into a message."""
        lines = [f"{self.name}{self.w.colon}{self.status}", *self.unreal]
        for part in self.parts:
            if part.post:
                lines += part.post if self.single else ["", part.title, *part.post[:POSTED]]
        return without_mentions("\n".join(lines))

    @property
    def origin(self) -> list[str]:
        """Sentences that say whether the games are real.

        If there are several kinds of data, each sentence gives the number of events of its kind.
        """
        data, said = [*self.labels.data.values()], []
        for label in self.report.labels:
            share = plural("{n} of {all} events", "{n} of {all} events", data.count(label), all=len(data))
            several = f" {self.w(share)}." if len(self.report.labels) > 1 else ""
            said.append(f"{self.w(LABEL_MEANS[label])}{several}")
        return said
