"""An array of HMAC cores: copies that hold the same keys behind one stream.

A part around a part, as `hashloom.cores.arrays.array` is.  A tid is {copy, context} for good, so
that the order of its answers is its copy's.  Packets that change keys go to all copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashloom.cores.arrays.array import named_copy
from hashloom.cores.arrays.numbers import ArrayNumbers
from hashloom.cores.facts import Facts, PlainPart
from hashloom.rtl.shells.hmac.parameters import STATUS_BITS
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Assign, Item, Unit, Unused
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import ZEROS, Signal, Value, Wires, join
from hashloom.rtl.verilog import Port

_OPERATION_BITS = 4  # the low bits of s_axis_tuser
_COMMON = ("common", "common_own", "common_over", "left")
_REFUSAL = ("refusal_valid", "refusal_ready", "refusal_tid", "refusal_zeroised")


@dataclass(frozen=True)
class KeyedArrayPart:
    """Copies of the HMAC core that `inner` brings."""

    inner: PlainPart

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def ports(self, core: Facts) -> list[Port]:
        """Those of a copy, with the array's tids."""
        return list(_ports(self.inner.ports(core), ArrayNumbers.of(core)))

    def tops(self, core: Facts) -> list[Top]:
        """The array, and what a copy is made of."""
        first, *others = self.inner.tops(core)
        copy = named_copy(first, core.prefix)
        return [_array_top(copy, ArrayNumbers.of(core)), copy, *others]

    def suffix(self, core: Facts) -> str:
        """That of a copy, and how many there are."""
        return f"{self.inner.suffix(core)}_copies{core.interface.copies}"


def _ports(inner: list[Port], n: ArrayNumbers) -> Iterator[Port]:
    """Ports of a copy, each `tid` replaced by one of the array's width behind `tuser`."""
    given = f"tid of the packet, 0 to {n.tids - 1}; beats of others are dropped"
    tids = {
        "s_axis_tuser": Port("input", n.tid_bits, "s_axis_tid", given),
        "m_axis_tuser": Port("output", n.tid_bits, "m_axis_tid", "tid of the packet"),
    }
    for port in inner:
        if not port.name.endswith("_tid"):
            yield port
        if port.name in tids:
            yield tids[port.name]


def _array_top(copy: Top, n: ArrayNumbers) -> Top:
    """The array's module around that of its copies."""
    ports = list(_ports(list(copy.ports), n))
    parts = [_dispatch(n), _copies(copy, n), _collect(n)]
    return Top(n.name, _header(copy, n), ports, parts)


def _header(copy: Top, n: ArrayNumbers) -> list[str]:
    each = "one packet" if n.shell.contexts == 1 else f"{n.shell.contexts} packets, one per tid,"
    whose = "tid" if n.shell.contexts == 1 else f"tid / {n.shell.contexts}"
    return [
        f"// {n.name}: {n.copies} copies of {copy.name}, an HMAC core, behind one",
        f"// stream, each of {each} at a time. All hold the same keys.",
        "//",
        f"// A packet goes to copy {whose}. KEY, ERASE and ERASE_ALL go to all copies, when all",
        "// answers have been taken. They have status 6 while a packet of another tid is",
        "// unfinished, and so have packets that begin while a KEY is. For operations and statuses",
        "// see the copy.",
        "",
    ]


def _dispatch(n: ArrayNumbers) -> netlist.Part:
    p = n.shell
    signals = [
        Signal("copy_valid", n.copies, "a beat is offered to a copy"),
        Signal("copy_context", p.context_bits, "context of the copy"),
        Signal("copy_operation", _OPERATION_BITS, "operation of the packet for the copy"),
        Signal("common", 1, "a packet for all copies is under way"),
        Signal("common_own", n.copies, "the copy whose answer to it counts"),
        Signal("refusal_valid", 1, "a packet that went to no copy is answered"),
        Signal("refusal_tid", n.tid_bits, "its tid"),
        Signal("refusal_zeroised", 1, "with status 7 in place of 6"),
    ]
    unit = Unit(face("keyed_dispatch"), "u_dispatch", _of_copies(n))

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst", "zeroize")),
            **w.pairs("beat_", "s_axis_t", ("valid", "ready", "last")),
            "beat_tid": w.s_axis_tid,
            "beat_operation": w.s_axis_tuser.slice(_OPERATION_BITS - 1, 0),
            **w.own(("copy_valid", "copy_ready", "copy_context", "copy_operation")),
            **w.own((*_COMMON, *_REFUSAL)),
        }
        unused = [Unused(w.copy_context)] if p.contexts == 1 else []
        return [unit.wired(wired), *unused]

    return netlist.Part(lambda: [signals], [unit], body, "Packets to copies")


