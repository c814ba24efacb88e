"""Where chaining values live between blocks: registers, narrow memories or one wide memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashloom.dataflow.evaluate import chaining_index
from hashloom.dataflow.graph import Kind, Node
from hashloom.rtl.verilog import commented, concatenation, instance, literal, range_of
from hashloom.transforms.methodology import MEMORY_LATENCY, Storage

if TYPE_CHECKING:
    from hashloom.rtl.engine import EngineWriter


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


class ChainingWriter:
    """Writes the chaining storage; see Storage for the three kinds."""

    def __init__(self, engine: EngineWriter) -> None:
        self.engine = engine
        self.storage = engine.compiled.storage

    def index_at_first_step(self, node: Node) -> int:
        """Chaining word that a sink or serial source carries in the first chain step."""
        first, _ = node.port.iterations
        return chaining_index(node.port, first)

    def modules_used(self) -> set[str]:
        """Library modules the storage is built of."""
        return set() if self.storage is Storage.REGISTERS else {"word_memory"}

    # ---- timing ---------------------------------------------------------------------------

    def _lag(self) -> int:
        """Clocks from the slot counter to an old chaining word of a memory."""
        kind = Kind.CHAIN if self.storage is Storage.NARROW else Kind.STATE
        return self.engine.lag_of(kind)

    @property
    def kept_in_place(self) -> bool:
        """Whether each register takes its own new word, instead of shifting in its half."""
        return bool(self.engine.sinks_of(Kind.STATE))

    def _need_words(self, need: Callable[[str, int, int], None]) -> None:
        for node in self.engine.sinks_of(Kind.STATE):
            delay = self.engine.graph.lag(node.name)
            need("chain_now", 1, delay)
            need("step", self._row_bits(), delay)
            need("initial_now", 1, self._initial_delay(node.port.index))

    def _initial_delay(self, index: int) -> int:
        """Clocks from the slot counter to the moment H[index] takes the initial value."""
        (node,) = (n for n in self.engine.sources_of(Kind.STATE) if n.port.index == index)
        loaded = node.port.iterations[0] - self.engine.graph.first_iteration
        return loaded + self.engine.graph.lag(node.name) - 1

    def _half(self, half: str) -> _Half:
        """Moments of the registers of one half."""
        engine, first = self.engine, 0 if half == "a" else 4
        lag = engine.graph.lag
        state = [n for n in engine.sources_of(Kind.STATE) if n.port.index // 4 == first // 4]
        old = [n for n in engine.sources_of(Kind.CHAIN) if n.port.half == half]
        new = engine.sinks_of(Kind.CHAIN, half)
        pop, push = lag(old[0].name), lag(new[0].name)
        delays = (*range(pop, push, engine.shape.chain_steps), push)
        start = engine.graph.first_iteration
        loads = (lag(n.name) + n.port.iterations[0] - start for n in state)
        return _Half(half, first, min(loads) - 1, delays)

    def _latency(self) -> int:
        """Clocks from the address of a chaining word to the word."""
        return MEMORY_LATENCY[self.engine.architecture.chaining]

    def _row_bits(self) -> int:
        """Bits of the iteration that number the rows of a narrow memory."""
        return (self.engine.shape.chain_steps - 1).bit_length()

    def needs(self, need: Callable[[str, int, int], None]) -> None:
        """Asks for the delayed control values the storage uses."""
        engine = self.engine
        if self.storage is Storage.REGISTERS:
            if self.kept_in_place:
                self._need_words(need)
                return
            for half in map(self._half, "ae"):
                need("initial_now", 1, half.initial)
                for delay in half.shifts:
                    need("chain_now", 1, delay)
            return
        address, select = self._lag() - self._latency(), self._lag() - 1
        need("state_first", 1, select)
        if self.storage is Storage.NARROW and self._row_bits():
            need("step", self._row_bits(), max(select, engine.sink_lag))
        if engine.shape.contexts > 1:
            need(self._context(), engine.shape.context_bits, address)

    def _context(self) -> str:
        return "state_context" if self.engine.architecture.stages > 1 else "phase"

    def control(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Further control bits: declarations with comments, and assignments."""
        engine = self.engine
        if self.storage is Storage.REGISTERS:
            begin = engine.graph.first_iteration
            start = engine.during(begin, begin + 1, 0)
            return (
                [("logic initial_now;", "a message begins: the initial value is due")],
                [f"  assign initial_now = running && {engine.flag('first', 0)} && {start};"],
            )
        flag = ("logic state_first;", "its block is the first of its message")
        if engine.architecture.stages == 1:
            return [flag], [f"  assign state_first = {engine.flag('first', 0)};"]
        last, bits = engine.last_stage, engine.shape.context_bits
        loading = engine.during(0, 1, 0)
        return (
            [
                (f"logic{range_of(bits)} state_context;", "context whose chaining value is read"),
                flag,
            ],
            [
                f"  assign state_context = {loading} ? context_s0 : context_s{last};",
                f"  assign state_first = "
                f"{loading} ? {engine.flag('first', 0)} : {engine.flag('first', last)};",
            ],
        )

    # ---- text -----------------------------------------------------------------------------

    def text(self) -> list[str]:
        """The storage with everything around it."""
        lines = self.engine.title("Chaining values")
        if self.storage is Storage.REGISTERS:
            registers = self._words() if self.kept_in_place else self._registers()
            return [*lines, *registers, ""]
        if self.storage is Storage.NARROW:
            return [*lines, *self._narrow(), ""]
        return [*lines, *self._wide(), ""]

    def _words(self) -> list[str]:
        """Eight registers, each of which takes its new word when it comes."""
        engine = self.engine
        bits = engine.hash.word_bits
        rows = [(f"logic{range_of(bits)} H_q [0:7];", "chaining value of the message")]
        lines = [*commented(rows), "", "  always_ff @(posedge clk) begin"]
        for node in sorted(engine.sinks_of(Kind.STATE), key=lambda n: n.port.index):
            k, delay = node.port.index, engine.graph.lag(node.name)
            due = engine.delayed("chain_now", delay)
            row = engine.step_at(0, delay, self._row_bits())
            turn = literal(3 - k % 4, self._row_bits())
            initial = engine.delayed("initial_now", self._initial_delay(k))
            new = engine.datapath.read(node.operands[0])
            word = literal(engine.hash.initial[k], bits)
            lines.append(f"    if ({due} && {row} == {turn}) H_q[{k}] <= {new};")
            lines.append(f"    if ({initial}) H_q[{k}] <= {word};")
        return [*lines, "  end"]

    def _registers(self) -> list[str]:
        """Eight registers; each half shifts by the words of a chain step."""
        bits = self.engine.hash.word_bits
        rows = [(f"logic{range_of(bits)} H_q [0:7];", "chaining value of the message")]
        for name in "ae":
            rows.append((f"logic H_{name}_shift;", "old words leave at the top, new ones enter"))
        lines = commented(rows)
        for half in map(self._half, "ae"):
            lines += ["", *self._register_half(half)]
        return lines

    def _register_half(self, half: _Half) -> list[str]:
        """Shift and initial value of four registers."""
        engine = self.engine
        bits, words = engine.hash.word_bits, engine.shape.chain_words
        shift = f"H_{half.name}_shift"
        condition = " || ".join(engine.delayed("chain_now", delay) for delay in half.shifts)
        lines = [
            f"  assign {shift} = {condition};",
            "",
            "  always_ff @(posedge clk) begin",
            f"    if ({shift}) begin",
        ]
        for k in range(half.first, half.first + 4):
            new = engine.new_word(k - words + 4, Kind.CHAIN) if k % 4 < words else ""
            lines.append(f"      H_q[{k}] <= {new or f'H_q[{k - words}]'};")
        lines += ["    end", f"    if ({engine.delayed('initial_now', half.initial)}) begin"]
        for k in range(half.first, half.first + 4):
            lines.append(f"      H_q[{k}] <= {literal(engine.hash.initial[k], bits)};")
        return [*lines, "    end", "  end"]

    def aliases(self) -> dict[str, str]:
        """Sources that are elements of the registers H_q."""
        if self.storage is Storage.NARROW:
            return {}
        found = {n.name: f"H_q[{n.port.index}]" for n in self.engine.sources_of(Kind.STATE)}
        for node in self.engine.sources_of(Kind.CHAIN):
            found[node.name] = f"H_q[{self.index_at_first_step(node)}]"
        return found

    def _memory(self, name: str, width: int, data: str, address: tuple[str, str, int]) -> list[str]:
        """A word_memory; `address` is (write, read, bits)."""
        write, read, bits = address
        parameters = {
            "WIDTH": str(width),
            "DEPTH": str(max(2, self._depth())),
            "ADDRESS_BITS": str(bits),
            "BLOCK_MEMORY": str(int(self.engine.architecture.chaining == "bram")),
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
        rows = self.engine.shape.chain_steps if self.storage is Storage.NARROW else 1
        return self.engine.shape.contexts * rows

    def _address(self, delay: int, stage_context: str) -> tuple[str, int]:
        """Address of a chaining word `delay` clocks after the counter, and its width."""
        engine = self.engine
        parts, bits = [], 0
        if engine.shape.contexts > 1:
            parts.append(engine.delayed(stage_context, delay))
            bits += engine.shape.context_bits
        if self.storage is Storage.NARROW and self._row_bits():
            parts.append(self._row(delay))
            bits += self._row_bits()
        if not parts:
            return "1'b0", 1
        return (parts[0] if len(parts) == 1 else f"{{{', '.join(parts)}}}"), bits

    def _row(self, delay: int) -> str:
        return self.engine.step_at(0, delay, self._row_bits())

    def _addresses(self) -> tuple[str, str, int]:
        read, bits = self._address(self._lag() - self._latency(), self._context())
        last = self.engine.context_name(self.engine.last_stage)
        write, _ = self._address(self.engine.sink_lag, last)
        return write, read, bits

    def _narrow(self) -> list[str]:
        """One memory for each serial source; a message's first block reads the initial value."""
        engine = self.engine
        bits = engine.hash.word_bits
        first = engine.delayed("state_first", self._lag() - 1)
        lines: list[str] = []
        updates: list[str] = []
        for node in engine.sources_of(Kind.CHAIN):
            top = self._top_index(node)
            lines += [
                f"  logic{range_of(bits)} {node.name};       // {node.meaning} [{self._lag()}]",
                f"  logic{range_of(bits)} {node.name}_read;  // a clock before",
                "",
                *self._memory(f"{node.name}_read", bits, engine.new_word(top), self._addresses()),
                "",
            ]
            updates.append(f"    {node.name} <= !{first} ? {node.name}_read")
            updates += self._initial(top)
        return [*lines, "  always_ff @(posedge clk) begin", *updates, "  end"]

    def _top_index(self, node: Node) -> int:
        """Chaining word the source reads in row 0."""
        lane = node.port.lane - (self.engine.graph.unroll - self.engine.shape.chain_words)
        return (3 if node.port.half == "a" else 7) - lane

    def _initial(self, top: int) -> list[str]:
        """The rest of the choice: the initial value by row of a narrow memory."""
        engine = self.engine
        steps, words = engine.shape.chain_steps, engine.shape.chain_words
        values = [
            literal(engine.hash.initial[top - row * words], engine.hash.word_bits)
            for row in range(steps)
        ]
        row = self._row(self._lag() - 1) if steps > 1 else ""
        lines = [
            f"      : {row} == {literal(i, self._row_bits())} ? {value}"
            for i, value in enumerate(values[:-1])
        ]
        return [*lines, f"      : {values[-1]};"]

    def _wide(self) -> list[str]:
        """One memory of all eight words."""
        engine = self.engine
        bits = engine.hash.word_bits
        first = engine.delayed("state_first", self._lag() - 1)
        words = concatenation([engine.new_word(k) for k in reversed(range(8))])
        lines = [
            f"  logic{range_of(bits)} H_q [0:7];  // old chaining value [{self._lag()}]",
            f"  logic [{8 * bits - 1}:0] H_read;  // a clock before, H0 in the low bits",
            "",
            *self._memory("H_read", 8 * bits, words, self._addresses()),
            "",
            "  always_ff @(posedge clk) begin",
        ]
        for k, word in enumerate(engine.hash.initial):
            old = f"H_read[{(k + 1) * bits - 1}:{k * bits}]"
            lines.append(f"    H_q[{k}] <= {first} ? {literal(word, bits)} : {old};")
        return [*lines, "  end"]
