"""The datapath as SystemVerilog: one signal a node, one delay line a delayed node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op
from hashloom.hashes import Hash
from hashloom.hashes.expressions import CHOOSE, MAJORITY, Formula
from hashloom.rtl.typed.faces import modules_in
from hashloom.rtl.verilog import COLUMNS, commented, instance, range_of, section
from hashloom.transforms.registers.delay_lines import LUTRAM_CLOCKS, Line, Piece

_LINE = "delay_line"  # the library module
_INFIX = {Op.SUM: "+", Op.DIFFERENCE: "-", Op.XOR: "^"}
_CALL = {Op.PARITY: "csa_sum", Op.CARRY: "csa_carry"}
_FORMULAS = {Op.CH: CHOOSE, Op.MAJ: MAJORITY}
# Adders whose carry cells absorb a function: port names after the plain operand "a".
_ABSORBING = {Op.CH: "efg", Op.MAJ: "xyz", Op.SELECT: ("s", "d1", "d0")}


@dataclass(frozen=True)
class Datapath:
    """Text of a retimed graph.

    Control bits and constants are delayed copies of what the slot sequencer says; `control`
    and `constant` sources therefore are read `lag` clocks down their own lines.
    """

    graph: Graph
    hash: Hash
    aliases: Mapping[str, str]  # sources that are read under another name
    in_memory: Mapping[str, Line]  # delay lines of which parts are memories

    def line_length(self, name: str) -> int:
        """Registers behind node `name`; for a control bit, counted from the sequencer."""
        length = self.graph.registers[name]
        return length + self.graph.lag(name) if self._is_control(name) else length

    def _is_control(self, name: str) -> bool:
        signal = self.graph.nodes[name].signal
        return signal is not None and signal.kind is Kind.CONTROL

    def read(self, edge: Edge) -> str:
        """Expression for what an edge reads."""
        delay = edge.delay
        if self._is_control(edge.source):
            delay += self.graph.lag(edge.source)
        if delay == 0:
            return self.aliases.get(edge.source, edge.source)
        if edge.source in self.in_memory:
            return aged(edge.source, delay)
        return tap(edge.source, delay, self._lengths[edge.source])

    @cached_property
    def _lengths(self) -> dict[str, int]:
        return {name: self.line_length(name) for name in self.graph.nodes}

    def functions_used(self) -> set[str]:
        """Names of the functions of words the datapath calls."""
        used = {_CALL[n.op] for n in self.graph.nodes.values() if n.op in _CALL}
        used |= {self.sigma_label(n) for n in self.graph.nodes.values() if n.op is Op.SIGMA}
        formulas = {formula for n in self.graph.nodes.values() for formula in _formulas(n)}
        return used | {self.formula_label(formula) for formula in formulas}

    def modules_used(self) -> set[str]:
        """Library modules the datapath instantiates, and those in them."""
        adders = {
            f"add_{node.absorbed}"
            for node in self.graph.nodes.values()
            if node.op is Op.SUM and node.absorbed is not None
        }
        return adders | (line_modules() if self.in_memory else set())

    def sigma_label(self, node: Node) -> str:
        """The standard's name of a sigma function."""
        return next(
            each.label
            for each in self.hash.functions_of_one.values()
            if (each.rotations, each.shifts) == (node.rotations, node.shifts)
        )

    def formula_label(self, formula: Formula) -> str:
        """The standard's name of a Boolean function."""
        functions = self.hash.functions_of_three.values()
        return next(each.label for each in functions if each.formula == formula)

    def _function_by_round(self, node: Node, reads: list[str]) -> str:
        """A Boolean function, or the one of several that the controls choose."""
        controls, words = reads[:-3], ", ".join(reads[-3:])

        def chosen(formulas: tuple[Formula, ...], controls: list[str]) -> str:
            if not controls or len(set(formulas)) == 1:
                return f"{self.formula_label(formulas[0])}({words})"
            half = len(formulas) // 2
            one, zero = (chosen(part, controls[1:]) for part in (formulas[half:], formulas[:half]))
            both = f"{one} : {zero}" if "?" not in one else f"({one}) : {zero}"
            return f"{controls[0]} ? {both}"

        return chosen(_formulas(node), controls)

    def declarations(self) -> list[str]:
        """Declarations of all operators in the order data flows, and of the delay lines."""
        operators = [
            (f"logic{range_of(node.width)} {node.name};", self.comment(node))
            for node in self._operators()
        ]
        return [*commented(operators), "", *self._line_declarations()]

    def operators(self) -> list[str]:
        """Assignments of all operators, in the order data flows."""
        return [line for node in self._operators() for line in self._definition(node)]

    def _operators(self) -> list[Node]:
        return [self.graph.nodes[name] for name in self._reading_order()]

    def _reading_order(self) -> list[str]:
        """Operators by lag, then by depth within a clock: the order in which words flow."""
        operators = [
            name
            for name in self.graph.order
            if self.graph.nodes[name].op not in (Op.SOURCE, Op.SINK)
        ]
        return sorted(operators, key=self.graph.lag)

    def comment(self, node: Node) -> str:
        """What the node's output is, and how many clocks after the sequencer."""
        return f"{node.meaning} [{self.graph.lag(node.name)}]"

    def _definition(self, node: Node) -> list[str]:
        reads = [self.read(edge) for edge in node.operands]
        if node.op is Op.SUM and node.absorbed is not None:
            return self._absorbing_adder(node, reads)
        line = f"  assign {node.name} = {self._expression(node, reads)};"
        if node.op is Op.BOOLEAN and len(line) > COLUMNS:
            line = line.replace(" ? ", "\n      ? ").replace(" : ", "\n      : ")
        return line.split("\n")

    def _expression(self, node: Node, reads: list[str]) -> str:
        if node.op in _INFIX:
            return f" {_INFIX[node.op]} ".join(reads)
        if node.op in (Op.PARITY, Op.CARRY) and node.absorbed is not None:
            call = f"{_CALL[node.op]}({', '.join(reads[-3:])})"
            around = replace(node, op=node.absorbed, absorbed=None)
            return self._expression(around, [*reads[:-3], call])
        if node.op in _CALL:
            return f"{_CALL[node.op]}({', '.join(reads)})"
        if node.op is Op.SIGMA:
            return f"{self.sigma_label(node)}({reads[0]})"
        if _formulas(node):
            return self._function_by_round(node, reads)
        if node.op is Op.SELECT:
            return f"{reads[0]} ? {reads[1]} : {reads[2]}"
        if node.op is Op.GATE:
            return f"{reads[0]} ? {node.width}'d0 : {reads[1]}"
        return reads[0]

    def _absorbing_adder(self, node: Node, reads: list[str]) -> list[str]:
        assert node.absorbed is not None
        ports = ["a", *_ABSORBING[node.absorbed]]
        wired = [f".{port}({read})" for port, read in zip(ports, reads, strict=True)]
        wired.append(f".sum({node.name})")
        head = f"  add_{node.absorbed} #(.WIDTH({node.width})) u_{node.name} ("
        one_line = f"    {', '.join(wired)}"
        if len(one_line) <= COLUMNS:
            return [head, one_line, "  );"]
        return [head, *(f"    {port}," for port in wired[:-1]), f"    {wired[-1]}", "  );"]

    def lines(self) -> list[tuple[Node, int]]:
        """Word nodes with a delay line, and its length."""
        order = [n.name for n in self.graph.sources()] + self._reading_order()
        pairs = [(self.graph.nodes[name], self._lengths[name]) for name in order]
        return [
            (node, length) for node, length in pairs if length and not self._is_control(node.name)
        ]

    def _line_declarations(self) -> list[str]:
        """Declarations of the delay lines, each with what its registers hold."""
        rows = []
        for node, length in self.lines():
            if node.name in self.in_memory:
                rows += self._ages(node)
                continue
            word = range_of(node.width).strip() if length > 1 else range_of(node.width)
            span = f" [{length}:1]" if length > 1 else ""
            ago = (
                f"[i]: {node.meaning}, i clocks ago"
                if length > 1
                else f"{node.meaning}, a clock ago"
            )
            rows.append((f"logic{span}{word} {node.name}_q;", ago))
        return commented(rows)

    def _ages(self, node: Node) -> list[tuple[str, str]]:
        """Declarations of the words of a line of which parts are memories, by age."""
        line = self.in_memory[node.name]
        told = dict.fromkeys(line.registers, "")
        told |= {piece.last: ", out of memory" for piece in line.pieces}
        return [
            (
                f"logic{range_of(node.width)} {aged(node.name, age)};",
                f"{node.meaning}, {'a clock' if age == 1 else f'{age} clocks'} ago{told[age]}",
            )
            for age in sorted(told)
        ]

    def register_updates(self) -> list[str]:
        """The body of the clocked block of the delay lines."""
        result = []
        for node, length in self.lines():
            value = self.aliases.get(node.name, node.name)
            if node.name in self.in_memory:
                for age in self.in_memory[node.name].registers:
                    younger = value if age == 1 else aged(node.name, age - 1)
                    result.append(f"    {aged(node.name, age)} <= {younger};")
            else:
                result += shifted(f"{node.name}_q", length, value)
        return result

    def memories(self) -> list[str]:
        """The parts of delay lines that are memories, and what counts their places."""
        pieces = [(name, p) for name, line in self.in_memory.items() for p in line.pieces]
        if not pieces:
            return []
        bits = max(_place_bits(piece) for _, piece in pieces)
        place = "delay_place"
        lines = [
            *section("Delays in memory"),
            f"  logic{range_of(bits)} {place};  // that is written, the next one in every clock",
            "",
            "  always_ff @(posedge clk) begin",
            f"    {place} <= {place} + 1'b1;",
            f"    if (rst) {place} <= '0;",
            "  end",
            "",
        ]
        for name, piece in pieces:
            own = _place_bits(piece)
            wired = {
                "clk": "clk",
                "place": place if own == bits else f"{place}[{own - 1}:0]",
                "d": aged(name, piece.first),
                "q": aged(name, piece.last),
            }
            lines += [*_memory(piece, self.graph.nodes[name].width, wired), ""]
        return lines


