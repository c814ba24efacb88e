"""Virtex-E, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import virtex

TARGETS = (virtex("virtex-e", "Virtex-E", "xcve", 4),)
