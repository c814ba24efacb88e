"""A register peripheral: a core behind registers on a bus, for one packet at a time.

A part around a part: the core is the module of the inner part.  Its registers are written in
SystemRDL, from which their module is made, and so is everything else that tells of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom.cores.buses.registers import contents, registers_of, wait_bits
from hashloom.cores.buses.states import MEMORY_WORDS, beside_rest, rest, without_answer
from hashloom.cores.facts import Facts, Module, PlainPart
from hashloom.request.bus import BUS_BITS
from hashloom.rtl.registers.description import ADDRESS_BITS
from hashloom.rtl.registers.layout import BITS, BYTES, RegisterMap
from hashloom.rtl.registers.writer import RegisterFile
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import HIGH, LOW, Signal, Value, Wires, join, number
from hashloom.rtl.verilog import Port

# Modules that turn each bus into the port of the registers.
MODULES = {
    "apb4": "apb4_port",
    "axi4-lite": "axi4_lite_port",
    "wishbone": "wishbone_port",
    "avalon-mm": "avalon_mm_port",
}
_OF_REGISTERS = (
    *("access", "write", "address", "write_data", "write_strobe", "done", "error", "read_data"),
)
_ANSWER_WORDS = 12  # that a memory of sixteen words has beside the counters and a zero


@dataclass(frozen=True)
class BusPart:
    """The core that `inner` brings, behind registers on a bus."""

    inner: PlainPart
    bus: str

    def top(self, prefix: str) -> str:
        """The core's own name."""
        return prefix

    def ports(self, core: Facts) -> list[Port]:
        """Those of the bus, an interrupt, and zeroize of a core with keys."""
        return _ports(self.bus, self.inner.ports(core))

    def tops(self, core: Facts) -> Sequence[Module]:
        """The peripheral, its registers, and what the core is made of."""
        first, *others = self.inner.tops(core)
        name = f"{core.prefix}_core"
        header = [line.replace(f"// {first.name}:", f"// {name}:") for line in first.header]
        inner = replace(first, name=name, header=header)
        n = _Numbers.of(core)
        registers = RegisterFile(f"{core.prefix}_registers", n.map)
        return [_bus_top(core, self.bus, inner, registers, n), registers, inner, *others]

    def suffix(self, core: Facts) -> str:
        """That of the core, and the bus."""
        own = self.inner.suffix(core).removeprefix(f"_w{BUS_BITS}")  # which every bus asks for
        return f"{own}_{self.bus.replace('-', '_')}"


@dataclass(frozen=True)
class _Numbers:
    """Numbers of a peripheral.

    Attributes:
        map: its registers.
        keyed: whether the core holds keys.
        choices: whether a message chooses its hash.
        hashes: of which it has one.
        wait_bits: bits of the clocks that a write waits.
        place_bits: bits of a place in the memory of answers and counters.
        block_bytes: of the hash.
        resume: whether the core saves and restores states.
        behind: whether answers may have words for which that memory has no place.
    """

    map: RegisterMap
    keyed: bool
    choices: bool
    hashes: int
    wait_bits: int
    place_bits: int
    block_bytes: int
    resume: bool
    behind: bool

    @staticmethod
    def of(core: Facts) -> _Numbers:
        words = contents(core).digest_words
        return _Numbers(
            registers_of(core),
            core.interface.keyed,
            len(core.hashes) > 1,
            len(core.hashes),
            wait_bits(core),
            4 if words <= _ANSWER_WORDS else 5,
            core.hash.block_bits // 8,
            core.interface.resume,
            words > MEMORY_WORDS,
        )


def bus_ports(bus: str) -> list[Port]:
    """The ports of a bus, as the module that turns it into accesses has them."""
    module = face(MODULES[bus])
    named = module.ports_at({"ADDRESS_BITS": ADDRESS_BITS})
    own = ("clk", "rst", *_OF_REGISTERS)
    return [port for name, port in named.items() if name not in own]


def _ports(bus: str, inner: list[Port]) -> list[Port]:
    return [
        Port("input", 1, "clk", "clock, that of the bus"),
        Port("input", 1, "rst", "synchronous reset: everything is forgotten"),
        *(port for port in inner if port.name == "zeroize"),
        *bus_ports(bus),
        Port("output", 1, "irq", "an enabled interrupt is pending"),
    ]


def _bus_top(core: Facts, bus: str, inner: Top, registers: RegisterFile, n: _Numbers) -> Top:
    header = [
        f"// {core.prefix}: {inner.name} behind registers on {bus}, for one packet at a time.",
        "//",
        "// A driver writes OPERATION, then the bytes of the packet to MESSAGE, then FINISH, waits",
        "// for STATUS.done or its interrupt, and reads DIGEST.",
        "",
    ]
    parts = [
        bus_part(bus),
        _registers(registers, n),
        _window(n),
        _core(inner, n),
        _answers(n),
        *([rest()] if n.behind else []),
    ]
    return Top(core.prefix, header, _ports(bus, list(inner.ports)), parts)


