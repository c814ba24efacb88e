"""Requests for cores that between them use every part of the generator."""

from __future__ import annotations

from hashloom.cores import Architecture, Core, Interface, core_for

A = Architecture
REQUESTS: list[tuple[str, Architecture, str]] = [
    ("sha256", A(), "ecp5-85f-8"),
    ("sha256", A(load="parallel"), "ice40-hx8k"),
    ("sha224", A(unroll=2), "ecp5-85f-8"),
    ("sha256", A(unroll=4), "ecp5-85f-8"),
    ("sha256", A(unroll=8), "ice40-hx8k"),
    ("sha384", A(unroll=5), "ecp5-85f-8"),
    ("sha512", A(unroll=10), "ecp5-85f-8"),
    ("sha384", A(unroll=5, interleave=2), "ecp5-85f-8"),
    ("sha256", A(interleave=2), "ecp5-85f-8"),
    ("sha512_256", A(interleave=3), "ecp5-85f-8"),
    ("sha256", A(interleave=4), "ice40-hx8k"),
    ("sha256", A(stages=2), "ecp5-85f-8"),
    ("sha256", A(stages=4, unroll=2), "ecp5-85f-8"),
    ("sha512_224", A(stages=5), "ecp5-85f-8"),
    ("sha256", A(stages=2, interleave=3, unroll=2), "ecp5-85f-8"),
    ("sha256", A(stages=4, unroll=2, groups=5), "ecp5-85f-8"),
    ("sha384", A(stages=2, interleave=2, groups=3), "ecp5-85f-8"),
    ("sha224", A(groups=2), "ice40-hx8k"),
    ("sha256", A(unroll=4, groups=3, load="parallel"), "ecp5-85f-8"),
    ("sha256", A(association="textbook", adders="ripple", retiming=False), "ice40-hx8k"),
    ("sha256", A(interleave=3, load="parallel", adders="carry_save"), "ecp5-85f-8"),
    ("sha512", A(association="prefetch", constants="bram"), "ecp5-85f-8"),
    ("sha256", A(load="serial", unroll=4, chaining="bram"), "ecp5-85f-8"),
    ("sha256", A(unroll=2, load="serial", constants="bram"), "ecp5-85f-8"),
    ("sha512", A(unroll=5, load="serial", association="textbook"), "ice40-hx8k"),
    ("sha256", A(interleave=8, unroll=2, constants="bram"), "ecp5-85f-8"),
    ("sha256", A(stages=4, unroll=2, groups=5, method="recursive"), "ecp5-85f-8"),
    ("sha512", A(unroll=2, method="recursive", constants="bram"), "ice40-hx8k"),
    ("sha256", A(stages=4, groups=5, method="conventional"), "ecp5-85f-8"),
    ("sha256", A(method="conventional", schedule="first"), "ecp5-85f-8"),
    ("sha384", A(method="prefetched", unroll=4), "ecp5-85f-8"),
    ("sha256", A(association="balanced"), "ecp5-85f-8"),
]
IDS = [f"{name}{architecture.suffix}-{target}" for name, architecture, target in REQUESTS]


def engine(name: str, architecture: Architecture, target: str) -> Core:
    """The engine for a request."""
    return core_for(name, architecture, Interface(level="engine"), target)
