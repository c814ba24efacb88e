"""A core that reads memory by itself: a ring of descriptors there says what, and the core writes
digests and statuses back.

A part around a part, with few registers on a bus, which are described and made as those of a core
behind registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom.cores.buses.bus import bus_part, bus_ports
from hashloom.cores.facts import Facts, Module, PlainPart
from hashloom.cores.rings.numbers import CHOICE_AT, RingNumbers, beat_width
from hashloom.cores.rings.parts import (
    MASTERS,
    align_part,
    answers_part,
    memory_part,
    order_part,
    reader_part,
    ring_part,
)
from hashloom.request.bus import BUS_BITS
from hashloom.rtl.registers.ring import ERRORS
from hashloom.rtl.registers.writer import RegisterFile
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import LOW, Signal, Value, Wires, any_of
from hashloom.rtl.verilog import Port

_BETWEEN = (  # of a master, towards the core
    *("read_valid", "read_ready", "read_address", "read_beats"),
    *("word_valid", "word_data", "word_error", "word_last"),
    *("write_valid", "write_ready", "write_address", "write_beats"),
    *("data_valid", "data_ready", "data_word", "data_strobe", "data_last"),
    *("response_valid", "response_error"),
)


@dataclass(frozen=True)
class DmaPart:
    """The core that `inner` brings, with a ring of descriptors."""

    inner: PlainPart
    bus: str
    dma: str

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def ports(self, core: Facts) -> list[Port]:
        """Those of both buses, an interrupt, and zeroize of a core with keys."""
        return _ports(self, self.inner.ports(core), beat_width(core))

    def tops(self, core: Facts) -> Sequence[Module]:
        """The whole, its registers, and what the core is made of."""
        first, *others = self.inner.tops(core)
        name = f"{core.prefix}_core"
        header = [line.replace(f"// {first.name}:", f"// {name}:") for line in first.header]
        inner = replace(first, name=name, header=header)
        n = RingNumbers.of(core)
        registers = RegisterFile(f"{core.prefix}_registers", n.map)
        return [_top(core, self, inner, registers, n), registers, inner, *others]

    def suffix(self, core: Facts) -> str:
        """That of the core, its width where it is not the usual one, and both buses."""
        width = beat_width(core)
        own = self.inner.suffix(core).removeprefix(f"_w{width}")
        told = "" if width == BUS_BITS else f"_w{width}"
        return f"{own}{told}_dma_{self.dma}_{self.bus.replace('-', '_')}"


def _ports(part: DmaPart, inner: list[Port], width: int) -> list[Port]:
    master = face(MASTERS[part.dma]).ports_at({"WIDTH": width})
    return [
        Port("input", 1, "clk", "clock, that of both buses"),
        Port("input", 1, "rst", "synchronous reset, also of both buses: everything is forgotten"),
        *(port for port in inner if port.name == "zeroize"),
        *bus_ports(part.bus),
        *(port for name, port in master.items() if name not in ("clk", "rst", *_BETWEEN)),
        Port("output", 1, "irq", "an enabled interrupt is pending"),
    ]


def _top(core: Facts, part: DmaPart, inner: Top, registers: RegisterFile, n: RingNumbers) -> Top:
    header = [
        f"// {core.prefix}: {inner.name} with a ring of descriptors in memory,",
        f"// read and written over {part.dma}, with registers on {part.bus}.",
        "//",
        "// A driver fills descriptors and writes TAIL. The core reads their data, and writes",
        "// digests to where they say and a status into each.",
        "",
    ]
    parts = [
        bus_part(part.bus),
        _registers(registers, n),
        ring_part(n),
        *([order_part(n)] if n.ordered else []),
        reader_part(n),
        align_part(n),
        _core(inner, n),
        answers_part(n),
        memory_part(part.dma, n),
    ]
    return Top(core.prefix, header, _ports(part, list(inner.ports), n.width), parts)


def _registers(file: RegisterFile, n: RingNumbers) -> netlist.Part:
    ports = {port.name: port for port in file.ports}
    registers = Unit(without_parameters(file.name, file.ports), "u_registers")
    account = Unit(face("ring_account"), "u_account", {"COUNT_BITS": 16})
    own = [p for p in file.ports if p.direction == "output" and p.name != "intr_status_irq"]
    inputs = [p for p in ports if p.endswith(("_set", "_clear"))]
    signals = [
        *(Signal(port.name, port.width, port.comment) for port in own),
        *(Signal(name, 1, ports[name].comment) for name in inputs),
        *([Signal("zeroized", 1, "everything is erased")] if n.keyed else []),
        Signal("refuse", 1, "the access is refused"),
        Signal("errors", 1, "the first error has not been cleared"),
        Signal("completed_descriptors", 16, "statuses that were written"),
        Signal("error_address_address", 32, "where the first error was"),
    ]

    def body(w: Wires) -> list[Item]:
        given = ("status_running", "status_stopped", "status_halted", "head_fetched")
        left = (name for name in ports if name not in (*given, "intr_status_irq", "hold", "bar"))
        wired = {
            **w.own(left),
            **w.pairs("status_", "", ("running", "stopped", "halted")),
            "head_fetched": w["head"],
            "intr_status_irq": w.irq,
            "hold": LOW,
            "bar": w.refuse,
        }
        accounted = {
            **w.own(("clk", "rst", "clear", "write_strobe")),
            "ring_asked": w.asks & w.ring_found,
            "tail_asked": w.asks & w.tail_found,
            **w.own(("running", "stopped")),
            "tail_fits": w.new_tail_fits,
            "refuse": w.refuse,
            "error_order": w.error_order_set,
            "error_bytes": w.error_bytes_set,
            "completes": w.completes,
            "completed": w.completed_descriptors,
            **w.pairs("read_", "read_", ("failed", "address")),
            **w.own(("write_failed", "write_address", "errors")),
            "error_address": w.error_address_address,
        }
        accounted["read_address"] = w.read_failed_address
        accounted["write_address"] = w.write_failed_address
        found = [w[f"error_{name}_set"] for name in ERRORS]
        rows: list[tuple[Value, Value]] = [
            *([(w.zeroized, w.zeroize | w.zeroize_zeroize)] if n.keyed else []),
            (w.errors, w.error_fetch | w.error_read | w.error_write),
            (w.error_address_set, w.bad_address),
            (w.error_access_set, w.bad_access),
            (w.error_fetch_set, w.read_failed & w.fetch_word_valid),
            (w.error_read_set, w.read_failed & w.burst_word_valid),
            (w.error_write_set, w.write_failed),
            (w.error_descriptor_set, w.offer_valid & w.offer_ready & w.offer_bad),
            (w.intr_status_done_set, w.interrupts | w.intr_test_done),
            (w.intr_status_error_set, any_of(found, "\n      ") | w.intr_test_error),
            (w.tail_filled_clear, w.clear),
        ]
        unused = [
            Unused(w[name], "its registers say it") for name in ("ring_written", "tail_written")
        ]
        unused.append(Unused(w.serve, "what is refused is so at once"))
        return [registers.wired(wired), account.wired(accounted), *assigns(rows), *unused]

    return netlist.Part(lambda: [signals], [account], body, "Registers")


def _core(inner: Top, n: RingNumbers) -> netlist.Part:
    ports = {port.name: port for port in inner.ports}
    signals = [
        Signal("beat_ready", 1, "the core takes the beat"),
        Signal("answer_valid", 1, "a beat of an answer is offered"),
        Signal("answer_data", n.width, "first byte in the low lane"),
        Signal("answer_keep", n.lanes, "lanes that hold a byte"),
        Signal("answer_last", 1, "it ends its answer"),
        Signal("answer_context", n.context_bits, "context"),
        Signal("answer_status", ports["m_axis_tuser"].width, "status of the answer"),
    ]
    unit = Unit(without_parameters(inner.name, list(inner.ports)), "u_core")
    several = "s_axis_tid" in ports

    def body(w: Wires) -> list[Item]:
        beat = ("data", "keep", "valid", "ready", "last")
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            **({"zeroize": w.zeroized} if n.keyed else {}),
            **w.pairs("s_axis_t", "beat_", beat),
            **({"s_axis_tid": w.beat_context} if several else {}),
            **({"s_axis_tuser": _command(w, n)} if "s_axis_tuser" in ports else {}),
            **w.pairs("m_axis_t", "answer_", beat),
            **({"m_axis_tid": w.answer_context} if several else {}),
            "m_axis_tuser": w.answer_status,
        }
        items: list[Item] = [unit.wired(wired)]
        if not several:
            items += [*assigns([(w.answer_context, LOW)]), Unused(w.beat_context)]
        if not n.keyed:
            low = w.beat_command.slice(CHOICE_AT - 1, 0)
            items.append(Unused(low, "there is one operation"))
        return items

    return netlist.Part(lambda: [signals], [], body, "The core")


def _command(w: Wires, n: RingNumbers) -> Value:
    """What goes with a packet: the command, or of a core without keys the hash alone."""
    if n.keyed:
        return w.beat_command
    return w.beat_command.slice(n.command_bits - 1, CHOICE_AT)
