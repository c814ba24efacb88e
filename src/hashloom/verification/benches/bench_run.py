"""Runs the protocol bench on the core of this bundle: python run.py [--sim verilator].

Needs cocotb (pip install cocotb) and a simulator that cocotb knows.  The logs and the model are
left in sim_build beside this file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
OPTIONS = {"verilator": ["--no-timing", "--x-assign", "unique", "--x-initial", "unique"]}


def main() -> None:
    """Builds the model, runs every test of the bench and ends with status 1 when one fails."""
    parser = argparse.ArgumentParser(description="Run the protocol bench of this core.")
    parser.add_argument("--sim", default="verilator", help="simulator, by cocotb's name")
    parser.add_argument("--seed", type=int, default=1, help="of the bench's random choices")
    chosen = parser.parse_args()
    core = json.loads((HERE / "core.json").read_text(encoding="utf-8"))
    build = HERE / "sim_build"
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
        },
    )
    count, failed = get_results(results)
    print(f"{count - failed} of {count} tests of {core['top']} passed.")
    raise SystemExit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
