"""A core that reads memory by itself: a ring of descriptors there says what, and the core writes
digests and statuses back.

A part around a part, with few registers on a bus, which are described and made as those of a core
behind registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom.cores.bus import bus_part, bus_ports, registers_of
from hashloom.cores.facts import Facts, Module, PlainPart
from hashloom.request.bus import BUS_BITS
from hashloom.rtl.registers.layout import RegisterMap
from hashloom.rtl.registers.ring import ERRORS
from hashloom.rtl.registers.writer import RegisterFile
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import LOW, Signal, Value, Wires, any_of, join
from hashloom.rtl.verilog import Port

# Modules between the core's two ports to memory and each bus.
_MASTERS = {"axi4": "axi4_master", "wishbone": "wishbone_master"}
_BETWEEN = (  # of a master, towards the core
    *("read_valid", "read_ready", "read_address", "read_beats"),
    *("word_valid", "word_data", "word_error", "word_last"),
    *("write_valid", "write_ready", "write_address", "write_beats"),
    *("data_valid", "data_ready", "data_word", "data_strobe", "data_last"),
    *("response_valid", "response_error"),
)
_JOB_BITS = 42  # of a descriptor: address of its result, place in the ring, interrupt
_NUMBER_BITS = 4  # of a descriptor's number, by which those that are read are told apart
_CHOICE_AT = 19  # bit of a command where the hash's number begins
_BURSTS = 2  # for which the core has room


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
        return _ports(self, self.inner.ports(core), _width(core))

    def tops(self, core: Facts) -> Sequence[Module]:
        """The whole, its registers, and what the core is made of."""
        first, *others = self.inner.tops(core)
        name = f"{core.prefix}_core"
        header = [line.replace(f"// {first.name}:", f"// {name}:") for line in first.header]
        inner = replace(first, name=name, header=header)
        n = _Numbers.of(core)
        registers = RegisterFile(f"{core.prefix}_registers", n.map, 0)
        return [_top(core, self, inner, registers, n), registers, inner, *others]

    def suffix(self, core: Facts) -> str:
        """That of the core, its width where it is not the usual one, and both buses."""
        width = _width(core)
        own = self.inner.suffix(core).removeprefix(f"_w{width}")
        told = "" if width == BUS_BITS else f"_w{width}"
        return f"{own}{told}_dma_{self.dma}_{self.bus.replace('-', '_')}"


def _width(core: Facts) -> int:
    return core.interface.width or BUS_BITS


@dataclass(frozen=True)
class _Numbers:
    """Numbers of a core with a ring.

    Attributes:
        map: its registers.
        width: bits of a word of memory and of a beat.
        keyed: whether the core holds keys.
        choice_bits: bits of a hash's number, 0 for one hash.
        contexts: messages in flight.
        block_bytes: of the hash.
        answer_bytes: of the longest answer.
    """

    map: RegisterMap
    width: int
    keyed: bool
    choice_bits: int
    contexts: int
    block_bytes: int
    answer_bytes: int

    @staticmethod
    def of(core: Facts) -> _Numbers:
        return _Numbers(
            registers_of(core),
            _width(core),
            core.interface.keyed,
            (len(core.hashes) - 1).bit_length(),
            core.contexts,
            core.hash.block_bits // 8,
            max(each.digest_bytes for each in core.hashes),
        )

    @property
    def lanes(self) -> int:
        return self.width // 8

    @property
    def command_bits(self) -> int:
        return _CHOICE_AT + self.choice_bits

    @property
    def context_bits(self) -> int:
        return max(1, (self.contexts - 1).bit_length())

    @property
    def room_bits(self) -> int:
        """Bits of a place in the room for words."""
        return (_BURSTS * self.block_bytes // self.lanes - 1).bit_length()

    @property
    def answer_bits(self) -> int:
        """Bits of a place of an answer's beat."""
        return max(1, (-(-self.answer_bytes // self.lanes) - 1).bit_length())

    @property
    def of_contexts(self) -> dict[str, int]:
        return {"CONTEXTS": self.contexts, "CONTEXT_BITS": self.context_bits}

    @property
    def of_descriptors(self) -> dict[str, int]:
        return {**self.of_contexts, "COMMAND_BITS": self.command_bits, "JOB_BITS": _JOB_BITS}


def _ports(part: DmaPart, inner: list[Port], width: int) -> list[Port]:
    master = face(_MASTERS[part.dma]).ports_at({"WIDTH": width})
    return [
        Port("input", 1, "clk", "clock, that of both buses"),
        Port("input", 1, "rst", "synchronous reset, also of both buses: everything is forgotten"),
        *(port for port in inner if port.name == "zeroize"),
        *bus_ports(part.bus),
        *(port for name, port in master.items() if name not in ("clk", "rst", *_BETWEEN)),
        Port("output", 1, "irq", "an enabled interrupt is pending"),
    ]


def _top(core: Facts, part: DmaPart, inner: Top, registers: RegisterFile, n: _Numbers) -> Top:
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
        _ring(n),
        _reader(n),
        _align(n),
        _core(inner, n),
        _answers(n),
        _memory(part.dma, n),
    ]
    return Top(core.prefix, header, _ports(part, list(inner.ports), n.width), parts)


def _registers(file: RegisterFile, n: _Numbers) -> netlist.Part:
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
        left = (name for name in ports if name not in (*given, "intr_status_irq", "hold"))
        wired = {
            **w.own(left),
            **w.pairs("status_", "", ("running", "stopped", "halted")),
            "head_fetched": w["head"],
            "intr_status_irq": w.irq,
            "hold": LOW,
        }
        accounted = {
            **w.own(("clk", "rst", "clear", "ring_asked", "tail_asked", "write_strobe")),
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
        return [registers.wired(wired), account.wired(accounted), *assigns(rows), *unused]

    return netlist.Part(lambda: [signals], [account], body, "Registers")


def _ring(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("running", 1, "the ring runs"),
        Signal("stopped", 1, "it does not and has forgotten everything"),
        Signal("clear", 1, "everything is to be forgotten"),
        Signal("halted", 1, "no descriptor is fetched for an error"),
        Signal("new_tail_fits", 1, "what is written may be the next tail"),
        Signal("head", 16, "descriptors that were fetched"),
        Signal("quiet", 1, "nothing is on the bus or about to be"),
        Signal("stop", 1, "nothing more is begun"),
        Signal("forget", 1, "a reset, or the ring was stopped"),
        Signal("fetch_valid", 1, "a descriptor is asked for"),
        Signal("fetch_address", 32, "where it is"),
        Signal("offer_valid", 1, "a descriptor is offered"),
        Signal("offer_address", 32, "of its data"),
        Signal("offer_length", 32, "their bytes"),
        Signal("offer_command", n.command_bits, "of its packet"),
        Signal("offer_result", 26, "address of its result in 64 bytes"),
        Signal("offer_slot", 15, "its place in the ring"),
        Signal("offer_number", _NUMBER_BITS, "low bits of its number"),
        Signal("offer_interrupt", 1, "an interrupt is wanted"),
        Signal("offer_first", 1, "it begins a packet"),
        Signal("offer_last", 1, "it ends its packet"),
        Signal("offer_bad", 1, "it breaks the rules"),
    ]
    parameters = {"WIDTH": n.width, "COMMAND_BITS": n.command_bits, "KEYED": int(n.keyed)}
    unit = Unit(face("descriptor_ring"), "u_ring", parameters)
    offer = ("valid", "ready", "address", "length", "command", "result", "slot", "number")
    marks = ("interrupt", "first", "last", "bad")

    def body(w: Wires) -> list[Item]:
        wired = {
            **w.own(("clk", "rst")),
            "run": w.control_run,
            **w.own(("quiet", "running", "stopped", "clear")),
            "halt": w.status_failed,
            "halted": w.halted,
            "base": w.ring_base,
            "size": w.ring_size,
            "tail": w.tail_filled,
            "new_tail": w.write_data.slice(15, 0),
            "new_tail_fits": w.new_tail_fits,
            "head": w["head"],
            **w.pairs("request_", "fetch_", ("valid", "ready", "address")),
            "word_valid": w.fetch_word_valid,
            **w.pairs("word_", "word_", ("data", "error", "last")),
            **w.pairs("offer_", "offer_", (*offer, *marks)),
        }
        quiet = w.read_idle & w.write_idle & ~w.fetch_valid & ~w.burst_valid
        return [
            unit.wired(wired),
            *assigns(
                [
                    (w.quiet, quiet),
                    (w.stop, ~w.running),
                    (w.forget, w.rst | w.clear),
                ]
            ),
        ]

    return netlist.Part(lambda: [signals], [unit], body, "Descriptors")


def _reader(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("offer_ready", 1, "the descriptor is taken"),
        Signal("burst_valid", 1, "a burst of data is asked for"),
        Signal("burst_address", 32, "of its first word"),
        Signal("burst_beats", 8, "words"),
        Signal("record_valid", 1, "a record of a burst is there"),
        Signal("record_context", n.context_bits, "context"),
        Signal("record_lane", (n.lanes - 1).bit_length(), "of the first byte in its word"),
        Signal("record_bytes", 8, "of the burst"),
        Signal("record_ends", 1, "it ends its descriptor"),
        Signal("record_first", 1, "which begins a packet"),
        Signal("record_last", 1, "which ends its packet"),
        Signal("record_bad", 1, "which breaks the rules"),
        Signal("record_number", _NUMBER_BITS, "low bits of its number"),
        Signal("record_command", n.command_bits, "of its packet"),
        Signal("record_job", _JOB_BITS, "what else belongs to it"),
        Signal("freed", 1, "a word has left its room"),
    ]
    parameters = {
        "WIDTH": n.width,
        "BLOCK_BYTES": n.block_bytes,
        "ROOM": 1 << n.room_bits,
        **n.of_descriptors,
    }
    unit = Unit(face("burst_reader"), "u_reader", parameters)
    offer = ("valid", "ready", "address", "length", "first", "last", "bad", "number", "command")

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            "stop": w.stop,
            **w.pairs("offer_", "offer_", offer),
            "offer_job": join(w.offer_result, w.offer_slot, w.offer_interrupt),
            "failed": w.data_failed,
            "failed_context": w.data_failed_context,
            "failed_number": w.data_failed_number,
            **w.pairs("request_", "burst_", ("valid", "ready", "address", "beats")),
            "freed": w.freed,
            **w.own(_RECORD),
        }
        return [unit.wired(wired), *assigns([(w.freed, w.stored_valid & w.stored_ready)])]

    return netlist.Part(lambda: [signals], [unit], body, "Bursts")


_RECORD = tuple(
    f"record_{name}"
    for name in (
        *("valid", "ready", "context", "lane", "bytes", "ends", "first", "last", "bad"),
        *("number", "command", "job"),
    )
)


def _align(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("room_ready", 1, "there is room for a word, as there always is"),
        Signal("stored_valid", 1, "a word of data is there"),
        Signal("stored_data", n.width, "the word"),
        Signal("stored_error", 1, "it could not be read"),
        Signal("stored_ready", 1, "it goes"),
        Signal("record_ready", 1, "the record goes"),
        Signal("data_failed", 1, "data of a descriptor could not be read"),
        Signal("data_failed_context", n.context_bits, "of this context"),
        Signal("data_failed_number", _NUMBER_BITS, "low bits of its number"),
        Signal("beat_valid", 1, "a beat is offered to the core"),
        Signal("beat_data", n.width, "first byte in the low lane"),
        Signal("beat_keep", n.lanes, "lanes that hold a byte"),
        Signal("beat_last", 1, "it ends its packet"),
        Signal("beat_context", n.context_bits, "context"),
        Signal("beat_command", n.command_bits, "of its packet"),
        Signal("sent", 1, "a packet that is answered has been sent"),
        Signal("sent_context", n.context_bits, "context"),
        Signal("sent_job", _JOB_BITS + 2, "what belongs to it"),
        Signal("finished_valid", 1, "a descriptor is done without an answer"),
        Signal("finished_job", _JOB_BITS + 2, "what belongs to it"),
    ]
    room = Unit(face("word_queue"), "u_room", {"WIDTH": n.width + 1, "PLACE_BITS": n.room_bits})
    parameters = {"WIDTH": n.width, **n.of_descriptors, "KEYED": int(n.keyed)}
    unit = Unit(face("byte_align"), "u_align", parameters)
    beat = ("valid", "ready", "data", "keep", "last", "context", "command")

    def body(w: Wires) -> list[Item]:
        stored = {
            "clk": w.clk,
            "rst": w.forget,
            "put_valid": w.burst_word_valid,
            "put_ready": w.room_ready,
            "put_data": join(w.word_error, w.word_data),
            "get_valid": w.stored_valid,
            "get_ready": w.stored_ready,
            "get_data": w.stored,
        }
        wired = {
            "clk": w.clk,
            "rst": w.forget,
            **w.own(_RECORD),
            **w.pairs("word_", "stored_", ("valid", "ready", "data", "error")),
            **w.pairs("failed", "data_failed", ("", "_context", "_number")),
            **w.pairs("beat_", "beat_", beat),
            **w.own(("sent_room", "sent", "sent_context", "sent_job")),
            **w.own(("finished_valid", "finished_ready", "finished_job")),
        }
        parts = [
            (w.stored_data, w.stored.slice(n.width - 1, 0)),
            (w.stored_error, w.stored.bit(n.width)),
        ]
        return [
            room.wired(stored),
            *assigns(parts),
            unit.wired(wired),
            Unused(w.room_ready, "no more is asked for than there is room"),
        ]

    stored = Signal("stored", n.width + 1, "{it could not be read, a word of data}")
    return netlist.Part(lambda: [[stored, *signals]], [room, unit], body, "Bytes")


def _core(inner: Top, n: _Numbers) -> netlist.Part:
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
            low = w.beat_command.slice(_CHOICE_AT - 1, 0)
            items.append(Unused(low, "there is one operation"))
        return items

    return netlist.Part(lambda: [signals], [], body, "The core")


def _command(w: Wires, n: _Numbers) -> Value:
    """What goes with a packet: the command, or of a core without keys the hash alone."""
    if n.keyed:
        return w.beat_command
    return w.beat_command.slice(n.command_bits - 1, _CHOICE_AT)


def _answers(n: _Numbers) -> netlist.Part:
    signals = [
        Signal("sent_room", n.contexts, "contexts with room for one more packet"),
        Signal("answer_job", _JOB_BITS + 2, "what belongs to the packet that is answered"),
        Signal("answer_ready", 1, "the beat is taken"),
        Signal("answered", 1, "the last one is"),
        Signal("finished_ready", 1, "what is done without an answer is taken"),
        Signal("write_idle", 1, "nothing is written"),
        Signal("write_valid", 1, "words are to be written"),
        Signal("write_address", 32, "the first here"),
        Signal("write_beats", 8, "so many"),
        Signal("data_valid", 1, "a word is there"),
        Signal("data_word", n.width, "the word"),
        Signal("data_strobe", n.lanes, "its bytes that are written"),
        Signal("data_last", 1, "it is the last"),
        Signal("completes", 1, "a descriptor is done"),
        Signal("interrupts", 1, "and an interrupt is wanted"),
        Signal("write_failed", 1, "something could not be written"),
        Signal("status_failed", 1, "and it was a status"),
        Signal("write_failed_address", 32, "where it was to be written"),
    ]
    ledger = Unit(face("answer_ledger"), "u_ledger", {**n.of_contexts, "WIDTH": _JOB_BITS + 2})
    parameters = {
        "WIDTH": n.width,
        "PLACE_BITS": n.answer_bits,
        "STATUS_BITS": 3 if n.keyed else 1,
    }
    writer = Unit(face("answer_writer"), "u_writer", parameters)

    def body(w: Wires) -> list[Item]:
        kept = {
            "clk": w.clk,
            "rst": w.forget,
            **w.own(("sent_room", "sent", "sent_context", "sent_job")),
            **w.own(("answered", "answer_context", "answer_job")),
        }
        written = {
            "clk": w.clk,
            "rst": w.forget,
            "stop": w.stop,
            "idle": w.write_idle,
            **w.pairs("answer_", "answer_", ("valid", "ready", "data", "keep", "last", "status")),
            **w.own(("answered", "answer_job")),
            **w.own(("finished_valid", "finished_ready", "finished_job")),
            "base": w.ring_base,
            **w.pairs("request_", "write_", ("valid", "ready", "address", "beats")),
            **w.pairs("word_", "data_", ("valid", "ready")),
            "word_data": w.data_word,
            **w.pairs("word_", "data_", ("strobe", "last")),
            **w.own(("response_valid", "response_error", "completes", "interrupts")),
            "failed": w.write_failed,
            "failed_status": w.status_failed,
            "failed_address": w.write_failed_address,
        }
        return [ledger.wired(kept), writer.wired(written)]

    return netlist.Part(lambda: [signals], [ledger, writer], body, "Answers")


def _memory(dma: str, n: _Numbers) -> netlist.Part:
    signals = [
        Signal("fetch_ready", 1, "the fetch is asked for"),
        Signal("burst_ready", 1, "the burst is asked for"),
        Signal("read_idle", 1, "nothing is asked for that has not come"),
        Signal("read_valid", 1, "words are to be read"),
        Signal("read_ready", 1, "that is taken"),
        Signal("read_address", 32, "the first here"),
        Signal("read_beats", 8, "so many"),
        Signal("word_valid", 1, "a word was read"),
        Signal("word_data", n.width, "the word"),
        Signal("word_error", 1, "it could not be read"),
        Signal("word_last", 1, "it is the last"),
        Signal("fetch_word_valid", 1, "it is of a descriptor"),
        Signal("burst_word_valid", 1, "it is of data"),
        Signal("read_failed", 1, "it could not be read"),
        Signal("read_failed_address", 32, "where reading began"),
        Signal("write_ready", 1, "what is to be written is taken"),
        Signal("data_ready", 1, "the word is taken"),
        Signal("response_valid", 1, "all of them are written"),
        Signal("response_error", 1, "or could not be"),
    ]
    port = Unit(face("read_port"), "u_port", {"WIDTH": n.width})
    master = Unit(face(_MASTERS[dma]), "u_master", {"WIDTH": n.width})

    def body(w: Wires) -> list[Item]:
        shared = {
            "clk": w.clk,
            "rst": w.rst,
            **w.pairs("fetch_", "fetch_", ("valid", "ready", "address")),
            **w.pairs("burst_", "burst_", ("valid", "ready", "address", "beats")),
            "idle": w.read_idle,
            **w.pairs("request_", "read_", ("valid", "ready", "address", "beats")),
            **w.own(("word_valid", "word_error", "word_last")),
            **w.own(("fetch_word_valid", "burst_word_valid")),
            "failed": w.read_failed,
            "failed_address": w.read_failed_address,
        }
        return [
            port.wired(shared),
            master.wired(w.own(face(_MASTERS[dma]).ports_at(master.parameters))),
        ]

    return netlist.Part(lambda: [signals], [port, master], body, "Memory")
