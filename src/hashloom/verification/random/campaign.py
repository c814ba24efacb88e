"""Random traffic over one core, and over cores drawn at random."""

from __future__ import annotations

import json
import os
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hashloom.cores import core_of
from hashloom.errors import HashloomError
from hashloom.files import write_file
from hashloom.request.level import HMAC
from hashloom.request.point import Point
from hashloom.verification.properties.watching import is_watched
from hashloom.verification.random.bins import hits_of, mask_of, version
from hashloom.verification.random.drawing.drawn import Drawn
from hashloom.verification.random.drawing.draws import DRAWS, NOT_DRAWN
from hashloom.verification.random.line.subject import line_subject
from hashloom.verification.random.streams.saved import Regression
from hashloom.verification.random.streams.shrink import kind_of
from hashloom.verification.random.subject import Subject
from hashloom.verification.random.subjects import lists_of_bins, subject_for
from hashloom.verification.simulation.verilator import lint

PACKETS = 100  # of a run, at least
RUNS = 6  # of a core, each with other pauses
_SHRINKING = 60.0  # seconds
_CLOCK = re.compile(r"^clock \d+: ")


@dataclass(frozen=True)
class Failure:
    """A run in which core and documents differ."""

    run: int
    text: str


@dataclass
class Outcome:
    """What random traffic did with one core."""

    packets: int = 0
    runs: int = 0
    clocks: int = 0
    hits: set[str] = field(default_factory=set)
    failures: list[Failure] = field(default_factory=list)


def run_core(
    subject: Subject, seed: int, more: Callable[[int], bool], packets: int = PACKETS
) -> Outcome:
    """Runs of random traffic as long as `more` of the runs done says so."""
    outcome = Outcome()
    while more(outcome.runs):
        ran = subject.run(seed, outcome.runs, packets)
        outcome.failures += [Failure(outcome.runs, text) for text in ran.differences]
        outcome.runs += 1
        outcome.packets += ran.packets
        outcome.clocks += ran.clocks
        outcome.hits |= ran.hits
    return outcome


def command_of(point: Point, seed: int) -> str:
    """The command that repeats the runs of a core."""
    return " ".join(["hashloom verify", *point.options, f"--suite random --seed {seed}"])


# -- a campaign ----------------------------------------------------------------------------------


def one_core(
    campaign: int,
    index: int,
    *,
    draws: str = "cores",
    point: Point | None = None,
    properties: bool = True,
) -> dict[str, Any]:
    """Core number `index` of a campaign, drawn, held against every warning of Verilator, compiled
    and run, as one line of the record.

    `draws` is one of DRAWS, or any name where the `point` is given; `properties` compiles those of
    the modules in.
    """
    begin = _processor_seconds()
    if point is None:
        drawn = DRAWS[draws](f"{campaign}/{index}")
    else:
        drawn = Drawn(point, core_of(point), (), 0)
    seed = campaign * 1_000_000 + index
    record: dict[str, Any] = {
        "campaign": campaign,
        "draws": draws,
        "index": index,
        "seed": seed,
        "request": drawn.point.as_dict(),
        "rtl_sha256": "",
        "properties": properties,
        "refused": len(drawn.refused),
        "put_aside": drawn.put_aside,
        "packets": 0,
        "runs": 0,
        "clocks": 0,
        "bins": "",
        "hits": "0",
        "failures": [],
        "regressions": [],
    }
    try:
        record["rtl_sha256"] = drawn.core.rtl_sha256
        lint(drawn.core.sources(), drawn.core.top)
        if drawn.design is not None:
            record |= {"board": drawn.design.command, "board_sha256": drawn.design.rtl_sha256}
            record["properties"] = False
        subject: Subject = (
            subject_for(drawn.core, properties=properties)
            if drawn.design is None
            else line_subject(drawn.design)
        )
        try:
            outcome = run_core(subject, seed, lambda runs: runs < RUNS)
            record["regressions"] = _smallest(subject, drawn.point, seed, outcome)
        finally:
            subject.executable.unlink(missing_ok=True)  # thousands of them would fill the cache
        record |= {"packets": outcome.packets, "runs": outcome.runs, "clocks": outcome.clocks}
        record["bins"] = version(subject.bins)
        record["hits"] = mask_of(subject.bins, outcome.hits)
        record["failures"] = [asdict(failure) for failure in outcome.failures]
    except HashloomError as error:
        record["failures"] = [{"run": 0, "text": str(error)}]
    record["seconds"] = round(_processor_seconds() - begin, 2)
    return record


def _processor_seconds() -> float:
    """Processor time of this process and of the programs it ran."""
    return sum(os.times()[:4])


