"""Virtex-6, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-6", "Virtex-6", "xc6v", 6),)
