"""Chaining values in registers: one context, all of its words loaded at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.dataflow.graph import Kind, Signal
from hashloom.rtl.engine.chaining import ChainingWriter
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import commented, concatenation, literal, range_of
from hashloom.transforms.registers.ordering import kept_in_place, loaded_words


@dataclass(frozen=True)
class _Sequence:
    """Registers of a sequence: when they take the initial value, and when they shift.

    `registers` are those of ages 1, 2, and so on, further ones among them that hold no chaining
    word and are shifted through.  `initial` is in clocks after the slot counter; `shifts` are
    delays of chain_now whose union covers all clocks from the first old word that leaves to the
    last new one that enters.
    """

    name: str
    registers: tuple[int, ...]
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
        """Whether each register takes its own new word, instead of shifting in its sequence."""
        return kept_in_place(self.plan.graph)

    def state_delay(self, sequence: str) -> int:
        """Clocks from the slot counter to the use of a supplied state."""
        return self.plan.compiled.supply_delay(sequence)

    def _initial_delay(self, index: int) -> int:
        """Clocks from the slot counter to the moment H[index] takes the initial value."""
        (node,) = (n for n in loaded_words(self.plan.graph) if n.port.index == index)
        loaded = node.port.iterations[0] - self.plan.graph.first_iteration
        return loaded + self.plan.graph.lag(node.name) - 1

    def _registers_of(self, sequence: str) -> tuple[int, ...]:
        """Registers of a sequence by age: as many as are shifted through."""
        shape, found = self.plan.shape, len(self.plan.hash.chaining)
        registers: dict[str, list[int]] = {}
        for name, words in self.sequences.items():
            registers[name] = list(words)
            ages = shape.chain_words * shape.chain_steps
            while shape.chain_steps > 1 and len(registers[name]) < ages:
                registers[name].append(found)
                found += 1
        return tuple(registers[sequence])

    @property
    def _count(self) -> int:
        """Registers of all sequences."""
        return sum(len(self._registers_of(name)) for name in self.sequences)

    def _sequence(self, name: str) -> _Sequence:
        """Registers of one sequence and their moments."""
        plan = self.plan
        lag = plan.graph.lag
        state = [n for n in plan.sources_of(Kind.STATE) if n.port.sequence == name]
        old = [n for n in plan.sources_of(Kind.CHAIN) if n.port.sequence == name]
        new = plan.sinks_of(Kind.CHAIN, name)
        pop, push = lag(old[0].name), lag(new[0].name)
        delays = (*range(pop, push, plan.shape.chain_steps), push)
        start = plan.graph.first_iteration
        loads = (lag(n.name) + n.port.iterations[0] - start for n in state)
        return _Sequence(name, self._registers_of(name), min(loads) - 1, delays)

    # ---- control --------------------------------------------------------------------------

    def needs(self) -> Iterator[Need]:
        """The delayed control values the storage uses."""
        if self.kept_in_place:
            yield from self._need_words()
        else:
            for each in map(self._sequence, self.sequences):
                yield Need("initial_now", 1, each.initial)
                for delay in each.shifts:
                    yield Need("chain_now", 1, delay)
        if self.supplied:
            for name in self.sequences:
                beyond = self.plan.shape.chain_steps if self.row_bits and self.kept_in_place else 0
                yield Need("supply_now", 1, self.state_delay(name) + beyond)
            yield from self.need_requests()

    def _need_words(self) -> Iterator[Need]:
        for node in self.plan.sinks_of(Kind.STATE):
            delay = self.plan.graph.lag(node.name)
            yield Need("initial_now", 1, self._initial_delay(node.port.index))
            if not self.row_bits:
                yield Need("chain_now", 1, delay)
            elif self.supplied:
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
        beyond = plan.shape.last_step + 1
        due = plan.during(beyond - plan.shape.chain_steps, beyond, 0)
        keyed = plan.flag("keyed", 0)
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
        shape = self.plan.shape
        for node in self.plan.sources_of(Kind.CHAIN):
            age = shape.chain_words * shape.chain_steps - self.plan.place_of(node)
            found[node.name] = f"H_q[{self._registers_of(node.port.sequence)[age - 1]}]"
        return found

    # ---- text -----------------------------------------------------------------------------

    def body(self, wires: Wires) -> list[str]:
        """The registers with everything around them."""
        return self._words(wires) if self.kept_in_place else self._registers(wires)

    def _words(self, wires: Wires) -> list[str]:
        """Registers, each of which takes its new word when it comes."""
        plan = self.plan
        bits = plan.hash.word_bits
        last = len(plan.hash.chaining) - 1
        rows = [(f"logic{range_of(bits)} H_q [0:{last}];", "chaining value of the message")]
        lines = [*commented(rows), ""]
        if self.supplied:
            lines += [line for name in self.sequences for line in self._entrance(wires, name)]
        lines.append("  always_ff @(posedge clk) begin")
        for node in sorted(plan.sinks_of(Kind.STATE), key=lambda n: n.port.index):
            k = node.port.index
            initial = wires.delayed("initial_now", self._initial_delay(k))
            word = literal(plan.hash.initial[k], bits)
            if self.supplied:
                place = plan.shape.place_of(k)[2]
                new = self._entering(wires, node.port.sequence, place)
                due = self._taken(wires, node.port, plan.graph.lag(node.name))
            else:
                new, due = wires.read(node.operands[0]), self._due(wires, k, node.name)
            lines.append(f"    if ({due}) H_q[{k}] <= {new};")
            lines.append(f"    if ({initial}) H_q[{k}] <= {word};")
        return [*lines, "  end"]

    def _due(self, wires: Wires, k: int, sink: str) -> str:
        """Condition: the new word of H[k] is there."""
        delay = self.plan.graph.lag(sink)
        if not self.row_bits:
            return wires.delayed("chain_now", delay)
        turn = literal(self.plan.shape.place_of(k)[1], self.row_bits)
        return f"{wires.delayed('chain_now', delay)} && {self.row(wires, delay)} == {turn}"

    def _taken(self, wires: Wires, word: Signal, delay: int) -> str:
        """Condition: a new or supplied chaining word is there.

        The words of a sequence come in a row, so that the first step tells their place.
        """
        shape, supply = self.plan.shape, self.state_delay(word.sequence)
        if not self.row_bits:
            new, given = wires.delayed("chain_now", delay), wires.delayed("supply_now", supply)
            return f"{new} || {given}"
        step = shape.place_of(word.index)[1] - shape.first_step
        begins = []
        for name, first in (("chain_now", delay + step), ("supply_now", supply + step)):
            now, before = (wires.delayed(name, d) for d in (first, first + 1))
            begins.append(f"({now} && !{before})")
        return " || ".join(begins)

    def _registers(self, wires: Wires) -> list[str]:
        """Registers; those of each sequence shift by the words of a chain step."""
        bits, last = self.plan.hash.word_bits, self._count - 1
        rows = [(f"logic{range_of(bits)} H_q [0:{last}];", "chaining value of the message")]
        for name in self.sequences:
            rows.append((f"logic H_{name}_shift;", "old words leave at the top, new ones enter"))
        lines = commented(rows)
        for each in map(self._sequence, self.sequences):
            lines += ["", *self._shift_registers(wires, each)]
        return lines

    def _shift_registers(self, wires: Wires, each: _Sequence) -> list[str]:
        """Shift and initial value of the registers of a sequence."""
        plan = self.plan
        bits, words = plan.hash.word_bits, plan.shape.chain_words
        shift = f"H_{each.name}_shift"
        moments = [wires.delayed("chain_now", delay) for delay in each.shifts]
        entrance: list[str] = []
        if self.supplied:
            entrance = self._entrance(wires, each.name)
            supply = self.state_delay(each.name)
            moments.append(wires.delayed("supply_now", supply))
        lines = [
            *entrance,
            f"  assign {shift} = {' || '.join(moments)};",
            "",
            "  always_ff @(posedge clk) begin",
            f"    if ({shift}) begin",
        ]
        for age, k in enumerate(each.registers, start=1):
            entering = age <= words
            new = (
                self._entering(wires, each.name, words - age)
                if entering
                else f"H_q[{each.registers[age - 1 - words]}]"
            )
            lines.append(f"      H_q[{k}] <= {new};")
        lines += ["    end", f"    if ({wires.delayed('initial_now', each.initial)}) begin"]
        for k in self.sequences[each.name]:
            lines.append(f"      H_q[{k}] <= {literal(plan.hash.initial[k], bits)};")
        return [*lines, "    end", "  end"]

    def _entering(self, wires: Wires, sequence: str, place: int) -> str:
        """The word that enters the registers of a sequence at a place of a chain step."""
        if not self.supplied:
            return wires.new_word(sequence, place, Kind.CHAIN)
        return self.plan.shape.bits_at(f"H_{sequence}_in", sequence, place)

    # ---- supplied states ------------------------------------------------------------------

    def _entrance(self, wires: Wires, sequence: str) -> list[str]:
        """What enters a sequence: new words, or words of a supplied state."""
        plan = self.plan
        places = plan.shape.places_of(sequence)
        width, delay = len(places) * plan.hash.word_bits, self.state_delay(sequence)
        comment = "new words, or words of a supplied state"
        kind = Kind.STATE if self.kept_in_place else Kind.CHAIN
        fresh = [wires.new_word(sequence, place, kind) for place in places]
        new = concatenation(fresh[::-1])
        chosen = wires.delayed("supply_now", delay)
        return [
            f"  logic{range_of(width)} H_{sequence}_in;  // {comment}",
            f"  assign H_{sequence}_in = {chosen} ? {self.state(sequence)} : {new};",
            "",
        ]
