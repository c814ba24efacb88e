"""A netlist in two: the control that decides when things happen, and the words.

Control is all that the ports depend on which tell of slots, requests and answers, and whether and
where memories are written, through any number of clocks.  It reads no words.  The other part has
the nets of control that it reads as inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from hashloom.verification.equivalence.netlists.netlist import Net, Netlist

_CONTROL = ("chain_valid", "chain_context", "chain_step")  # the other chain_* bring words


@dataclass(frozen=True)
class Write:
    """A write into a memory.

    Attributes:
        net: number of the net of the memory that is written.
        enable: net that is 0 while nothing is written; None when something always is.
        address: net of the row.
        port: input of the part with the words that brings the row of an enabled write.
    """

    net: int
    enable: int | None
    address: int
    port: int


@dataclass(frozen=True)
class Slices:
    """The two parts of a netlist.

    Attributes:
        control: what decides when things happen.
        words: the rest; numbers of nets are those of the whole netlist.
        shared: nets of control that the rest or its surroundings read: inputs of `words`.
        writes: writes into memories of `words`.
    """

    control: Netlist
    words: Netlist
    shared: tuple[int, ...]
    writes: tuple[Write, ...]


def port_of(net: int) -> str:
    """Name of the input of `Slices.words` for a net of control."""
    return f"net {net}"


def sliced(netlist: Netlist) -> Slices:
    """A netlist in two."""
    writes = tuple(_writes(netlist))
    ports = [
        net
        for name, net in netlist.outputs.items()
        if name in _CONTROL or not name.startswith("chain_")
    ]
    steering = [net for each in writes for net in (each.enable, each.address) if net is not None]
    inside = cone(netlist, [*ports, *steering])
    control = _part(netlist, inside)
    own = {number for number in inside if netlist.nets[number].op not in ("const", "input")}
    kept = {number for number in netlist.nets if number not in own}
    read = {net for number in kept for net in netlist.nets[number].operands}
    read |= {after for register, after in netlist.state.items() if register in kept}
    read |= set(netlist.outputs.values())
    shared = tuple(sorted(read & own))
    return Slices(control, _rest(netlist, kept, shared, writes), shared, writes)


def cone(netlist: Netlist, roots: Iterable[int]) -> set[int]:
    """Nets on which some nets depend, through registers too."""
    found: set[int] = set()
    todo = list(roots)
    while todo:
        number = todo.pop()
        if number in found:
            continue
        found.add(number)
        todo += netlist.nets[number].operands
        todo += [links[number] for links in (netlist.state, netlist.initial) if number in links]
    return found


def _writes(netlist: Netlist) -> Iterator[Write]:
    """Writes into memories, apart from those that make their first contents."""
    contents = _contents(netlist)
    readers: dict[int, list[Net | None]] = {}
    for net in netlist.nets.values():
        for operand in net.operands:
            readers.setdefault(operand, []).append(net)
    for number in netlist.state.values():
        readers.setdefault(number, []).append(None)
    fresh = max(netlist.nets) + 1
    for number, net in netlist.nets.items():
        if net.op == "write" and number not in contents:
            yield Write(number, _enable(number, readers.get(number, [])), net.operands[1], fresh)
            fresh += 1


def _enable(write: int, readers: list[Net | None]) -> int | None:
    """The net without which nobody reads a written memory, None where there is none."""
    conditions = {
        net.operands[0] if net and net.op == "ite" and net.operands[2] != write else None
        for net in readers
    }
    return conditions.pop() if len(conditions) == 1 else None


def _contents(netlist: Netlist) -> set[int]:
    """Nets of what memories hold from the start."""
    found: set[int] = set()
    todo = list(netlist.initial.values())
    while todo:
        number = todo.pop()
        if number not in found:
            found.add(number)
            todo += netlist.nets[number].operands
    return found


def _part(netlist: Netlist, inside: set[int]) -> Netlist:
    """The netlist of some nets."""

    def ports(named: Mapping[str, int]) -> dict[str, int]:
        return {name: number for name, number in named.items() if number in inside}

    def links(between: Mapping[int, int]) -> dict[int, int]:
        return {number: other for number, other in between.items() if number in inside}

    nets = {number: net for number, net in netlist.nets.items() if number in inside}
    names = {number: found for number, found in netlist.names.items() if number in inside}
    return Netlist(
        nets,
        ports(netlist.inputs),
        ports(netlist.outputs),
        links(netlist.state),
        links(netlist.initial),
        names,
    )


def _rest(
    netlist: Netlist, kept: set[int], shared: tuple[int, ...], writes: tuple[Write, ...]
) -> Netlist:
    """The netlist of `kept` nets, with those of control that it reads as inputs."""
    part = _part(netlist, kept | set(shared))
    nets = dict(part.nets)
    inputs = dict(part.inputs)
    for number in shared:
        net = netlist.nets[number]
        nets[number] = Net("input", net.width, net.rows)
        inputs[port_of(number)] = number
    for each in writes:
        if each.net in nets and each.net not in shared:
            memory, address, word = nets[each.net].operands
            nets[each.port] = Net("input", netlist.nets[address].width)
            inputs[port_of(each.port)] = each.port
            nets[each.net] = replace(nets[each.net], operands=(memory, each.port, word))
    state = {number: after for number, after in part.state.items() if number in kept}
    initial = {number: value for number, value in part.initial.items() if number in kept}
    return replace(part, nets=nets, inputs=inputs, state=state, initial=initial)