def _smallest(subject: Subject, point: Point, seed: int, outcome: Outcome) -> list[str]:
    """A line of the regressions' file for each kind of difference, as small as time permits."""
    lines: dict[str, str] = {}
    for failure in outcome.failures:
        text = _CLOCK.sub("", failure.text)
        kind = kind_of(text)
        if kind not in lines:
            small = subject.smallest(seed, failure.run, PACKETS, failure.text, _SHRINKING)
            lines[kind] = Regression(point, small, text).line()
    return list(lines.values())


class Record:
    """The file of a campaign's cores, a line each.

    Lines are written whole and one at a time; a line that a killed run left unfinished is removed
    when the file is opened again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        self.cores: list[dict[str, Any]] = [json.loads(line) for line in whole.splitlines()]
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        os.ftruncate(self._file, len(whole))
        os.lseek(self._file, 0, os.SEEK_END)

    def add(self, core: dict[str, Any]) -> None:
        """Writes a core's line and forces it to the disk."""
        os.write(self._file, _line(core).encode())
        os.fsync(self._file)
        self.cores.append(core)

    def keep(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Drops the cores that are not wanted, from the file too."""
        self.cores = [core for core in self.cores if wanted(core)]
        os.close(self._file)
        write_file(self._path, "".join(map(_line, self.cores)))
        self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)


def _line(core: Mapping[str, Any]) -> str:
    return json.dumps(core, separators=(",", ":")) + "\n"


def summary(cores: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The counts of a campaign, and for each core the hash of the RTL that ran."""
    listed = sorted(cores, key=lambda core: (draws_of(core), core["campaign"], core["index"]))
    options: dict[str, Counter[str]] = {}
    hits: set[str] = set()
    lists = lists_of_bins()
    for core in listed:
        for name, value in _values(core["request"]):
            options.setdefault(name, Counter())[value] += 1
        if core["bins"] in lists:
            hits |= hits_of(lists[core["bins"]], core["hits"])
    bins = {bin_: why for each in lists.values() for bin_, why in each.items()}
    seconds = [core["seconds"] for core in listed]
    return {
        "cores": len(listed),
        "draws": dict(Counter(map(draws_of, listed))),
        "different_rtl": len({core["rtl_sha256"] for core in listed}),
        "runs": sum(core["runs"] for core in listed),
        "packets": sum(core["packets"] for core in listed),
        "clocks": sum(core["clocks"] for core in listed),
        "refused": sum(core["refused"] for core in listed),
        "put_aside": sum(core["put_aside"] for core in listed),
        "processor_seconds": {
            "median": statistics.median(seconds) if seconds else 0,
            "sum": round(sum(seconds), 1),
        },
        "cores_without_properties": sum(not _is_watched(core) for core in listed),
        "failed_cores": sum(bool(core["failures"]) for core in listed),
        "failures": [
            {"command": command_of_core(core), **failure}
            for core in listed
            for failure in core["failures"]
        ],
        "not_drawn": NOT_DRAWN,
        "options": {
            name: dict(sorted(counts.items(), key=lambda item: -item[1]))
            for name, counts in options.items()
        },
        "coverage": {
            "bins": len(bins),
            "hit": len(hits),
            "missed": [bin_ for bin_, why in bins.items() if not why and bin_ not in hits],
            "excused": {bin_: why for bin_, why in bins.items() if why and bin_ not in hits},
            "hit_although_excused": [bin_ for bin_, why in bins.items() if why and bin_ in hits],
        },
        "ran": [
            {
                "command": command_of_core(core),
                "rtl_sha256": core["rtl_sha256"],
                "runs": core["runs"],
                "packets": core["packets"],
            }
            for core in listed
        ],
    }


def _is_watched(core: Mapping[str, Any]) -> bool:
    """Whether properties were compiled in with a core of a record."""
    point = Point.from_dict(core["request"])
    contexts = point.architecture.contexts * point.interface.copies
    asked: bool = core.get("properties", True)
    return asked and is_watched(point.interface, contexts)


def draws_of(core: Mapping[str, Any]) -> str:
    """Which of DRAWS drew a core of a record."""
    return str(core.get("draws", "cores"))


def command_of_core(core: Mapping[str, Any]) -> str:
    """The command that repeats a core of a record; of a design on a board the one that builds it,
    and the seed of its packets."""
    if "board" in core:
        return f"{core['board']}, seed {core['seed']}"
    return command_of(Point.from_dict(core["request"]), core["seed"])


def _values(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Option and value, of everything that a request holds."""
    nouns = {**request["architecture"], **request["interface"]}
    if request["hash"].startswith(HMAC.mark):  # which asks for the level
        nouns["level"] = HMAC.name
    return [("hash", request["hash"]), ("target", request["target"])] + [
        (name, str(value)) for name, value in nouns.items()
    ]
