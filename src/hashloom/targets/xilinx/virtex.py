"""Virtex, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex", "Virtex", "xcv", 4),)
