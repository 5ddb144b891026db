"""The command `compare`."""

from typing import Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import in_one_line, remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seasons, Wait, found_in, must_be_apart, must_exist
from pipeline.cli.terminal import tell
from schemas.messages import say

Every = Annotated[bool, typer.Option("--all", help="Every published system, not those alone that the season shows.")]


def compare(
    seasons: Seasons = None, raw: Raw = RAW, out: Out = OUT, wait: Wait = PATIENCE, every: Every = False
) -> None:
    """Write systems/compare.xlsx: a season's boards under every system that it shows, and what each system rewards."""
    from functools import partial

    from pipeline.build.files import must_lie_in, write_whole
    from pipeline.build.stamps import beside_the_build
    from pipeline.processes import PROCESSORS
    from pipeline.stages import compute
    from pipeline.tools.compare.book import write_comparison
    from pipeline.tools.compare.comparison import comparison
    from pipeline.tools.compare.properties import properties

    must_exist(raw)
    must_be_apart(raw, out)
    found = found_in(raw, seasons)
    computed = compute(found, jobs=PROCESSORS, every=every)
    with in_one_line(), alone(out, wait, remark), beside_the_build(out):
        for season in found.seasons:
            path = out / season / "systems" / "compare.xlsx"
            must_lie_in(out, path.parent)
            compared = comparison(computed, season)
            table = properties(compared.systems.values())
            write_whole(path, partial(write_comparison, comparison=compared, properties=table))
            tell(say("{file} is written.", file=str(path)))
