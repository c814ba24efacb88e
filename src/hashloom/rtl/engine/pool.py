"""What counts the iterations of the blocks in a pool.

Every clock of the loop is a slot of its own: a block begins in it when it is free, whatever its
context, and comes round once for each iteration.  Number, iteration and context of a block go with
it through delay lines as long as the loop.

A reset reaches the beginning and the end alone.  What is in between leaves unseen: until it has,
the engine is quiet, and no block begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import commented, literal, range_of, section
from hashloom.transforms.registers.storage import SLOT_NOTICE

QUIET = "quiet"  # signal: blocks of before the reset are still on their way


def needs_of_pool(plan: EnginePlan) -> Iterator[Need]:
    """What comes round: nothing where a block has but one iteration."""
    if plan.graph.iterations > 1:
        for delay in (_behind(plan) - SLOT_NOTICE, _behind(plan)):
            yield Need("running", 1, delay)
            yield Need("step", plan.step_bits(0), delay)
        yield Need("context_id", plan.shape.context_bits, _behind(plan))


def _behind(plan: EnginePlan) -> int:
    """Clocks from an iteration to the one before the block's next."""
    return plan.architecture.interleave - 1


def leaving(before: str) -> list[str]:
    """Lines that make `chain_valid` of what is true a clock before chaining words are due."""
    return [
        "  logic leaves;  // chaining words are due, of a block of after the last reset",
        "",
        f"  always_ff @(posedge clk) leaves <= {before} && !rst && !{QUIET};",
        "",
        "  assign chain_valid = leaves;",
    ]


@dataclass(frozen=True)
class PoolSequencer:
    """Writes the registers of the block whose iteration begins, and when another may begin."""

    wires: Wires

    @property
    def plan(self) -> EnginePlan:
        """The engine."""
        return self.wires.plan

    def text(self) -> list[str]:
        """Registers; their updates and the handshake too where nothing comes round."""
        plan, again = self.plan, self._again
        step, context = range_of(plan.step_bits(0)), range_of(plan.shape.context_bits)
        rows = [
            ("logic running;", "there is a block in this clock of the loop"),
            (f"logic{context} context_id;", "its context"),
            ("logic first;", "it is the first of its message"),
            (f"logic {QUIET};", "blocks of before the reset are on their way"),
            (f"logic{range_of(self._quiet_bits)} {QUIET}_clocks;", "clocks until they have left"),
        ]
        if plan.shape.supplied:
            rows.insert(3, ("logic keyed;", "and starts from a supplied state"))
        if again:
            rows.insert(1, (f"logic{step} step;", "its iteration"))
            rows.append(("logic returns;", "a block comes round for its next iteration"))
        return [
            *section("Blocks in the loop" if again else "The block that begins"),
            *commented(rows),
            "",
            *([] if again else self._updates(self._straight())),
        ]

    def loop(self) -> list[str]:
        """Their updates and the handshake where blocks come round, behind the lines they read."""
        if not self._again:
            return []
        return [*section("Blocks that come round"), *self._updates(self._loop())]

    @property
    def _again(self) -> bool:
        """Whether a block has several iterations."""
        return self.plan.graph.iterations > 1

    def _updates(self, own: list[str]) -> list[str]:
        return [
            *own,
            "",
            "  always_ff @(posedge clk) begin",
            f"    if ({QUIET}) {QUIET}_clocks <= {QUIET}_clocks - 1'b1;",
            f"    {QUIET} <= rst || ({QUIET} && {QUIET}_clocks != '0);",
            f"    if (rst) {QUIET}_clocks <= {literal(self._leaving, self._quiet_bits)};",
            "  end",
            "",
        ]

    @property
    def _quiet_bits(self) -> int:
        """Width of the clocks in which all blocks leave."""
        return self._leaving.bit_length()

    @property
    def _leaving(self) -> int:
        """Clocks in which the loop turns once and the last chaining words leave."""
        return max(self.plan.sink_lag, self.plan.architecture.interleave)

    def _straight(self) -> list[str]:
        return [
            f"  assign slot_ready = !{QUIET};",
            "",
            "  always_ff @(posedge clk) begin",
            f"    running <= slot_start && !rst && !{QUIET};",
            "    context_id <= slot_context;",
            "    first <= slot_first;",
            *self._keyed(),
            "  end",
        ]

    def _keyed(self) -> list[str]:
        return ["    keyed <= slot_keyed;"] if self.plan.shape.supplied else []

    def _loop(self) -> list[str]:
        """The registers take a block that comes round before one that begins."""
        behind, plan = _behind(self.plan), self.plan
        last = plan.step(plan.graph.iterations - 1, 0)
        early = [self.wires.delayed(each, behind - SLOT_NOTICE) for each in ("running", "step")]
        running, step, context = (
            self.wires.delayed(each, behind) for each in ("running", "step", "context_id")
        )
        first = plan.step(0, 0)
        return [
            f"  assign returns = {running} && {step} != {last};",
            f"  assign slot_ready = !({early[0]} && {early[1]} != {last}) && !{QUIET};",
            "",
            "  always_ff @(posedge clk) begin",
            f"    running <= (slot_start || returns) && !rst && !{QUIET};",
            f"    step <= returns ? {step} + 1'b1 : {first};",
            f"    context_id <= returns ? {context} : slot_context;",
            "    first <= slot_first;",
            *self._keyed(),
            "  end",
        ]
