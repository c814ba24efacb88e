"""Virtex-4, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-4", "Virtex-4", "xc4v", 4),)
