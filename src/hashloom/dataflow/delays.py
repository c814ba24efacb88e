"""Delays of a device's cells, as timing and retiming need them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class DelayModel:
    """Typical delays in ns of a placed and routed design, average routing included.

    A path from register to register takes `register_ns`, plus `lut_ns` for each level of
    look-up tables of at most `lut_inputs` inputs, plus `carry_ns(bits)` for each adder. On the
    device the carries of two adders in a row run along side by side; the model adds them up, as
    retiming needs it, and so is a compromise that takes one adder a little too short and two in a
    row a little too long. The constants are fitted by benchmarks/calibrate_delays.py.
    """

    register_ns: float  # clock to output, set-up, and the hop into what follows
    lut_ns: float  # one level of look-up tables and the hop behind it
    carry_base_ns: float  # into and out of a carry chain and the hop behind it
    carry_per_bit_ns: float  # along the chain
    bram_ns: float  # clock to output of a block RAM without output register, and the hop
    lut_inputs: int = 4
    fused: frozenset[str] = field(default_factory=frozenset)  # functions a carry cell absorbs

    def carry_ns(self, bits: int) -> float:
        """Delay of an adder of `bits` bits between two registers or look-up tables."""
        return self.carry_base_ns + bits * self.carry_per_bit_ns