def bus_part(bus: str) -> netlist.Part:
    """What turns a bus into accesses of registers."""
    signals = [
        Signal("access", 1, "an access waits"),
        Signal("write", 1, "it is a write"),
        Signal("address", ADDRESS_BITS, "of a byte"),
        Signal("write_data", BITS, "what is written"),
        Signal("write_strobe", BYTES, "bytes that are written"),
    ]
    unit = Unit(face(MODULES[bus]), "u_bus", {"ADDRESS_BITS": ADDRESS_BITS})
    names = face(MODULES[bus]).ports_at(unit.parameters)

    def body(w: Wires) -> list[Item]:
        return [unit.wired(w.own(names))]

    return netlist.Part(lambda: [signals], [unit], body, "The bus")


def _registers(file: RegisterFile, n: _Numbers) -> netlist.Part:
    """The registers; of their fields those that nothing else drives are driven here."""
    ports = {port.name: port for port in file.ports}
    unit = Unit(without_parameters(file.name, file.ports), "u_registers")
    own = [p for p in file.ports if p.direction == "output" and p.name != "intr_status_irq"]
    inputs = [p for p in ports if p.endswith("_set")]
    signals = [
        *(Signal(port.name, port.width, port.comment) for port in own),
        *(Signal(name, 1, ports[name].comment) for name in inputs),
        Signal("zeroizes", 1, "everything is to be erased"),
        Signal("hold", 1, "the access has to wait"),
        Signal("refuse", 1, "the access is refused"),
        Signal("bar", 1, "a write has to wait, or is refused"),
    ]

    def body(w: Wires) -> list[Item]:
        wired = w.own(name for name in ports if name != "intr_status_irq")
        wired["intr_status_irq"] = w.irq
        return [
            unit.wired(wired),
            *assigns(
                [
                    (w.zeroizes, (w.zeroize | w.zeroize_zeroize) if n.keyed else LOW),
                    (w.hold, w.window_hold | w.file_hold),
                    (w.refuse, w.window_refuse),
                    (w.bar, w.window_bar | w.file_closed),
                    (w.error_no_digest_set, w.bad_word),
                    (w.error_address_set, w.bad_address),
                    (w.error_access_set, w.bad_access),
                    (w.intr_status_done_set, w.ends | w.intr_test_done),
                    (w.intr_status_error_set, w.done & w.error | w.intr_test_error),
                ]
            ),
        ]

    return netlist.Part(lambda: [signals], [], body, "Registers")


def _window(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("zeroized", 1, "everything is erased"),
        Signal("window_refuse", 1, "the write is refused"),
        Signal("window_hold", 1, "the write has to wait"),
        Signal("window_bar", 1, "it has to, or is refused"),
        Signal("beat_valid", 1, "a beat is offered to the core"),
        Signal("beat_data", BITS, "first byte in the low lane"),
        Signal("beat_keep", BYTES, "lanes that hold a byte"),
        Signal("beat_last", 1, "it ends its packet"),
        Signal("message_data_clear", 1, "nothing is to be left of the word in MESSAGE"),
        Signal("status_open", 1, "a packet is open"),
        Signal("status_busy", 1, "it has ended and is not done"),
        Signal("status_room", 1, "a write to MESSAGE would not wait"),
        Signal("begins", 1, "a packet begins"),
        Signal("ends", 1, "it is done"),
        Signal("ends_answered", 1, "with an answer"),
        Signal("ends_zeroised", 1, "zeroised, whatever the core answers"),
        Signal("blocks", 1, "blocks of the packet are complete"),
        Signal("blocks_two", 1, "two of them"),
        Signal("stalling", 1, "a write waits, or has waited"),
        Signal("stall", 1, "clocks that it has waited are counted"),
        Signal("stall_two", 1, "two of them, and not one"),
    ]
    parameters = {"WAIT_BITS": n.wait_bits, "BLOCK_BYTES": n.block_bytes, "KEYED": int(n.keyed)}
    unit = Unit(face("message_window"), "u_window", parameters)

    def body(w: Wires) -> list[Item]:
        found = [f"{name}_{what}" for name in _WRITTEN for what in ("found", "written")]
        errors = ("order", "full", "bytes", "operation")
        operation = w.operation_operation if n.keyed else number(0, 4)
        wired = {
            **w.own(("clk", "rst")),
            "zeroize": w.zeroizes,
            "erase": w.zeroized,
            **w.own(found),
            "write_code": w.write_data.slice(3, 0),
            "choice_fits": _choice_fits(w, n),
            **w.own(("write_strobe",)),
            "hold": w.window_hold,
            "refuse": w.window_refuse,
            "bar": w.window_bar,
            **w.own(("asks", "serve")),
            **{f"error_{name}": w[f"error_{name}_set"] for name in errors},
            "operation": without_answer(operation) if n.resume else operation,
            **w.own(("message_data", "finish_bytes")),
            "message_clear": w.message_data_clear,
            **w.own(("beat_valid", "beat_ready", "beat_data", "beat_keep", "beat_last")),
            "answered": w.answered,
            **w.pairs("", "status_", ("open", "busy", "room")),
            **w.own(("begins", "ends", "ends_answered", "ends_zeroised")),
            **w.own(("blocks", "blocks_two", "stalling", "stall", "stall_two")),
        }
        return [unit.wired(wired)]

    return netlist.Part(lambda: [signals], [unit], body, "Packets")


