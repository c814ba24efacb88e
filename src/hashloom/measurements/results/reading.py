"""Results read back from the documents that they wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hashloom.measurements.results.hmac_result import HmacResult, blocks_text
from hashloom.measurements.results.result import Result
from hashloom.verification.hmac_timing import BLOCKS, CASES, CaseTiming, HmacTiming
from hashloom.verification.simulator import Timing

_IMPLEMENTED = ("target", "tools", "fmax_mhz", "resources", "utilisation", "critical_path")
_AS_WRITTEN = (
    *("request", "core", "level", "architecture", "interface", "messages_in_flight"),
    *("block_bits", "estimated", "verified"),
)


def result_from(document: Mapping[str, Any]) -> Result:
    """The result whose `as_dict` wrote a document; clocks in MHz, times in ns.

    A document from before the hash of the RTL was in it gives a result that names none.  Raises
    KeyError for what is no result document.
    """
    values = {name: document[name] for name in _AS_WRITTEN}
    values |= {
        "rtl_sha256": document.get("rtl_sha256", ""),
        "algorithms": tuple(document["algorithms"]),
        "timing": Timing(**{each.name: document[each.name] for each in fields(Timing)}),
        "implemented": {name: document[name] for name in _IMPLEMENTED},
    }
    if "cycles_by_case" not in document:
        return Result(**values)
    return HmacResult(**values, keyed=_keyed(document, values["timing"]))


def _keyed(document: Mapping[str, Any], plain: Timing) -> HmacTiming:
    """Clocks of the four cases."""
    cases = document["cycles_by_case"]
    return HmacTiming(
        hash=plain,
        first_beat_latency=document["latency_first_beat_cycles"],
        key_cycles={blocks: document["key_cycles"][blocks_text(blocks)] for blocks in (1, 2)},
        cases={
            (case, blocks): CaseTiming(**cases[case][blocks_text(blocks)])
            for case in CASES
            for blocks in BLOCKS
        },
    )
