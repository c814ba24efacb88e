"""Test data: documents made from measured ones by variation.  Nothing in them is measured."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

from hashloom.measurements.dataset import shipped
from hashloom.measurements.share import with_share

NOTE = "test data"
_HASHES = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
_TARGETS = ("ecp5-85f-8", "ecp5-85f-8", "ecp5-25f-6", "ice40-hx8k")


def many_documents(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many documents with the structure of measured ones and figures that are made up."""
    chance, real = random.Random(seed), shipped()
    return [_varied(chance.choice(real), chance, n) for n in range(number)]


def _varied(real: Mapping[str, Any], chance: random.Random, number: int) -> dict[str, Any]:
    document = copy.deepcopy(dict(real))
    unroll, interleave = chance.choice((1, 1, 2, 4, 8)), chance.choice((1, 2, 4, 8))
    hash_name, target = chance.choice(_HASHES), chance.choice(_TARGETS)
    document |= {
        "hashloom": NOTE,
        "core": f"test_{hash_name}_u{unroll}_c{interleave}_{number}",
        "algorithms": [hash_name],
        "target": target,
    }
    keyed = "hmac-" if document["level"] == "hmac" else ""
    document["request"] |= {"hash": f"{keyed}{hash_name}", "target": target}
    for architecture in (document["architecture"], document["request"]["architecture"]):
        architecture |= {"unroll": unroll, "interleave": interleave}
        architecture["constants"] = chance.choice(("lut", "bram"))
    _scale(document["fmax_mhz"], chance.uniform(0.6, 1.4) / unroll**0.7)
    _scale(document["throughput_mbps"], chance.uniform(0.5, 1.8))
    cells = document["resources"]
    cells["lut"] = round(cells["lut"] * unroll**0.6 * chance.uniform(0.7, 2.0))
    cells["bram"] = chance.choice((0, 0, 2, 4))
    document["mbps_per_lut"] = round(document["throughput_mbps"]["aggregate"] / cells["lut"], 3)
    return with_share(document)


def _scale(figures: dict[str, Any], factor: float) -> None:
    """Every number in a tree of figures times `factor`."""
    for name, value in figures.items():
        if isinstance(value, dict):
            _scale(value, factor)
        else:
            figures[name] = round(value * factor, 2)