_WRITTEN = ("operation", "message", "finish")


def _choice_fits(w: Wires, n: _Numbers) -> Value:
    """Whether what is written to OPERATION names a hash that there is."""
    fields = (f for f in n.map.register("OPERATION").fields if f.name == "hash")
    hash_ = next(fields, None)
    if hash_ is None or n.hashes == 1 << hash_.width:
        return HIGH
    return w.write_data.slice(hash_.high, hash_.low).below(n.hashes)


def _core(inner: Top, n: _Numbers) -> netlist.Part:
    ports = {port.name: port for port in inner.ports}
    status_bits = ports["m_axis_tuser"].width
    signals = [
        Signal("beat_ready", 1, "the core takes the beat"),
        Signal("answer_valid", 1, "a beat of an answer is offered"),
        Signal("answer_data", BITS, "first byte in the low lane"),
        Signal("answer_keep", BYTES, "lanes that hold a byte"),
        Signal("answer_last", 1, "it ends its answer"),
        Signal("answer_status", status_bits, "status of the answer"),
    ]
    unit = Unit(without_parameters(inner.name, list(inner.ports)), "u_core")

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst")),
            **({"zeroize": w.zeroized} if n.keyed else {}),
            **w.pairs("s_axis_t", "beat_", ("data", "keep", "valid", "ready", "last")),
            **({"s_axis_tuser": _command(w, n)} if "s_axis_tuser" in ports else {}),
            **w.pairs("m_axis_t", "answer_", ("data", "keep", "valid", "ready", "last")),
            "m_axis_tuser": w.answer_status,
        }
        others = [w.answer_keep.slice(BYTES - 1, 1)]
        return [unit.wired(wired), *(Unused(each, "bytes follow lane 0") for each in others)]

    return netlist.Part(lambda: [signals], [], body, "The core")


def _command(w: Wires, n: _Numbers) -> Value:
    """What goes with a packet: the fields of OPERATION, the highest first."""
    if not n.keyed:
        return w.operation_hash
    own = join(w.operation_slot, w.operation_tag_bytes, w.operation_operation)
    return join(w.operation_hash, own) if n.choices else own


def _answers(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("status_done", 1, "the last packet is done"),
        Signal("status_result", 3, "its status"),
        Signal("status_words", 5, "words of its answer"),
        Signal("answer_ready", 1, "the beat is taken"),
        Signal("answered", 1, "the last one is"),
        Signal("file_data", BITS, "the word that is read"),
        Signal("file_missing", 1, "it is not there"),
        Signal("file_hold", 1, "the read has to wait"),
        Signal("file_closed", 1, "every access has to"),
    ]
    parameters = {
        "PLACE_BITS": n.place_bits,
        "STATUS_BITS": 3 if n.keyed else 1,
        "KEYED": int(n.keyed),
    }
    unit = Unit(face("answer_file"), "u_answers", parameters)

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst")),
            "zeroize": w.zeroized,
            **w.own(("begins", "ends", "ends_answered", "ends_zeroised")),
            **w.pairs("", "status_", ("done", "result", "words")),
            **w.pairs("answer_", "answer_", ("valid", "ready", "data")),
            "answer_bytes": w.answer_keep.bit(0),
            **w.pairs("answer_", "answer_", ("last", "status")),
            **w.own(("answered", "blocks", "blocks_two", "stalling", "stall", "stall_two")),
            "read": w.reads,
            "read_place": w.file_place,
            "found_place": w.file_found,
            "read_data": w.file_data,
            "hold": w.file_hold,
            "closed": w.file_closed,
            "missing": w.file_missing,
        }
        if n.behind:
            wired |= beside_rest(w)
        return [unit.wired(wired)]

    return netlist.Part(lambda: [signals], [unit], body, "Answers")
