"""Chaining values in eight registers: one context, all of its words loaded at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.dataflow.graph import Kind
from hashloom.rtl.engine.chaining import ChainingWriter
from hashloom.rtl.engine.plan import index_at_first_step
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import commented, concatenation, literal, range_of
from hashloom.transforms.ordering import kept_in_place


@dataclass(frozen=True)
class _Half:
    """Registers H0 to H3 or H4 to H7: when they take the initial value, and when they shift.

    `initial` is in clocks after the slot counter; `shifts` are delays of chain_now whose union
    covers all clocks from the first old word that leaves to the last new one that enters.
    """

    name: str
    first: int
    initial: int
    shifts: tuple[int, ...]


class RegisterChaining(ChainingWriter):
    """Writes the registers.

    A supplied state enters them where new chaining words do, in the clocks in which a block
    right before would bring those (see supply_delay); the initial value is their preset.
    """

    # ---- timing ---------------------------------------------------------------------------

    @property
    def kept_in_place(self) -> bool:
        """Whether each register takes its own new word, instead of shifting in its half."""
        return kept_in_place(self.plan.graph)

    def state_delay(self, half: str) -> int:
        """Clocks from the slot counter to the use of a supplied state."""
        return self.plan.compiled.supply_delay(half)

    def _initial_delay(self, index: int) -> int:
        """Clocks from the slot counter to the moment H[index] takes the initial value."""
        (node,) = (n for n in self.plan.sources_of(Kind.STATE) if n.port.index == index)
        loaded = node.port.iterations[0] - self.plan.graph.first_iteration
        return loaded + self.plan.graph.lag(node.name) - 1

    def _half(self, half: str) -> _Half:
        """Moments of the registers of one half."""
        plan, first = self.plan, 0 if half == "a" else 4
        lag = plan.graph.lag
        state = [n for n in plan.sources_of(Kind.STATE) if n.port.index // 4 == first // 4]
        old = [n for n in plan.sources_of(Kind.CHAIN) if n.port.half == half]
        new = plan.sinks_of(Kind.CHAIN, half)
        pop, push = lag(old[0].name), lag(new[0].name)
        delays = (*range(pop, push, plan.shape.chain_steps), push)
        start = plan.graph.first_iteration
        loads = (lag(n.name) + n.port.iterations[0] - start for n in state)
        return _Half(half, first, min(loads) - 1, delays)

    # ---- control --------------------------------------------------------------------------

    def needs(self) -> Iterator[Need]:
        """The delayed control values the storage uses."""
        if self.kept_in_place:
            yield from self._need_words()
        else:
            for half in map(self._half, "ae"):
                yield Need("initial_now", 1, half.initial)
                for delay in half.shifts:
                    yield Need("chain_now", 1, delay)
        if self.supplied:
            for half_name in "ae":
                beyond = self.plan.shape.chain_steps if self.kept_in_place else 0
                yield Need("supply_now", 1, self.state_delay(half_name) + beyond)
            yield from self.need_requests()

    def _need_words(self) -> Iterator[Need]:
        for node in self.plan.sinks_of(Kind.STATE):
            delay = self.plan.graph.lag(node.name)
            yield Need("initial_now", 1, self._initial_delay(node.port.index))
            if self.supplied:
                yield Need("chain_now", 1, delay + self.plan.shape.chain_steps)
            else:
                yield Need("chain_now", 1, delay)
                yield Need("step", self.row_bits, delay)

    def control(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Further control bits: declarations with comments, and assignments."""
        plan = self.plan
        begin = plan.graph.first_iteration
        start = plan.during(begin, begin + 1, 0)
        first = f"running && {plan.flag('first', 0)}"
        rows = [("logic initial_now;", "a message begins: the initial value is due")]
        if not self.supplied:
            return rows, [f"  assign initial_now = {first} && {start};"]
        keyed, due = plan.flag("keyed", 0), plan.during(0, plan.shape.chain_steps, 0)
        return (
            [*rows, ("logic supply_now;", "a message begins: a supplied state is due")],
            [
                f"  assign initial_now = {first} && !{keyed} && {start};",
                f"  assign supply_now = {first} && {keyed} && {due};",
            ],
        )

    def aliases(self) -> dict[str, str]:
        """Sources that are elements of the registers H_q."""
        found = {n.name: f"H_q[{n.port.index}]" for n in self.plan.sources_of(Kind.STATE)}
        for node in self.plan.sources_of(Kind.CHAIN):
            found[node.name] = f"H_q[{index_at_first_step(node)}]"
        return found

    # ---- text -----------------------------------------------------------------------------

    def body(self, wires: Wires) -> list[str]:
        """The registers with everything around them."""
        return self._words(wires) if self.kept_in_place else self._registers(wires)

    def _words(self, wires: Wires) -> list[str]:
        """Eight registers, each of which takes its new word when it comes."""
        plan = self.plan
        bits = plan.hash.word_bits
        rows = [(f"logic{range_of(bits)} H_q [0:7];", "chaining value of the message")]
        lines = [*commented(rows), ""]
        if self.supplied:
            lines += [line for half in "ae" for line in self._entrance(wires, half)]
        lines.append("  always_ff @(posedge clk) begin")
        for node in sorted(plan.sinks_of(Kind.STATE), key=lambda n: n.port.index):
            k = node.port.index
            initial = wires.delayed("initial_now", self._initial_delay(k))
            word = literal(plan.hash.initial[k], bits)
            if self.supplied:
                new, due = f"H_{'ae'[k // 4]}_in", self._taken(wires, k, plan.graph.lag(node.name))
            else:
                new, due = wires.read(node.operands[0]), self._due(wires, k, node.name)
            lines.append(f"    if ({due}) H_q[{k}] <= {new};")
            lines.append(f"    if ({initial}) H_q[{k}] <= {word};")
        return [*lines, "  end"]

    def _due(self, wires: Wires, k: int, sink: str) -> str:
        """Condition: the new word of H[k] is there."""
        delay = self.plan.graph.lag(sink)
        turn = literal(3 - k % 4, self.row_bits)
        return f"{wires.delayed('chain_now', delay)} && {self.row(wires, delay)} == {turn}"

    def _taken(self, wires: Wires, k: int, delay: int) -> str:
        """Condition: the new or supplied word of H[k] is there.

        The four words of a half come in a row, so that the first of them tells their place.
        """
        supply = self.state_delay("ae"[k // 4])
        step = 3 - k % 4
        begins = []
        for name, first in (("chain_now", delay + step), ("supply_now", supply + step)):
            now, before = (wires.delayed(name, d) for d in (first, first + 1))
            begins.append(f"({now} && !{before})")
        return " || ".join(begins)

    def _registers(self, wires: Wires) -> list[str]:
        """Eight registers; each half shifts by the words of a chain step."""
        bits = self.plan.hash.word_bits
        rows = [(f"logic{range_of(bits)} H_q [0:7];", "chaining value of the message")]
        for name in "ae":
            rows.append((f"logic H_{name}_shift;", "old words leave at the top, new ones enter"))
        lines = commented(rows)
        for half in map(self._half, "ae"):
            lines += ["", *self._register_half(wires, half)]
        return lines

    def _register_half(self, wires: Wires, half: _Half) -> list[str]:
        """Shift and initial value of four registers."""
        plan = self.plan
        bits, words = plan.hash.word_bits, plan.shape.chain_words
        shift = f"H_{half.name}_shift"
        moments = [wires.delayed("chain_now", delay) for delay in half.shifts]
        entrance: list[str] = []
        if self.supplied:
            entrance = self._entrance(wires, half.name)
            supply = self.state_delay(half.name)
            moments.append(wires.delayed("supply_now", supply))
        lines = [
            *entrance,
            f"  assign {shift} = {' || '.join(moments)};",
            "",
            "  always_ff @(posedge clk) begin",
            f"    if ({shift}) begin",
        ]
        for k in range(half.first, half.first + 4):
            new = self._entering(wires, k) if k % 4 < words else f"H_q[{k - words}]"
            lines.append(f"      H_q[{k}] <= {new};")
        lines += ["    end", f"    if ({wires.delayed('initial_now', half.initial)}) begin"]
        for k in range(half.first, half.first + 4):
            lines.append(f"      H_q[{k}] <= {literal(plan.hash.initial[k], bits)};")
        return [*lines, "    end", "  end"]

    def _entering(self, wires: Wires, k: int) -> str:
        """The word that enters H[k]."""
        bits, words = self.plan.hash.word_bits, self.plan.shape.chain_words
        if not self.supplied:
            return wires.new_word(k - words + 4, Kind.CHAIN)
        lane, name = words - 1 - k % 4, f"H_{'ae'[k // 4]}_in"
        return name if words == 1 else f"{name}[{(lane + 1) * bits - 1}:{lane * bits}]"

    # ---- supplied states ------------------------------------------------------------------

    def _entrance(self, wires: Wires, half: str) -> list[str]:
        """What enters a half: new words, or words of a supplied state."""
        plan, top = self.plan, 3 if half == "a" else 7
        words = plan.shape.chain_words
        width, delay = words * plan.hash.word_bits, self.state_delay(half)
        comment = "new words, or words of a supplied state"
        if self.kept_in_place:
            sink = next(n for n in plan.sinks_of(Kind.STATE) if n.port.index == top)
            new = wires.read(sink.operands[0])
        else:
            fresh = [wires.new_word(top - lane, Kind.CHAIN) for lane in range(words)]
            new = concatenation(fresh[::-1])
        chosen = wires.delayed("supply_now", delay)
        return [
            f"  logic{range_of(width)} H_{half}_in;  // {comment}",
            f"  assign H_{half}_in = {chosen} ? {self.state(half)} : {new};",
            "",
        ]