def _of_copies(n: ArrayNumbers) -> dict[str, int]:
    """Parameters of what knows copies and tids."""
    p = n.shell
    return {
        "COPIES": n.copies,
        "CONTEXTS": p.contexts,
        "CONTEXT_BITS": p.context_bits,
        "TID_BITS": n.tid_bits,
    }


def _copies(copy: Top, n: ArrayNumbers) -> netlist.Part:
    p = n.shell
    lanes = p.width // 8
    signals = [
        Signal("copy_ready", n.copies, "a copy takes its beat"),
        Signal("answer_valid", n.copies, "a copy offers a beat of an answer"),
        Signal("answer_data", n.copies * p.width, "the beats"),
        Signal("answer_keep", n.copies * lanes, "lanes that hold a byte"),
        Signal("answer_last", n.copies, "it ends its answer"),
        Signal("answer_context", n.copies * p.context_bits, "contexts of the copies"),
        Signal("answer_status", n.copies * STATUS_BITS, "status of the answers"),
    ]
    module = without_parameters(copy.name, list(copy.ports))
    several = p.contexts > 1

    def body(w: Wires) -> list[Item]:
        items: list[Item] = [] if several else [Assign(w.answer_context, ZEROS)]
        operands = w.s_axis_tuser.slice(w.s_axis_tuser.bits - 1, _OPERATION_BITS)
        for index in range(n.copies):
            wired = {
                **w.own(("clk", "rst", "zeroize")),
                **w.pairs("s_axis_t", "s_axis_t", ("data", "keep", "last")),
                "s_axis_tvalid": w.copy_valid.bit(index),
                "s_axis_tready": w.copy_ready.bit(index),
                "s_axis_tuser": join(operands, w.copy_operation),
                "m_axis_tvalid": w.answer_valid.bit(index),
                "m_axis_tready": w.answer_ready.bit(index),
                "m_axis_tdata": _share(w.answer_data, p.width, index),
                "m_axis_tkeep": _share(w.answer_keep, lanes, index),
                "m_axis_tlast": w.answer_last.bit(index),
                "m_axis_tuser": _share(w.answer_status, STATUS_BITS, index),
            }
            if several:
                wired["s_axis_tid"] = w.copy_context
                wired["m_axis_tid"] = _share(w.answer_context, p.context_bits, index)
            items.append(Unit(module, f"u_copy{index}").wired(wired))
        return items

    return netlist.Part(lambda: [signals], [], body, "Copies")


def _share(value: Value, bits: int, index: int) -> Value:
    """A copy's bits of a signal that has so many for each."""
    return value.slice((index + 1) * bits - 1, index * bits)


def _collect(n: ArrayNumbers) -> netlist.Part:
    signals = [
        Signal("answer_ready", n.copies, "a beat of a copy is taken"),
        Signal("common_over", 1, "all other copies have answered the packet for all"),
        Signal("left", 1, "an answer of a copy has left"),
        Signal("refusal_ready", 1, "an answer of none has"),
    ]
    unit = Unit(face("keyed_collect"), "u_collect", {"WIDTH": n.shell.width, **_of_copies(n)})
    answer = ("valid", "ready", "data", "keep", "last", "context", "status")

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst")),
            **w.pairs("answer_", "answer_", answer),
            **w.own((*_COMMON, *_REFUSAL)),
            **w.pairs("beat_", "m_axis_t", ("valid", "ready", "data", "keep", "last")),
            "beat_tid": w.m_axis_tid,
            "beat_status": w.m_axis_tuser,
        }
        return [unit.wired(wired)]

    return netlist.Part(lambda: [signals], [unit], body, "Answers")
