"""Information flow in a whole core: which outputs the bytes of a packet can reach.

Followed in the netlist of the portable RTL, bit by bit through every operator, register and memory,
whatever the values are: where there is no path there is no influence, in no state and at no time.
A path proves nothing; it may never be open.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from hashloom.cache import Cache
from hashloom.cores import Core
from hashloom.implementation.tools import find_tool
from hashloom.verification.equivalence.netlists.netlist import Netlist, read_netlist
from hashloom.verification.influence import influenced
from hashloom.verification.proving import OPEN, PROVED, Obligation, Progress, Section

SOURCE = "s_axis_tdata"
KEY = "s_key_tdata"  # of a core that takes keys as blocks
MEANT = "m_axis_tdata"  # the one output that is made of what came in
# Behind registers: the register of what was written to MESSAGE, and the words of answers, through
# which alone it may be seen
WRITTEN = "u_registers.message_data"
ANSWERS = "u_answers.answer_data"
# With a ring: words of packets that were read, and the words of answers
READ = "u_core.s_axis_tdata"
ANSWERED = "u_core.m_axis_tdata"
# Where what a byte says is meant to be seen: signals by the end of their names, and what they are.
_RELEASED = {
    "u_route.differs_q": "whether the tag that VERIFY computed is the expected one, a status",
    "u_porter.count_value": "the length that RESTORE's packet brings",
    "u_answers.differs_1q": "whether the tag that VERIFY computed is the expected one, a status",
    "u_keyer.brink": "whether a message is as long as can be counted, read where its length stands",
    "u_answer.differs": "whether the tag that VERIFY computed is the expected one, a status",
}
# What a folded core's machine answers besides words, where one memory and one adder have both the
# words and the length: that none of it depends on words is shown where the machine is proved.
_OF_A_MACHINE = {  # of one with keys, and of one without
    False: ("fill_ready", "block_taken", "digest_valid", "digest_last", "digest_error"),
    True: ("released", "done", "flawed", "digest_valid"),
}
_TO_A_MACHINE = (  # what they depend on instead
    *(f"block_{name}" for name in ("valid", "short", "first", "last", "whole", "error", "bytes")),
    *("fill", "fill_half", "fill_position", "digest_ready"),
    *("clear", "wipe", "erase", "every", "slot", "is_tag", "is_key", "keyed", "verify"),
)
_MACHINE = "u_engine"
PROVES = (
    "Nothing but m_axis_tdata depends on a byte of any packet: when a core takes and gives beats, "
    "and with what tkeep, tlast, tid and status, is the same whatever keys, messages, tags and "
    "states are."
)


PROVES_BEHIND_REGISTERS = (
    "Nothing on the bus, and no interrupt, depends on a byte that the register MESSAGE holds but "
    "through the words of answers: when an access is answered, whether it is refused, what other "
    "registers show and what is on the bus beside answers is the same whatever keys, messages, "
    "tags and states are."
)


PROVES_WITH_A_RING = (
    "Nothing on either bus, and no interrupt, depends on a byte that was read of a packet but "
    "through the words of answers: what is read and written, where and when, what descriptors and "
    "registers show, is the same whatever keys, messages, tags and states are."
)


def prove_flow(core: Core, jobs: int, progress: Progress) -> Section | None:
    """Follows the bytes of packets through `core`; None for an engine.

    Raises ToolError when Yosys does not read the RTL.
    """
    if not (core.streamed or core.interface.kind.whole):
        return None
    section = flow_of(core, core.sources())
    progress("outputs", len(section.obligations), len(section.obligations))
    return section


def flow_of(core: Core, sources: Mapping[str, str]) -> Section:
    """Follows the bytes of packets through the text of `core`, by file name.

    In a folded core nothing is followed through what its machine answers besides words; what it is
    told besides words is asked about, too.  Raises ToolError when Yosys does not read the text.
    """
    began = time.monotonic()
    told = tuple(f"{_MACHINE}.{port}" for port in _OF_A_MACHINE[core.keyed]) if core.folded else ()
    netlist = read_netlist(sources, core.top, Cache())
    released = {text: found for text in _RELEASED if (found := _ending(netlist, text))}
    ends = frozenset().union(*released.values(), *(_ending(netlist, text) for text in told))
    begins, outside = _way(core, netlist)
    ends |= outside
    origin: dict[int, int] = {}
    for number in begins.values():
        origin = {**influenced(netlist, number, ends), **origin}
    seen = {n: number for n, number in netlist.outputs.items() if outside or n != MEANT}
    seen |= _to_machines(netlist) if told else {}
    source = " and ".join(begins)
    return Section(
        "information flow",
        _proves(core),
        (
            *(f"{_RELEASED[text]}, may be seen: {text}" for text in released),
            *(
                f"{text} depends on no word of a message, which the proof of the machine shows"
                for text in told
            ),
            "Yosys reads the SystemVerilog as other tools do",
        ),
        tuple(_obligation(name, number, origin, source) for name, number in seen.items()),
        tuple(_paths(seen, netlist, origin)),
        {"yosys": find_tool("yosys").version},
        time.monotonic() - began,
    )


def _way(core: Core, netlist: Netlist) -> tuple[dict[str, int], frozenset[int]]:
    """From where bytes are followed, by name, and with a bus where their way ends."""
    if core.interface.ringed:
        return {READ: netlist.named(READ)}, frozenset({netlist.named(ANSWERED)})
    if core.interface.registered:
        return {WRITTEN: netlist.named(WRITTEN)}, frozenset({netlist.named(ANSWERS)})
    begins = {n: netlist.inputs[n] for n in (SOURCE, KEY) if n in netlist.inputs}
    return begins, frozenset()


def _proves(core: Core) -> str:
    if core.interface.ringed:
        return PROVES_WITH_A_RING
    return PROVES_BEHIND_REGISTERS if core.interface.registered else PROVES


def _ending(netlist: Netlist, text: str) -> frozenset[int]:
    names = netlist.names.items()
    return frozenset(number for number, of in names if any(n.endswith(text) for n in of))


def _to_machines(netlist: Netlist) -> dict[str, int]:
    """What the machines of a folded core are told besides words, by name."""
    inputs = tuple(f"{_MACHINE}.{port}" for port in _TO_A_MACHINE)
    return {
        name: number
        for number, names in netlist.names.items()
        for name in names
        if name.endswith(inputs)
    }


def _obligation(name: str, number: int, origin: Mapping[int, int], source: str) -> Obligation:
    status = OPEN if number in origin else PROVED
    return Obligation(f"{name} depends on no byte of {source}", status, 0.0, "flow")


def _paths(seen: Mapping[str, int], netlist: Netlist, origin: Mapping[int, int]) -> Iterator[str]:
    """A line for each net that is reached: the named signals on a shortest way to it."""
    for name, number in seen.items():
        if number not in origin:
            continue
        way = [number]
        while origin[way[-1]] != way[-1]:
            way.append(origin[way[-1]])
        named = [netlist.names[each][0] for each in reversed(way) if each in netlist.names]
        yield f"There is a path to {name}: {' > '.join(dict.fromkeys([*named, name]))}"
