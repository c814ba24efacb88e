"""The same sweep on a Dask cluster of two workers, one of which is killed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.documents import point
from support.measuring import MOODY, QUICK, quick

from hashloom.errors import RequestError, ToolError
from hashloom.exploration import cluster as cluster_module
from hashloom.exploration.cluster import check_scheduler, run_on_cluster
from hashloom.exploration.runner import run_here
from hashloom.measurements.results.measuring import Task

pytestmark = pytest.mark.usefixtures("traces")


class Cluster:
    """Processes as a user starts them: `dask scheduler` and `dask worker`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        options = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self.processes = [self._start("scheduler", *options)]
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                check_scheduler(self.address)
                return
            except RequestError:
                time.sleep(0.1)

    def worker(self) -> subprocess.Popen[bytes]:
        """One more worker, of one thread, that dies at once when it is killed."""
        folder = ("--local-directory", str(self._folder))
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", *folder)
        self.processes.append(self._start("worker", self.address, *options))
        return self.processes[-1]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        nothing = subprocess.DEVNULL
        command = [sys.executable, "-m", "dask", *arguments]
        return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)


@pytest.fixture
def cluster(traces: Path, tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path / "workers")
    yield made
    for process in made.processes:
        process.kill()
        process.wait()


def tasks(*unrolls: int) -> list[Task]:
    return [Task(point(unroll=unroll), "quick", 3, "basis", {"yosys": "y"}) for unroll in unrolls]


def test_outcomes_are_those_of_one_machine_and_a_lost_worker_loses_none(cluster: Cluster) -> None:
    first, _ = cluster.worker(), cluster.worker()
    counts: list[int] = []
    several = tasks(1, 2, 4, 8, 16, 32)
    here = {outcome.task.point: outcome for outcome in run_here(several, 2, counts.append, QUICK)}
    there = {}
    for outcome in run_on_cluster(several, cluster.address, counts.append, QUICK):
        first.kill()
        there[outcome.task.point] = outcome
    assert there == here
    assert all(outcome.document == quick(outcome.task) for outcome in there.values())
    # the same cluster again: nothing is taken from the run before
    outcomes = list(run_on_cluster(tasks(1, 2), cluster.address, counts.append, MOODY))
    reasons = {o.failure.reason for o in outcomes if o.failure}
    assert reasons == {"It does not fit."}


def test_a_scheduler_that_goes_away_is_one_sentence(cluster: Cluster) -> None:
    # It is killed when it has first told how many measure.
    scheduler = cluster.processes[0]
    outcomes = run_on_cluster(tasks(1), cluster.address, lambda _: scheduler.kill(), QUICK)
    with pytest.raises(ToolError, match=r"The scheduler at tcp://127\.0\.0\.1:\d+ is gone"):
        next(outcomes)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:9", "refused"),
        ("somewhere", "no host and port"),
        ("tcp://127.0.0.1:none", "Port could not"),
        ("http://127.0.0.1:9", "neither with tcp:// nor with tls://"),
    ],
)
def test_no_scheduler_is_refused(address: str, why: str) -> None:
    with pytest.raises(RequestError, match=rf"No Dask scheduler answers at {address} \(.*{why}"):
        check_scheduler(address)


def test_what_is_no_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "_CONNECT_SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(RequestError, match="timed out"):
            check_scheduler(f"tcp://127.0.0.1:{silent.getsockname()[1]}")
