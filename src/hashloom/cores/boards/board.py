"""A core on a board: behind a UART, its clock from the board's PLL.

The core is one with streams of bytes.  Around it stands the link, which is the same on every board:
frames of a host become packets, and answers frames.  Around the link stand the pins.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources

from hashloom.boards import Board, get_board
from hashloom.boards.model import BUTTON, LED, OSCILLATOR, RXD, TXD
from hashloom.boards.pll import Clock, clock_of
from hashloom.cores.boards.link import WIDTH, link_top
from hashloom.cores.core import Core
from hashloom.cores.facts import Module
from hashloom.cores.fingerprint import rtl_sha256
from hashloom.cores.making import core_for
from hashloom.cores.naming import prefixed
from hashloom.errors import RequestError
from hashloom.request.architecture import Architecture
from hashloom.request.interface import Interface
from hashloom.request.point import DEFAULT_TARGET
from hashloom.rtl.boards.greeting import LONGEST, Greeting
from hashloom.rtl.boards.pll import PllModule
from hashloom.rtl.typed import netlist
from hashloom.rtl.typed.faces import face
from hashloom.rtl.typed.items import Item, Unit, assigns
from hashloom.rtl.typed.module import without_parameters
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.typed.values import HIGH, Signal, Wires
from hashloom.rtl.verilog import Port

PROTOCOL = 1  # of the frames, see docs/boards.md
DEFAULT_BAUD = 1_000_000
FEWEST_CLOCKS = 8  # of a bit on the line
_DRIFT = 0.02  # by which a bit may be too long or too short


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
    def rtl_sha256(self) -> str:
        """What names the RTL of the design, see hashloom.cores.fingerprint."""
        return rtl_sha256(self.sources())

    @property
    def command(self) -> str:
        """The line that builds it, for a shell."""
        asked = self.core.request
        streams = replace(asked.interface, width=None)  # which every board has as narrow
        options = replace(asked, interface=streams, target=DEFAULT_TARGET).options
        given = [*options, "--clock", f"{self.mhz:g}", "--baud", str(self.baud)]
        return shlex.join(("hashloom", "board", self.board.name, *given))

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
        link = link_top(self.core, self.bit_clocks, self._greeting)
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
    core = core_for(hash_name, architecture, replace(interface, width=None), board.target)
    _check(core, interface)
    core = core_for(hash_name, architecture, replace(interface, width=WIDTH), board.target)
    clock = clock_of(board, board.clock_mhz if mhz is None else mhz)
    design = BoardDesign(core, board, clock, baud)
    _check_rate(design)
    if len(design.greeting) > LONGEST:
        raise RequestError(
            f"The hashes {core.hash_names} are more than the design can name to its host; accepted "
            "is a core of fewer."
        )
    return design


def fastest(design: BoardDesign) -> BoardDesign:
    """The same with the shortest bits on the line that there can be, for simulation."""
    return replace(design, baud=int(design.mhz * 1e6 / FEWEST_CLOCKS))


def _check(core: Core, interface: Interface) -> None:
    """Raises RequestError for a core that has not been run on a board."""
    refused = {
        "A core without streams": not core.streamed,
        "A core behind registers": interface.registered and not interface.ringed,
        "A core that reads memory": interface.ringed,
        f"A core of {core.contexts} messages in flight": core.contexts > 1,
        "A core whose states are saved": interface.resume,
        "A core with private slots": interface.private_slots,
        f"A stream of {interface.width} bits": interface.width not in (None, WIDTH),
    }
    for what, is_so in refused.items():
        if is_so:
            raise RequestError(
                f"{what} does not stand behind a board's UART; accepted are message and HMAC cores "
                f"of one message in flight and streams of {WIDTH} bits, without --bus, --dma, "
                "--copies, --resume and --private-slots."
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


def _board_top(design: BoardDesign, pll: PllModule, link: Top) -> Top:
    board = design.board
    name = design.top
    header = [
        f"// {name}: {design.core.prefix} on {board.title}, clocked with {design.mhz:g} MHz,",
        f"// behind a UART of {design.baud} bits a second.",
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
