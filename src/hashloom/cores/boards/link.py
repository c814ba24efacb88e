"""The link: a core with streams of bytes behind a UART, the same on every board.

Frames of a host become packets of the core's stream, and answers become frames; see docs/boards.md.
"""

from __future__ import annotations

from hashloom.cores.core import Core
from hashloom.rtl.boards.greeting import PLACE_BITS, Greeting
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Register, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import LOW, Signal, Wires
from hashloom.rtl.verilog import Port

WIDTH = 8  # of the core's streams
_STORE_BITS = 11  # 2048 entries: eight frames of 256


def link_top(core: Core, bit_clocks: int, greeting: Greeting) -> Top:
    """The module; `bit_clocks` is the clocks of a bit on the line."""
    header = [
        f"// {core.prefix}_link: {core.prefix} behind a UART. Frames of a host become packets of",
        "// the core's stream, and answers become frames.",
        "",
    ]
    ports = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset"),
        Port("input", 1, "rxd", "from the host"),
        Port("output", 1, "txd", "to the host"),
        Port("output", 1, "up", "the link is up"),
    ]
    parts = [
        _incoming(bit_clocks),
        _packets(core),
        _the_core(core),
        _outgoing(core, bit_clocks, greeting),
    ]
    return Top(f"{core.prefix}_link", header, ports, parts)


def _incoming(bit_clocks: int) -> netlist.Part:
    signals = [
        Signal("in_valid", 1, "a byte has come"),
        Signal("in_data", 8, "the byte"),
        Signal("in_flaw", 1, "its stop bit is missing"),
        Signal("taken_valid", 1, "a byte of a frame"),
        Signal("taken_data", 8, "the byte"),
        Signal("frame_end", 1, "a frame ends"),
        Signal("frame_good", 1, "it is sound"),
        Signal("write", 1, "an entry is written"),
        Signal("write_mark", 1, "it is a mark"),
        Signal("write_data", 8, "what is written"),
        Signal("keep", 1, "the frame is kept"),
        Signal("drop", 1, "it goes"),
        Signal("restart", 1, "all begins anew"),
        Signal("restart_number", 6, "number of the frame that asked for it"),
        Signal("complain", 1, "a frame was dropped"),
        Signal("complaint", 2, "why"),
    ]
    receiver = Unit(face("uart_receiver"), "u_receiver", {"BIT_CLOCKS": bit_clocks})
    reader = Unit(face("frame_reader"), "u_reader", {"FLAG": 126, "ESCAPE": 125})
    gate = Unit(face("frame_gate"), "u_gate", {"NUMBER_BITS": 6})
    rows = ("valid", "data", "flaw")
    gated = ("write", "write_mark", "write_data", "keep", "drop", "full", "restart")

    def body(w: Wires) -> list[Item]:
        own = w.own(("clk", "rst"))
        frame = w.own(("frame_end", "frame_good"))
        content = w.pairs("content_", "taken_", ("valid", "data"))
        told = w.own(("restart_number", "up", "complain", "complaint"))
        return [
            receiver.wired({**own, **w.own(("rxd",)), **w.pairs("byte_", "in_", rows)}),
            reader.wired({**own, **w.pairs("byte_", "in_", rows), **content, **frame}),
            gate.wired({**own, **content, **frame, **w.own(gated), **told}),
        ]

    return netlist.Part(lambda: [signals], [receiver, reader, gate], body, "Frames of the host")


def _packets(core: Core) -> netlist.Part:
    bits = _command_bits(core)
    signals = [
        Signal("full", 1, "there is no room"),
        Signal("flush", 1, "nothing is left of what was there"),
        Signal("entry_valid", 1, "an entry is offered"),
        Signal("entry_ready", 1, "it is taken"),
        Signal("entry_mark", 1, "it is a mark"),
        Signal("entry_data", 8, "what it holds"),
        Signal("beat_valid", 1, "a beat is offered to the core"),
        Signal("beat_data", WIDTH, "its byte"),
        Signal("beat_keep", 1, "it has one"),
        Signal("beat_last", 1, "it ends its packet"),
        Signal("beat_command", max(bits, 1), "command of the packet"),
        Signal("consumed", 1, "a frame has been given on"),
    ]
    store = Unit(face("frame_store"), "u_store", {"PLACE_BITS": _STORE_BITS, "BLOCK_MEMORY": 1})
    feeder = Unit(face("packet_feeder"), "u_feeder", {"COMMAND_BITS": max(bits, 1)})
    written = ("write", "write_mark", "write_data", "keep", "drop", "full")

    def body(w: Wires) -> list[Item]:
        flushed = {"clk": w.clk, "rst": w.flush}
        fields = ("valid", "ready", "mark", "data")
        entry = w.pairs("read_", "entry_", fields)
        beat = ("beat_valid", "beat_ready", "beat_data", "beat_keep", "beat_last", "beat_command")
        return [
            *assigns([(w.flush, w.rst | w.restart)]),
            store.wired({**flushed, **w.own(written), **entry}),
            feeder.wired(
                {**flushed, **w.pairs("entry_", "entry_", fields), **w.own((*beat, "consumed"))}
            ),
        ]

    return netlist.Part(lambda: [signals], [store, feeder], body, "Packets")


