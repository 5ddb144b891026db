"""Hostile folders, with false records of the last build and with links at every path that a command touches.

A folder beside the league's folder belongs to somebody else, and no command that is run on the league may change it.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pipeline.build.stamps import DONE, STAMP
from pipeline.store.folder import DIGESTS
from tests.bad_inputs.spoil import tournament
from tests.sheets import POWERS, files_below, write_ods, write_xlsx
from tests.stress.builds import Done, League, count, leagues, run, unmended
from tests.stress.share import shared
from tests.stress.tally import Tally, added

RECORD, LINK = "records of the last build, one field damaged", "a link at a path that a command touches"
RECORDS = ("2013/manifest.json", "2015/manifest.json", "2013/.announced.json", "2015/.announced.json")
RECORDS += ("history/digests.json", ".previous/2013/manifest.json", DIGESTS, STAMP, DONE)
TYPED = {"raw", "for wdd", "certificates"}  # arguments of commands: a link there is the user's choice
AFTERWARDS: tuple[tuple[str, ...], ...] = (("build", "--jobs", "1"), ("diff", "--all"), ("compare", "2013"))
OLD, NEW = 0, 1  # versions of the league
LONG, DEEP = 5_000, 100_000  # characters
Files = dict[str, tuple[bytes, int]]


def run_folders(records: int, seed: int = 0, jobs: int = 1, made: League | None = None, links: int = 0) -> list[Tally]:
    """Run trials with damaged records and trials with links, and return one tally for each kind.

    records  number of trials with damaged records
    links    number of trials with links, or 0 to try each kind of link at each path that a command touches
    """
    with leagues(made) as (league, folder):
        scenes = [*_scenes(league, folder / "scenes")]
        places = [(scene.name, path, kind) for scene in scenes for path in scene.touched for kind in KINDS]
        if links:
            places = Random(seed).sample(places, links)
        given = {"league": league, "folder": folder, "scenes": {scene.name: scene for scene in scenes}}
        tallies = [*shared(record_trials, range(records), jobs, size=10, seed=seed, **given)]
        return added([*tallies, *shared(link_trials, places, jobs, size=20, **given)])


# -- somebody else's folder --------------------------------------------------------------------------------------------


def _own(place: Path) -> Path:
    """Create a folder that belongs to somebody else, with a file and a subfolder that holds another file."""
    own = place / "own"
    (own / "letters").mkdir(parents=True)
    (own / "thesis.txt").write_text("years of work")
    (own / "letters" / "index.html").write_text("my page")
    return own


def _state(own: Path) -> Files:
    """Return the contents and modification time of every path in the folder."""
    return {str(path.relative_to(own)): _of(path) for path in sorted(own.rglob("*"))}


def _of(path: Path) -> tuple[bytes, int]:
    return (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)


def _ends(own: Path, before: Files, done: Done) -> Iterator[tuple[str, str]]:
    if (after := _state(own)) != before:
        changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        yield "harmed", f"{changed}"
    if done.status not in (0, 1) or "Traceback" in done.errors:
        yield "unclassified", f"exit status {done.status}: {done.errors[-800:]}"


# -- the commands ------------------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A command, the league's folder before the command, and every path in that folder that the command touches."""

    name: str
    base: Path
    command: tuple[str, ...]
    touched: tuple[str, ...] = ()


def _scenes(league: League, folder: Path) -> Iterator[Scene]:
    for scene in _commands(league, folder):
        place = folder / "clean"
        before = _paths(_copy(scene.base, place))
        done = run(place / "raw", place / "out", before=partial(os.chdir, place), command=scene.command)
        assert done.status == 0, (scene.name, done.errors)
        after = _paths(place)
        changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        files = {name for name in changed if after.get(name) != -1}
        parts = {str(Path(name).with_name(f".part-{Path(name).name}")) for name in changed}
        olds = {str(Path(name).with_name(f".part-old-{Path(name).name}")) for name in changed & {"scored"}}
        kept = {f"{name}.bak" for name in files if name.startswith("raw/") and before.get(name)}
        marks = {f"out/{name}" for name in (".lock", ".part-clock", ".part-stamp", ".previous", "history")}
        folders = {str(path) for name in changed for path in Path(name).parents} - {"."}
        yield scene._replace(touched=(*sorted((changed | parts | olds | kept | marks | folders) - TYPED),))


