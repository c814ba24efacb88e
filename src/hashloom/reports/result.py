"""The result document: everything that was measured of a core, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hashloom import __version__
from hashloom.exploration.point import Point
from hashloom.literature.laws import efficiency, throughput_mbps
from hashloom.verification.simulator import Timing

if TYPE_CHECKING:
    from hashloom.cores import Core
    from hashloom.implementation.result import Implementation
    from hashloom.verification.suites import Report


@dataclass(frozen=True)
class Result:
    """What is known of a core on a target.

    Attributes:
        request: what was asked for, as `exploration.point.Point.as_dict` writes it.
        rtl_sha256: hash of the RTL that was tested and placed, see `cores.stamp`.
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
            request=Point.of(core).as_dict(),
            rtl_sha256=core.rtl_sha256,
            core=core.name,
            level=core.level,
            algorithms=(core.hash.name,),
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
        through = "the message core" if self.level == "message" else "the message core around it"
        return {
            "hashloom": __version__,
            "request": dict(self.request),
            "rtl_sha256": self.rtl_sha256,
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
            "cycles_counted_in": f"simulation of {through}",
            **self.implemented,
            "throughput_mbps": {
                "single_message": round(self.single_message_mbps, 1),
                "aggregate": round(self.aggregate_mbps, 1),
            },
            "mbps_per_lut": round(self.mbps_per_lut, 3),
            "estimated": dict(self.estimated),
            "verified": dict(self.verified),
        }


def estimate(core: Core) -> dict[str, Any]:
    """What the target's delay model says of a core's datapath; the shell around it is not in it."""
    path, bound = core.path, core.bound_ns
    bound_period = bound + core.target.delays.register_ns
    return {
        "clock_mhz": round(path.clock_mhz, 1),
        "critical_path": path.terms,
        "critical_path_ns": round(path.period_ns, 3),
        "iteration_bound_ns": round(bound, 3),
        "bound_mhz": round(1000 / bound_period, 1),
        "slot_clocks": core.compiled.slot_clocks,
        "register_bits": core.compiled.graph.register_bits(),
    }
