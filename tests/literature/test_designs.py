"""The published designs by name: their clocks, counted in simulation, and NIST vectors."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.literature.designs import DESIGNS, Design, find_design
from hashloom.verification.engine_clocks import engine_clocks
from hashloom.verification.suites import verify
from hashloom.verification.verilator import lint

every_design = pytest.mark.parametrize("design", DESIGNS.values(), ids=list(DESIGNS))


@every_design
def test_clocks_between_blocks(design: Design) -> None:
    core = core_for(design.name).as_level("engine")
    assert engine_clocks(core) == design.clocks


@every_design
def test_clocks_are_the_papers(design: Design) -> None:
    """Where the paper counts whole clocks; otherwise the reason is said."""
    if design.paper_clocks == int(design.paper_clocks):
        assert design.clocks == design.paper_clocks
    else:
        assert abs(design.clocks - design.paper_clocks) <= 2
        assert "waveform" in design.why


@every_design
def test_vectors(design: Design) -> None:
    core = core_for(design.name)
    lint(core.sources(), core.top)
    report = verify(core, "quick")
    assert report.vectors > 200
    assert report.failed == 0


@every_design
def test_names(design: Design) -> None:
    core = core_for(design.name)
    assert core.design is design
    assert core.name == design.name.replace("-", "_")
    assert core.level == design.interface.level
    assert core.hash.name == design.hash_name
    assert design.name.startswith(f"{design.paper}")


def test_a_design_with_other_fields() -> None:
    design = DESIGNS["michail2012"]
    core = core_for("michail2012", Architecture(unroll=4, stages=4, method="recursive"))
    assert core.name.startswith("michail2012_u4")
    wide = core_for("khadra2013", interface=Interface(level="message", width=64))
    assert wide.name == "khadra2013_w64"
    assert wide.architecture == DESIGNS["khadra2013"].architecture.resolved(wide.hash)
    assert design.architecture.unroll == 2


def test_find() -> None:
    assert find_design("sha256") is None
    assert find_design("Michail2012") is DESIGNS["michail2012"]
    with pytest.raises(RequestError, match="algredo2011-8x"):
        find_design("algredo2011-3x")
    with pytest.raises(RequestError, match="Did you mean khadra2013-basic"):
        core_for("khadra2013-base")
