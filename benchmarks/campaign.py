"""Random traffic over the space of cores: python benchmarks/campaign.py --hours H.

Draws cores, holds each against every warning of Verilator, runs it with random traffic against the
oracle, and appends a line for each to a record that a killed run may leave at any moment and a
later one goes on from.  The counts and the hash of every core's RTL are written to
benchmarks/campaign.json.  A core that differs from the documents is told as the command that
repeats it, and its traffic, made small, is added to the regressions that `make test` runs.  --draw
asked draws nothing: it runs the cores that README's commands, the published designs and the data
set name, each once.  With --today cores of earlier RTL are dropped from the record first, and run
again.  Ends with status 1 when a core differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

from asked import asked as asked_points

from hashloom.cores import is_of_today
from hashloom.files import write_file
from hashloom.request.point import Point
from hashloom.verification.random.campaign import (
    Record,
    command_of_core,
    draws_of,
    one_core,
    summary,
)
from hashloom.verification.random.drawing.draws import DRAWS

ASKED = "asked"
HERE = Path(__file__).resolve().parent
RECORD, SUMMARY = HERE / "campaign.jsonl", HERE / "campaign.json"
REGRESSIONS = HERE.parent / "tests" / "verification" / "random" / "regressions.jsonl"
TELL_SECONDS = 30.0


def main() -> None:
    """Runs cores until the time is over or there are enough."""
    asked = arguments()
    record = Record(asked.record)
    begin = time.monotonic()
    end = begin + asked.hours * 3600
    try:
        if asked.today:
            before = len(record.cores)
            record.keep(is_of_today)
            tell(f"{before - len(record.cores)} cores of earlier RTL are dropped.")
        run(record, asked, end)
    finally:
        record.close()
        write_file(asked.summary, json.dumps(summary(record.cores), indent=1) + "\n")
    failed = [core for core in record.cores if core["failures"]]
    tell(f"{len(record.cores)} cores, {len(failed)} of them failed; see {asked.summary}")
    sys.exit(1 if failed else 0)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hours", type=float, default=1.0, help="how long, at most")
    parser.add_argument("--cores", type=int, default=1_000_000, help="how many cores, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the campaign")
    parser.add_argument("--workers", type=int, default=2, help="cores at the same time")
    parser.add_argument("--record", type=Path, default=RECORD, help="its record")
    parser.add_argument("--summary", type=Path, default=SUMMARY, help="where the counts go")
    parser.add_argument("--regressions", type=Path, default=REGRESSIONS, help="found traffic")
    parser.add_argument("--today", action="store_true", help="drop cores of earlier RTL first")
    parser.add_argument(
        "--draw", choices=[*DRAWS, ASKED], default="cores", help="what kind of cores"
    )
    parser.add_argument(
        "--properties",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="compile the properties of the modules in",
    )
    return parser.parse_args()


def run(record: Record, asked: argparse.Namespace, end: float) -> None:
    """Keeps the workers busy with the cores that the record does not have yet."""
    cores = left(record, asked)
    told = time.monotonic()
    running: set[Future[dict[str, Any]]] = set()
    with ProcessPoolExecutor(asked.workers) as pool:
        while True:
            while len(running) < asked.workers and time.monotonic() < end:
                index, point = next(cores, (None, None))
                if index is None:
                    break
                how = {"draws": asked.draw, "point": point, "properties": asked.properties}
                running.add(pool.submit(one_core, asked.seed, index, **how))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                take(record, future.result(), asked.regressions)
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                tell(progress(record, end - told))


def left(record: Record, asked: argparse.Namespace) -> Iterator[tuple[int, Point | None]]:
    """Numbers of the cores that the record does not have yet; those that are asked for with what
    they are, as their numbers change when others are."""
    mine = [c for c in record.cores if (c["campaign"], draws_of(c)) == (asked.seed, asked.draw)]
    numbers = {core["index"] for core in mine}
    free = (index for index in range(asked.cores) if index not in numbers)
    if asked.draw != ASKED:
        yield from ((index, None) for index in free)
        return
    points = {Point.from_dict(core["request"]) for core in mine}
    yield from zip(free, [p for p in asked_points() if p not in points], strict=False)


def take(record: Record, core: dict[str, Any], regressions: Path) -> None:
    """Records a core; tells of its differences and keeps their traffic."""
    lines = core.pop("regressions")
    record.add(core)
    if core["failures"]:
        tell(f"{command_of_core(core)}\n    {core['failures'][0]['text']}")
    if lines:
        before = regressions.read_text("utf-8") if regressions.exists() else ""
        write_file(regressions, before + "".join(f"{line}\n" for line in lines))


def progress(record: Record, left: float) -> str:
    """How far it is."""
    seconds = sum(core["seconds"] for core in record.cores) / max(1, len(record.cores))
    failed = sum(bool(core["failures"]) for core in record.cores)
    return (
        f"{len(record.cores)} cores, {failed} failed, {seconds:.1f} s of processor a core, "
        f"{max(0.0, left) / 60:.0f} minutes left"
    )


def tell(text: str) -> None:
    """A line on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