def _commands(league: League, folder: Path) -> Iterator[Scene]:
    """Yield a `Scene` for each command to try, with `touched` still empty."""
    build, of = ("build", "--raw", "raw", "--out", "out", "--jobs", "1"), ("--raw", "raw")
    out = (*of, "--out", "out")
    first, again, gone, desk = (folder / name for name in ("first", "again", "gone", "desk"))
    shutil.copytree(league.raw[NEW], first / "raw")
    yield Scene("a first build", first, build)
    shutil.copytree(league.raw[NEW], again / "raw")
    shutil.copytree(league.out[OLD], again / "out")
    yield Scene("a build of what changed", again, build)
    _built(league, gone)
    shutil.rmtree(gone / "raw" / "2015")
    yield Scene("a build without a season", gone, build)
    _desk(league, desk)
    yield Scene("compare", desk, ("compare", "2013", *out))
    yield Scene("seat", desk, ("seat", "Torneo", *out))
    yield Scene("seat --replace", desk, ("seat", "Torneo", "--replace", *out))
    yield Scene("seat --replace, another format", desk, ("seat", "Aperto", "--replace", *out))
    yield Scene("new", desk, ("new", "Serata", "--season", "2016", *of))
    yield Scene("import", desk, ("import", "games.csv", "--season", "2016", "--event", "Lega", *of))
    yield Scene("import --merge", desk, ("import", "games.csv", "--season", "2013", "--event", "Coppa", "--merge", *of))
    yield Scene("export", desk, ("export", "flat", "2013", "Coppa", *of))
    yield Scene("export --to", desk, ("export", "wdd_boards", "2013", "Coppa", "--to", "for wdd", *of))
    yield Scene("certify --to", desk, ("certify", "c_diplo", "--to", "certificates/c.xlsx"))
    with suppress(ImportError):
        import pyarrow  # noqa: F401 - archives need it

        yield Scene("archive", desk, ("archive", "boards.csv", "scored", "--system", "c_diplo"))
        scored = folder / "scored"
        shutil.copytree(desk, scored)
        run(scored / "raw", scored, before=partial(os.chdir, scored), command=("archive", "boards.csv", "scored"))
        yield Scene("archive, again", scored, ("archive", "boards.csv", "scored", "--system", "c_diplo"))


def _built(league: League, base: Path) -> None:
    """Copy a built league, change its sheets and rebuild it, so that it has earlier scores and a history."""
    shutil.copytree(league.raw[OLD], base / "raw")
    shutil.copytree(league.out[OLD], base / "out")
    shutil.rmtree(base / "raw")
    shutil.copytree(league.raw[NEW], base / "raw")
    assert run(base / "raw", base / "out", "--jobs", "1").status == 0


def _desk(league: League, base: Path) -> None:
    _built(league, base)
    sheets = tournament()
    sheets["matches"] = [row for row in sheets["matches"] if row[0] != "final"]
    write_xlsx(base / "raw" / "2013" / "Torneo.xlsx", sheets)
    write_ods(base / "raw" / "2013" / "Aperto.ods", sheets)
    seats = [f"9,Z,{power},Z{power},{centres}" for power, centres in zip(POWERS, (18, 16, 0, 0, 0, 0, 0), strict=True)]
    (base / "games.csv").write_text("\n".join(["round,board,power,player,centres", *seats, ""]))
    heads = [f"{power} final" for power in POWERS]
    (base / "boards.csv").write_text(f"board,{','.join(heads)}\n1,5,5,5,5,5,5,4\n2,18,16,0,0,0,0,0\n")


