"""Bits of a netlist that depend on an input."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hashloom.errors import ToolError
from hashloom.verification.equivalence.netlists.netlist import Net, Netlist
from hashloom.verification.equivalence.netlists.operators import BITWISE, bits


def influenced(netlist: Netlist, source: int, released: frozenset[int]) -> Mapping[int, int]:
    """Nets of which a bit depends on the net `source`, each with one it reads that does.

    Nothing is followed through a net of `released`. A memory is followed column by column.
    """
    readers: dict[int, list[int]] = {}
    for number, net in netlist.nets.items():
        for operand in net.operands:
            readers.setdefault(operand, []).append(number)
    for register, value in netlist.state.items():
        readers.setdefault(value, []).append(register)
    reached = holders(netlist, source)
    origin = dict.fromkeys(reached, source)
    waiting = deque(reached)
    while waiting:
        read = waiting.popleft()
        for reader in readers.get(read, ()):
            if reader in released:
                continue
            before = reached.get(reader, 0)
            found = before | _bits_of(netlist, reader, reached)
            if found != before:
                reached[reader] = found
                origin.setdefault(reader, read)
                waiting.append(reader)
    return origin


def holders(netlist: Netlist, source: int) -> dict[int, int]:
    """Nets that are bits of the net `source`, each with these bits: it, and where it is cut from
    another net also what else is cut from there, as what reads a part of it may read.

    Raises ToolError where the other net is read in one piece, but to be kept.
    """
    found, net = {source: bits(netlist.nets[source].width)}, netlist.nets[source]
    if net.op != "slice":
        return found
    (whole,), (high, low) = net.operands, net.numbers
    kept = netlist.state.get(whole)
    for number, other in netlist.nets.items():
        if whole not in other.operands or number == kept:
            continue
        if other.op != "slice":
            raise ToolError(f"Net {source} is a part of {whole}, which is read in one piece.")
        top, bottom = other.numbers
        common = bits(high + 1) & bits(top + 1) & -(1 << max(low, bottom))
        if common:
            found[number] = common >> bottom
    return found


def _bits_of(netlist: Netlist, number: int, reached: Mapping[int, int]) -> int:
    """Bits of a net that depend on bits of those it reads."""
    net = netlist.nets[number]
    if net.op == "state":
        return reached.get(netlist.state[number], 0)
    reads = [reached.get(operand, 0) for operand in net.operands]
    if net.op == "slice":
        high, low = net.numbers
        return reads[0] >> low & bits(high - low + 1)
    if net.op == "concat":
        return reads[0] << netlist.nets[net.operands[1]].width | reads[1]
    if net.op == "uext" or net.op in BITWISE:
        return _any(reads)
    if net.op in ("ite", "read", "write"):
        return _selected(net, reads)
    found = _any(reads)
    if net.op in ("add", "sub"):  # carries go upwards
        return bits(net.width) & -(found & -found)
    return bits(net.width) if found else 0


def _selected(net: Net, reads: list[int]) -> int:
    """Bits of what a condition or an address chooses."""
    chooser = {"ite": 0, "read": 1, "write": 1}[net.op]
    return bits(net.width) if reads[chooser] else _any(reads)


def _any(reads: list[int]) -> int:
    found = 0
    for each in reads:
        found |= each
    return found
