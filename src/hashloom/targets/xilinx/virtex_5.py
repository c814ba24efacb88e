"""Virtex-5, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-5", "Virtex-5", "xc5v", 6),)
