"""What `hashloom choose` found: table, document and sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from hashloom.exploration.candidates import ESTIMATED, MEASURED, SCALED, Candidate
from hashloom.exploration.choosing import (
    DEVICE,
    Margins,
    Miss,
    Requirement,
    cell_clocks_per_bit,
    copies_taken,
    fitting_copies,
    margins,
    needed_copies,
)
from hashloom.hashes import get_hash
from hashloom.measurements.dataset import OLDER
from hashloom.measurements.estimation.around import around_if_known
from hashloom.measurements.estimation.estimator import Model, is_widely_measured
from hashloom.measurements.share import PER_DEVICE, SHARE, gbps_per_device
from hashloom.reports.tables import compact
from hashloom.request.bus import BUS_BITS
from hashloom.request.interface import Interface
from hashloom.request.level import level_named
from hashloom.targets import get_target

_Cell = Callable[[Candidate, Requirement, Margins], str]
_OF_CELLS: dict[str, _Cell] = {
    "LUT": lambda c, wanted, left: f"{c.resources.lut}",
    "FF": lambda c, wanted, left: f"{c.resources.ff}",
    "BRAM": lambda c, wanted, left: f"{c.resources.bram}",
    "device": lambda c, wanted, left: f"{100 * c.device_share:.1f} %",
}
_OF_RATE: dict[str, _Cell] = {
    "MHz": lambda c, wanted, left: f"{c.clock_mhz:.1f}",
    "Mbit/s": lambda c, wanted, left: f"{c.mbps(wanted.messages):.0f}",
}
_OF_BOUNDS: dict[str, _Cell] = {
    "above": lambda c, wanted, left: "" if left.rate is None else f"{100 * left.rate:.0f} %",
    "left": lambda c, wanted, left: f"{left.lut}",
    "ns": lambda c, wanted, left: "?" if c.latency_ns is None else f"{c.latency_ns:.0f}",
}
_ONLY_FOR: dict[str, dict[str, _Cell]] = {
    "energy": {"c/bit": lambda c, wanted, left: f"{cell_clocks_per_bit(c, wanted.messages):.0f}"},
    DEVICE: {
        "copies": lambda c, wanted, left: f"{needed_copies(c, wanted)}",
        "fit": lambda c, wanted, left: f"{fitting_copies(c, wanted)}",
    },
}
_MANY = 10  # columns of figures, which leave no room between them
_OLDER = "†"  # behind what was measured with older RTL


@dataclass(frozen=True)
class Choice:
    """An answer.

    Attributes:
        hash_name, interface, target: of the request.
        wanted: the requirement.
        model: what estimated; None where nothing does.
        considered: cores that were looked at.
        met: those that meet the requirement, the best first.
        shown: how many of them to show.
        confirmed: whether the best one was measured for this answer.
    """

    hash_name: str
    interface: Interface
    target: str
    wanted: Requirement
    model: Model | None
    considered: int
    met: Sequence[Candidate]
    shown: int
    confirmed: bool = False

    @property
    def level(self) -> str:
        """Of the request."""
        return self.interface.level

    @property
    def title(self) -> str:
        """What is computed, as it is asked for: "hmac-sha256"."""
        return level_named(self.level).of(self.hash_name)

    @property
    def widely_measured(self) -> bool:
        """Whether the estimator was fitted on many cores of this hash or of its kin."""
        return is_widely_measured(get_hash(self.hash_name))

    @property
    def winner(self) -> Candidate:
        """The best one."""
        return self.met[0]


def basis_words(candidate: Candidate) -> str:
    """Where a candidate's figures come from, in a word or two."""
    older = ", older RTL" if candidate.older else ""
    if candidate.basis != MEASURED:
        return f"{candidate.basis}{older}"
    return f"measured, {candidate.seeds} seed{'s' if candidate.seeds != 1 else ''}{older}"


def document(choice: Choice) -> dict[str, Any]:
    """The answer as JSON shows it: MHz, Mbit/s, ns, percent."""
    wanted = choice.wanted
    model = choice.model
    errors = dict(model.errors) if model and choice.widely_measured else {}
    return {
        "hash": choice.hash_name,
        "title": choice.title,
        "level": choice.level,
        "bus": choice.interface.bus,
        "dma": choice.interface.dma,
        "target": choice.target,
        "requirement": {
            "throughput_mbps": wanted.mbps or None,
            "messages": wanted.messages,
            "blocks": wanted.blocks if level_named(choice.level).keyed else None,
            "max_lut": wanted.max_lut,
            "max_latency_ns": wanted.max_latency_ns,
            "objective": wanted.objective,
        },
        "considered": choice.considered,
        "met": len(choice.met),
        "confirmed": choice.confirmed,
        "best": [_row(c, wanted) for c in choice.met[: choice.shown]],
        "build": choice.winner.command,
        "estimator": {"documents": model.documents if model else 0, "errors": errors},
    }


