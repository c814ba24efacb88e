"""The papers' ratios beside hashloom's, with what the measurements show of a difference."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.literature.claims import Claim, Quantity, claims
from hashloom.literature.side_by_side import PLACED_ON, Evidence
from hashloom.measurements.results.hmac_result import HmacResult
from hashloom.measurements.results.result import Result

_PLAIN = "plain_hash"
_CELLS = re.compile(r"_(?=TRELLIS_|LUT4|CCU2C|PFUMX|L6MUX)")
_CLOSE = 0.15  # a ratio this near to the paper's counts as reproduced


@dataclass(frozen=True)
class Verdict:
    """A paper's ratio beside hashloom's.

    Attributes:
        claim: the paper's.
        ratio: of the placed cores; None when one of them is missing.
        by_synthesis: ratios of area by name of the family.
        outcome: "reproduced" on the device that is placed, "reproduced by synthesis" in the median
            of the paper's families, "same direction", "not reproduced" or "not measured".
        reason: what the measurements show of a difference; empty where there is none.
    """

    claim: Claim
    ratio: float | None
    by_synthesis: dict[str, float]
    outcome: str
    reason: str


def verdicts(evidence: Sequence[Evidence]) -> list[Verdict]:
    """The papers' ratios whose designs are both among the evidence."""
    known = {each.design.name: each for each in evidence}
    return [
        _verdict(claim, known[claim.design], known[claim.baseline])
        for claim in claims()
        if claim.design in known and claim.baseline in known
    ]


def _verdict(claim: Claim, new: Evidence, old: Evidence) -> Verdict:
    values = [
        _value(each, claim.quantity, case)
        for each, case in ((new, claim.case), (old, claim.baseline_case))
    ]
    ratio = values[0] / values[1] if values[0] and values[1] else None
    by_synthesis = {}
    if claim.quantity is Quantity.AREA:
        by_synthesis = {
            name: area.resources.lut / old.areas[name].resources.lut
            for name, area in new.areas.items()
            if name in old.areas
        }
    outcome = _outcome(claim.ratio, ratio)
    if outcome != "reproduced" and by_synthesis:
        there = _outcome(claim.ratio, statistics.median(by_synthesis.values()))
        outcome = "reproduced by synthesis" if there == "reproduced" else outcome
    reason = "" if outcome == "reproduced" else _reason(claim, new, old)
    return Verdict(claim, ratio, by_synthesis, outcome, reason)


def _value(each: Evidence, quantity: Quantity, case: str) -> float | None:
    """What a ratio is formed of, None when it was not measured."""
    if quantity is Quantity.ENERGY:
        activity = each.activities.get(case or _PLAIN)
        return None if activity is None else activity.weighted
    if each.result is None:
        return None
    return _case_mbps(each.result, case) if case else value_of(each.result, quantity)


def _case_mbps(result: Result, case: str) -> float:
    """Throughput of a case with messages of one block, every context busy."""
    assert isinstance(result, HmacResult)
    return result.case_mbps(case, 1)["aggregate"]


def value_of(result: Result, quantity: Quantity) -> float:
    """What a ratio is formed of: Mbit/s with every context busy, LUTs, MHz, clocks."""
    if quantity is Quantity.THROUGHPUT:
        return result.aggregate_mbps
    if quantity is Quantity.AREA:
        return float(result.implemented["resources"]["lut"])
    if quantity is Quantity.CLOCK:
        return result.fmax_mhz
    return result.timing.cycles_per_block_aggregate


def _outcome(paper: float, ours: float | None) -> str:
    if ours is None:
        return "not measured"
    if abs(ours / paper - 1) <= _CLOSE:
        return "reproduced"
    return "same direction" if (ours > 1) == (paper > 1) else "not reproduced"