def travelling(lines: Mapping[str, Line], lags: Mapping[str, int], loop: int) -> list[str]:
    """The parts of delay lines that are memories, and the places in them, which go with the data.

    `lags`: clocks from the sequencer to the word of a line when it is new.  A place is counted
    beside the sequencer and reaches each memory as late as the data do: it comes from nowhere far
    away, and only the count has a reset.  What is new before its iteration begins, of lags below
    0, belongs to one that comes round, `loop` clocks behind the one before.
    """
    pieces = [(name, line.width, piece) for name, line in lines.items() for piece in line.pieces]
    if not pieces:
        return []
    bits = max(_place_bits(piece) for _, _, piece in pieces)
    ages = {(name, piece): lags[name] + piece.first for name, _, piece in pieces}
    late = {each: age if age > 0 else age % loop or loop for each, age in ages.items()}
    place, length = "delay_place", max(late.values())
    span = f" [{length}:1]" if length > 1 else " "
    result = [
        *section("Delays in memory"),
        *commented(
            [
                (f"logic{range_of(bits)} {place};", "to write, the next one in every clock"),
                (f"logic{span}[{bits - 1}:0] {place}_q;", "[i]: the place i clocks ago"),
            ]
        ),
        "",
        "  always_ff @(posedge clk) begin",
        f"    {place} <= {place} + 1'b1;",
        *shifted(f"{place}_q", length, place),
        f"    if (rst) {place} <= '0;",
        "  end",
        "",
    ]
    for name, width, piece in pieces:
        own, there = _place_bits(piece), tap(place, late[name, piece], length)
        wired = {
            "clk": "clk",
            "place": there if own == bits else f"{there}[{own - 1}:0]",
            "d": aged(name, piece.first),
            "q": aged(name, piece.last),
        }
        result += [*_memory(piece, width, wired), ""]
    return result