def _row(c: Candidate, wanted: Requirement) -> dict[str, Any]:
    left, latency = margins(c, wanted), c.latency_ns
    return {
        "request": c.point.as_dict(),
        "build": c.command,
        "basis": c.basis,
        "measured_on": c.measured_on or None,
        "seeds": c.seeds,
        "rtl_of_today": None if c.basis == ESTIMATED else not c.older,
        "fmax_mhz": round(c.clock_mhz, 1),
        "resources": c.resources.as_dict(),
        "messages_in_flight": c.contexts,
        "throughput_mbps": {
            "required_messages": round(c.mbps(wanted.messages), 1),
            "single_message": round(c.single_mbps, 1),
            "aggregate": round(c.aggregate_mbps, 1),
        },
        "mbps_per_lut": round(c.mbps(wanted.messages) / c.resources.lut, 3),
        SHARE: round(c.device_share, 5),
        PER_DEVICE: round(gbps_per_device(c.aggregate_mbps, c.device_share), 2),
        "copies": {"needed": needed_copies(c, wanted), "fit": fitting_copies(c, wanted)},
        "latency_ns": None if latency is None else round(latency, 1),
        "cell_clocks_per_bit": round(cell_clocks_per_bit(c, wanted.messages), 1),
        "margins": {
            "throughput_percent": _percent(left.rate),
            "lut": left.lut,
            "latency_percent": _percent(left.latency),
        },
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)


def table(choice: Choice) -> Table:
    """Figures of the best cores, one a row."""
    wanted = choice.wanted
    what = f"{choice.title}, {choice.level}{_around(choice.interface)}"
    title = f"{what}, on {choice.target}: best {wanted.objective} first"
    columns = _columns(wanted.objective)
    found = compact(title, (0, 0, 0, int(len(columns) < _MANY)))  # all go into 80 letters
    found.add_column("", no_wrap=True)
    for name in columns:
        found.add_column(name, justify="right", no_wrap=True)
    found.add_column("figures", no_wrap=True)
    for number, c in enumerate(choice.met[: choice.shown], 1):
        cells = [cell(c, wanted, margins(c, wanted)) for cell in columns.values()]
        found.add_row(str(number), *cells, f"{c.basis}{_OLDER if c.older else ''}")
    return found


def _around(interface: Interface) -> str:
    """What is around the core, behind a comma; nothing where it has streams."""
    if interface.ringed:
        return f", reads memory over {interface.dma}"
    return f", behind {interface.bus}" if interface.registered else ""


def _columns(objective: str) -> dict[str, _Cell]:
    """What the table shows where this is the objective: names of columns and what stands there."""
    bounds = {} if objective == DEVICE else _OF_BOUNDS
    return {**_OF_CELLS, **_OF_RATE, **bounds, **_ONLY_FOR.get(objective, {})}


def lines_to_build(choice: Choice) -> list[str]:
    """By number of a row, the line that builds it."""
    shown = enumerate(choice.met[: choice.shown], 1)
    return [f"{number:>2}  {c.command}" for number, c in shown]


def _off_by(choice: Choice, model: Model) -> str:
    """How far estimates are off, as far as that is known."""
    around = around_if_known(get_target(choice.target))
    if choice.interface.registered and around is not None:
        return (
            "Estimated: the core inside, measured or estimated, with what is around it added, as "
            f"it was in {around.documents} pairs of measured cores; off by, in the median of pairs "
            f"not fitted on: {_errors(around.errors)}."
        )
    if not choice.widely_measured:
        return (
            f"Few cores of {get_hash(choice.hash_name).title} were measured; docs/estimator.md "
            "says how far off estimates of them are."
        )
    known = _errors(model.errors)
    return (
        f"Estimated figures are off by, in the median of cores not fitted on: {known}."
        if known
        else f"How far estimates are off here is not known: {model.documents} cores of the "
        "family were measured."
    )


def _errors(errors: Mapping[str, float]) -> str:
    """Errors by figure, in percent."""
    return ", ".join(
        f"{name} {100 * errors[key]:.1f} %"
        for key, name in (("lut", "LUT"), ("ff", "FF"), ("clock", "clock"))
        if key in errors
    )