def _command_bits(core: Core) -> int:
    """Bits of what goes with a packet; 0 where nothing does."""
    return {port.name: port.width for port in core.ports}.get("s_axis_tuser", 0)


def _the_core(core: Core) -> netlist.Part:
    ports = {port.name: port for port in core.ports}
    signals = [
        Signal("core_rst", 1, "reset of the core"),
        Signal("beat_ready", 1, "the core takes the beat"),
        Signal("answer_valid", 1, "a beat of an answer is offered"),
        Signal("answer_data", WIDTH, "its byte"),
        Signal("answer_keep", 1, "it has one"),
        Signal("answer_last", 1, "it ends its answer"),
        Signal("answer_status", ports["m_axis_tuser"].width, "status of the answer"),
    ]
    unit = Unit(without_parameters(core.top, core.ports), "u_core")
    axis = ("data", "keep", "valid", "ready", "last")

    def body(w: Wires) -> list[Item]:
        wired = {
            "clk": w.clk,
            "rst": w.core_rst,
            **({"zeroize": LOW} if "zeroize" in ports else {}),
            **w.pairs("s_axis_t", "beat_", axis),
            **({"s_axis_tuser": w.beat_command} if "s_axis_tuser" in ports else {}),
            **w.pairs("m_axis_t", "answer_", axis),
            "m_axis_tuser": w.answer_status,
        }
        ordered = {name: wired[name] for name in ports}
        unused = [] if "s_axis_tuser" in ports else [Unused(w.beat_command, "there is one hash")]
        return [Register(w.clk, w.core_rst, w.flush), unit.wired(ordered), *unused]

    return netlist.Part(lambda: [signals], [], body, "The core")


def _outgoing(core: Core, bit_clocks: int, greeting: Greeting) -> netlist.Part:
    status = {port.name: port.width for port in core.ports}["m_axis_tuser"]
    signals = [
        Signal("text_place", PLACE_BITS, "place in what the design says of itself"),
        Signal("text_data", 8, "the letter there"),
        Signal("text_last", 1, "it is the last"),
        Signal("answer_ready", 1, "the beat is taken"),
        Signal("given_valid", 1, "a byte of a frame is offered"),
        Signal("given_ready", 1, "it is taken"),
        Signal("given_data", 8, "the byte"),
        Signal("given_last", 1, "it is the last"),
        Signal("out_valid", 1, "a byte is offered"),
        Signal("out_ready", 1, "it is taken"),
        Signal("out_data", 8, "the byte"),
    ]
    text = Unit(without_parameters(greeting.name, greeting.ports), "u_greeting")
    sizes = {"STATUS_BITS": status, "PLACE_BITS": PLACE_BITS}
    framer = Unit(face("answer_framer"), "u_framer", sizes)
    writer = Unit(face("frame_writer"), "u_writer", {"FLAG": 126, "ESCAPE": 125})
    sender = Unit(face("uart_transmitter"), "u_transmitter", {"BIT_CLOCKS": bit_clocks})
    answer = ("valid", "ready", "data", "keep", "last", "status")
    given, out = ("valid", "ready", "data", "last"), ("valid", "ready", "data")

    def body(w: Wires) -> list[Item]:
        own = w.own(("clk", "rst"))
        told = ("restart", "restart_number", "complain", "complaint", "consumed")
        written = {
            **own,
            **w.own(told),
            **w.pairs("text_", "text_", ("place", "data", "last")),
            **w.pairs("answer_", "answer_", answer),
            **w.pairs("content_", "given_", given),
        }
        return [
            text.wired(w.pairs("", "text_", ("place", "data", "last"))),
            framer.wired(written),
            writer.wired(
                {
                    **{"clk": w.clk, "rst": w.flush},
                    **w.pairs("content_", "given_", given),
                    **w.pairs("byte_", "out_", out),
                }
            ),
            sender.wired({**own, **w.pairs("byte_", "out_", out), **w.own(("txd",))}),
        ]

    return netlist.Part(lambda: [signals], [framer, writer, sender], body, "Frames to the host")
