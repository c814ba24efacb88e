"""`hashloom choose`: from a requirement to the core that meets it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from hashloom.commands.common.console import print_json, print_line, print_rich
from hashloom.commands.common.effort import DEFAULT_JOBS, DEFAULT_SEEDS, Jobs, Seeds
from hashloom.commands.common.quantities import rate_mbps, time_ns
from hashloom.commands.common.request import check_level_of_hmac
from hashloom.errors import RequestError
from hashloom.exploration.choosing import OBJECTIVES, Requirement, nearest_miss, ranked
from hashloom.exploration.surrounded import cores_for
from hashloom.files import check_folder
from hashloom.hashes import Hash, get_hash
from hashloom.loading import named
from hashloom.measurements.dataset import known
from hashloom.measurements.estimation.around import around_if_known, families_around
from hashloom.measurements.estimation.estimator import families, model_if_known
from hashloom.measurements.estimation.space import with_engines
from hashloom.measurements.store import Store
from hashloom.reports.choice import Choice, document, lines_to_build, miss_sentence, remarks, table
from hashloom.request.bus import BUS_BITS, BUSES, DMAS, NONE
from hashloom.request.choice import require_one
from hashloom.request.interface import DEFAULT_SLOTS, Interface, split_name
from hashloom.request.level import level_named
from hashloom.request.point import DEFAULT_TARGET
from hashloom.targets import Target, get_target, require_placement

_MANY = 1_000_000_000  # messages, and blocks of one: more than changes any figure

HashName = Annotated[
    str, typer.Option("--hash", help="What is computed, such as sha256 or hmac-sha256.")
]
Throughput = Annotated[
    str,
    typer.Option(
        metavar="RATE",
        help="Bits of message a second, padding counted, that are needed over all messages "
        "together, such as 2G, 500M or 1.5Gbit/s.",
    ),
]
Messages = Annotated[
    int,
    typer.Option(
        min=1,
        max=_MANY,
        help="Messages that are there at a time. A context without a message stands idle and "
        "does not count: with 1, what counts is the throughput of one message.",
    ),
]
MaxLut = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Look-up tables at most; or the device's.")
]
MaxLatency = Annotated[
    str,
    typer.Option(
        metavar="TIME",
        help="Latency at most, such as 500ns or 2us: from the last beat of a message of one block, "
        "alone in the core, to the last beat of its digest or tag.",
    ),
]
Objective = Annotated[
    str,
    typer.Option(
        help="What is best among what meets it: area (fewest look-up tables), throughput, density "
        "(throughput for each look-up table), device (the smallest part of the device for the "
        "throughput, with several copies of a core where it takes them), latency, or energy (a "
        "stand-in: cells times clocks for each bit)."
    ),
]
Level = Annotated[
    str | None,
    typer.Option(
        help="engine, message or hmac; hmac is also said by the hash's name, and message where "
        "nothing is said."
    ),
]
Slots = Annotated[int, typer.Option(help="Keys that an HMAC core holds.")]
Bus = Annotated[
    str,
    typer.Option(
        help=f"Bus of a core behind registers: {', '.join(BUSES)}; none: the core has streams."
    ),
]
Dma = Annotated[
    str,
    typer.Option(
        help=f"Bus over which the core reads memory by itself, {' or '.join(DMAS)}, in words of "
        f"{BUS_BITS} bits; none: it does not."
    ),
]
Blocks = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=_MANY,
        metavar="N",
        help="Blocks of each message of an HMAC core, padding included, 24 if not given: a tag "
        "takes a block more, so that throughput depends on it.",
    ),
]
_FINISHED = "hashloom.commands.making.confirming:finished"  # loads what makes and measures cores
Rows = Annotated[int, typer.Option("--best", min=1, metavar="N", help="Cores that are shown.")]
Confirm = Annotated[
    bool,
    typer.Option(
        "--confirm",
        help="Measure the best one as hashloom build does, and the next one if it misses.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", "--build", metavar="DIR", help="Build the best one into this folder."
    ),
]
StoreFile = Annotated[
    Path | None, typer.Option("--store", help="File of your own measurements; or the usual one.")
]


def choose(
    hash_name: HashName = "sha256",
    throughput: Throughput = "",
    messages: Messages = 1,
    target: Annotated[str, typer.Option(help="Device; see hashloom list.")] = DEFAULT_TARGET,
    max_lut: MaxLut = None,
    max_latency: MaxLatency = "",
    objective: Objective = "area",
    level: Level = None,
    slots: Slots = DEFAULT_SLOTS,
    bus: Bus = NONE,
    dma: Dma = NONE,
    blocks: Blocks = None,
    best: Rows = 5,
    confirm: Confirm = False,
    output: Output = None,
    seeds: Seeds = DEFAULT_SEEDS,
    jobs: Jobs = DEFAULT_JOBS,
    store: StoreFile = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Choose the core that meets a requirement.

    Looks through what was measured and a space of architectures whose figures are estimated, and
    says of each which it is. Keys of an HMAC core are taken to be in their slots.
    """
    streams = Interface(slots=slots, level=level or Interface.level, bus=bus, dma=dma)
    if level is not None:
        check_level_of_hmac(hash_name, level)
    request = _request(hash_name, streams, target)
    wanted = _requirement(request.target, messages, throughput, max_lut, max_latency, objective)
    if blocks is not None:
        if not request.interface.keyed:
            raise RequestError(
                "Messages of a number of blocks are looked at for HMAC cores, whose tags take a "
                f"block more; accepted with --blocks is hmac-{request.hash.name} as the hash."
            )
        wanted = replace(wanted, blocks=blocks)
    if output is not None:
        check_folder(output)
    choice = _chosen(request, wanted, best, store)
    if confirm or output is not None:
        choice = named(_FINISHED)(choice, store, seeds, jobs, output, confirm=confirm)
    if json:
        print_json(document(choice))
    else:
        print_rich(table(choice), "", *remarks(choice))
        for line in lines_to_build(choice):
            print_line(line)


