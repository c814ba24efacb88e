"""The result document of an HMAC core: as any other core's, with the papers' four cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hashloom.cores import Core
from hashloom.implementation.result import Implementation
from hashloom.measurements.results.laws import throughput_mbps
from hashloom.measurements.results.result import Result
from hashloom.verification.checking.checks import Report
from hashloom.verification.hmac_timing import BLOCKS, CASES, HmacTiming
from hashloom.verification.simulator import Timing

_ALONE, _BUSY = ("cached_key", 24), ("cached_key", 1)  # what stands for an HMAC core as a whole


@dataclass(frozen=True)
class HmacResult(Result):
    """What is known of an HMAC core on a target.

    Clocks per block are those of plain hashing. `single_message_mbps` is that of a message of 24
    blocks with a cached key, alone; `aggregate_mbps` that of messages of one block with cached
    keys, every context busy, which is the case that needs two blocks of work for one of message.

    Attributes:
        keyed: clocks of the four cases.
    """

    keyed: HmacTiming

    @staticmethod
    def of_keyed(
        core: Core,
        timing: HmacTiming,
        verified: Report,
        implementation: Implementation,
        verilator: str,
    ) -> HmacResult:
        """The result of one HMAC core's measurements."""
        plain = Result.of(core, timing.hash, verified, implementation, verilator)
        i = core.interface
        keyed = {"slots": i.slots, "resume": i.resume, "private_slots": i.private_slots}
        interface = {**plain.interface, **keyed}
        values = {**vars(plain), "interface": interface, "keyed": timing}
        return HmacResult(**values)

    @property
    def single_message_mbps(self) -> float:
        """Throughput in Mbit/s of lone messages of 24 blocks, their key in a slot."""
        return self.case_mbps(*_ALONE)["single_message"]

    @property
    def aggregate_mbps(self) -> float:
        """Throughput in Mbit/s of messages of one block, keys in slots, every context busy."""
        return self.case_mbps(*_BUSY)["aggregate"]

    def case_mbps(self, case: str, blocks: int) -> dict[str, float]:
        """Throughput in Mbit/s of one case, alone and with every context busy.

        The message counts and the key does not: m * B * f / clocks for a message of m blocks of B
        bits. Juliato and Gebotys 2009, equations 1 to 3, with the clocks as they were counted in
        place of (3 + m + k) and (1 + m) hashes; FIPS 198-1, table 1, says which hashes those are.
        """
        clocks, bits = self.keyed.cases[case, blocks], blocks * self.block_bits
        return {
            "single_message": throughput_mbps(bits, clocks.single_message, self.fmax_mhz),
            "aggregate": throughput_mbps(bits, clocks.aggregate, self.fmax_mhz),
        }

    def as_dict(self) -> dict[str, Any]:
        """The document as JSON shows it: clocks in MHz, throughput in Mbit/s."""
        document = super().as_dict()
        document["cycles_counted_in"] = "simulation of the HMAC core"
        document["throughput_mbps"] |= {case: self._throughputs(case) for case in CASES}
        document["latency_first_beat_cycles"] = self.keyed.first_beat_latency
        document["key_cycles"] = {
            blocks_text(blocks): cycles for blocks, cycles in self.keyed.key_cycles.items()
        }
        document["cycles_by_case"] = {case: self._cycles(case) for case in CASES}
        return document

    def _throughputs(self, case: str) -> dict[str, dict[str, float]]:
        return {
            blocks_text(blocks): {k: round(v, 1) for k, v in self.case_mbps(case, blocks).items()}
            for blocks in BLOCKS
        }

    def _cycles(self, case: str) -> dict[str, dict[str, float]]:
        return {blocks_text(blocks): vars(self.keyed.cases[case, blocks]) for blocks in BLOCKS}


def result_of(
    core: Core,
    clocks: Timing | HmacTiming,
    verified: Report,
    implementation: Implementation,
    verilator: str,
) -> Result:
    """The result of a core's measurements, with the four cases where it is an HMAC core."""
    if isinstance(clocks, HmacTiming):
        return HmacResult.of_keyed(core, clocks, verified, implementation, verilator)
    return Result.of(core, clocks, verified, implementation, verilator)


def blocks_text(count: int) -> str:
    """So many blocks, as documents call them."""
    return f"{count}_block{'' if count == 1 else 's'}"
