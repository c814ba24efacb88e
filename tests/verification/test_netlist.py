"""A netlist is driven as the RTL is; here the behavioural core stands for the cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hashloom.errors import CheckError
from hashloom.verification.netlist import verify_text

CoreMaker = Callable[..., Any]


@pytest.mark.parametrize(("fault", "failed"), [("none", 0), ("constant", 65)])
def test_netlist_is_compared_with_the_short_vectors(
    make_core: CoreMaker, fault: str, failed: int
) -> None:
    core = make_core(contexts=2, fault=fault)
    report = verify_text(core, "".join(core.sources().values()))
    assert (report.vectors, report.failed) == (65, failed)


def test_netlist_without_its_cells_is_refused(make_core: CoreMaker) -> None:
    core = make_core(contexts=2)
    _, wrapper = core.sources().values()
    with pytest.raises(CheckError, match="does not accept"):
        verify_text(core, wrapper)
