"""The engine as SystemVerilog: sequencer, control bits, constants, chaining values, datapath."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hashloom.dataflow.graph import Kind, Node
from hashloom.rtl.engine.chaining import ChainingWriter
from hashloom.rtl.engine.chaining_memories import MemoryChaining
from hashloom.rtl.engine.chaining_registers import RegisterChaining
from hashloom.rtl.engine.constants import ConstantWriter
from hashloom.rtl.engine.datapath import Datapath, line_modules, travelling
from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.pool import PoolSequencer, leaving, needs_of_pool
from hashloom.rtl.engine.sequencer import SequencerWriter
from hashloom.rtl.engine.shape import bits_for, ports
from hashloom.rtl.engine.wires import Need, Wires, lines_for, lines_in_memory
from hashloom.rtl.verilog import (
    COLUMNS,
    case_table,
    commented,
    concatenation,
    functions,
    literal,
    module_file,
    module_head,
    range_of,
    section,
)
from hashloom.transforms.registers.delay_lines import BRAM, REGISTERS, SHORTEST, deepest
from hashloom.transforms.registers.storage import WORD_LATENCY, Storage

# Who decides where the registers of the datapath are, by the architecture's method.
_PLACED_BY = {
    "exact": "retiming",
    "searched": "retiming",
    "conventional": "the standard, K and W in registers",
    "prefetched": "the standard, h + K + W a clock early",
    "recursive": "the recursive method of michail2012",
}
_LONGEST = 120  # columns of a condition on one line


@dataclass(frozen=True)
class EngineWriter:
    """Writes an engine's module from its plan."""

    plan: EnginePlan

    @cached_property
    def chaining(self) -> ChainingWriter:
        """The storage of chaining values."""
        in_registers = self.plan.compiled.storage is Storage.REGISTERS
        return RegisterChaining(self.plan) if in_registers else MemoryChaining(self.plan)

    @cached_property
    def constants(self) -> ConstantWriter:
        """The tables of K."""
        return ConstantWriter(self.plan)

    @cached_property
    def wires(self) -> Wires:
        """Words and control values as all parts read them."""
        aliases = self.chaining.aliases() | self._message_aliases()
        datapath = Datapath(self.plan.graph, self.plan.hash, aliases, self.plan.lines_in_memory)
        needs = (*self._needs(datapath), *self.constants.needs(), *self.chaining.needs())
        in_memory = lines_in_memory(needs, self.plan)
        return Wires(self.plan, lines_for(needs), datapath, in_memory)

    def _needs(self, datapath: Datapath) -> Iterator[Need]:
        """The delayed control values of the datapath and of the ports."""
        plan, shape = self.plan, self.plan.shape
        if plan.pooled:
            yield from needs_of_pool(plan)
        for node in plan.sources_of(Kind.CONTROL):
            yield Need(node.name, 1, datapath.line_length(node.name))
        delay = plan.message_lag - WORD_LATENCY
        for stage in range(shape.readers):
            yield Need(plan.word_now(stage), 1, delay)
            if shape.rows > 1:
                yield Need(plan.of_stage("step", stage), self._row_bits, delay)
            if shape.contexts > 1:
                yield Need(plan.context_name(stage), shape.context_bits, delay)
        if shape.contexts > 1:
            yield Need(plan.context_name(plan.last_stage), shape.context_bits, plan.sink_lag)
        yield Need("chain_now", 1, plan.sink_lag - plan.pooled)
        if shape.step_bits:
            step = plan.of_stage("step", plan.last_stage)
            yield Need(step, shape.step_bits, plan.sink_lag)

    def modules_used(self) -> set[str]:
        """Library modules the engine instantiates."""
        own = line_modules() if self.wires.in_memory else set()
        return own | self.wires.datapath.modules_used() | self.chaining.modules_used()

    def _memories(self) -> list[str]:
        """The parts of delay lines that are memories."""
        wires = self.wires
        if not self.plan.pooled:
            return wires.datapath.memories()
        lines = {**wires.datapath.in_memory, **wires.in_memory}
        lags = {**dict.fromkeys(wires.in_memory, 0), **self.plan.graph.lags}
        return travelling(lines, lags, self.plan.architecture.interleave)

    def text(self, name: str) -> str:
        """The whole file of the module `<name>_engine`."""
        wires = self.wires
        datapath = wires.datapath
        pool = PoolSequencer(wires) if self.plan.pooled else None
        sequencer = pool or SequencerWriter(self.plan)
        mark = "(* mem2reg *)  // for Yosys: every array is registers"
        head = [mark, *module_head(f"{name}_engine", ports(self.plan.shape))]
        parts = [
            functions(self.plan.hash, datapath.functions_used()),
            sequencer.text(),
            self._control_bits(wires),
            pool.loop() if pool else [],
            self._message_words(wires),
            self.constants.text(wires),
            section("Words of the datapath: the number in brackets is the lag in clocks"),
            datapath.declarations(),
            [""],
            self.chaining.text(wires),
            section("Datapath"),
            datapath.operators(),
            [""],
            section("Delay lines of the datapath"),
            ["  always_ff @(posedge clk) begin"],
            datapath.register_updates(),
            ["  end", ""],
            self._memories(),
            self._outputs(wires),
        ]
        return module_file(self._header(), head, [line for part in parts for line in part])

    def _header(self) -> list[str]:
        hash_, a = self.plan.hash, self.plan.architecture
        kinds = f"// Association {a.association}, adders {a.adders}, load {a.load}"
        placed_by = _PLACED_BY[a.method] if a.retiming else "the standard"
        if a.method == "searched":
            kinds = f"// Sums found by search, load {a.load}"
        if a.method in ("exact", "searched"):
            how = [f"{kinds}, registers placed by {placed_by}."]
        else:
            how = [f"{kinds}.", f"// Registers placed by {placed_by}."]
        return [
            f"// {hash_.title} engine: blocks in, chaining values out ({hash_.standard}).",
            "//",
            f"// Rounds a clock: {a.unroll}. Pipeline stages: {a.stages}. "
            f"Interleaved messages: {a.interleave}.",
            *self._slots(),
            *self._joins(),
            *self._turns(),
            *how,
            *self._delays(),
            "",
        ]

    def _delays(self) -> list[str]:
        """Where delays are that are not in registers."""
        delays, most = self.plan.architecture.delays, deepest(self.plan.pooled)
        if delays == REGISTERS:
            return []
        longer = f", of more than {most} in block RAM" if delays == BRAM else ""
        return [f"// Delays of {SHORTEST} clocks and more in LUT RAM{longer}."]

    def _slots(self) -> list[str]:
        a, clocks = self.plan.architecture, self.plan.compiled.slot_clocks
        if self.plan.pooled:
            most = "every clock" if self.plan.graph.iterations == 1 else "a clock of its loop"
            return [
                f"// A block begins in {most}, of any of {a.pool} contexts that has none in it.",
                f"// The next one of a context begins {clocks} clocks later, at least.",
            ]
        return [
            f"// A slot takes {clocks} clocks and hashes one block of each of "
            f"{a.interleave} context{'s' if a.interleave > 1 else ''}."
        ]

    def _joins(self) -> list[str]:
        skipped = self.plan.shape.skipped
        if not skipped:
            return []
        return [
            "// That is when its block goes on with the message of the slot before and starts as",
            f"// soon as it may; any other slot takes {skipped} clocks more, at its beginning.",
        ]

    def _turns(self) -> list[str]:
        shape = self.plan.shape
        if not shape.chosen:
            return []
        lines = [f"// Groups of contexts that take turns: {shape.groups}."]
        if shape.apart > 1:
            again = ", or one when slot_again is high" if shape.rests else ""
            lines.append(
                f"// A group's slot comes {shape.apart} slots behind its last one, at least{again}."
            )
        return lines

    def _control_bits(self, wires: Wires) -> list[str]:
        """Decoded conditions and the delay lines of everything that steers."""
        rows: list[tuple[str, str]] = []
        assigns: list[str] = []
        for node in self.plan.graph.sources():
            if node.port.kind is Kind.CONTROL:
                rows.append((f"logic {node.name};", node.meaning))
                line = f"  assign {node.name} = {self._condition(node)};"
                assigns += [line] if len(line) <= _LONGEST else self._listed(node)
        first_row = self.plan.first_row
        for stage in range(self.plan.shape.readers):
            live, now = self.plan.live(stage), self.plan.word_now(stage)
            rows.append((f"logic {now};", "a row of message words is due"))
            due = self.plan.during(first_row, first_row + self.plan.message_iterations, stage)
            assigns.append(f"  assign {now} = {self._both(live, due)};")
        last = self.plan.last_stage
        live = self.plan.live(last)
        rows.append(("logic chain_now;", "chaining words are due"))
        due = self.plan.during(*self._in_stage(self.plan.results), last)
        assigns.append(f"  assign chain_now = {self._both(live, due)};")
        more_rows, more_assigns = self.chaining.control()
        lines = section("Control bits")
        lines += [*commented(rows + more_rows), "", *assigns, *more_assigns, ""]
        return [*lines, *wires.control_lines(), ""]

    def _listed(self, node: Node) -> list[str]:
        """A control bit that is one in iterations without a rule, which are listed."""
        signal, plan = node.port, self.plan
        steps = [i for i in range(plan.graph.iterations) if signal.is_one(i)]
        labels = textwrap.wrap(", ".join(plan.step(i, signal.stage) for i in steps), COLUMNS - 24)
        return [
            "",
            "  always_comb begin",
            f"    case ({plan.of_stage('step', signal.stage)})",
            *(f"      {line}" for line in labels[:-1]),
            f"      {labels[-1]}: {node.name} = 1'b1;",
            f"      default: {node.name} = 1'b0;",
            "    endcase",
            "  end",
        ]

    def _both(self, live: str, due: str) -> str:
        """Both conditions; in a pool with all rounds in hardware there is one iteration alone."""
        return live if self.plan.pooled and due == "1'b1" else f"{live} && {due}"

    def _in_stage(self, iterations: tuple[int, int]) -> tuple[int, int]:
        """Iterations of the last rounds' stage, counted by the last sequencer."""
        if self.plan.pooled:
            return self.plan.graph.iterations - 1, self.plan.graph.iterations
        before = (
            self.plan.graph.iterations
            if self.plan.sequencers > self.plan.architecture.stages
            else 0
        )
        first, beyond = iterations
        return first - before, beyond - before

    def _message_words(self, wires: Wires) -> list[str]:
        """Requests of message rows and the words that come back."""
        plan, delay = self.plan, self.plan.message_lag - WORD_LATENCY
        stages = range(plan.shape.readers)
        reads = [wires.delayed(plan.word_now(stage), delay) for stage in stages]
        lines = section("Message words")
        lines.append(f"  assign word_read = {concatenation(reads[::-1])};")
        if plan.shape.contexts > 1:
            contexts = [wires.delayed(plan.context_name(stage), delay) for stage in stages]
            lines.append(f"  assign word_context = {concatenation(contexts[::-1])};")
        if plan.shape.picked:
            lines += self._picked_words(wires, delay)
        elif plan.shape.rows > 1:
            lines += self._row(wires.step_at(0, delay, self._row_bits))
        return [*lines, ""]

    @property
    def _row_bits(self) -> int:
        """Bits of the iteration that say which row of message words is due."""
        if self.plan.shape.picked:
            return bits_for(self.plan.graph.iterations)
        return bits_for(self.plan.shape.rows)

    def _row(self, step: str) -> list[str]:
        """The number of the row that is wanted in an iteration."""
        bits = bits_for(self.plan.shape.rows)
        ahead = -self.plan.first_row % (1 << bits)
        return [f"  assign word_row = {step}{f' + {literal(ahead, bits)}' if ahead else ''};"]

    def _picked_words(self, wires: Wires, delay: int) -> list[str]:
        """Of each stage that reads, a table of the numbers of the words of each iteration."""
        plan, lines = self.plan, list[str]()
        stages = range(plan.shape.readers)
        if len(stages) == 1:
            return self._numbers(0, wires, delay, "word_row")
        rows = [f"word_row_s{stage}" for stage in stages]
        lines += [f"  logic{range_of(self._numbers_bits)} {row};" for row in rows]
        lines += ["", f"  assign word_row = {concatenation(rows[::-1])};"]
        for stage, row in zip(stages, rows, strict=True):
            lines += ["", *self._numbers(stage, wires, delay, row)]
        return lines

    @property
    def _numbers_bits(self) -> int:
        """Bits of the numbers of the words of a row."""
        return bits_for(self.plan.shape.rows) * self.plan.shape.columns

    def _numbers(self, stage: int, wires: Wires, delay: int, row: str) -> list[str]:
        """The numbers of the words that a stage reads in each iteration."""
        plan, bits = self.plan, bits_for(self.plan.shape.rows)
        table = []
        for iteration in range(plan.graph.iterations):
            numbers = [node.port.message_word(iteration) or 0 for node in plan.words_of(stage)]
            table.append(sum(number << bits * place for place, number in enumerate(numbers)))
        if len(table) == 1:
            return [f"  assign {row} = {literal(table[0], self._numbers_bits)};"]
        name = "word_iteration" if plan.shape.readers == 1 else f"word_iteration_s{stage}"
        step = wires.step_at(stage, delay, self._row_bits)
        return [
            f"  logic{range_of(self._row_bits)} {name};  // that takes the row",
            "",
            f"  assign {name} = {step};",
            "",
            "  always_comb begin",
            *case_table(name, self._row_bits, f"{row} =", table, self._numbers_bits, "logic"),
            "  end",
        ]

    def _condition(self, node: Node) -> str:
        """When a control bit is one."""
        signal, plan = node.port, self.plan
        if signal.chosen is None:
            return plan.during(*signal.iterations, signal.stage)
        if any(t < 0 for t in signal.chosen):
            first, beyond = signal.iterations
            return plan.when(signal.is_one, first, beyond, signal.stage)
        return plan.at(
            [signal.is_one(iteration) for iteration in range(plan.graph.iterations)], signal.stage
        )

    def _message_aliases(self) -> dict[str, str]:
        """Message words are parts of the rows."""
        plan, bits = self.plan, self.plan.hash.word_bits
        shape, nodes = plan.shape, plan.sources_of(Kind.MESSAGE)
        if len(nodes) == 1:
            return {nodes[0].name: "word_data"}
        lanes = {node.name: node.port.lane % node.port.stride for node in nodes}
        if shape.picked:
            rows = ((stage, plan.words_of(stage)) for stage in range(shape.readers))
            lanes = {
                node.name: stage * shape.columns + place
                for stage, row in rows
                for place, node in enumerate(row)
            }
        return {
            name: f"word_data[{(lane + 1) * bits - 1}:{lane * bits}]"
            for name, lane in lanes.items()
        }

    def _outputs(self, wires: Wires) -> list[str]:
        shape = self.plan.shape
        lines = section("Chaining words leave")
        leaves = wires.delayed("chain_now", self.plan.sink_lag - self.plan.pooled)
        if self.plan.pooled:
            lines += leaving(leaves)
        else:
            lines.append(f"  assign chain_valid = {leaves};")
        if shape.contexts > 1:
            context = wires.delayed(
                self.plan.context_name(self.plan.last_stage), self.plan.sink_lag
            )
            lines.append(f"  assign chain_context = {context};")
        if shape.step_bits:
            step = wires.step_at(self.plan.last_stage, self.plan.sink_lag, shape.step_bits)
            lines.append(f"  assign chain_step = {step};")
        for name in shape.sequences:
            words = [wires.new_word(name, place) for place in shape.places_of(name)]
            lines.append(f"  assign chain_{name} = {concatenation(words[::-1])};")
        return [*lines, ""]
