"""Runs the full suite on several cores of every hash: python benchmarks/verify.py [REQUEST ...].

Each is one `hashloom verify ... --suite full`; benchmarks/verified.json keeps an entry a core,
named by its RTL, and what is there for the same RTL is not run again.  Ends with status 1 when a
vector fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prove import core_of
from run import HMAC_U64_POOL

from hashloom.files import write_file
from hashloom.request.bus import BUSES, DMAS

RECORD = Path(__file__).resolve().parent / "verified.json"
SHA2 = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
BRAM = "--constants bram --chaining bram --buffer bram"
CORES = ("", "--unroll 2", "--unroll 4", "--interleave 4", f"--interleave 4 {BRAM}")
HMAC_CORES = ("", "--engines 2", "--interleave 4", "--engines 2 --interleave 4 --slots 16")
FOLDED = (*(f"sha256 --fold {fold}" for fold in (1, 2, 4)), "hmac-sha256 --fold 2 --slots 1")
OTHERS = ("sha1", "sm3", "md5", "ripemd160", *FOLDED)
SYSTEMS = (*(f"--bus {bus}" for bus in BUSES), *(f"--dma {dma}" for dma in DMAS))
RINGED = tuple(f"--interleave 2 --dma {dma}" for dma in DMAS)  # which HMAC cores differ in


def main() -> None:
    """Verifies what has not been verified yet."""
    parser = argparse.ArgumentParser(description="Run the full suite on cores of every hash.")
    parser.add_argument("requests", nargs="*", metavar="REQUEST", help="such as md5")
    for request in parser.parse_args().requests or requests():
        rtl = core_of(request).rtl_sha256
        if record().get(request, {}).get("rtl_sha256") != rtl:
            known = record() | {request: {"rtl_sha256": rtl} | verified(request)}
            write_file(RECORD, json.dumps(known, indent=2) + "\n")
    if any(entry["failed"] for entry in record().values()):
        sys.exit("Vectors failed; see benchmarks/verified.json.")


def requests() -> Iterator[str]:
    """Message and HMAC cores of each hash of SHA-2, and one core of every other kind."""
    for name in SHA2:
        yield from (f"{name} {options}".strip() for options in CORES)
        yield from (f"hmac-{name} {options}".strip() for options in HMAC_CORES)
    yield from OTHERS
    for name in ("sha256", "hmac-sha256"):
        yield from (f"{name} {options}" for options in SYSTEMS)
    yield from (f"hmac-sha256 {options}" for options in RINGED)
    yield HMAC_U64_POOL


def record() -> dict[str, Any]:
    """What has been verified so far, by request."""
    found: dict[str, Any] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return found


def verified(request: str) -> dict[str, int]:
    """Vectors run and failed for one request."""
    command = [sys.executable, "-m", "hashloom", "verify", *request.split()]
    done = subprocess.run(
        [*command, "--suite", "full", "--json"], stdout=subprocess.PIPE, check=False
    )
    counts = json.loads(done.stdout)
    print(f"{request}: {counts['vectors']} vectors, {counts['failed']} failed", file=sys.stderr)
    return {"vectors": counts["vectors"], "failed": counts["failed"]}


if __name__ == "__main__":
    main()