@dataclass(frozen=True)
class _Request:
    hash: Hash
    interface: Interface
    target: Target


def _request(hash_name: str, streams: Interface, target: str) -> _Request:
    """Hash, streams and device.  Raises RequestError for what is not accepted."""
    plain, interface = split_name(hash_name, streams)
    require_one(hash_name, "hashloom choose", keyed=True)
    if interface.kind.whole:
        raise RequestError(
            "hashloom choose has no figures of cores that take blocks whole; accepted for --level "
            "are engine, message and hmac."
        )
    hash_ = get_hash(plain)
    interface.check(hash_)
    interface.check_registers(contexts=1)
    if interface.ringed and not interface.registered:
        interface = replace(interface, bus=DMAS[interface.dma])
    device = get_target(target)
    require_placement(device, "hashloom choose")
    return _Request(hash_, interface, device)


def _requirement(
    device: Target,
    messages: int,
    throughput: str,
    max_lut: int | None,
    max_latency: str,
    objective: str,
) -> Requirement:

    if objective not in OBJECTIVES:
        raise RequestError(
            f"There is no objective {objective!r}; accepted are {', '.join(OBJECTIVES[:-1])} "
            f"and {OBJECTIVES[-1]}."
        )
    return Requirement(
        messages=messages,
        mbps=rate_mbps(throughput) if throughput else 0.0,
        max_lut=max_lut,
        max_latency_ns=time_ns(max_latency) if max_latency else None,
        capacity=device.capacity,
        objective=objective,
    )


def _chosen(request: _Request, wanted: Requirement, best: int, store: Path | None) -> Choice:
    """The answer from what is known.  Raises RequestError when nothing meets the requirement."""
    name, target = request.hash.name, request.target
    found = cores_for(request.hash, request.interface, target, known(Store(store)), wanted.blocks)
    met = ranked(found, wanted)
    level = request.interface.level
    model = model_if_known(target)
    if not found and request.interface.registered and around_if_known(target) is None:
        raise RequestError(
            f"No {level_named(level).of(name)} core like this was measured on {target.name}, and "
            "what is around a core is estimated where such cores were measured; accepted are "
            f"targets of the families {families_around()}, and what hashloom explore has measured."
        )
    if not found and model is None:
        raise RequestError(
            f"There is no estimate for {target.name}, and no {level_named(level).of(name)} core "
            "was measured on a device of its family; accepted are targets of the families "
            f"{families()}, and what hashloom explore has measured."
        )
    if not found:
        raise RequestError(
            f"Nothing is measured of {request.hash.title} on devices like {target.name}, and no "
            f"figures of its engines come with hashloom; accepted for --hash are "
            f"{_with_engines(target)}, hmac- and one of them, and what hashloom explore has "
            "measured."
        )
    if not met:
        title = level_named(level).of(name)
        miss = nearest_miss(found, wanted)
        raise RequestError(miss_sentence(title, target.name, miss, wanted))
    interface = request.interface
    return Choice(name, interface, target.name, wanted, model, len(found), met, best)


def _with_engines(target: Target) -> str:
    """The hashes whose engines come with hashloom, for people: a target's, and where more are."""
    here = with_engines(target)
    more = [name for name in with_engines(get_target(DEFAULT_TARGET)) if name not in here]
    also = f", with --target {DEFAULT_TARGET} also {', '.join(more)}" if more else ""
    return f"{', '.join(here)}{also}"
