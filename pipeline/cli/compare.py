"""The `compare` command."""

from typing import Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seasons, Wait, listing_of, must_be_apart, must_exist
from pipeline.cli.terminal import tell
from schemas.messages import say

Every = Annotated[bool, typer.Option("--all", help="Use every published system, not only those that the season shows.")]


def compare(
    seasons: Seasons = None, raw: Raw = RAW, out: Out = OUT, wait: Wait = PATIENCE, every: Every = False
) -> None:
    """Write systems/compare.xlsx, which shows how each system scores a season's boards and what each system rewards."""
    from pipeline.books.writer import as_workbook
    from pipeline.build.files import write_whole
    from pipeline.build.stamps import beside_the_build
    from pipeline.processes import PROCESSORS
    from pipeline.stages import compute
    from pipeline.store.folder import Folder
    from pipeline.tools.compare.comparison import comparison
    from pipeline.tools.compare.comparison_book import comparison_book
    from pipeline.tools.compare.properties import properties

    must_exist(raw)
    must_be_apart(raw, out)
    listing = listing_of(raw, seasons)
    computed = compute(listing, jobs=PROCESSORS, every=every)
    folder, name = Folder(out), "systems/compare.xlsx"
    with alone(out, wait, remark), beside_the_build(folder):
        for season in listing.seasons:
            compared = comparison(computed, season)
            book = comparison_book(compared, properties(compared.systems.values()))
            write_whole(folder / season, name, as_workbook(book))
            tell(say("{file} was written.", file=str(out / season / name)))
