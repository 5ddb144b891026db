"""What is stale: which products of which seasons depend on something that has changed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from os.path import relpath

from pipeline.build import manifest
from pipeline.build.manifest import Manifest
from pipeline.events.days import Reach, seen
from pipeline.read.find import Found
from pipeline.rules.systems import systems
from pipeline.store.folder import Folder

HOUSE, PROBLEMS, TABLES, EVENTS, CIRCUITS, REPORT = "house", "problems", "tables", "events", "circuits", "report"
ALONE = {TABLES, EVENTS, HOUSE}  # and the systems: made from the season's own sheets
TOGETHER = {PROBLEMS, CIRCUITS, REPORT}  # may look into the sheets of other seasons


@dataclass
class Plan:
    """The seasons found, what their outputs were made from, and the digests that say what they should be made from.

    as_of    the day of the lists, if the command line says one
    reaches  season -> circuit -> reach: a list depends on the sheets of all seasons whose games it may take
    marks    season -> file -> what its games are known by, so that they are told where they stand twice
    names    season -> the names in its results, so that other names of nobody are told
    """

    found: Found
    out: Folder
    as_of: date | None = None
    reaches: dict[str, dict[str, Reach]] = field(default_factory=dict)
    marks: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    _before: dict[str, Manifest] = field(default_factory=dict, init=False, repr=False)

    def before(self, season: str) -> Manifest:
        """The manifest of the last build, as it was when it was first asked for."""
        if season not in self._before:
            self._before[season] = Manifest.read(self.out / season)
        return self._before[season]

    def unbuilt(self, season: str) -> bool:
        """Its sheets are not those of its last build."""
        return self.before(season).inputs != {s.file: s.digest for s in self.found.of(season)}

    def stale(self, season: str, products: Iterable[str]) -> set[str]:
        """Those products that are not there as they should be."""
        before, wanted = self.before(season), self.wanted(season)
        return {name for name in products if not before.fresh(name, wanted[name], self.out / season)}

    def stale_alone(self, season: str) -> set[str]:
        """The stale products made from the season's own sheets; systems that it did not show only if sheets or rules changed."""
        stale = self.stale(season, ALONE)
        there = {*self.before(season).products} if {TABLES, EVENTS}.isdisjoint(stale) else {*systems()}
        return stale | self.stale(season, there & {*systems()})

    def wanted(self, season: str) -> dict[str, str]:
        """The digest that each product of a season should have."""
        program, rules = manifest.program_digest(), manifest.systems_digest()
        sheets, listed = self._sheets(season), self._listed(season)
        seen = map(self._sheets, sorted(self.seen(season)))
        whole = manifest.digest(rules, manifest.circuits_digest(), sheets, str(self.as_of), *seen)
        modules = {name: manifest.module_digest(system.module) for name, system in systems().items()}
        return {
            **{name: manifest.digest(program, module, sheets) for name, module in modules.items()},
            TABLES: manifest.digest(program, sheets),
            **dict.fromkeys((EVENTS, HOUSE), manifest.digest(program, rules, sheets)),
            CIRCUITS: manifest.digest(program, whole),
            PROBLEMS: manifest.digest(program, whole, listed, relpath(self.found.raw, (self.out / season).place)),
            REPORT: manifest.digest(program, whole, listed),
        }

    def seen(self, season: str) -> set[str]:
        """The seasons whose games a list of this season may take."""
        return {*seen(self.reaches, season, self.as_of)}

    def _sheets(self, season: str) -> str:
        """What a season is made from: its sheets, and the errors that keep some of them out."""
        kept_out = [p for p in self.found.problems if p.season == season and p.severity == "error"]
        sheets = [f"{s.file} {s.digest}" for s in self.found.of(season)]
        return manifest.digest(*sheets, *("\t".join(p.row()) for p in kept_out))

    def _listed(self, season: str) -> str:
        """Its problems from the search for files."""
        return manifest.digest(*("\t".join(p.row()) for p in self.found.problems if p.season == season))

    def remove_strays(self, season: str) -> None:
        """Remove what a build cut short has left in a season that needs no build."""
        folder = self.out / season
        for stray in manifest.announced(folder) - self.before(season).files():
            folder.remove(stray)
        folder.remove(manifest.ANNOUNCED)


def only(found: Found, seasons: Iterable[str]) -> Found:
    """What was found in some seasons."""
    kept = set(seasons)
    return Found(
        [s for s in found.sources if s.season in kept or not s.season],
        [season for season in found.seasons if season in kept],
        [p for p in found.problems if p.season in kept or not p.season],
        found.raw,
        found.unread,
    )
