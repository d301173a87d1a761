"""XGBoost on the workers of Dask: each holds some pieces, and all sum up their histograms, node by node.

Every round needs every worker. When one is lost, XGBoost ends the training of the others by an error
("allreduce failed") and nothing of it is left: it is begun anew, some times, with the workers there are then.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any

from gbtlib.train.alone import Boosted, boosted
from gbtlib.train.job import Job, JobError
from gbtlib.train.pieces import Piece, Table, facts_of, sample_of, table_of

ATTEMPTS = 3
REACHED_WITHIN = 10  # seconds, of the cluster that is given
LOOKS = 2.0  # seconds between two looks whether all workers are there
PATIENCE = 60  # seconds that a lost worker has to come back

Tell = Callable[[str], None]


def train(
    job: Job, pieces: Sequence[Piece], features: Sequence[str], tell: Tell
) -> tuple[Table, Boosted, list[Any]]:
    """The table, what was learned, and the sample, piece by piece. Errors: JobError."""
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of a lost worker is told here
    with cluster_of(job) as cluster, distributed.Client(cluster) as client:
        try:
            facts = client.gather(client.map(facts_of, pieces, target=job.target))
            table = table_of(job, pieces, features, facts)
            model = boosted_somehow(client, job, table, tell)
            return (
                table,
                model,
                client.gather(client.map(lambda each: sample_of(job, table, each), table.pieces)),
            )
        except distributed.KilledWorker as error:
            raise JobError(
                f"Workers died, one after the other, over the same piece: {enough_memory(job)}"
            ) from error


def cluster_of(job: Job) -> Any:
    """A cluster on this machine, on loopback, or the address of the one that is given. Errors: JobError."""
    import distributed

    if job.cluster is None:
        here = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
        return distributed.LocalCluster(n_workers=job.workers, memory_limit=job.memory, **here)
    try:
        distributed.Client(job.cluster, timeout=REACHED_WITHIN).close()
    except (OSError, ValueError) as error:
        raise JobError(f"cluster={job.cluster!r} must be the address of a Dask scheduler: {error}") from error
    return nullcontext(job.cluster)


def boosted_somehow(client: Any, job: Job, table: Table, tell: Tell) -> Boosted:
    """What all workers learn together; begun anew where one is lost. Errors: JobError after some times."""
    for attempt in range(1, ATTEMPTS + 1):
        workers = sorted(workers_of(client))[: len(table.pieces)]
        tell(f"{len(table.pieces)} pieces on {len(workers)} workers")
        lost = set(workers)
        if workers:
            found, lost = boosted_once(client, job, table, workers)
            if found is not None:
                return found
        tell(
            f"Attempt {attempt} of {ATTEMPTS}: {', '.join(sorted(lost)) or 'every worker'} was lost. XGBoost "
            "cannot go on without a worker's rows: the training begins anew."
        )
        try:
            client.wait_for_workers(len(workers) or 1, timeout=PATIENCE)
        except TimeoutError:
            tell(f"No other worker came within {PATIENCE} s.")
    raise JobError(f"A worker was lost in each of {ATTEMPTS} attempts: {enough_memory(job)}")


def boosted_once(
    client: Any, job: Job, table: Table, workers: Sequence[str]
) -> tuple[Boosted | None, set[str]]:
    """What these workers learn together, or None and which of them were lost."""
    import distributed
    from distributed.comm.addressing import get_address_host

    host = get_address_host(client.scheduler.address)
    told = client.run_on_scheduler(start_tracker, len(workers), host)
    futures = [
        client.submit(
            boosted_part, job, table, table.pieces[i :: len(workers)], told, workers=[worker], pure=False
        )
        for i, worker in enumerate(workers)
    ]
    while True:
        with suppress(TimeoutError):
            distributed.wait(futures, timeout=LOOKS)
        lost = set(workers) - workers_of(client)
        if lost:
            client.cancel(futures, force=True)
            return None, lost
        if all(each.done() for each in futures):
            return next(each for each in client.gather(futures) if each is not None), set()


def boosted_part(job: Job, table: Table, pieces: Sequence[Piece], told: dict[str, Any]) -> Boosted | None:
    """On a worker: its part of the training. The first worker has the result, which is that of all."""
    import distributed
    from xgboost import collective
    from xgboost.dask import CommunicatorContext

    threads = distributed.get_worker().state.nthreads
    with CommunicatorContext(**told):
        found = boosted(job, table, pieces, threads)
        return found if collective.get_rank() == 0 else None


def start_tracker(n_workers: int, host: str) -> dict[str, Any]:
    """On the scheduler: what tells XGBoost's workers of each other, and where they find it."""
    from xgboost.tracker import RabitTracker

    tracker = RabitTracker(n_workers=n_workers, host_ip=host, sortby="task")
    tracker.start()
    threading.Thread(target=tracker.wait_for, daemon=True).start()
    return dict(tracker.worker_args())


def workers_of(client: Any) -> set[str]:
    """The addresses of the workers that are there."""
    return set(client.nthreads())  # asked now; scheduler_info may be old


def enough_memory(job: Job) -> str:
    """What may help where workers die."""
    return (
        f"most often it is memory that ends them. Give each more than memory={job.memory!r}, take more "
        "workers, or write smaller row groups."
    )
