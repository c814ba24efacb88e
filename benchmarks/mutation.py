"""Changes the RTL of seven cores in one place at a time, and counts what the suites notice.

    python benchmarks/mutation.py [CORE ...] [--count N] [--again]

benchmarks/mutation.json keeps what became of every mutant of the sample. What is there for the same
RTL is not run again, so a run that was broken off goes on where it stopped; with --again those that
survived are. What other random traffic than that of the suite "full" killed is run again. Survivors
are listed with their reasons, which stand in benchmarks/mutation_reasons.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hashloom.cores import Architecture, core_for
from hashloom.files import write_file
from hashloom.implementation.tools import find_tool
from hashloom.verification.mutation.campaign import Campaign, Outcome
from hashloom.verification.mutation.killing import TRAFFIC
from hashloom.verification.mutation.mutant import Mutant
from hashloom.verification.simulation.verilator import find_verilator

RECORD = Path(__file__).resolve().parent / "mutation.json"
REASONS = RECORD.with_name("mutation_reasons.json")
SEED = "mutation"
CORES = {
    "sha256": ("sha256", Architecture()),
    "sha256 --fold 1": ("sha256", Architecture(fold=1)),
    "sha256 --fold 2": ("sha256", Architecture(fold=2)),
    "sha256 --fold 4": ("sha256", Architecture(fold=4)),
    "hmac-sha256": ("hmac-sha256", Architecture()),
    "hmac-sha256 --unroll 2 --interleave 2 --groups 2": (
        "hmac-sha256",
        Architecture(unroll=2, interleave=2, groups=2),
    ),
    "hmac-sha256 --engines 2 --unroll 2 --interleave 3 --groups 3": (
        "hmac-sha256",
        Architecture(engines=2, unroll=2, interleave=3, groups=3),
    ),
}
_SAVED_EVERY = 10  # outcomes
_SHORT = ("random", "quick")  # trials; what comes behind them takes minutes


def main() -> None:
    """Runs what has not been run on this RTL."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cores", nargs="*", metavar="CORE", help=f"of: {'; '.join(CORES)}")
    parser.add_argument("--count", type=int, default=300, help="mutants of each core")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    arguments = parser.parse_args()
    for request in arguments.cores or CORES:
        name, architecture = CORES[request]
        campaign = Campaign(core_for(name, architecture), arguments.count, SEED)
        run(request, campaign, again=arguments.again)


def run(request: str, campaign: Campaign, *, again: bool = False) -> None:
    """Runs one core's sample, what survived too if `again`, and writes the record as it grows."""
    before = recorded().get("cores", {}).get(request, {})
    known = before.get("outcomes", []) if before.get("rtl_sha256") == campaign.rtl else []
    if before.get("traffic") != TRAFFIC:
        known = [each for each in known if not each["by"].startswith("random")]
    outcomes = {
        each["mutant"]: Outcome.from_dict(each)
        for each in known
        if not (again and each["verdict"] == "survived")
    }
    mutants = campaign.mutants()
    sample = campaign.sample(mutants)

    def save() -> None:
        found = [outcomes[m.identifier] for m in sample if m.identifier in outcomes]
        record = recorded()  # another run may have added another core
        record["tools"] = tools()
        record.setdefault("cores", {})[request] = document(campaign, mutants, sample, found)
        write_file(RECORD, json.dumps(record, indent=1) + "\n")

    for number, outcome in enumerate(campaign.run(sample, set(outcomes), tell), start=1):
        outcomes[outcome.mutant] = outcome
        if outcome.verdict != "killed":
            tell(f"{outcome.verdict}: {outcome.mutant}")
        if number % _SAVED_EVERY == 0 or not outcome.by.startswith(_SHORT):
            save()
    save()
    counts = {k: v for k, v in recorded()["cores"][request].items() if isinstance(v, int | float)}
    tell(f"{request}: {counts}")


def recorded() -> dict[str, Any]:
    """The record as it is."""
    found: dict[str, Any] = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    return found


def document(
    campaign: Campaign,
    mutants: Sequence[Mutant],
    sample: Sequence[Mutant],
    outcomes: Sequence[Outcome],
) -> dict[str, Any]:
    """What the record says of a core; a mutant not decided yet counts as one that survives."""
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    by_name = {mutant.identifier: mutant for mutant in sample}
    changes = len(sample) - verdicts["equivalent"]
    return {
        "core": campaign.core.name,
        "rtl_sha256": campaign.rtl,
        "seed": campaign.seed,
        "traffic": TRAFFIC,
        "mutants": len(mutants),
        "sampled": len(sample),
        "killed": verdicts["killed"],
        "equivalent": verdicts["equivalent"],
        "survived": verdicts["survived"],
        "undecided": len(sample) - len(outcomes),
        "killed_percent": round(100 * verdicts["killed"] / changes, 2) if changes else 0.0,
        "killed_by": dict(Counter(o.by for o in outcomes if o.verdict == "killed").most_common()),
        "sampled_by_kind": dict(Counter(by_name[o.mutant].kind for o in outcomes).most_common()),
        "survivors": [told(by_name[o.mutant], o) for o in outcomes if o.verdict == "survived"],
        "outcomes": [outcome.as_dict() for outcome in outcomes],
    }


def told(mutant: Mutant, outcome: Outcome) -> dict[str, Any]:
    """A survivor, and why it survived."""
    return {
        "mutant": mutant.identifier,
        "file": mutant.file,
        "line": mutant.line,
        "kind": mutant.kind,
        "before": mutant.before,
        "after": mutant.after,
        "other_clocks": outcome.clocks,
        "reason": reasons().get(mutant.identifier, "not looked into"),
    }


def reasons() -> dict[str, str]:
    """Why mutants survive, by mutant."""
    found: dict[str, str] = json.loads(REASONS.read_text()) if REASONS.exists() else {}
    return found


def tools() -> dict[str, str]:
    """The versions of what reads the mutants."""
    return {
        "verilator": find_verilator().version,
        "yosys": find_tool("yosys").version,
        "pyslang": version("pyslang"),
    }


def tell(sentence: str) -> None:
    """On standard error."""
    print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
