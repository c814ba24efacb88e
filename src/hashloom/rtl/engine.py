"""The engine as SystemVerilog: sequencer, control bits, constants, chaining values, datapath."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from hashloom.dataflow.graph import Kind, Node
from hashloom.hashes import Hash
from hashloom.rtl.chaining import ChainingWriter, index_at_first_step
from hashloom.rtl.chaining_memories import MemoryChaining
from hashloom.rtl.chaining_registers import RegisterChaining
from hashloom.rtl.constants import ConstantWriter
from hashloom.rtl.datapath import Datapath, shifted, tap
from hashloom.rtl.engine_shape import EngineShape, bits_for, ports
from hashloom.rtl.sequencer import SequencerWriter
from hashloom.rtl.verilog import (
    Port,
    commented,
    concatenation,
    functions,
    literal,
    module_head,
    range_of,
)
from hashloom.transforms.methodology import Compiled
from hashloom.transforms.ordering import WORD_LATENCY
from hashloom.transforms.storage import Storage

if TYPE_CHECKING:
    from hashloom.cores.architecture import Architecture


# Who decides where the registers of the datapath are, by the architecture's method.
_PLACED_BY = {
    "exact": "retiming",
    "conventional": "the standard, K and W in registers",
    "prefetched": "the standard, h + K + W a clock early",
    "recursive": "the recursive method of michail2012",
}


class EngineWriter:
    """Writes `<name>_engine.sv` for a compiled engine."""

    def __init__(
        self, name: str, hash_: Hash, architecture: Architecture, compiled: Compiled
    ) -> None:
        self.name = name
        self.hash = hash_
        self.architecture = architecture
        self.compiled = compiled
        self.graph = compiled.graph
        self.chaining = self._chaining()
        aliases = self.chaining.aliases() | self._message_aliases()
        self.datapath = Datapath(compiled.graph, hash_, aliases)
        self.constants = ConstantWriter(self)

    def _chaining(self) -> ChainingWriter:
        in_registers = self.compiled.storage is Storage.REGISTERS
        return RegisterChaining(self) if in_registers else MemoryChaining(self)

    # ---- numbers -------------------------------------------------------------------------

    @cached_property
    def shape(self) -> EngineShape:
        """See EngineShape."""
        unroll, words = self.graph.unroll, self.hash.block_words
        first_row = self._first_row - self.graph.first_iteration
        chain_words = self.compiled.chain_words
        return EngineShape(
            word_bits=self.hash.word_bits,
            contexts=self.architecture.contexts,
            interleave=self.architecture.interleave,
            groups=self.architecture.groups,
            stages=self.architecture.stages,
            unroll=unroll,
            rows=-(-words // unroll),
            columns=min(words, unroll),
            chain_words=chain_words,
            chain_steps=4 // chain_words,
            read_lag=1 + first_row * self.architecture.interleave + self.message_lag - WORD_LATENCY,
            apart=self.compiled.order.apart,
            rests=self.compiled.rest > 0,
            supplied=self.compiled.supplied,
        )

    @property
    def _first_row(self) -> int:
        """Iteration that takes the first row of message words."""
        return min(node.port.iterations[0] for node in self.sources_of(Kind.MESSAGE))

    @cached_property
    def message_lag(self) -> int:
        """Clocks from the slot counter to the arrival of a row."""
        return self.lag_of(Kind.MESSAGE)

    def lag_of(self, kind: Kind) -> int:
        """Smallest lag of the sources of a kind."""
        return min(self.graph.lag(n.name) for n in self.graph.sources() if n.port.kind is kind)

    @cached_property
    def sink_lag(self) -> int:
        """Clocks from the slot counter to a new chaining word."""
        return min(self.graph.lag(node.name) for node in self.sinks_of(Kind.RESULT))

    def sinks_of(self, kind: Kind, half: str = "") -> list[Node]:
        """Sinks of one kind, of one half where `half` says so, in order."""
        sinks = [node for node in self.graph.sinks() if node.port.kind is kind]
        return [node for node in sinks if half in ("", node.port.half)]

    def step_bits(self, stage: int) -> int:
        """Width of a stage's iteration counter."""
        if stage == self.architecture.stages:
            return 1  # the tail: see `sequencers`
        return bits_for(self.compiled.slot_iterations + self.compiled.rest)

    @property
    def phase_bits(self) -> int:
        """Width of the counter of contexts within a group."""
        return bits_for(self.architecture.interleave)

    @property
    def sequencers(self) -> int:
        """Stages that know which block is theirs.

        When the chaining addition comes after the last stage's slot, a tail of two iterations
        behind that stage knows whose it is.
        """
        return self.architecture.stages + self.compiled.order.beyond

    @property
    def last_stage(self) -> int:
        """Number of the stage that knows of the chaining addition."""
        return self.sequencers - 1

    def step(self, iteration: int, stage: int) -> str:
        """Literal of an iteration number of a stage."""
        bits = self.step_bits(stage)
        return literal(iteration % (1 << bits), bits)

    def of_stage(self, name: str, stage: int) -> str:
        """Name of a sequencer's output."""
        return name if self.sequencers == 1 else f"{name}_s{stage}"

    def during(self, first: int, beyond: int, stage: int) -> str:
        """Condition: the stage's iteration is in [first, beyond)."""
        step = self.of_stage("step", stage)
        if beyond == first + 1:
            return f"{step} == {self.step(first, stage)}"
        to_the_end = beyond % (1 << self.step_bits(stage)) == 0
        if first == 0:
            return "1'b1" if to_the_end else f"{step} < {self.step(beyond, stage)}"
        if to_the_end:
            return f"{step} >= {self.step(first, stage)}"
        return f"{step} >= {self.step(first, stage)} && {step} < {self.step(beyond, stage)}"

    # ---- delay lines of control ----------------------------------------------------------

    @cached_property
    def lines(self) -> dict[str, tuple[int, int]]:
        """Control values that are delayed: name to (width in bits, longest delay)."""
        found: dict[str, tuple[int, int]] = {}

        def need(name: str, width: int, delay: int) -> None:
            if delay:
                known = found.get(name, (0, 0))
                found[name] = (max(width, known[0]), max(delay, known[1]))

        for node in self.graph.sources():
            if node.port.kind is Kind.CONTROL:
                need(node.name, 1, self.datapath.line_length(node.name))
        delay = self.message_lag - WORD_LATENCY
        need("word_now", 1, delay)
        if self.shape.rows > 1:
            need(self.of_stage("step", 0), bits_for(self.shape.rows), delay)
        if self.shape.contexts > 1:
            need(self.context_name(0), self.shape.context_bits, delay)
            need(self.context_name(self.last_stage), self.shape.context_bits, self.sink_lag)
        need("chain_now", 1, self.sink_lag)
        if self.shape.chain_steps > 1:
            step_bits = bits_for(self.shape.chain_steps)
            need(self.of_stage("step", self.last_stage), step_bits, self.sink_lag)
        self.constants.needs(need)
        self.chaining.needs(need)
        return found

    def delayed(self, name: str, delay: int) -> str:
        """Expression for a control value `delay` clocks ago."""
        return tap(name, delay, self.lines[name][1] if delay else 0)

    def step_at(self, stage: int, delay: int, bits: int) -> str:
        """Low `bits` bits of a stage's iteration `delay` clocks ago."""
        name = self.of_stage("step", stage)
        width = self.lines[name][0] if delay else self.step_bits(stage)
        return self.delayed(name, delay) + ("" if width == bits else f"[{bits - 1}:0]")

    def flag(self, name: str, stage: int) -> str:
        """Flag of the context a stage works on: "live", "first" or "keyed"."""
        vector = self.of_stage(f"{name}_flags", stage)
        return vector if self.architecture.interleave == 1 else f"{vector}[0]"

    def context_name(self, stage: int) -> str:
        """Signal that holds the context a stage works on."""
        if self.shape.groups == 1:
            return "phase"
        return f"context_s{stage}"

    def modules_used(self) -> set[str]:
        """Library modules the engine instantiates."""
        return self.datapath.modules_used() | self.chaining.modules_used()

    # ---- text ----------------------------------------------------------------------------

    def text(self) -> str:
        """The whole file."""
        parts = [
            self._header(),
            ["`default_nettype none", ""],
            ["(* mem2reg *)  // for Yosys: every array is registers"],
            module_head(f"{self.name}_engine", self.ports()),
            [""],
            functions(self.hash, self.datapath.functions_used()),
            SequencerWriter(self).text(),
            self._control_bits(),
            self._message_words(),
            self.constants.text(),
            self.title("Words of the datapath: the number in brackets is the lag in clocks"),
            self.datapath.declarations(),
            [""],
            self.chaining.text(),
            self.title("Datapath"),
            self.datapath.operators(),
            [""],
            self.title("Delay lines of the datapath"),
            ["  always_ff @(posedge clk) begin"],
            self.datapath.register_updates(),
            ["  end", ""],
            self._outputs(),
            ["endmodule", "", "`default_nettype wire", ""],
        ]
        return "\n".join(line.rstrip() for part in parts for line in part)

    def _header(self) -> list[str]:
        a, c = self.architecture, self.compiled
        kinds = f"// Association {a.association}, adders {a.adders}, load {a.load}"
        placed_by = _PLACED_BY[a.method] if a.retiming else "the standard"
        if a.method == "exact":
            how = [f"{kinds}, registers placed by {placed_by}."]
        else:
            how = [f"{kinds}.", f"// Registers placed by {placed_by}."]
        return [
            f"// {self.hash.title} engine: blocks in, chaining values out ({self.hash.standard}).",
            "//",
            f"// Rounds a clock: {a.unroll}. Pipeline stages: {a.stages}. "
            f"Interleaved messages: {a.interleave}.",
            f"// A slot takes {c.slot_clocks} clocks and hashes one block of each of "
            f"{a.interleave} context{'s' if a.interleave > 1 else ''}.",
            *self._turns(),
            *how,
            "",
        ]

    def _turns(self) -> list[str]:
        shape = self.shape
        if not shape.chosen:
            return []
        lines = [f"// Groups of contexts that take turns: {shape.groups}."]
        if shape.apart > 1:
            again = ", or one when slot_again is high" if shape.rests else ""
            lines.append(
                f"// A group's slot comes {shape.apart} slots behind its last one, at least{again}."
            )
        return lines

    @staticmethod
    def title(text: str) -> list[str]:
        return [f"  // ---- {text} ".ljust(98, "-"), ""]

    def ports(self) -> list[Port]:
        """Ports of the engine; those that would carry nothing are left out."""
        return ports(self.shape)

    @property
    def flags(self) -> tuple[str, ...]:
        """What is known of a block, flags that go with its context."""
        return ("live", "first", *(("keyed",) if self.shape.supplied else ()))

    def _control_bits(self) -> list[str]:
        """Decoded conditions and the delay lines of everything that steers."""
        rows: list[tuple[str, str]] = []
        assigns: list[str] = []
        for node in self.graph.sources():
            if node.port.kind is Kind.CONTROL:
                rows.append((f"logic {node.name};", node.meaning))
                condition = self.during(*node.port.iterations, node.port.stage)
                assigns.append(f"  assign {node.name} = {condition};")
        live = f"{self.of_stage('running', 0)} && {self.flag('live', 0)}"
        rows.append(("logic word_now;", "a row of message words is due"))
        due = self.during(self._first_row, self._first_row + self.shape.rows, 0)
        assigns.append(f"  assign word_now = {live} && {due};")
        last = self.last_stage
        sink = self.sinks_of(Kind.RESULT)[0]
        live = f"{self.of_stage('running', last)} && {self.flag('live', last)}"
        rows.append(("logic chain_now;", "chaining words are due"))
        due = self.during(*self._in_stage(sink.port.iterations), last)
        assigns.append(f"  assign chain_now = {live} && {due};")
        more_rows, more_assigns = self.chaining.control()
        lines = self.title("Control bits")
        lines += [*commented(rows + more_rows), "", *assigns, *more_assigns, ""]
        return [*lines, *self._control_lines(), ""]

    def _in_stage(self, iterations: tuple[int, int]) -> tuple[int, int]:
        """Iterations of the last rounds' stage, counted by the last sequencer."""
        before = self.graph.iterations if self.sequencers > self.architecture.stages else 0
        first, beyond = iterations
        return first - before, beyond - before

    def _control_lines(self) -> list[str]:
        """Delay lines: bit or element [i] is the value i clocks before."""
        rows, updates, resets = [], [], []
        for name, (width, length) in self.lines.items():
            q = f"{name}_q"
            narrowed = name.startswith("step") and width < self.step_bits(0)
            value = f"{name}[{width - 1}:0]" if narrowed else name
            comment = (
                f"{q}[i] is {name} i clocks before" if length > 1 else f"{name} a clock before"
            )
            word = range_of(width)
            if length == 1:
                rows.append((f"logic{word} {q};", comment))
                updates += shifted(q, length, value)
            elif width == 1:
                rows.append((f"logic [{length}:1] {q};", comment))
                updates.append(f"    {q} <= {{{q}[{length - 1}:1], {value}}};")
            else:
                rows.append((f"logic [{length}:1]{word.strip()} {q};", comment))
                updates += shifted(q, length, value)
            if name.endswith("_now"):
                resets.append(f"      {q} <= '0;")
        reset = ["    if (rst) begin", *resets, "    end"] if resets else []
        return [*commented(rows), "", "  always_ff @(posedge clk) begin", *updates, *reset, "  end"]

    def _message_words(self) -> list[str]:
        """Requests of message rows and the words that come back."""
        delay = self.message_lag - WORD_LATENCY
        lines = self.title("Message words")
        lines.append(f"  assign word_read = {self.delayed('word_now', delay)};")
        if self.shape.contexts > 1:
            context = self.delayed(self.context_name(0), delay)
            lines.append(f"  assign word_context = {context};")
        if self.shape.rows > 1:
            row = self.step_at(0, delay, bits_for(self.shape.rows))
            lines.append(f"  assign word_row = {row};")
        return [*lines, ""]

    def _message_aliases(self) -> dict[str, str]:
        """Message words are parts of the row."""
        bits = self.hash.word_bits
        nodes = self.sources_of(Kind.MESSAGE)
        if len(nodes) == 1:
            return {nodes[0].name: "word_data"}
        lanes = {node.name: node.port.lane % node.port.stride for node in nodes}
        return {
            name: f"word_data[{(lane + 1) * bits - 1}:{lane * bits}]"
            for name, lane in lanes.items()
        }

    def sources_of(self, kind: Kind) -> list[Node]:
        """Sources of one kind, in order."""
        return [node for node in self.graph.sources() if node.port.kind is kind]

    def new_word(self, index: int, kind: Kind = Kind.RESULT) -> str:
        """Expression for the sink word that is H[index] in the first chain step."""
        for node in self.sinks_of(kind):
            if index_at_first_step(node) == index:
                return self.datapath.read(node.operands[0])
        raise ValueError(f"No sink delivers chaining word {index}.")

    def _outputs(self) -> list[str]:
        shape = self.shape
        lines = self.title("Chaining words leave")
        lines.append(f"  assign chain_valid = {self.delayed('chain_now', self.sink_lag)};")
        if shape.contexts > 1:
            context = self.delayed(self.context_name(self.last_stage), self.sink_lag)
            lines.append(f"  assign chain_context = {context};")
        if shape.chain_steps > 1:
            step = self.step_at(self.last_stage, self.sink_lag, bits_for(shape.chain_steps))
            lines.append(f"  assign chain_step = {step};")
        for port, top in (("chain_a", 3), ("chain_e", 7)):
            words = [self.new_word(top - lane) for lane in range(shape.chain_words)]
            joined = concatenation(words[::-1])
            lines.append(f"  assign {port} = {joined};")
        return [*lines, ""]
