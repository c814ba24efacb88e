"""What the two kinds of chaining storage have in common: see Storage."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hashloom.rtl.engine.datapath import shifted, tap
from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.wires import Need, Wires
from hashloom.rtl.verilog import commented, range_of, section
from hashloom.transforms.registers.storage import STATE_LATENCY


@dataclass(frozen=True)
class ChainingWriter(ABC):
    """Writes the storage of chaining values, and where messages get their first ones from."""

    plan: EnginePlan

    @property
    def supplied(self) -> bool:
        """Whether messages may start from states that come from outside."""
        return self.plan.compiled.supplied

    # ---- interface ------------------------------------------------------------------------

    def modules_used(self) -> set[str]:
        """Library modules the storage is built of."""
        return set()

    @abstractmethod
    def needs(self) -> Iterator[Need]:
        """The delayed control values the storage uses."""

    @abstractmethod
    def control(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Further control bits: declarations with comments, and assignments."""

    @abstractmethod
    def aliases(self) -> dict[str, str]:
        """Sources that are read under another name."""

    @abstractmethod
    def body(self, wires: Wires) -> list[str]:
        """The storage with everything around it."""

    @abstractmethod
    def state_delay(self, sequence: str) -> int:
        """Clocks from the slot counter to the use of a supplied state."""

    def text(self, wires: Wires) -> list[str]:
        """The storage under its title, behind the states that are supplied from outside."""
        lines = [*section("Chaining values"), *self.body(wires), ""]
        return [*self._states(wires), *lines] if self.supplied else lines

    # ---- supplied states ------------------------------------------------------------------

    @property
    def request_delay(self) -> int:
        """Clocks from the slot counter to the request of a supplied state.

        What then comes too early waits in registers.
        """
        needed = min(map(self.state_delay, self.sequences)) - STATE_LATENCY
        return min(needed, self.plan.compiled.latest_request)

    def _early(self, sequence: str) -> int:
        """Clocks a supplied state comes before its use."""
        return self.state_delay(sequence) - STATE_LATENCY - self.request_delay

    def need_requests(self) -> Iterator[Need]:
        """What goes with a request."""
        plan, delay = self.plan, self.request_delay
        if plan.shape.contexts > 1:
            yield Need(self.context, plan.shape.context_bits, delay)
        if self.row_bits:
            yield Need(plan.of_stage("step", 0), self.row_bits, delay)

    def _states(self, wires: Wires) -> list[str]:
        """Requests of words of supplied states, and the words on their way."""
        plan, delay = self.plan, self.request_delay
        lines = section("Supplied states")
        if plan.shape.contexts > 1:
            lines.append(f"  assign state_context = {wires.delayed(self.context, delay)};")
        if self.row_bits:
            lines.append(f"  assign state_step = {self.row(wires, delay)};")
        late = {name: self._early(name) for name in self.sequences if self._early(name)}
        if not late:
            return [*lines, ""]
        rows, updates = [], []
        for sequence, length in late.items():
            name = f"state_{sequence}"
            width = range_of(plan.shape.words_of(sequence) * plan.hash.word_bits).strip()
            span, ago = (f" [{length}:1]", "[i]: i clocks") if length > 1 else (" ", "a clock")
            rows.append((f"logic{span}{width} {name}_q;", f"{ago} ago"))
            updates += shifted(f"{name}_q", length, name)
        return [
            *lines,
            *commented(rows),
            "",
            "  always_ff @(posedge clk) begin",
            *updates,
            "  end",
            "",
        ]

    def state(self, sequence: str) -> str:
        """Words of a supplied state when they are used."""
        early = self._early(sequence)
        return tap(f"state_{sequence}", early, early)

    def state_word(self, sequence: str, place: int) -> str:
        """Word of a supplied state at a place of a chain step."""
        return self.plan.shape.bits_at(self.state(sequence), sequence, place)

    # ---- numbers --------------------------------------------------------------------------

    @property
    def context(self) -> str:
        """Signal that holds the context whose chaining value is read."""
        return self.plan.context_name(0)

    @property
    def row_bits(self) -> int:
        """Bits of the iteration that number the chain steps."""
        return self.plan.shape.step_bits

    @property
    def sequences(self) -> Mapping[str, tuple[int, ...]]:
        """Sequences of the chaining value, and their chaining words."""
        return self.plan.shape.sequences

    def row(self, wires: Wires, delay: int) -> str:
        """Chain step `delay` clocks ago."""
        return wires.step_at(0, delay, self.row_bits)
