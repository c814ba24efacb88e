"""A core on a board: behind a UART, its clock from the board's PLL.

The core is one with streams of bytes.  Around it stands the link, which is the same on every board:
frames of a host become packets, and answers frames.  Around the link stand the pins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hashloom.boards import Board, get_board
from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD
from hashloom.boards.pll import Clock, clock_of
from hashloom.cores.core import Core
from hashloom.cores.facts import Module
from hashloom.cores.making import core_for
from hashloom.cores.naming import prefixed
from hashloom.errors import RequestError
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.rtl.boards.greeting import LONGEST, PLACE_BITS, Greeting
from hashloom.rtl.boards.pll import PllModule
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Register, Unit, Unused, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import HIGH, Signal, Wires
from hashloom.rtl.verilog import Port

PROTOCOL = 1  # of the frames, see docs/boards.md
WIDTH = 8  # of the core's streams
DEFAULT_BAUD = 1_000_000
FEWEST_CLOCKS = 8  # of a bit on the line
_DRIFT = 0.02  # by which a bit may be too long or too short
_STORE_BITS = 11  # 2048 entries: eight frames of 256


@dataclass(frozen=True)
class BoardDesign:
    """A core on a board.  Make it with `board_design`, which checks the request.

    Attributes:
        core: with streams of bytes, for the board's device.
        board: its pins.
        clock: how the PLL is set.
        baud: bits a second on the line, as asked for.
    """

    core: Core
    board: Board
    clock: Clock
    baud: int

    @property
    def name(self) -> str:
        """For people and for files."""
        return f"{self.core.prefix}_{self.board.name.replace('-', '_')}"

    @property
    def top(self) -> str:
        """The module whose ports are the board's pins."""
        return f"{self.core.prefix}_board"

    @property
    def mhz(self) -> float:
        """The clock in MHz."""
        return float(self.clock.mhz)

    @property
    def bit_clocks(self) -> int:
        """Clocks of a bit on the line."""
        return round(self.mhz * 1e6 / self.baud)

    @property
    def greeting(self) -> str:
        """What the design says of itself: protocol, hash, key slots."""
        core = self.core
        slots = core.interface.slots if core.keyed else 0
        return f"hashloom {PROTOCOL} {core.interface.kind.of(core.hash_names)} {slots}"

    def sources(self) -> dict[str, str]:
        """SystemVerilog by file name, as the device's tools take it."""
        own = {f"{top.name}.sv": top.text for top in self._tops}
        library: dict[str, str] = {}
        for top in self._tops:
            library |= top.module_texts
        core = self.core
        return prefixed(own, library, core.prefix) | core.sources_for(core.target)

    @property
    def simulation_models(self) -> dict[str, str]:
        """Models, by file name, of the cells that only the device's tools know."""
        name, text = self._pll.model
        models = {name: text}
        arithmetic = self.core.target.arithmetic
        if arithmetic and any("CCU2C" in text for text in self.sources().values()):
            from importlib import resources

            cell = resources.files("hashloom.rtl") / arithmetic / "CCU2C.sv"
            models["CCU2C.sv"] = cell.read_text("utf-8")
        return models

    @cached_property
    def _pll(self) -> PllModule:
        return PllModule(f"{self.core.prefix}_pll", self.board, self.clock)

    @cached_property
    def _greeting(self) -> Greeting:
        return Greeting(f"{self.core.prefix}_greeting", self.greeting)

    @cached_property
    def _tops(self) -> tuple[Module, ...]:
        link = _link_top(self, self._greeting)
        return (_board_top(self, self._pll, link), self._pll, link, self._greeting)


def board_design(
    board_name: str,
    hash_name: str,
    architecture: Architecture,
    interface: Interface,
    *,
    mhz: float | None = None,
    baud: int = DEFAULT_BAUD,
) -> BoardDesign:
    """A core on a board, clocked with the highest clock of the PLL up to `mhz`.

    Raises RequestError for a board, a core, a clock or a rate that cannot be.
    """
    board = get_board(board_name)
    core = core_for(hash_name, architecture, interface, board.target)
    _check(core, interface)
    core = core_for(hash_name, architecture, _narrow(interface), board.target)
    design = BoardDesign(core, board, clock_of(board, mhz or board.clock_mhz), baud)
    _check_rate(design)
    if len(design.greeting) > LONGEST:
        raise RequestError(
            f"The hashes {core.hash_names} are more than the design can name to its host; accepted "
            "is a core of fewer."
        )
    return design


def _narrow(interface: Interface) -> Interface:
    from dataclasses import replace

    return replace(interface, width=WIDTH)


