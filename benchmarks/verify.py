"""Runs the full suite on several cores of every hash: python benchmarks/verify.py [HASH ...].

Each is one `hashloom verify ... --suite full`; the counts are kept in benchmarks/verified.json,
and what is there is not run again.  Ends with status 1 when a vector fails.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

RECORD = Path(__file__).resolve().parent / "verified.json"
HASHES = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
BRAM = "--constants bram --chaining bram --buffer bram"
CORES = ("", "--unroll 2", "--unroll 4", "--interleave 4", f"--interleave 4 {BRAM}")
HMAC_CORES = ("", "--engines 2", "--interleave 4", "--engines 2 --interleave 4 --slots 16")


def main() -> None:
    """Verifies what has not been verified yet."""
    known: dict[str, dict[str, int]] = {}
    if RECORD.exists():
        known = json.loads(RECORD.read_text(encoding="utf-8"))
    for name in sys.argv[1:] or (*HASHES, *(f"hmac-{name}" for name in HASHES)):
        for options in HMAC_CORES if name.startswith("hmac-") else CORES:
            request = f"{name} {options}".strip()
            if request not in known:
                known[request] = verified(request)
                RECORD.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    if any(counts["failed"] for counts in known.values()):
        sys.exit("Vectors failed; see benchmarks/verified.json.")


def verified(request: str) -> dict[str, int]:
    """Vectors run and failed for one request."""
    command = [sys.executable, "-m", "hashloom.cli", "verify", *request.split()]
    done = subprocess.run(
        [*command, "--suite", "full", "--json"], stdout=subprocess.PIPE, check=False
    )
    counts = json.loads(done.stdout)
    print(f"{request}: {counts['vectors']} vectors, {counts['failed']} failed", file=sys.stderr)
    return {"vectors": counts["vectors"], "failed": counts["failed"]}


if __name__ == "__main__":
    main()
