"""Programs for processors: the compiler and the processors of the extra `firmware`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path


def zig() -> list[str]:
    """The C compiler of the wheel ziglang, clang by its make, as words of a command; or none."""
    found = importlib.util.find_spec("ziglang") is not None
    return [sys.executable, "-m", "ziglang", "cc"] if found else []


def picorv32() -> Path | None:
    """The Verilog of PicoRV32, of its wheel; or none."""
    spec = importlib.util.find_spec("pythondata_cpu_picorv32")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "verilog" / "picorv32.v"
