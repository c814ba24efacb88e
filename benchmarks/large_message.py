"""Hashes one message of 1 GiB with the RTL of cores in simulation, and compares with hashlib.

    python benchmarks/large_message.py [HASH ...] [--mebibytes N]

A hash is named as on the command line; sha256 when none is. What came of each is kept in
benchmarks/large_message.json, by core and size. Ends with status 1 when a digest is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from hashloom.cores import core_for
from hashloom.files import write_file
from hashloom.verification.large import hash_large
from hashloom.verification.simulation.verilator import find_verilator

RECORD = Path(__file__).resolve().parent / "large_message.json"
_GIBIBYTE = 1024  # MiB
_TOLD_EVERY = 64  # MiB


def main() -> None:
    """Hashes, and keeps what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hashes", nargs="*", metavar="HASH", default=["sha256"])
    parser.add_argument("--mebibytes", type=int, default=_GIBIBYTE)
    arguments = parser.parse_args()
    right = [hash_with(name, arguments.mebibytes) for name in arguments.hashes]
    if not all(right):
        sys.exit("A digest is wrong; see benchmarks/large_message.json.")


def hash_with(name: str, mebibytes: int) -> bool:
    """Whether the core of the hash `name` gives hashlib's digest."""
    core = core_for(name)
    outcome = hash_large(core, mebibytes, tell)
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    record[f"{name}, {mebibytes} MiB"] = {
        **outcome.as_dict(),
        "clocks_per_block": round(outcome.clocks * core.hash.block_bits / 8 / outcome.bytes, 3),
        "rtl_sha256": core.rtl_sha256,
        "verilator": find_verilator().version,
    }
    write_file(RECORD, json.dumps(record, indent=1) + "\n")
    print(f"{name}: {outcome.digest}, {'right' if outcome.right else 'wrong'}", file=sys.stderr)
    return outcome.right


def tell(done: int) -> None:
    """On standard error."""
    if done % _TOLD_EVERY == 0:
        print(f"{done} MiB sent", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
