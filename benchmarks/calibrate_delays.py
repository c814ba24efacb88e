"""Fits the delay model of a target to test circuits placed and routed in hashloom's own flow.

    python benchmarks/calibrate_delays.py ecp5-25f-8 ice40-hx8k

Each circuit is a ring of eight words whose new values pass a number of levels of four-input
functions over rotated bits, then a number of adders, as in a hash round. The shortest clock
period is fitted by

    period = register_ns + levels * lut_ns + adders * (carry_base_ns + bits * carry_per_bit_ns)

with least squares over the periods relative to their size, so that short ones count as much as
long ones. `bram_ns` is the period of a ring through a block RAM, which takes the register's
place. Prints the constants for the target's file, and each circuit's measured and fitted period.
"""

from __future__ import annotations

import statistics
import sys
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from hashloom.cache import Cache
from hashloom.implementation.flow import implement
from hashloom.targets import Target, get_target

SEEDS = (1, 2, 3)
WORDS = 8


@dataclass(frozen=True)
class Circuit:
    """A test circuit: bits of a word, levels of look-up tables, adders behind them."""

    bits: int
    levels: int
    adders: int

    def row(self) -> tuple[float, float, float, float]:
        """Factors of register_ns, lut_ns, carry_base_ns and carry_per_bit_ns."""
        return (1.0, float(self.levels), float(self.adders), float(self.adders * self.bits))


CIRCUITS = (
    *(Circuit(32, levels, 0) for levels in (1, 2, 4)),
    *(Circuit(32, levels, 1) for levels in (0, 1)),
    Circuit(32, 1, 2),
    *(Circuit(64, 0, adders) for adders in (1, 2)),
)


def ring(circuit: Circuit) -> str:
    """SystemVerilog of the ring; word 0 is loaded, every other one is computed from three."""
    bits = circuit.bits
    text = [
        f"module ring (input logic clk, input logic [{bits - 1}:0] d,",
        f"             output logic [{bits - 1}:0] q);",
        f"  logic [{bits - 1}:0] word_q [0:{WORDS - 1}];",
        f"  assign q = word_q[{WORDS - 1}];",
        "  always_ff @(posedge clk) word_q[0] <= d;",
    ]
    for i in range(1, WORDS):
        value = f"word_q[{i - 1}]"
        for step in range(circuit.levels + circuit.adders):
            other = f"word_q[{(i + 2 + step) % WORDS}]"
            name = f"v{i}_{step}"
            if step < circuit.levels:
                turned = [_turned(value, bits, 7 + 2 * step), _turned(value, bits, 18 + step)]
                formula = f"({value} & {other}) ^ {turned[0]} ^ {turned[1]}"
            else:
                formula = f"{value} + {other}"
            # Kept apart, lest adders in a row be merged.
            text.append(f"  (* keep *) logic [{bits - 1}:0] {name};")
            text.append(f"  assign {name} = {formula};")
            value = name
        text.append(f"  always_ff @(posedge clk) word_q[{i}] <= {value};")
    return "\n".join([*text, "endmodule", ""])


def memory_ring() -> str:
    """SystemVerilog of a ring through a block RAM without output register.

    What is read goes out as well, lest the flow move `address_q` into the RAM.
    """
    return """module ring (input logic clk, input logic [7:0] d, output logic [7:0] q);
  (* no_rw_check *) logic [7:0] memory [0:511];
  logic [7:0] read_q, address_q;
  assign q = read_q;
  always_ff @(posedge clk) begin
    memory[{d[0], d}] <= d;
    read_q <= memory[{1'b0, address_q}];
    address_q <= read_q;
  end
endmodule
"""


def _turned(value: str, bits: int, n: int) -> str:
    return f"{{{value}[{n - 1}:0], {value}[{bits - 1}:{n}]}}"


def period_ns(text: str, target: Target, cache: Cache) -> float:
    """The median period of the circuit over the seeds."""
    placed = implement({"ring.sv": text}, "ring", target, SEEDS, cache=cache, jobs=1)
    return 1000.0 / placed.fmax_mhz


def calibrate(target: Target, cache: Cache) -> None:
    """Measure, fit and print one target."""
    measured = [period_ns(ring(circuit), target, cache) for circuit in CIRCUITS]
    rows = np.array([circuit.row() for circuit in CIRCUITS])
    period = np.array(measured)
    fit, _ = nnls(rows / period[:, None], np.ones(len(period)))
    names = ("register_ns", "lut_ns", "carry_base_ns", "carry_per_bit_ns")
    values = [f"{name}={value:.3f}" for name, value in zip(names, fit, strict=True)]
    memory = period_ns(memory_ring(), target, cache)
    print(f"{target.name}: {', '.join(values)}, bram_ns={memory:.3f}")
    for circuit, ns, fitted in zip(CIRCUITS, measured, rows @ fit, strict=True):
        print(f"  {circuit}: measured {ns:.2f} ns, fitted {fitted:.2f} ns")
    error = statistics.mean(abs(rows @ fit - period) / period)
    print(f"  mean error {100 * error:.1f} %", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        calibrate(get_target(name), Cache())