def _memory(piece: Piece, width: int, wired: Mapping[str, str]) -> list[str]:
    """A memory of a delay line, with its ports connected."""
    parameters = {
        "WIDTH": str(width),
        "CLOCKS": str(piece.clocks),
        "PLACE_BITS": str(_place_bits(piece)),
        "BLOCK_MEMORY": str(int(piece.block)),
    }
    return instance(_LINE, f"u_{wired['q']}", wired, parameters)


def line_modules() -> set[str]:
    """Library modules of delay lines with memories."""
    return {_LINE, *modules_in(_LINE)}


def _place_bits(piece: Piece) -> int:
    """Bits of a place of a memory."""
    return max(LUTRAM_CLOCKS - 1, piece.clocks - 1).bit_length()


def aged(name: str, age: int) -> str:
    """Name of a word of a line with memories that is so many clocks old."""
    return f"{name}_q{age}"


def _formulas(node: Node) -> tuple[Formula, ...]:
    """Formulas of a Boolean function, empty for other operators."""
    return (_FORMULAS[node.op],) if node.op in _FORMULAS else node.formulas


def shifted(line: str, length: int, value: str) -> list[str]:
    """Statements that move a delay line of words on: [i] is the value i clocks ago."""
    if length == 1:
        return [f"    {line} <= {value};"]
    there, here = ("2", "1") if length == 2 else (f"{length}:2", f"{length - 1}:1")
    return [f"    {line}[1] <= {value};", f"    {line}[{there}] <= {line}[{here}];"]


def tap(name: str, delay: int, length: int) -> str:
    """Name of a value `delay` registers down a line of `length`."""
    if delay == 0:
        return name
    return f"{name}_q" if length == 1 else f"{name}_q[{delay}]"
