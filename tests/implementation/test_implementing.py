"""Which options a core is placed with."""

import pytest

from hashloom.cores import Architecture, Core, core_for
from hashloom.implementation.implementing import _placed_as


def pool(unroll: int, interleave: int) -> Core:
    architecture = Architecture(
        unroll=unroll, interleave=interleave, pool=64, chaining="bram", delays="bram"
    )
    return core_for("sha256", architecture)


@pytest.mark.parametrize(
    ("core", "added"),
    [
        (core_for("sha256"), ()),
        (core_for("michail2012"), ()),
        (core_for("michail2012-block"), ("--placer", "static")),
        (core_for("hmac-michail2012-block"), ("--placer", "static")),
        (pool(16, 33), ("--placer-heap-timingweight", "50")),
    ],
    ids=lambda of: of.name if isinstance(of, Core) else "",
)
def test_options(core: Core, added: tuple[str, ...]) -> None:
    options = _placed_as(core).place_options
    assert options == (*core.target.place_options, *added)


def test_a_family_without_them_has_its_own() -> None:
    core = core_for("michail2012-block", target="ice40-up5k")
    assert _placed_as(core) == core.target
