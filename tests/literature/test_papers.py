"""The papers' figures: complete, and such that their own laws hold."""

from __future__ import annotations

import pytest

from hashloom.literature.designs import DESIGNS, PublishedDesign
from hashloom.literature.papers import Figure, papers

FIGURES = [(design, figure) for design in DESIGNS.values() for figure in design.figures]
IDS = [f"{design.name}-{figure.device}" for design, figure in FIGURES]


def test_five_papers() -> None:
    assert set(papers()) == {design.paper for design in DESIGNS.values()}
    assert len(papers()) == 5
    assert all(paper.title and 2009 <= paper.year <= 2019 for paper in papers().values())


@pytest.mark.parametrize(("design", "figure"), FIGURES, ids=IDS)
def test_figures_are_whole(design: PublishedDesign, figure: Figure) -> None:
    assert figure.area > 0
    assert figure.mhz > 0
    assert figure.mbps > 0
    assert figure.area_unit in ("slices", "LUTs", "ALUTs", "LEs")
    assert figure.mbps_per_area == pytest.approx(figure.mbps / figure.area)


def test_what_the_designs_print() -> None:
    assert [f.mbps for f in DESIGNS["michail2012"].figures] == [3800, 10816, 11008]
    assert [f.area for f in DESIGNS["algredo2011-4x"].figures] == [7408]
    assert [f.device for f in DESIGNS["juliato2009-sha256"].figures] == ["Stratix III"]
    assert [f.mbps for f in DESIGNS["hmac-michail2012"].figures][::8] == [10886, 3206]
    assert [f.device for f in DESIGNS["hmac-juliato2009-sha256"].figures] == [
        *["Stratix III"] * 3,
        "Virtex-E",
        "Virtex-II",
        "Apex 20K",
    ]
    assert DESIGNS["suhaili2019-2"].figures[0].mhz == 251.07
    assert DESIGNS["khadra2013"].figures[0].area == 1056
