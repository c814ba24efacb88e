"""The netlist of a module as Yosys reads its SystemVerilog: word operators, registers, memories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashloom.cache import Cache, key_of
from hashloom.errors import ToolError
from hashloom.implementation.tools import find_tool, run_tool

_SCRIPT = (
    "read_verilog -sv {files}; hierarchy -check -top {top}; proc; flatten; opt_clean; "
    "memory_collect; write_btor {output}"
)


_NOWHERE = -1  # what Yosys writes for the address in a memory of one word


@dataclass(frozen=True)
class Net:
    """A node of the netlist.

    Attributes:
        op: operator of BTOR2; "const" has its number in `numbers`.
        width: bits, of a word in a memory.
        rows: words of a memory; 0 for a word.
        operands: numbers of the nodes it reads.
        numbers: plain numbers: bounds of a slice, bits of an extension.
    """

    op: str
    width: int
    rows: int = 0
    operands: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Netlist:
    """A module.

    Attributes:
        nets: nodes by number, each behind those it reads (registers stand for themselves).
        inputs, outputs: numbers of nodes by port.
        state: registers and memories: number of the node to number of its next value.
        initial: memories that hold something from the start: number to number of the contents.
        names: signals by number of node.
    """

    nets: Mapping[int, Net]
    inputs: Mapping[str, int] = field(default_factory=dict)
    outputs: Mapping[str, int] = field(default_factory=dict)
    state: Mapping[int, int] = field(default_factory=dict)
    initial: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def named(self, name: str) -> int:
        """Number of the node of a signal.  Raises ToolError when there is none."""
        for number, names in self.names.items():
            if name in names:
                return number
        raise ToolError(f"The netlist has no signal {name}.")


def read_netlist(sources: Mapping[str, str], top: str, cache: Cache) -> Netlist:
    """The netlist of module `top`; `sources` holds SystemVerilog by file name.

    Raises ToolError when Yosys does not read it.
    """
    yosys = find_tool("yosys")
    key = key_of(what="btor", tool=yosys.version, script=_SCRIPT, top=top, sources=dict(sources))
    found = cache.get(key)
    if found is None:
        with cache.work_folder() as folder:
            for name, text in sources.items():
                (folder / name).write_text(text, encoding="utf-8")
            script = _SCRIPT.format(files=" ".join(sources), top=top, output="netlist.btor")
            run_tool(yosys, ["-p", script], folder, "btor")
            found = (folder / Path("netlist.btor")).read_bytes()
        cache.put(key, found)
    return parse(found.decode())


def parse(text: str) -> Netlist:
    """The netlist of a BTOR2 text as Yosys writes it."""
    reader = _Reader()
    for line in text.splitlines():
        words = line.partition(" ; ")[0].split()
        if words and words[0].isdigit():
            reader.line(int(words[0]), words[1], words[2:])
    whole = Netlist(
        reader.nets, reader.inputs, reader.outputs, reader.state, reader.initial, reader.names
    )
    return _with_plain_writes(whole)


class _Reader:
    """Collects the lines of a BTOR2 text."""

    def __init__(self) -> None:
        self.sorts: dict[int, tuple[int, int]] = {}
        self.nets: dict[int, Net] = {_NOWHERE: Net("const", 1, numbers=(0,))}
        self.inputs: dict[str, int] = {}
        self.outputs: dict[str, int] = {}
        self.state: dict[int, int] = {}
        self.initial: dict[int, int] = {}
        self.names: dict[int, tuple[str, ...]] = {}
        self._same: dict[int, int] = {}

    def line(self, number: int, op: str, rest: list[str]) -> None:
        """One line: its number, what it is, and the words behind that."""
        if op == "sort":
            self._sort(number, rest)
        elif op == "output":
            number = self._same.get(int(rest[0]), int(rest[0]))
            self.outputs[rest[1]] = number
            self._name(number, rest[1:])
        elif op in ("next", "init"):
            value = self._same.get(int(rest[2]), int(rest[2]))
            (self.state if op == "next" else self.initial)[int(rest[1])] = value
            self._name(int(rest[1]), rest[3:])
        else:
            self._net(number, op, rest)

    def _sort(self, number: int, rest: list[str]) -> None:
        if rest[0] == "bitvec":
            self.sorts[number] = (int(rest[1]), 0)
        else:
            address, word = (self.sorts[int(sort)][0] for sort in rest[1:3])
            self.sorts[number] = (word, 1 << address)

    def _net(self, number: int, op: str, rest: list[str]) -> None:
        width, rows = self.sorts[int(rest[0])]
        words = rest[1:]
        if op in ("zero", "one", "ones", "const", "constd", "consth"):
            self.nets[number] = Net("const", width, numbers=(_constant(op, width, words),))
            return
        if op in ("input", "state"):
            self.nets[number] = Net(op, width, rows)
            self._name(number, words)
            if op == "input" and words:
                self.inputs[words[0]] = number
            return
        operands = [word for word in words if word.lstrip("-").isdigit()]
        plain = {"slice": 2, "uext": 1, "sext": 1}.get(op, 0)
        split = len(operands) - plain
        reads = tuple(self._same.get(int(read), int(read)) for read in operands[:split])
        if any(read < _NOWHERE for read in reads):
            raise ToolError("The netlist has inverted operands, which Yosys does not write.")
        if op == "uext" and operands[split] == "0":  # another name of the same net
            self._same[number] = reads[0]
            self._name(reads[0], words[len(operands) :])
            return
        self._name(number, words[len(operands) :])
        self.nets[number] = Net(op, width, rows, reads, tuple(map(int, operands[split:])))

    def _name(self, number: int, names: list[str]) -> None:
        if names:
            self.names[number] = (*self.names.get(number, ()), names[0])


def _constant(op: str, width: int, words: list[str]) -> int:
    if op in ("zero", "one", "ones"):
        return {"zero": 0, "one": 1, "ones": (1 << width) - 1}[op]
    return int(words[0], {"const": 2, "constd": 10, "consth": 16}[op])


def _with_plain_writes(netlist: Netlist) -> Netlist:
    """The netlist with the addresses and words of memories' writes no matter of the enable.

    Yosys writes `enable ? address : anything` and the same of the word, and takes the written
    memory when one of the bits of `enable ? all ones : 0` is set.  While the enable is 0 neither
    matters, so that address and word may be read without it.
    """
    nets = dict(netlist.nets)
    for net in netlist.nets.values():
        if net.op != "ite" or not net.rows:
            continue
        condition, written = (netlist.nets[n] for n in net.operands[:2])
        if condition.op != "redor" or written.op != "write":
            continue
        mask = netlist.nets[condition.operands[0]]
        if mask.op != "ite" or _number(netlist, mask.operands[2]) != 0:
            continue
        enable = mask.operands[0]
        memory, address, word = written.operands
        nets[net.operands[1]] = replace(
            written, operands=(memory, _chosen(netlist, address, enable), word)
        )
        _replace_words(netlist, nets, word, enable)
    return replace(netlist, nets=nets)


def _number(netlist: Netlist, net: int) -> int | None:
    """The number of a constant, None of another net."""
    found = netlist.nets[net]
    return found.numbers[0] if found.op == "const" else None


def _chosen(netlist: Netlist, net: int, enable: int) -> int:
    """What `enable ? x : anything` is when enabled; other nets themselves."""
    found = netlist.nets[net]
    if found.op != "ite" or found.operands[0] != enable:
        return net
    other = netlist.nets[found.operands[2]]
    free = other.op == "input" and found.operands[2] not in netlist.inputs.values()
    return found.operands[1] if free else net


def _replace_words(netlist: Netlist, nets: dict[int, Net], word: int, enable: int) -> None:
    """Masked words `(old & ~mask) | (new & mask)` with `new` read without the enable."""
    masked = netlist.nets[word]
    if masked.op != "or":
        return
    for part in masked.operands:
        found = netlist.nets[part]
        if found.op == "and":
            nets[part] = replace(
                found, operands=tuple(_chosen(netlist, n, enable) for n in found.operands)
            )
