"""The published designs by name: what a request for one asks for."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.errors import RequestError
from hashloom.request.designs import DESIGNS, Design, find_design

every_design = pytest.mark.parametrize("design", DESIGNS.values(), ids=list(DESIGNS))


@every_design
def test_names(design: Design) -> None:
    core = core_for(design.name)
    assert core.design is design
    assert core.name == design.name.replace("-", "_")
    assert core.level == design.interface.level
    assert core.hash.name == design.hash_name
    assert design.name.removeprefix("hmac-").startswith(design.paper)
    assert design.tags == design.name.startswith("hmac-")


def test_hmac_around_a_design() -> None:
    """The papers' own HMAC designs have one slot; around another engine there are the defaults."""
    paper, other = core_for("hmac-juliato2009-sha384"), core_for("hmac-khadra2013")
    assert (paper.interface.slots, other.interface.slots) == (1, 4)
    assert (paper.name, other.name) == ("hmac_juliato2009_sha384", "hmac_khadra2013")
    assert other.design is DESIGNS["khadra2013"]
    again = core_for("juliato2009-sha384", interface=Interface(level="hmac", slots=1))
    assert (again.name, again.sources()) == (paper.name, paper.sources())
    more = core_for("juliato2009-sha384", interface=Interface(level="hmac"))
    assert more.name == "hmac_juliato2009_sha384_slots4"
    one = core_for("michail2012", interface=Interface(level="hmac", slots=1))
    assert one.name == "hmac_michail2012_g5_e1"
    with pytest.raises(RequestError, match="accepted with --level engine is michail2012"):
        core_for("hmac-michail2012", interface=Interface(level="engine"))
    with pytest.raises(RequestError, match="Did you mean michail2012-base"):
        core_for("hmac-michail2012-bas")


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