def _reason(claim: Claim, new: Evidence, old: Evidence) -> str:
    """What the measurements show of a ratio that differs."""
    if new.result is None or old.result is None:
        return " ".join((*new.failures, *old.failures))
    if claim.quantity is Quantity.ENERGY:
        return _energy_reason(claim, new, old)
    if claim.case:
        return _case_reason(claim, new.result)
    if claim.quantity is Quantity.THROUGHPUT:
        clocks, clock = (
            value_of(new.result, q) / value_of(old.result, q)
            for q in (Quantity.CLOCKS, Quantity.CLOCK)
        )
        blocks = new.result.block_bits / old.result.block_bits
        printed = claim.ratio * new.design.paper_clocks / old.design.paper_clocks / blocks
        return (
            f"Clocks per block: ours times {clocks:.2f}. Frequency: the paper's times "
            f"{printed:.2f}, ours times {clock:.2f}; {_slowest(new.result)}"
        )
    if claim.quantity is Quantity.AREA:
        return (
            f"Look-up tables of four inputs on {PLACED_ON}: {_luts(new.result)} and "
            f"{_luts(old.result)}; registers {_ffs(new.result)} and {_ffs(old.result)}."
        )
    if claim.quantity is Quantity.CLOCK:
        return f"{_slowest(new.result)} Before: {_slowest(old.result)}"
    return new.design.why[0].upper() + new.design.why[1:] + "."


def _energy_reason(claim: Claim, new: Evidence, old: Evidence) -> str:
    """What the counts of changes show; the paper's joules have static power in them."""
    activities = [
        each.activities.get(case or _PLAIN)
        for each, case in ((new, claim.case), (old, claim.baseline_case))
    ]
    if None in activities:
        return " ".join((*new.failures, *old.failures)) or "Switching activity was not counted."
    changes = [activity.weighted for activity in activities if activity is not None]
    text = (
        "Relative switching activity, which is no energy: changes of nets for a message, weighted "
        f"by fan-out, are {changes[0]:.0f} and {changes[1]:.0f}"
    )
    times = [
        _block_clocks(each.result, case)
        for each, case in ((new, claim.case), (old, claim.baseline_case))
        if each.result is not None
    ]
    each_clock = changes[0] / times[0] / (changes[1] / times[1])
    return (
        f"{text}, in {times[0]:.0f} and {times[1]:.0f} clocks: a clock has {each_clock:.2f} times "
        "the changes. The paper's energy is static and dynamic power by time, and static power "
        "is that of the device, whatever is switched."
    )


def _block_clocks(result: Result, case: str) -> float:
    """Clocks for a message of one block, every context busy."""
    if isinstance(result, HmacResult):
        return result.keyed.cases[case or _PLAIN, 1].aggregate
    return result.timing.cycles_per_message_aggregate


def _case_reason(claim: Claim, result: Result) -> str:
    """How far the clocks of two cases are from the blocks that the paper's law counts."""
    assert isinstance(result, HmacResult)
    block, parts = result.timing.cycles_per_block, []
    for case in (claim.case, claim.baseline_case):
        clocks = result.keyed.cases[case, 1]
        parts.append(
            f"{case.replace('_', ' ')} {clocks.aggregate:.0f} clocks, of which "
            f"{clocks.block_times} blocks take {clocks.block_times * block:.0f}"
        )
    long = [result.case_mbps(case, 24)["aggregate"] for case in (claim.case, claim.baseline_case)]
    return (
        f"Counted for messages of one block, streams and padding included: {'; '.join(parts)}. "
        f"The law counts blocks only. For messages of 24 blocks: {long[0] / long[1]:.2f}."
    )


def _slowest(result: Result) -> str:
    path = result.implemented["critical_path"]
    start, end = (_signal(path[key]) for key in ("from", "to"))
    return (
        f"{result.core} is limited by {path['total_ns']:.2f} ns from {start} to {end}, "
        f"{path['logic_ns']:.2f} ns of it in logic."
    )


def _signal(net: str) -> str:
    """The signal of the RTL that a net is named after; synthesis appends the cells behind it."""
    return _CELLS.split(net, maxsplit=1)[0]


def _luts(result: Result) -> int:
    return int(result.implemented["resources"]["lut"])


def _ffs(result: Result) -> int:
    return int(result.implemented["resources"]["ff"])
