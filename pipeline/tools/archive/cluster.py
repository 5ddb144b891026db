"""Engines that score partitions in threads of this process or on a Dask cluster. Both kinds run `score_part`."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from pipeline.tools.archive.layout import NoArchive
from pipeline.tools.archive.score import Part
from pipeline.tools.archive.stream import Engine, Waiting
from pipeline.tools.extras import install
from schemas.messages import Message, say

QUIET = {
    # A partition is sent with its task, so that it can be sent again if a worker is lost.
    "distributed.admin.large-graph-warning-threshold": "1 GiB",
    "distributed.comm.timeouts.connect": "20s",
}
RETRIES = 2
HERE = "127.0.0.1:0"  # address of the local cluster's dashboard: any free port, on this machine only


class MissingExtra(NoArchive):
    """Error raised if a package from an optional extra is not installed."""


@contextmanager
def threads(jobs: int) -> Iterator[Engine]:
    """Yield an engine that scores up to `jobs` partitions at a time in threads.

    The threads run in parallel because array code releases the GIL.
    """
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield Engine(pool.submit, jobs + 1)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def dask(scheduler: str | None, jobs: int) -> Iterator[Engine]:
    """Yield an engine that scores with the workers of a cluster, or with `jobs` processes on this machine.

    scheduler  address, such as `tcp://10.0.0.1:8786`, or None for a local cluster that is stopped at the end

    Raises MissingExtra if Dask is not installed, and NoArchive if no scheduler answers or the cluster has no workers.
    """
    try:
        config, distributed = import_module("dask.config"), import_module("distributed")
    except ImportError as missing:
        command = install("dask", "distributed", "pyarrow")
        raise MissingExtra(
            say("a cluster needs Dask, which is not installed. To install it: {command}", command=command)
        ) from missing
    lost = distributed.KilledWorker, distributed.client.FutureCancelledError
    with config.set(QUIET), _losses_in_one_line(lost):
        if scheduler is None:
            with (
                distributed.LocalCluster(
                    n_workers=jobs, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=HERE
                ) as cluster,
                distributed.Client(cluster) as client,
            ):
                yield _workers(client)
            return
        try:
            client = distributed.Client(scheduler)
        except (OSError, TimeoutError, ValueError) as fault:
            text = Message("No cluster scheduler is responding at {address}: {fault}.")
            raise NoArchive(text.of({"address": scheduler, "fault": str(fault)})) from fault
        with client:
            yield _workers(client)


@contextmanager
def _losses_in_one_line(lost: tuple[type[Exception], ...]) -> Iterator[None]:
    """Raise NoArchive if the scheduler is lost, or if too many workers are lost on one partition.

    The message fits on one line.
    """
    try:
        yield
    except lost as fault:
        raise NoArchive(say("The cluster could not process part of the archive: {fault}.", fault=str(fault))) from fault


def _workers(client: Any) -> Engine:
    """Return an engine that runs on a cluster.

    The engine takes two partitions per thread, so that one is waiting while the other runs. Raises NoArchive if the
    cluster has no workers.
    """
    count = sum(client.nthreads().values())
    if not count:
        raise NoArchive(say("The cluster has no workers. Start some and run the program again."))

    def submit(score: Callable[..., Part], *given: Any) -> Waiting:
        future: Waiting = client.submit(score, *given, pure=False, retries=RETRIES)
        return future

    return Engine(submit, 2 * count)
