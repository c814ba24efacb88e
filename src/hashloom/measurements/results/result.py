"""The result document: everything that was measured of a core, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashloom import __version__
from hashloom.cores import Core
from hashloom.cores.estimate import estimate
from hashloom.implementation.result import Implementation
from hashloom.measurements.results.laws import efficiency, throughput_mbps
from hashloom.measurements.share import with_share
from hashloom.request.level import level_named
from hashloom.verification.checking.suites import Report
from hashloom.verification.simulator import Timing


@dataclass(frozen=True)
class Result:
    """What is known of a core on a target.

    Attributes:
        request: what was asked for, as `request.point.Point.as_dict` writes it.
        rtl_sha256: hash of the RTL that was tested and placed, see `cores.fingerprint`; empty of a
            result that was written before results named it.
        core, level, algorithms, architecture, interface: what was built.
        messages_in_flight: contexts (N).
        block_bits: bits of a block.
        timing: clocks counted in simulation; an engine's through the message core around it.
        implemented: the document of its implementation: target, tools, clock, resources.
        estimated: what the delay model says of the datapath.
        verified: suite, vectors, failed.
    """

    request: Mapping[str, Any]
    rtl_sha256: str
    core: str
    level: str
    algorithms: tuple[str, ...]
    architecture: Mapping[str, Any]
    interface: Mapping[str, Any]
    messages_in_flight: int
    block_bits: int
    timing: Timing
    implemented: Mapping[str, Any]
    estimated: Mapping[str, Any]
    verified: Mapping[str, Any]

    @staticmethod
    def of(
        core: Core,
        timing: Timing,
        verified: Report,
        implementation: Implementation,
        verilator: str,
    ) -> Result:
        """The result of one core's measurements; `verilator` is the simulator's version."""
        implemented = implementation.as_dict()
        implemented["tools"]["verilator"] = verilator
        return Result(
            request=core.request.as_dict(),
            rtl_sha256=core.rtl_sha256,
            core=core.name,
            level=core.level,
            algorithms=tuple(each.name for each in core.hashes),
            architecture=core.architecture.as_dict(),
            interface={"width": core.interface.width, "length_bits": core.interface.length_bits},
            messages_in_flight=core.contexts,
            block_bits=core.hash.block_bits,
            timing=timing,
            implemented=implemented,
            estimated=estimate(core),
            verified={
                "suite": verified.suite,
                "vectors": verified.vectors,
                "failed": verified.failed,
            },
        )

    @property
    def fmax_mhz(self) -> float:
        """Median clock in MHz."""
        return float(self.implemented["fmax_mhz"]["median"])

    @property
    def single_message_mbps(self) -> float:
        """Throughput in Mbit/s of one long message alone."""
        return throughput_mbps(self.block_bits, self.timing.cycles_per_block, self.fmax_mhz)

    @property
    def aggregate_mbps(self) -> float:
        """Throughput in Mbit/s with every context busy."""
        clocks = self.timing.cycles_per_block_aggregate
        return throughput_mbps(self.block_bits, clocks, self.fmax_mhz)

    @property
    def mbps_per_lut(self) -> float:
        """Aggregate throughput in Mbit/s for each look-up table."""
        return efficiency(self.aggregate_mbps, int(self.implemented["resources"]["lut"]))

    def as_dict(self) -> dict[str, Any]:
        """The document as JSON shows it: times in ns, clocks in MHz, throughput in Mbit/s."""
        around = "" if level_named(self.level).streamed else " around it"
        document = {
            "hashloom": __version__,
            "request": dict(self.request),
            **({"rtl_sha256": self.rtl_sha256} if self.rtl_sha256 else {}),
            "core": self.core,
            "level": self.level,
            "algorithms": list(self.algorithms),
            "architecture": dict(self.architecture),
            "interface": dict(self.interface),
            "messages_in_flight": self.messages_in_flight,
            "block_bits": self.block_bits,
            "cycles_per_block": self.timing.cycles_per_block,
            "cycles_per_block_aggregate": self.timing.cycles_per_block_aggregate,
            "cycles_per_message_aggregate": self.timing.cycles_per_message_aggregate,
            "latency_cycles": self.timing.latency_cycles,
            "cycles_counted_in": f"simulation of the message core{around}",
            **self.implemented,
            "throughput_mbps": {
                "single_message": round(self.single_message_mbps, 1),
                "aggregate": round(self.aggregate_mbps, 1),
            },
            "mbps_per_lut": round(self.mbps_per_lut, 3),
            "estimated": dict(self.estimated),
            "verified": dict(self.verified),
        }
        return with_share(document)
