"""Virtex-II, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-ii", "Virtex-II", "xc2v", 4),)
