"""Every HMAC shell is clean under all of Verilator's warnings; what cannot be built is refused."""

from __future__ import annotations

from itertools import product

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.verification.simulation.verilator import lint

SLOTS = (1, 3, 4, 256)
WIDTHS = (8, 32, 64, 512)
SHAPES = (
    Architecture(),
    Architecture(interleave=3, unroll=2),
    Architecture(unroll=16, interleave=2),
    Architecture(stages=4, unroll=2, groups=8),
)


def cores() -> list[Core]:
    """Every number of slots with every shape, and the other choices along the way."""
    found = []
    for number, (slots, shape) in enumerate(product(SLOTS, SHAPES)):
        for engines in (1, 2):
            keys = ("lutram", "bram")[(number + engines) % 2]
            architecture = Architecture(**{**shape.as_dict(), "engines": engines, "keys": keys})
            interface = Interface(
                slots=slots,
                width=WIDTHS[(number // 2 + engines) % len(WIDTHS)],
                resume=number // 3 % 2 == 0,
            )
            name = ("hmac-sha256", "hmac-sha384", "hmac-sha512_224")[number % 3]
            found.append(core_for(name, architecture, interface))
    return found


@pytest.mark.parametrize("core", cores(), ids=lambda core: core.name)
def test_lint(core: Core) -> None:
    lint(core.sources(), core.top)


@pytest.mark.parametrize(("name", "most"), [("sha256", 16), ("sha512", 20)])
def test_a_lone_message_needs_four_iterations(name: str, most: int) -> None:
    core_for(f"hmac-{name}", Architecture(unroll=most))
    with pytest.raises(RequestError, match=f"{most}, and others with --interleave above 1"):
        core_for(f"hmac-{name}", Architecture(unroll=2 * most))
    core_for(f"hmac-{name}", Architecture(unroll=2 * most, interleave=2))
    core_for(name, Architecture(unroll=2 * most))
