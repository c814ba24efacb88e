"""UltraScale+, by Yosys: synthesis only.  A slice is a whole configurable logic block."""

from __future__ import annotations

from hashloom.targets.xilinx.family import xilinx

TARGETS = (xilinx("ultrascale-plus", "UltraScale+", "xcup", 6, (8, 16)),)
