"""Artix-7, Kintex-7, Virtex-7 and Spartan-7, by Yosys: synthesis only."""

from __future__ import annotations

from hashloom.targets.xilinx.family import xilinx

TARGETS = (xilinx("7-series", "7 series", "xc7", 6, (4, 8)),)
