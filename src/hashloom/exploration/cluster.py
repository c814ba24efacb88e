"""Runs the tasks of a sweep on a Dask cluster, whose workers are started with `dask worker`.

A worker needs hashloom and nothing else. It measures each task in a process of its own, as a sweep
on one machine does; results go to whoever asked as soon as they are there, and Dask gives the tasks
of a worker that is lost to the others.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

from hashloom.errors import RequestError, ToolError
from hashloom.exploration.runner import Outcome, Running
from hashloom.exploration.worker import MEASURE, ask
from hashloom.measurements.results.measuring import Task
from hashloom.measurements.store import Failure

_CONNECT_SECONDS = 4.0
_WATCH_SECONDS = 0.5
_UNWANTED = ("cancelled", "released", "forgotten")  # states of a task on its worker


def run_on_cluster(
    tasks: Sequence[Task], address: str, running: Running, measure: str = MEASURE
) -> Generator[Outcome, None, None]:
    """Outcomes of `tasks`, begun in their order, from the workers of a Dask scheduler.

    Raises RequestError within seconds when no scheduler answers at `address`, such as
    tcp://host:8786, and ToolError when it goes away.
    """
    from distributed import as_completed

    with _quiet(), _client(address) as client:
        futures = {
            client.submit(
                measured_by_worker,
                task.to_json(),
                measure,
                key=f"hashloom-{client.id}-{number}",
                pure=False,
                priority=-number,
            ): task
            for number, task in enumerate(tasks)
        }
        with _watched(client, running):
            try:
                for future in as_completed(list(futures), loop=client.loop):  # type: ignore[no-untyped-call]
                    yield Outcome.of(futures[future], _answer(future, futures[future], address))
                    future.release()
            finally:
                if client.status == "running":
                    client.cancel(list(futures), force=True)


def measured_by_worker(text: str, measure: str) -> dict[str, Any] | Failure:
    """A task's answer, on a Dask worker; ends early when the task is no longer wanted."""
    from distributed import get_worker

    worker = get_worker()
    name = worker.get_current_task()

    def unwanted() -> bool:
        task = worker.state.tasks.get(name)
        return task is None or task.state in _UNWANTED

    return ask(text, measure, unwanted)


def _answer(future: Any, task: Task, address: str) -> dict[str, Any] | Failure:
    """What a future that is done holds."""
    if future.status in ("cancelled", "lost"):
        raise ToolError(
            f"The scheduler at {address} is gone; what was measured is kept, and the same command "
            "goes on with the rest when there is a scheduler again."
        )
    if future.status == "error":
        why = " ".join(str(future.exception()).split()).rstrip(".")
        error = ToolError(f"The cluster could not measure it: {why}.")
        return Failure.of(task.point, error, task.basis)
    answer: dict[str, Any] | Failure = future.result()
    return answer


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what Dask says of connections: what concerns the user is said in one sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of the scheduler at `address`."""
    from distributed import Client

    try:
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=_CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise _no_scheduler(address, error) from error
    with client:
        yield client


def check_scheduler(address: str) -> None:
    """Raises RequestError when no Dask server answers at `address`, sooner than its client does."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        if parts.scheme not in ("tcp", "tls"):
            raise ValueError("it begins neither with tcp:// nor with tls://")
        if not parts.hostname or not parts.port:
            raise ValueError("it has no host and port")
        where = (parts.hostname, parts.port)
        with socket.create_connection(where, timeout=_CONNECT_SECONDS) as connection:
            # a client would wait for the greeting for ever; with TLS the server speaks second
            if parts.scheme == "tcp" and not connection.recv(1):
                raise OSError("what listens there closes the connection")
    except (OSError, ValueError) as error:
        raise _no_scheduler(address, error) from error


def _no_scheduler(address: str, error: Exception) -> RequestError:
    why = getattr(error, "strerror", None) or str(error)
    return RequestError(
        f"No Dask scheduler answers at {address} ({why.rstrip('.')}); accepted is the address of "
        "one that runs, such as tcp://host:8786."
    )


@contextmanager
def _watched(client: Any, running: Running) -> Iterator[None]:
    """Tells from time to time how many tasks the cluster's workers are measuring."""
    over = threading.Event()

    def watch() -> None:
        with suppress(Exception):  # a scheduler that is gone is noticed by who waits for results
            while not over.wait(_WATCH_SECONDS):
                threads, given = client.nthreads(), client.processing()
                running(sum(min(threads.get(name, 0), len(keys)) for name, keys in given.items()))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(_CONNECT_SECONDS)