def _check(core: Core, interface: Interface) -> None:
    """Raises RequestError for a core that has not been run on a board."""
    refused = {
        "A core without streams": not core.streamed,
        "A core behind registers": interface.registered,
        f"A core of {core.contexts} messages in flight": core.contexts > 1,
        "A core whose states are saved": interface.resume,
        "A core with private slots": interface.private_slots,
        f"A stream of {interface.width} bits": interface.width not in (None, WIDTH),
    }
    for what, is_so in refused.items():
        if is_so:
            raise RequestError(
                f"{what} does not stand behind a board's UART; accepted are message and HMAC cores "
                f"of one message in flight and streams of {WIDTH} bits, without --bus, --copies, "
                "--resume and --private-slots."
            )


def _check_rate(design: BoardDesign) -> None:
    """Raises RequestError for bits a second that cannot be made of the clock."""
    baud, hertz = design.baud, design.mhz * 1e6
    most = int(hertz / FEWEST_CLOCKS)
    if not 300 <= baud <= most:
        raise RequestError(
            f"A clock of {design.mhz:g} MHz makes no {baud} bits a second; accepted with --baud is "
            f"300 to {most}."
        )
    actual = hertz / design.bit_clocks
    if abs(actual / baud - 1) > _DRIFT:
        raise RequestError(
            f"A clock of {design.mhz:g} MHz makes {actual:.0f} bits a second of {baud}, which is "
            f"off by more than {100 * _DRIFT:g} %; accepted with --baud is {int(actual)}."
        )


# ---- the board ------------------------------------------------------------------------------------


def _board_top(design: BoardDesign, pll: PllModule, link: Top) -> Top:
    board = design.board
    name = design.top
    header = [
        f"// {name}: {design.core.prefix} on {board.title}, clocked with {design.mhz:g} MHz, behind",
        f"// a UART of {design.baud} bits a second; frames are those of docs/boards.md.",
        "",
    ]
    pressed = "low" if board.button_low else "high"
    ports = [
        Port("input", 1, OSCILLATOR, f"oscillator, {board.oscillator_mhz:g} MHz"),
        *([Port("input", 1, BUTTON, f"reset, {pressed} when pressed")] if board.has_button else []),
        Port("input", 1, RXD, "from the host"),
        Port("output", 1, TXD, "to the host"),
        Port("output", 1, LED, f"the link is up: {'low' if board.led_low else 'high'}"),
    ]
    return Top(name, header, ports, [_clock(board, pll), _link(board, link)])


def _clock(board: Board, pll: PllModule) -> netlist.Part:
    signals = [
        Signal("clk", 1, "clock"),
        Signal("locked", 1, "it is in step with the oscillator"),
        Signal("run", 1, "there is no reset"),
        Signal("rst", 1, "synchronous reset"),
    ]
    made = Unit(without_parameters(pll.name, pll.ports), "u_pll")
    release = Unit(face("reset_release"), "u_reset", {"STAGES": 8})

    def body(w: Wires) -> list[Item]:
        free = HIGH
        if board.has_button:
            free = w.button if board.button_low else ~w.button
        run = w.locked & free if board.has_button else w.locked
        return [
            made.wired(w.own(("clk_osc", "clk", "locked"))),
            *assigns([(w.run, run)]),
            release.wired(w.own(("clk", "run", "rst"))),
        ]

    return netlist.Part(lambda: [signals], [release], body, "Clock and reset")


def _link(board: Board, link: Top) -> netlist.Part:
    unit = Unit(without_parameters(link.name, list(link.ports)), "u_link")
    signals = [Signal("up", 1, "the link is up")]

    def body(w: Wires) -> list[Item]:
        return [
            unit.wired(w.own(("clk", "rst", "rxd", "txd", "up"))),
            *assigns([(w.led, ~w.up if board.led_low else w.up)]),
        ]

    return netlist.Part(lambda: [signals], [], body, "The core behind its link")


# ---- the link -------------------------------------------------------------------------------------


def _link_top(design: BoardDesign, greeting: Greeting) -> Top:
    core = design.core
    header = [
        f"// {core.prefix}_link: {core.prefix} behind a UART. Frames of a host become packets of the",
        "// core's stream, and answers become frames.",
        "",
    ]
    ports = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset"),
        Port("input", 1, "rxd", "from the host"),
        Port("output", 1, "txd", "to the host"),
        Port("output", 1, "up", "the link is up"),
    ]
    parts = [_incoming(design), _packets(core), _the_core(core), _outgoing(design, greeting)]
    return Top(f"{core.prefix}_link", header, ports, parts)


def _incoming(design: BoardDesign) -> netlist.Part:
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
    receiver = Unit(face("uart_receiver"), "u_receiver", {"BIT_CLOCKS": design.bit_clocks})
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
        from hashloom.rtl.typed.values import LOW

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


def _outgoing(design: BoardDesign, greeting: Greeting) -> netlist.Part:
    status = {port.name: port.width for port in design.core.ports}["m_axis_tuser"]
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
    sender = Unit(face("uart_transmitter"), "u_transmitter", {"BIT_CLOCKS": design.bit_clocks})
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