def _copy(base: Path, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(base, place)
    return place


def _paths(place: Path) -> dict[str, int]:
    """Return every path below a folder with its modification time, or -1 for a folder."""
    return {str(path.relative_to(place)): -1 if path.is_dir() else path.stat().st_mtime_ns for path in place.rglob("*")}


# -- links -------------------------------------------------------------------------------------------------------------


def link_trials(
    places: Sequence[tuple[str, str, str]], league: League, folder: Path, scenes: dict[str, Scene]
) -> list[Tally]:
    """Run one trial per entry of `places`, and return a list that contains a single tally.

    A trial puts a link at a path and then runs a command.

    places  for each trial, the name of the `Scene` to run, the path of the link, and the kind of link
    """
    tally = Tally(LINK)
    for name, path, kind in places:
        place = _copy(scenes[name].base, folder / f"link {os.getpid()}" / "league")
        shutil.rmtree(place.parent / "own", ignore_errors=True)
        own = _own(place.parent)
        if not KINDS[kind](_freed(place / path, own), own):
            continue  # no link is possible: the file or folder above it is missing
        before = _state(own)
        done = run(place / "raw", place / "out", before=partial(os.chdir, place), command=scenes[name].command)
        ends = [*_ends(own, before, done)]
        if scenes[name].command[0] == "build" and not ends:
            ends += _mended(league, place, path, own, before, gone="without" in name)
        count(tally, f"{name}, {path}, {kind}", iter(ends))
    return [tally]


def _mended(
    league: League, place: Path, path: str, own: Path, before: Files, *, gone: bool
) -> Iterator[tuple[str, str]]:
    """Remove the link at `path`, and yield the faults that the next build does not repair."""
    for part in (place / path, *(place / path).parents):
        if part.is_symlink() or (part.is_file() and part.samefile(own / "thesis.txt")):
            part.unlink()
    if not gone and not path.endswith("manifest.json"):  # a listed file that is no longer an output stays
        yield from unmended(league, place / "raw", place / "out", NEW)
    if _state(own) != before:
        yield "harmed", "by the next build"


def _freed(path: Path, own: Path) -> Path:
    """Remove the file or folder at `path` to make room for a link, and return `path`.

    The contents of a folder are first copied into `own`, unless the folder is `out`.

    own  the folder that belongs to somebody else
    """
    if path.is_dir():
        if path.name != "out":  # a link from the outputs to outputs is the user's choice
            shutil.copytree(path, own / "letters", dirs_exist_ok=True)
        shutil.rmtree(path)
    elif path.exists():
        path.unlink()
    return path


def _linked(path: Path, target: Path) -> bool:
    """Make a symbolic link, and return True to report success."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return True


def _hard(path: Path, own: Path) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.link(own / "thesis.txt", path)
    return True


KINDS: dict[str, Callable[[Path, Path], bool]] = {
    "to a file": lambda path, own: _linked(path, own / "thesis.txt"),
    "to a folder": lambda path, own: _linked(path, own / "letters"),
    "to nothing": lambda path, own: _linked(path, own / "new"),
    "to itself": lambda path, own: _linked(path, path),
    "a second name": _hard,
}


# -- records -----------------------------------------------------------------------------------------------------------


def record_trials(
    numbers: Sequence[int], seed: int, league: League, folder: Path, scenes: dict[str, Scene]
) -> list[Tally]:
    """Run one trial per number, and return a list that contains a single tally.

    The number and the seed determine a trial. Each trial damages a record of the last build, usually in one random
    field, and then runs a command that reads the record.
    """
    tally = Tally(RECORD)
    for number in numbers:
        rng = Random(f"{seed} record {number}")
        place = _copy(scenes["compare"].base, folder / f"record {os.getpid()}" / "league")
        for name in ("Torneo.xlsx", "Aperto.ods"):  # these events are only for the director's commands
            (place / "raw" / "2013" / name).unlink()
        shutil.rmtree(place.parent / "own", ignore_errors=True)
        own = _own(place.parent)
        said = _damage(rng, place / "out", own)
        gone, command = rng.random() < 0.3, AFTERWARDS[min(rng.randrange(6), 2) if number % 2 else 0]
        if gone:
            shutil.rmtree(place / "raw" / "2015")
        before = _state(own)
        of = ("--out", "out") if command[0] == "diff" else ("--raw", "raw", "--out", "out")
        done = run(place / "raw", place / "out", before=partial(os.chdir, place), command=(*command, *of))
        ends = [*_ends(own, before, done)]
        ignored = command[0] == "build" and "it was ignored" in done.errors
        if not ends and not gone and ignored and files_below(place / "out") != league.complete(NEW):
            ends += unmended(league, place / "raw", place / "out", NEW)
        count(tally, f"number {number}, {said}, {' '.join(command)}{', a season gone' * gone}", iter(ends))
    return [tally]


def _damage(rng: Random, out: Path, own: Path) -> str:
    """Damage a record, and return a description of the damage."""
    name = rng.choice(
        [name for name in RECORDS if (out / name).with_name("manifest.json").exists() or (out / name).exists()]
    )
    path = out / name
    if name.endswith(".announced.json"):
        listed = json.loads((path.parent / "manifest.json").read_text(encoding="utf-8"))["files"]
        path.write_text(json.dumps(sorted(listed)), encoding="utf-8")
    text, harm = path.read_text(encoding="utf-8"), rng.choice(_hostile(path.parent, own))
    if not name.endswith(".json") or rng.random() < 0.1:
        spoilt = rng.choice([text[: len(text) // 2], "", "[" * DEEP, '{"' * DEEP, "\0\xff", json.dumps(harm), "NaN"])
        path.write_bytes(spoilt.encode("latin-1", "replace"))
        return f"{name}: {spoilt[:60]!r}"
    tree = json.loads(text)
    kinds: dict[tuple[object, ...], list[tuple[Any, ...]]] = {}
    for spot in _spots(tree):
        kinds.setdefault((len(spot), *(each for each in spot[:2] if isinstance(each, str))), []).append(spot)
    spot = rng.choice(kinds[rng.choice([*kinds])])
    as_key = isinstance(harm, str) and isinstance(_at(tree, spot[:-1]), dict) and rng.random() < 0.5
    tree = _replaced(tree, spot, harm, as_key=as_key)
    path.write_text(json.dumps(tree), encoding="utf-8")
    return f"{name}: {'/'.join(map(str, spot))} {'called' if as_key else '='} {str(harm)[:60]!r}"


def _hostile(folder: Path, own: Path) -> list[Any]:
    """Return values that do not belong in a record.

    They include paths outside the folder, names that are invalid on some system, and values of other types.
    """
    thesis, letter = own / "thesis.txt", own / "letters" / "index.html"
    climbing = [os.path.relpath(each, folder) for each in (thesis, letter, own, own / "letters")]
    names = [*map(str, (thesis, letter, own)), *climbing, *(f"tables/../{name}" for name in climbing)]
    odd = ["", ".", "..", "a//b", "/", "\\..\\..\\own\\thesis.txt", "C:\\thesis.txt", "C:thesis.txt", "\\\\host\\share"]
    odd += ["con", "nul.csv", "a:b", "x\0y", "x\ny", "\ud800", "x" * LONG, "x/" * LONG, "tables/seats.csv/", "a. "]
    return [*names, *odd, None, True, -1, 7.5, 10**30, [], {}, ["x"], {"x": ["y"]}, [[]]]


def _spots(tree: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every position in a JSON tree except the root, as a tuple of keys and indices."""
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inside:
        yield (*before, key)
        yield from _spots(value, (*before, key))


def _at(tree: Any, spot: Sequence[Any]) -> Any:
    for key in spot:
        tree = tree[key]
    return tree


def _replaced(tree: Any, spot: Sequence[Any], harm: Any, *, as_key: bool) -> Any:
    """Return the tree with the value at the position `spot` replaced by `harm`.

    as_key  whether `harm` replaces the value's key instead
    """
    of = _at(tree, spot[:-1])
    if as_key:
        of[harm] = of.pop(spot[-1])
    else:
        of[spot[-1]] = harm
    return tree
