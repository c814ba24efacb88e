"""Chaining values in memories: narrow ones of single words, or a wide one of all of them."""

from __future__ import annotations

from collections.abc import Iterator

from hashloom.dataflow.graph import Kind
from hashloom.rtl.engine.chaining import ChainingWriter
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import concatenation, instance, literal, range_of
from hashloom.transforms.registers.ordering import state_latency
from hashloom.transforms.registers.storage import MEMORY_LATENCY, STATE_LATENCY, Storage


class MemoryChaining(ChainingWriter):
    """Writes the memories; a message's first block gets another word than what they hold."""

    @property
    def narrow(self) -> bool:
        """Whether the memories hold single words that are read in order."""
        return self.plan.compiled.storage is Storage.NARROW

    def modules_used(self) -> set[str]:
        """Library modules the storage is built of."""
        return {"word_memory"}

    # ---- timing ---------------------------------------------------------------------------

    def _lag(self) -> int:
        """Clocks from the slot counter to an old chaining word."""
        return self.plan.lag_of(Kind.CHAIN if self.narrow else Kind.STATE)

    def _latency(self) -> int:
        """Clocks from the address of a chaining word to the word."""
        return MEMORY_LATENCY[self.plan.architecture.chaining]

    def state_delay(self, sequence: str = "") -> int:
        """Clocks from the slot counter to the use of a supplied state, of any sequence."""
        after = state_latency(self.plan.graph, self.plan.compiled.storage) - STATE_LATENCY
        return self._lag() - after

    @property
    def _start_delay(self) -> int:
        """Clocks from the slot counter to the choice between initial value and supplied state."""
        return self.state_delay()

    @property
    def _chosen_early(self) -> bool:
        """Whether initial value and supplied state are chosen from a clock before their use."""
        return self.supplied and self._start_delay < self._lag() - 1

    # ---- control --------------------------------------------------------------------------

    def needs(self) -> Iterator[Need]:
        """The delayed control values the storage uses."""
        plan = self.plan
        address, select = self._lag() - self._latency(), self._lag() - 1
        yield Need("state_first", 1, select)
        if self.narrow and self.row_bits:
            yield Need("step", self.row_bits, max(select, plan.sink_lag))
        if plan.shape.contexts > 1:
            yield Need(self.context, plan.shape.context_bits, address)
        if self.supplied:
            yield Need("state_keyed", 1, self._start_delay)
            yield from self.need_requests()

    @property
    def context(self) -> str:
        """Signal that holds the context whose chaining value is read."""
        if self.plan.sequencers == 1:
            return self.plan.context_name(0)
        return "old_context" if self.supplied else "state_context"

    def control(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Further control bits: declarations with comments, and assignments."""
        plan = self.plan
        several = plan.sequencers > 1
        last, bits = plan.last_stage, plan.shape.context_bits
        loading = plan.during(0, 1, 0)
        rows, assigns = [], []
        if several:
            comment = "context whose chaining value is read"
            rows.append((f"logic{range_of(bits)} {self.context};", comment))
            assigns.append(f"  assign {self.context} = {loading} ? context_s0 : context_s{last};")
        for name, flag, comment in self._flags():
            rows.append((f"logic {name};", comment))
            value = plan.flag(flag, 0)
            if several:
                value = f"{loading} ? {value} : {plan.flag(flag, last)}"
            assigns.append(f"  assign {name} = {value};")
        return rows, assigns

    def _flags(self) -> list[tuple[str, str, str]]:
        """Marks of the block whose chaining value is read: signal, flag, comment."""
        flags = [("state_first", "first", "its block is the first of its message")]
        if self.supplied:
            flags.append(("state_keyed", "keyed", "which then starts from a supplied state"))
        return flags

    def aliases(self) -> dict[str, str]:
        """Sources that are elements of the register behind a wide memory."""
        if self.narrow:
            return {}
        return {n.name: f"H_q[{n.port.index}]" for n in self.plan.sources_of(Kind.STATE)}

    # ---- text -----------------------------------------------------------------------------

    def body(self, wires: Wires) -> list[str]:
        """The memories with everything around them."""
        return self._narrow(wires) if self.narrow else self._wide(wires)

    def _memory(self, name: str, width: int, data: str, address: tuple[str, str, int]) -> list[str]:
        """A word_memory; `address` is (write, read, bits)."""
        write, read, bits = address
        parameters = {
            "WIDTH": str(width),
            "DEPTH": str(max(2, self._depth())),
            "ADDRESS_BITS": str(bits),
            "BLOCK_MEMORY": str(int(self.plan.architecture.chaining == "bram")),
        }
        wired = {
            "clk": "clk",
            "write": "chain_valid",
            "write_address": write,
            "write_data": data,
            "read_address": read,
            "read_data": name,
        }
        return instance("word_memory", f"u_{name}", wired, parameters)

    def _depth(self) -> int:
        rows = self.plan.shape.last_step + 1 if self.narrow else 1
        return self.plan.shape.contexts * rows

    def _address(self, wires: Wires, delay: int, stage_context: str) -> tuple[str, int]:
        """Address of a chaining word `delay` clocks after the counter, and its width."""
        plan = self.plan
        parts, bits = [], 0
        if plan.shape.contexts > 1:
            parts.append(wires.delayed(stage_context, delay))
            bits += plan.shape.context_bits
        if self.narrow and self.row_bits:
            parts.append(self.row(wires, delay))
            bits += self.row_bits
        if not parts:
            return "1'b0", 1
        return (parts[0] if len(parts) == 1 else f"{{{', '.join(parts)}}}"), bits

    def _addresses(self, wires: Wires) -> tuple[str, str, int]:
        read, bits = self._address(wires, self._lag() - self._latency(), self.context)
        last = self.plan.context_name(self.plan.last_stage)
        write, _ = self._address(wires, self.plan.sink_lag, last)
        return write, read, bits

    def _narrow(self, wires: Wires) -> list[str]:
        """One memory for each serial source; a message's first block reads the initial value."""
        plan = self.plan
        bits = plan.hash.word_bits
        first = wires.delayed("state_first", self._lag() - 1)
        lines: list[str] = []
        updates: list[str] = []
        for node in plan.sources_of(Kind.CHAIN):
            where = (node.port.sequence, plan.place_of(node))
            lines += [
                f"  logic{range_of(bits)} {node.name};       // {node.meaning} [{self._lag()}]",
                f"  logic{range_of(bits)} {node.name}_read;  // a clock before",
                "",
                *self._memory(
                    f"{node.name}_read", bits, wires.new_word(*where), self._addresses(wires)
                ),
                "",
            ]
            if not self._chosen_early:
                updates.append(f"    {node.name} <= !{first} ? {node.name}_read")
                updates += self._initial(wires, *where, self._lag() - 1)
                continue
            early = f"{node.name}_start"
            lines += [f"  logic{range_of(bits)} {early};  // of a message, a clock before", ""]
            keyed = wires.delayed("state_keyed", self._start_delay)
            updates.append(f"    {node.name} <= !{first} ? {node.name}_read : {early};")
            updates.append(f"    {early} <= {keyed} ? {self.state_word(*where)}")
            updates += self._initial(wires, *where, self._start_delay)
        return [*lines, "  always_ff @(posedge clk) begin", *updates, "  end"]

    def _initial(self, wires: Wires, sequence: str, place: int, delay: int) -> list[str]:
        """The rest of a choice: the initial value by row of a narrow memory."""
        plan, shape = self.plan, self.plan.shape
        words = {step: shape.word_at(sequence, step, place) for step in range(shape.last_step + 1)}
        values = {
            step: literal(plan.hash.initial[word], plan.hash.word_bits)
            for step, word in words.items()
            if word is not None
        }
        row = self.row(wires, delay) if len(words) > 1 else ""
        last = values.pop(shape.last_step)
        lines = [
            f"      : {row} == {literal(step, self.row_bits)} ? {value}"
            for step, value in values.items()
        ]
        if self.supplied and not self._chosen_early:
            keyed = wires.delayed("state_keyed", delay)
            lines.append(f"      : {keyed} ? {self.state_word(sequence, place)}")
        return [*lines, f"      : {last};"]

    def _wide(self, wires: Wires) -> list[str]:
        """One memory of all words."""
        plan = self.plan
        bits, count = plan.hash.word_bits, len(plan.hash.chaining)
        first = wires.delayed("state_first", self._lag() - 1)
        places = [plan.shape.place_of(k) for k in range(count)]
        new = [wires.new_word(name, place) for name, _, place in reversed(places)]
        words = concatenation(new)
        lines = [
            f"  logic{range_of(bits)} H_q [0:{count - 1}];  // old chaining value [{self._lag()}]",
            f"  logic [{count * bits - 1}:0] H_read;  // a clock before, H0 in the low bits",
            "",
            *self._memory("H_read", count * bits, words, self._addresses(wires)),
            "",
            "  always_ff @(posedge clk) begin",
        ]
        for k, word in enumerate(plan.hash.initial):
            old, start = f"H_read[{(k + 1) * bits - 1}:{k * bits}]", literal(word, bits)
            if self.supplied:
                keyed = wires.delayed("state_keyed", self._start_delay)
                start = f"{keyed} ? {self.state_word(places[k][0], places[k][2])} : {start}"
                lines.append(f"    H_q[{k}] <= !{first} ? {old} : {start};")
            else:
                lines.append(f"    H_q[{k}] <= {first} ? {start} : {old};")
        return [*lines, "  end"]
