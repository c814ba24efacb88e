"""Virtex-II Pro, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-ii-pro", "Virtex-II Pro", "xc2vp", 4),)
