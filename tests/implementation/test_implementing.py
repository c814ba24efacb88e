"""Which options a core is placed with."""

import pytest

from hashloom.cores import Architecture, Core, core_for
from hashloom.implementation.implementing import _placed_as


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
    options = _placed_as(core, annealed).place_options
    assert options == (*core.target.place_options, *added)


def test_a_family_without_them_has_its_own() -> None:
    core = core_for("michail2012-block", target="ice40-up5k")
    assert _placed_as(core, annealed=False) == core.target
