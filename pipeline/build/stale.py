"""Find the stale seasons, that is, those with files that a build would change.

One digest covers everything that a season's files are made from, and the season's manifest keeps the digest of the
last build. If one of the season's ranking lists may include games of other seasons, the digest also covers the sheets
of those seasons. The manifests show which seasons those are, but a changed sheet may bring in another season or drop
one. The digest is therefore computed before any sheet is read, and again afterwards.

A season is built as a whole, unless only games of other seasons have changed. A second digest, which does not cover
those games, shows whether that is so. If it is, only the groups of files that may show a circuit's ranking list are
written again.
"""

from collections.abc import Collection, Iterable
from datetime import date
from os.path import relpath

from pipeline.build import manifest
from pipeline.build.manifest import Manifest
from pipeline.check.duplicate_games import games_in_two_seasons, marks
from pipeline.check.register import names_typed, others_of_nobody
from pipeline.events.days import seasons_in_reach
from pipeline.problems.codes import Problem
from pipeline.read.find import Listing
from pipeline.stages import Computed
from pipeline.store.folder import Folder


class Inputs:
    """The inputs of all seasons, both at the last build and now.

    sheets     digests of each season's sheets, including the league's, keyed by season and then by file
    manifests  manifest of each season's last build, replaced as soon as this build has written a new one
    reaches    `Reach` of each circuit's ranking list in each season, to find the seasons whose games the list may
               include
    marks      hashes of the games in each file of each season, to find games that occur in two seasons
    names      names in each season's results, to find people in the league's `players` sheet who have no results
    across     problems found by comparing seasons
    """

    def __init__(self, listing: Listing, out: Folder, as_of: date | None = None) -> None:
        """Read the manifests of all seasons.

        as_of  date of the circuits' ranking lists, if it was given on the command line
        """
        self.listing, self.out, self.as_of = listing, out, as_of
        self.sheets = {season: {s.file: s.digest for s in listing.of(season)} for season in listing.seasons}
        self.manifests = {season: Manifest.read(out / season) for season in listing.seasons}
        self.reaches = {season: before.reaches() for season, before in self.manifests.items()}
        self.marks = {season: before.marks for season, before in self.manifests.items()}
        self.names = {season: before.names for season, before in self.manifests.items()}
        self.across: list[Problem] = [*games_in_two_seasons(self.marks, listing)]
        self._played = {season: self._played_in(season) for season in listing.seasons}
        self._intact: dict[str, bool] = {}

    def learn(self, computed: Computed, read: Iterable[str]) -> None:
        """Update `reaches`, `marks` and `names` for the seasons that were just read, and `across` for all seasons."""
        marked, typed = marks(computed.tables), names_typed(computed.raw)
        for season in read:
            self.reaches[season] = computed.results.reaches.get(season, {})
            self.marks[season], self.names[season] = marked.get(season, {}), typed.get(season, [])
        self.across = [*games_in_two_seasons(self.marks, self.listing), *others_of_nobody(self.names, computed.raw)]

    def is_stale(self, season: str) -> bool:
        """Return whether an input or an output of the season has changed."""
        before = self.manifests[season]
        if before.digest != self.digest(season):
            return True
        if season not in self._intact:  # checking looks at every file
            self._intact[season] = (self.out / season).holds(before.files)
        return not self._intact[season]

    def changed(self, chosen: Iterable[str]) -> set[str]:
        """Return the chosen seasons that are stale or have errors."""
        return {season for season in chosen if self.is_stale(season) or self.manifests[season].errors}

    def to_read(self, changed: Iterable[str]) -> set[str]:
        """Return the seasons in `changed`, and those whose games may appear in one of their ranking lists."""
        return {*changed}.union(*map(self.seasons_in_reach, changed))

    def digest(self, season: str) -> str:
        """Return a digest of everything that the season's files are made from."""
        return manifest.digest(
            self.digest_alone(season, [*self.listing.problems, *self.across]),
            *map(self._played.__getitem__, sorted(self.seasons_in_reach(season))),
        )

    def digest_alone(self, season: str, problems: Iterable[Problem]) -> str:
        """Return a digest of everything that the season's files are made from, apart from games of other seasons."""
        return manifest.digest(
            manifest.program_digest(),
            str(self.as_of),
            relpath(self.listing.raw, (self.out / season).place),  # problems.xlsx links to the sheets
            *("\t".join(p.row()) for p in problems if p.season == season),
            self._played[season],
        )

    def seasons_in_reach(self, season: str) -> set[str]:
        """Return the seasons whose games may appear in a circuit's ranking list for this season."""
        return {*seasons_in_reach(self.reaches, season, self.as_of)}

    def _played_in(self, season: str) -> str:
        """Return a digest of the season's sheets, and of the errors that keep files of the season from being read."""
        kept_out = [p for p in self.listing.problems if p.season == season and p.severity == "error"]
        sheets = [f"{file} {digest}" for file, digest in self.sheets[season].items()]
        return manifest.digest(*sheets, *("\t".join(p.row()) for p in kept_out))


def only(listing: Listing, seasons: Collection[str], others: Iterable[str] = ()) -> Listing:
    """Return the part of a listing that belongs to these seasons or to the whole league.

    others  seasons whose sources are included because their games may appear in ranking lists of these seasons
    """
    kept = {*seasons, *others}
    return Listing(
        [s for s in listing.sources if s.season in kept or not s.season],
        [season for season in listing.seasons if season in seasons],
        [p for p in listing.problems if p.season in kept or not p.season],
        listing.raw,
        listing.unread,
    )
