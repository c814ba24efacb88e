"""Measures the cores of the tables in README.md and docs/: python benchmarks/run.py [NAME ...].

Each is one `hashloom build ... --json`, whose document is kept in benchmarks/results/NAME.json, or
of those that a chapter of docs/ alone shows in benchmarks/results/docs/NAME.json, and of those
behind registers or with a ring in benchmarks/results/around/NAME.json.
Those that are there for the RTL and the annealer of today are not measured again; --again measures
them anew.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashloom.cores import is_of_today
from hashloom.files import write_file
from hashloom.implementation.annealing.annealer import version
from hashloom.request.bus import BUSES

RESULTS = Path(__file__).resolve().parent / "results"
SEEDS = 5
SEEDS_OF_POOLS = 3  # up to an hour each
POOL = "--chaining bram --delays bram"
POOL_KEYS = f"--keys bram --slots 256 {POOL}"
HMAC_U64_POOL = f"hmac-sha256 --unroll 64 --pool 256 {POOL_KEYS}"
HMAC_U32_POOL = f"hmac-sha256 --unroll 32 --interleave 65 --pool 128 {POOL_KEYS}"
HMAC_U16_POOL = f"hmac-sha256 --unroll 16 --interleave 33 --pool 64 {POOL_KEYS}"
ENGINE_BRAM = "--constants bram --chaining bram"
BRAM = f"{ENGINE_BRAM} --buffer bram"
DELAYS = "sha256 --interleave 3 --delays lutram"
REQUESTS = {
    "sha256": "sha256",
    "sha256_c4_bram": f"sha256 --interleave 4 {BRAM}",
    "sha512": "sha512",
    "sha256_added": "sha256 --load added",
    "sha256_cleared": "sha256 --load cleared",
    "sha256_c4_engine": "sha256 --interleave 4 --level engine",
    "sha256_c4_engine_bram": f"sha256 --interleave 4 --level engine {ENGINE_BRAM}",
    "sha256_c3_engine_delays": f"{DELAYS} --level engine {ENGINE_BRAM}",
    "sha256_c3_delays": f"{DELAYS} {BRAM}",
    "sha256_serial_bram": f"sha256 --load serial {BRAM}",
    "sha256_serial_delays": "sha256 --load serial --delays lutram --constants bram --buffer bram",
    "sha256_c2_delays": f"sha256 --interleave 2 --delays lutram {BRAM}",
    "sha256_f1": "sha256 --fold 1",
    "sha256_f2": "sha256 --fold 2",
    "sha256_f4": "sha256 --fold 4",
    "sha512_f1": "sha512 --fold 1",
    "sha512_f2": "sha512 --fold 2",
    "sha512_f4": "sha512 --fold 4",
    "sha256_f1_up5k": "sha256 --fold 1 --target ice40-up5k",
    "sha256_f1_hx1k": "sha256 --fold 1 --target ice40-hx1k",
    "sha256_up5k": "sha256 --load serial --target ice40-up5k",
    "sha256_c4": "sha256 --interleave 4",
    "sha256_u2": "sha256 --unroll 2",
    "sha256_u4": "sha256 --unroll 4",
    "sha256_hx8k": "sha256 --load serial --target ice40-hx8k",
    "sha224_sha256": "sha224+sha256",
    "sha512_u2": "sha512 --unroll 2",
    "sha1": "sha1",
    "sha1_u2": "sha1 --unroll 2",
    "sm3": "sm3",
    "md5": "md5",
    "ripemd160": "ripemd160",
    "hmac_sha256": "hmac-sha256 --keys bram",
    "hmac_sha256_c2": "hmac-sha256 --interleave 2 --keys bram",
    "hmac_sha256_copies2": "hmac-sha256 --copies 2 --keys bram",
    "hmac_sha256_f1": "hmac-sha256 --fold 1 --slots 1",
    "hmac_sha256_f2": "hmac-sha256 --fold 2 --slots 1",
    "hmac_sha256_f4": "hmac-sha256 --fold 4 --slots 1",
    "hmac_sha512_f2": "hmac-sha512 --fold 2 --slots 1",
    "hmac_sha224_sha256": "hmac-sha224+sha256 --keys bram",
    "hmac_sha256_u2_c4": "hmac-sha256 --unroll 2 --interleave 4 --groups 2",
    "hmac_sha256_u2_c3_e2": "hmac-sha256 --unroll 2 --interleave 3 --groups 3 --engines 2",
    "sha256_u32_pool": f"sha256 --unroll 32 --interleave 65 --pool 128 {POOL}",
    "sha256_u16_pool": f"sha256 --unroll 16 --interleave 33 --pool 64 {POOL}",
    "sha256_u64_pool": f"sha256 --unroll 64 --pool 256 {POOL}",
    "sha256_u16_pool_25f": "sha256 --unroll 16 --interleave 17 --pool 32 --chaining bram "
    "--delays lutram --target ecp5-25f-6",
}
# What chapters show besides.
IN_DOCS = {
    "sha512_added": "sha512 --load added",
    "sha512_cleared": "sha512 --load cleared",
    "sha256_u2_searched": "sha256 --unroll 2 --method searched",
    "sha256_u4_searched": "sha256 --unroll 4 --method searched",
    "sha512_u16_pool": "sha512 --unroll 16 --interleave 33 --pool 64 --retiming-mhz 225 "
    "--chaining bram --delays lutram",
    "sha256_cleared_annealed": "sha256 --load cleared",
    "sha512_cleared_annealed": "sha512 --load cleared",
    "hmac_sha256_u64_pool": HMAC_U64_POOL,
    "hmac_sha256_u64_pool_annealed": HMAC_U64_POOL,
    "hmac_sha256_u32_pool": HMAC_U32_POOL,
    "hmac_sha256_u32_pool_annealed": HMAC_U32_POOL,
    "hmac_sha256_u16_pool": HMAC_U16_POOL,
    "hmac_sha256_u16_pool_annealed": HMAC_U16_POOL,
}
# Behind registers or with a ring: what chapters show, and what `choose` estimates others by.
AROUND = {f"sha256_{bus}": f"sha256 --bus {bus}" for bus in BUSES} | {
    "sha256_f1_apb4": "sha256 --fold 1 --bus apb4",
    "sha256_f4_apb4": "sha256 --fold 4 --bus apb4",
    "sha512_apb4": "sha512 --bus apb4",
    "sha512_f1_apb4": "sha512 --fold 1 --bus apb4",
    "sha512_f4_wishbone": "sha512 --fold 4 --bus wishbone",
    "hmac_sha256_apb4": "hmac-sha256 --bus apb4",
    "hmac_sha256_f1_axi4_lite": "hmac-sha256 --fold 1 --slots 1 --bus axi4-lite",
    "hmac_sha256_f2_avalon": "hmac-sha256 --fold 2 --slots 1 --bus avalon-mm",
    "hmac_sha256_f4_apb4": "hmac-sha256 --fold 4 --slots 1 --bus apb4",
    "sha256_dma_axi4": "sha256 --dma axi4",
    "sha256_dma_wishbone": "sha256 --dma wishbone",
    "sha256_f4_dma_axi4": "sha256 --fold 4 --dma axi4",
    "sha512_dma_axi4": "sha512 --dma axi4",
    "hmac_sha256_dma_axi4": "hmac-sha256 --dma axi4",
    "hmac_sha256_c2_dma_axi4": "hmac-sha256 --interleave 2 --keys bram --dma axi4",
}
MEASURED = REQUESTS | IN_DOCS | AROUND
# What is placed with --placement annealed.
ANNEALED = {
    "sha256_cleared_annealed",
    "sha512_cleared_annealed",
    "hmac_sha256_u64_pool_annealed",
    "hmac_sha256_u32_pool_annealed",
    "hmac_sha256_u16_pool_annealed",
}


def command_of(name: str) -> str:
    """The command line whose document is the result `name`."""
    placement = " --placement annealed" if name in ANNEALED else ""
    return f"hashloom build {MEASURED[name]}{placement} --seeds {seeds_of(name)} --json"


def seeds_of(name: str) -> int:
    """How many placements there are of a core; their seeds are 1 to this number."""
    return SEEDS_OF_POOLS if "--pool" in MEASURED[name] else SEEDS


def main() -> None:
    """Measures what is asked for and not there yet; ends with status 1 when one fails."""
    parser = argparse.ArgumentParser(description="Measure the cores of README.md and docs/.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASURED)}")
    parser.add_argument("--again", action="store_true", help="measure what is there, too")
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.names) - set(MEASURED))
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(MEASURED)}")
    for folder in ("docs", "around"):
        (RESULTS / folder).mkdir(parents=True, exist_ok=True)
    names = [n for n in chosen.names or MEASURED if chosen.again or not is_measured(n)]
    failed = [name for name in names if not measured(name)]
    if failed:
        sys.exit(f"These failed: {', '.join(failed)}.")


def measured(name: str) -> bool:
    """Measures one core and keeps its document; whether that went well."""
    print(f"{name}: {command_of(name)}", file=sys.stderr)
    arguments = command_of(name).split()[1:]
    done = subprocess.run(
        [sys.executable, "-m", "hashloom", *arguments], stdout=subprocess.PIPE, check=False
    )
    if done.returncode == 0:
        write_file(result(name), done.stdout)
    return done.returncode == 0


def is_measured(name: str) -> bool:
    """Whether the document of a core is there and its command prints it still."""
    return result(name).exists() and is_current(json.loads(result(name).read_text("utf-8")))


def is_current(document: Mapping[str, Any]) -> bool:
    """Whether a document is of today's RTL and, if it was annealed, of today's annealer."""
    return is_of_today(document) and document["tools"].get("annealer", version()) == version()


def result(name: str) -> Path:
    """Where the document of a core is."""
    folder = "around" if name in AROUND else "docs" if name in IN_DOCS else "."
    return RESULTS / folder / f"{name}.json"


if __name__ == "__main__":
    main()
