"""Which options a core is synthesised and placed with."""

from typing import Any

import pytest

from hashloom.cache import Cache
from hashloom.cores import Architecture, Core, core_for
from hashloom.implementation.flow import mapped_core
from hashloom.implementation.implementing import placed_as


def pool(unroll: int, interleave: int) -> Core:
    architecture = Architecture(
        unroll=unroll, interleave=interleave, pool=64, chaining="bram", delays="bram"
    )
    return core_for("sha256", architecture)


FEWER_WIRES = ("--placer-heap-timingweight", "50")
SHORT_WIRES = ("--placer-heap-timingweight", "1")


@pytest.mark.parametrize(
    ("core", "annealed", "added"),
    [
        (core_for("sha256"), False, ()),
        (core_for("sha256"), True, FEWER_WIRES),
        (core_for("michail2012"), False, ()),
        (core_for("michail2012-block"), False, ("--placer", "static")),
        (core_for("hmac-michail2012-block"), False, ("--placer", "static")),
        (core_for("hmac-michail2012-block"), True, ("--placer", "static")),
        (pool(16, 33), False, FEWER_WIRES),
        (pool(16, 33), True, SHORT_WIRES),
    ],
    ids=lambda of: of.name if isinstance(of, Core) else "",
)
def test_options(core: Core, annealed: bool, added: tuple[str, ...]) -> None:
    options = placed_as(core, annealed).place_options
    assert options == (*core.target.place_options, *added)


def test_a_family_without_them_has_its_own() -> None:
    core = core_for("michail2012-block", target="ice40-up5k")
    assert placed_as(core, annealed=False) == core.target


@pytest.mark.parametrize(
    ("core", "shallow"),
    [
        (core_for("sha256"), True),
        (core_for("hmac-sha256", Architecture(fold=4)), True),
        (core_for("michail2012-block"), False),
        (pool(16, 33), False),
    ],
    ids=lambda of: of.name if isinstance(of, Core) else "",
)
def test_what_is_annealed_is_mapped_to_few_levels_but_in_large_cores(
    core: Core, shallow: bool
) -> None:
    assert placed_as(core, annealed=False).preparation == core.target.preparation == ""
    assert bool(placed_as(core, annealed=True).preparation) is shallow


def levels_to_carry_chains(module: dict[str, Any]) -> int:
    """Look-up tables in a row before a carry chain, the most."""
    cells = module["cells"].values()
    driver = {
        bit: cell
        for cell in cells
        for port, bits in cell["connections"].items()
        for bit in bits
        if cell["port_directions"][port] == "output"
    }
    known: dict[int, int] = {}

    def levels(bit: Any) -> int:
        kind = driver[bit]["type"] if bit in driver else ""
        if kind not in ("LUT4", "PFUMX", "L6MUX21"):
            return 0
        if bit not in known:
            known[bit] = inputs_of(driver[bit]) + (kind == "LUT4")
        return known[bit]

    def inputs_of(cell: dict[str, Any]) -> int:
        directions = cell["port_directions"]
        bits = (
            b for port, bs in cell["connections"].items() if directions[port] == "input" for b in bs
        )
        return max((levels(bit) for bit in bits), default=0)

    return max(inputs_of(cell) for cell in cells if cell["type"] == "CCU2C")


def test_two_levels_before_the_adders_of_sha512() -> None:
    """What --load cleared is for, and what the usual mapping makes three of."""
    core = core_for("sha512", Architecture(load="cleared"))
    levels = [
        levels_to_carry_chains(
            mapped_core(core.sources_for(core.target), core.top, target, cache=Cache())
        )
        for target in (placed_as(core, annealed=False), placed_as(core, annealed=True))
    ]
    assert levels == [3, 2]
