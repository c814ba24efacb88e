"""Counters and flags of each pipeline stage's slot.

A slot is a number of iterations of `interleave` clocks, one clock for each context of a group.
Iterations count up from the first (a two's-complement number when chaining values are loaded
before round 0) to the last, then the stage waits for its next start.  The flags of a group's
contexts turn with the contexts, so that bit 0 always speaks of the context whose clock it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.verilog import commented, literal, range_of, section

_MEANING = {
    "live": "contexts that have a block, bit 0: the present one",
    "first": "contexts whose block is the first of its message",
    "keyed": "contexts whose message starts from a supplied state",
}


@dataclass(frozen=True)
class SequencerWriter:
    """Writes the sequencers of all stages; stage 0 is started from outside."""

    plan: EnginePlan

    @property
    def interleave(self) -> int:
        """Contexts of a group."""
        return self.plan.architecture.interleave

    @property
    def stages(self) -> int:
        """Sequencers, see EnginePlan."""
        return self.plan.sequencers

    @property
    def shape(self) -> EngineShape:
        """Numbers of the engine's ports."""
        return self.plan.shape

    def text(self) -> list[str]:
        """Registers, their updates and the handshake of the slot."""
        lines = section("Slot: iteration and context of each stage")
        for stage in range(self.stages):
            lines += [*self._stage(stage), ""]
        return lines

    def _stage(self, stage: int) -> list[str]:
        rows = self._registers(stage)
        assigns = self._derived(stage)
        return [
            *commented(rows),
            "",
            "  always_ff @(posedge clk) begin",
            *self._updates(stage),
            "  end",
            "",
            *assigns,
        ]

    def _name(self, name: str, stage: int) -> str:
        return self.plan.of_stage(name, stage)

    def _registers(self, stage: int) -> list[tuple[str, str]]:
        plan, c = self.plan, self.interleave

        def row(name: str, width: int, comment: str) -> tuple[str, str]:
            return f"logic{range_of(width)} {self._name(name, stage)};", comment

        rows = [
            row("running", 1, "a slot is under way"),
            row("step", plan.step_bits(stage), "iteration"),
        ]
        if c > 1:
            rows += [
                row("phase", plan.phase_bits, "context within the group"),
                row("last_phase", 1, "it is the last one"),
            ]
        rows += [row(f"{flag}_flags", c, _MEANING[flag]) for flag in plan.flags]
        if self._joins:
            rows.append(row("joins", 1, "a block that starts now goes on from this slot's rounds"))
        if self._keeps_group(stage):
            rows.append(row("group", self.shape.group_bits, "group of contexts in this stage"))
        if self._counts_contexts(stage):
            name, bits = plan.context_name(stage), range_of(self.shape.context_bits)
            rows.append((f"logic{bits} {name};", self._context_comment(stage)))
        if self._rests(stage):
            rows.append(row("over", 1, "the slot ends with this clock, and a rest begins"))
            rows.append(row("ends", 1, "the rest ends with this clock"))
        else:
            rows.append(row("ends", 1, "the slot ends with this clock"))
        if stage < self.stages - 1:
            rows.append(row("handover", 1, "the next stage takes over after this clock"))
        if stage == 0 and self._counts_groups:
            bits = range_of(self.shape.group_bits)
            rows.append((f"logic{bits} next_group;", "group of the next slot"))
        return rows

    @property
    def _counts_groups(self) -> bool:
        """Whether the engine itself gives every group its turn."""
        return self.shape.groups > 1 and not self.shape.chosen

    def _names_context(self, stage: int) -> bool:
        """Whether the number of the context is asked for in a stage."""
        reads = stage < self.shape.readers
        return self.shape.groups > 1 and (reads or stage == self.stages - 1)

    def _counts_contexts(self, stage: int) -> bool:
        """Whether the number of the context is a count of its own.

        It is group and phase side by side where the interleave is a power of two; otherwise it
        would take a multiplier to form it of these.
        """
        return self._names_context(stage) and not _is_power_of_two(self.interleave)

    def _keeps_group(self, stage: int) -> bool:
        """Whether a stage needs its group, for the context's number or for the next stage."""
        last = stage == self.stages - 1
        return self.shape.groups > 1 and not (last and self._counts_contexts(stage))

    def _rests(self, stage: int) -> bool:
        return stage == 0 and self.plan.compiled.rest > 0

    @property
    def _joins(self) -> bool:
        """Whether a block that follows another one of its message at once skips the load."""
        return self.plan.compiled.skipped > 0

    def _flags(self) -> list[str]:
        return [f"{flag}_flags" for flag in self.plan.flags]

    def _turned(self, flags: str, stage: int) -> str:
        """Flags a clock later."""
        name = self._name(flags, stage)
        if self.interleave == 1:
            return name
        return f"{{{name}[0], {name}[{self.interleave - 1}:1]}}"

    def _start(self, stage: int) -> dict[str, str]:
        """Start of a stage's slot and what comes with it."""
        flags = self.plan.flags
        if stage == 0:
            given = {f"{flag}_flags": f"slot_{flag}" for flag in flags}
            group = "slot_group" if self.shape.chosen else "next_group"
            return {"start": "slot_start", **given, "group": group}
        before = stage - 1
        given = {f"{flag}_flags": self._turned(f"{flag}_flags", before) for flag in flags}
        return {"start": f"handover_s{before}", **given, "group": f"group_s{before}"}

    def _updates(self, stage: int) -> list[str]:
        plan, c = self.plan, self.interleave
        step, running = self._name("step", stage), self._name("running", stage)
        start = self._start(stage)
        lines = []
        advance = running
        if c > 1:
            phase, last = self._name("phase", stage), self._name("last_phase", stage)
            advance = f"{running} && {last}"
            before_last = literal((c - 2) % (1 << plan.phase_bits), plan.phase_bits)
            lines += [
                f"    {phase} <= {last} ? '0 : {phase} + 1'b1;",
                f"    {last} <= {phase} == {before_last};",
            ]
            if self._counts_contexts(stage):
                context, width = plan.context_name(stage), self.shape.context_bits
                back = f"{context} - {literal(c - 1, width)}"
                lines.append(f"    {context} <= {last} ? {back} : {context} + 1'b1;")
            for flags in self._flags():
                lines.append(f"    {self._name(flags, stage)} <= {self._turned(flags, stage)};")
            lines += [
                f"    {name} <= {running} && {phase} == {before_last} "
                f"&& {step} == {self.plan.step(iteration, stage)};"
                for name, iteration in self._endings(stage).items()
            ]
        lines += [
            f"    if ({advance}) {step} <= {step} + 1'b1;",
            f"    if ({self._name('ends', stage)}) {running} <= 1'b0;",
            f"    if ({start['start']}) begin",
            f"      {running} <= 1'b1;",
            f"      {step} <= {self._first_step(stage)};",
        ]
        if c > 1:
            lines += [f"      {phase} <= '0;", f"      {last} <= 1'b0;"]
        names = [*self._flags(), *(["group"] if self._keeps_group(stage) else [])]
        lines += [f"      {self._name(name, stage)} <= {start[name]};" for name in names]
        if self._counts_contexts(stage):
            lines += self._restarted(plan.context_name(stage), start["group"])
        if stage == 0 and self._counts_groups:
            last_group = literal(self.shape.groups - 1, self.shape.group_bits)
            lines.append(
                f"      next_group <= next_group == {last_group} ? '0 : next_group + 1'b1;"
            )
        lines.append("    end")
        if stage == 0 and self._counts_groups:
            lines += [
                "    if (rst) begin",
                f"      {running} <= 1'b0;",
                "      next_group <= '0;",
                "    end",
            ]
        else:
            lines.append(f"    if (rst) {running} <= 1'b0;")
        return lines

    def _first_step(self, stage: int) -> str:
        """Iteration with which a stage's slot begins; the tail's are counted from 0."""
        tail = stage == self.plan.architecture.stages
        first = self.plan.step(0 if tail else self.plan.graph.first_iteration, stage)
        if self._joins:
            return f"{self._name('joins', stage)} ? {self.plan.step(0, stage)} : {first}"
        return first

    def _last_iteration(self, stage: int) -> int:
        """Iteration with which a stage's slot ends."""
        if stage == self.plan.architecture.stages:
            return 1
        return self.plan.graph.iterations + self.plan.compiled.extra - 1

    def _handover(self, stage: int) -> int:
        """Iteration of a stage after which the next one begins with its own first iteration."""
        tail = stage + 1 == self.plan.architecture.stages
        return self.plan.graph.iterations - 1 + (0 if tail else self.plan.graph.first_iteration)

    def _endings(self, stage: int) -> dict[str, int]:
        """Signals that tell of the end of a slot and of its rest, with their last iterations.

        Several contexts leave a clock before the last one, in which these are registered.
        """
        last = self._last_iteration(stage)
        if self._rests(stage):
            return {
                self._name("over", stage): last,
                self._name("ends", stage): last + self.plan.compiled.rest,
            }
        return {self._name("ends", stage): last}

    def _derived(self, stage: int) -> list[str]:
        lines = []
        if self.interleave == 1:
            for name, iteration in self._endings(stage).items():
                lines.append(f"  assign {name} = {self._reached(iteration, stage)};")
        if stage < self.stages - 1:
            handover, at = self._name("handover", stage), self._handover(stage)
            lines.append(f"  assign {handover} = {self._reached(at, stage)};")
        if self._joins:
            ends, live = self._name("ends", stage), self._name("live_flags", stage)
            lines.append(
                f"  assign {self._name('joins', stage)} = {ends} && {live} && !slot_first;"
            )
        if stage == 0:
            lines += self._handshake()
        if self._names_context(stage) and not self._counts_contexts(stage):
            lines += ["", *self._context(stage)]
        return lines

    def _reached(self, iteration: int, stage: int) -> str:
        """Condition: this is the last clock of an iteration."""
        running, step = self._name("running", stage), self._name("step", stage)
        phase = f"{self._name('last_phase', stage)} && " if self.interleave > 1 else ""
        return f"{running} && {phase}{step} == {self.plan.step(iteration, stage)}"

    def _handshake(self) -> list[str]:
        running, ends = self._name("running", 0), self._name("ends", 0)
        lines = [f"  assign slot_ready = !{running} || {ends};"]
        if self._rests(0):
            over = self._name("over", 0)
            lines = [
                f"  assign slot_ready = !{running} || {over} || {ends};",
                f"  assign slot_again = !{running} || {ends};",
            ]
        if self._counts_groups:
            lines.append("  assign slot_group = next_group;")
        return lines

    def _context(self, stage: int) -> list[str]:
        """Number of the context a stage works on: its group and the phase side by side."""
        name, value = self.plan.context_name(stage), self._name("group", stage)
        if self.interleave > 1:
            value = f"{{{value}, {self._name('phase', stage)}}}"
        signal = f"logic{range_of(self.shape.context_bits)} {name};"
        return [f"  {signal}  // {self._context_comment(stage)}", f"  assign {name} = {value};"]

    def _context_comment(self, stage: int) -> str:
        works = f"stage {stage}" if self.stages > 1 else "the engine"
        return f"context {works} works on"

    def _restarted(self, context: str, group: str) -> list[str]:
        """A count of contexts set to the first one of a group."""
        bits, width = self.shape.group_bits, self.shape.context_bits
        firsts = [literal(each * self.interleave, width) for each in range(self.shape.groups)]
        lines = [f"{group} == {literal(n, bits)} ? {first}" for n, first in enumerate(firsts[:-1])]
        head, *rest = [*lines, firsts[-1]]
        chain = [f"      {context} <= {head}", *(f"          : {line}" for line in rest)]
        return [*chain[:-1], f"{chain[-1]};"]


def _is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0
