"""Information flow in a whole core: which outputs the bytes of a packet can reach.

Followed in the netlist of the portable RTL, through every operator, register and memory, whatever
the values are: where there is no path there is no influence, in no state and at no time.  A path
proves nothing; it may never be open.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from hashloom.cores import Core
from hashloom.errors import RequestError
from hashloom.implementation.cache import Cache
from hashloom.implementation.tools import find_tool
from hashloom.verification.equivalence.netlist import Netlist, read_netlist
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

SOURCE = "s_axis_tdata"
MEANT = "m_axis_tdata"  # the one output that is made of what came in
# Where what a byte says is meant to be seen: signals by the end of their names, and what they are.
_RELEASED = {
    "u_route.differs_q": "whether the tag that VERIFY computed is the expected one, a status",
    "u_porter.count_value": "the length that RESTORE's packet brings",
}
PROVES = (
    "Nothing but m_axis_tdata depends on a byte of any packet: when a core takes and gives beats, "
    "and with what tkeep, tlast, tid and status, is the same whatever keys, messages, tags and "
    "states are."
)


def prove_flow(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Follows the bytes of packets through `core`; None for an engine, which has no streams.

    Raises ToolError when Yosys does not read the RTL, RequestError for a folded core.
    """
    if not core.streamed:
        return None
    if core.folded:
        raise RequestError(
            "Bytes cannot be followed through a folded core, where one memory and one adder have "
            "them and the length of the message; accepted is --fold 0."
        )
    section = flow_of(core.sources(), core.top)
    progress("outputs", len(section.obligations), len(section.obligations))
    return section


def flow_of(sources: Mapping[str, str], top: str) -> Section:
    """Follows the bytes of packets through the module `top` of some texts by file name.

    Raises ToolError when Yosys does not read them.
    """
    began = time.monotonic()
    netlist = read_netlist(sources, top, Cache())
    released = {text: found for text in _RELEASED if (found := _ending(netlist, text))}
    origin = origins(netlist, netlist.inputs[SOURCE], frozenset().union(*released.values()))
    outputs = [name for name in netlist.outputs if name != MEANT]
    return Section(
        "information flow",
        PROVES,
        (
            *(f"{_RELEASED[text]}, may be seen: {text}" for text in released),
            "Yosys reads the SystemVerilog as other tools do",
        ),
        tuple(_obligation(name, netlist, origin) for name in outputs),
        tuple(_paths(outputs, netlist, origin)),
        {"yosys": find_tool("yosys").version},
        time.monotonic() - began,
    )


def origins(netlist: Netlist, source: int, released: frozenset[int]) -> Mapping[int, int]:
    """Nets that depend on the net `source`, each with one it reads that does.

    What goes through a net of `released` is not followed.
    """
    readers: dict[int, list[int]] = {}
    for number, net in netlist.nets.items():
        for operand in net.operands:
            readers.setdefault(operand, []).append(number)
    for register, value in netlist.state.items():
        readers.setdefault(value, []).append(register)
    found = {source: source}
    waiting = [source]
    for net_read in waiting:
        for reader in readers.get(net_read, ()):
            if reader not in found and reader not in released:
                found[reader] = net_read
                waiting.append(reader)
    return found


def _ending(netlist: Netlist, text: str) -> frozenset[int]:
    names = netlist.names.items()
    return frozenset(number for number, of in names if any(n.endswith(text) for n in of))


def _obligation(output: str, netlist: Netlist, origin: Mapping[int, int]) -> Obligation:
    status = OPEN if netlist.outputs[output] in origin else PROVED
    return Obligation(f"{output} depends on no byte of {SOURCE}", status, 0.0, "flow")


def _paths(outputs: list[str], netlist: Netlist, origin: Mapping[int, int]) -> Iterator[str]:
    """A line for each output that is reached: the named signals on a shortest way to it."""
    for output in outputs:
        number = netlist.outputs[output]
        if number not in origin:
            continue
        way = [number]
        while origin[way[-1]] != way[-1]:
            way.append(origin[way[-1]])
        named = [netlist.names[each][0] for each in reversed(way) if each in netlist.names]
        yield f"There is a path to {output}: {' > '.join(dict.fromkeys([*named, output]))}"