_NO_ESTIMATE = (
    "There is no estimate for devices of this family: no other cores than measured ones, and "
    "folded ones measured on its other devices, were looked at."
)


def remarks(choice: Choice) -> list[str]:
    """What to know about the figures, a sentence or two each."""
    wanted, model = choice.wanted, choice.model
    several = f"{wanted.messages} messages at a time" if wanted.messages > 1 else "one message"
    kind = "long messages"
    if level_named(choice.level).keyed:
        length = f"{wanted.blocks} blocks" if wanted.blocks > 1 else "a block"
        kind = f"messages of {length}, keys in slots"
    latency = (
        "; the time in ns is the latency of a lone message of one block, last beat to last beat of "
        "the answer"
        if wanted.objective != DEVICE
        else ""
    )
    lines = [
        f"{len(choice.met)} of {choice.considered} cores meet it. Throughput is of {several}, "
        f"{kind}{latency}."
    ]
    if choice.interface.ringed:
        lines.append(
            f"Memory has words of {BUS_BITS} bits and answers one in each clock; --width may be "
            "more, and is not looked at."
        )
    elif choice.interface.registered:
        lines.append(
            "A core behind registers has one message at a time, written by a master that loses no "
            "clock between accesses."
        )
    seeds = sorted({c.seeds for c in choice.met[: choice.shown] if c.basis == MEASURED})
    if seeds:
        several = " or ".join(map(str, seeds))
        lines.append(f"Measured: placed and routed on {choice.target}, median of {several} seeds.")
    scaled = sorted({c.measured_on for c in choice.met[: choice.shown] if c.basis == SCALED})
    if scaled:
        lines.append(
            f"Scaled: measured on {' and '.join(scaled)}; cells as there, clock times what the "
            f"estimator says {choice.target} makes of it."
        )
    if any(c.older for c in choice.met[: choice.shown]):
        lines.append(f"{_OLDER} {OLDER[:1].upper()}{OLDER[1:]}.")
    if model is None or any(c.basis != MEASURED for c in choice.met[: choice.shown]):
        lines.append(_off_by(choice, model) if model else _NO_ESTIMATE)
    if wanted.objective == DEVICE:
        lines.append(
            "A row's cells and throughput are those of one core, device is the part it takes of "
            "the device; copies are the fewest cores that reach the throughput, and fit is for how "
            "many there are cells, under --max-lut where it is given. What would lie between "
            "copies is not counted, and place and route seldom fills a device."
        )
    if wanted.objective == "energy":
        lines.append(
            "Energy is not measured: c/bit is cells times clocks for each bit, as if every cell "
            "switched equally often; glitches in deep logic, which many rounds a clock have, are "
            "not in it."
        )
    return lines


def miss_sentence(choice_of: str, target: str, miss: Miss, wanted: Requirement) -> str:
    """One sentence: what comes nearest, what it misses, and what would be accepted."""
    c = miss.nearest
    short = " and ".join(_shortfall(name, share) for name, share in miss.missed.items())
    several = f"{wanted.messages} messages" if wanted.messages > 1 else "one message"
    copies = copies_taken(c, wanted)
    mbps = c.mbps(wanted.messages, copies)
    each = f"{copies} copies of {c.resources.lut} LUT" if copies > 1 else f"{c.resources.lut} LUT"
    nearest = (
        f"the nearest is {c.command} ({basis_words(c)}: {each}, "
        f"{mbps:.0f} Mbit/s, latency {_latency(c)}), which misses {short}"
    )
    ways = [_way(name, value) for name, value in miss.accepted.items()]
    accepted = f"accepted would be {' or '.join(ways)}" if ways else _NO_WAY
    return (
        f"No {choice_of} core that is known here does this on {target} for {several}: {nearest}; "
        f"{accepted}."
    )


_NO_WAY = "no one bound alone is in the way, so accepted would be less of several"


def _latency(c: Candidate) -> str:
    return "unknown" if c.latency_ns is None else f"{c.latency_ns:.0f} ns"


def _shortfall(name: str, share: float) -> str:
    percent = 100 * share
    return f"the bound on {name} by {percent:{'.0f' if percent >= 1 else '.1g'}} %"


def _way(name: str, value: float) -> str:
    """What would be accepted for one bound, as an option."""
    if name == "throughput":
        return f"--throughput {int(value)}M"
    if name == "look-up tables":
        return f"--max-lut {value:.0f}"
    if name == "latency":
        return f"--max-latency {value + 0.5:.0f}ns"
    return f"--messages {value:.0f}"
