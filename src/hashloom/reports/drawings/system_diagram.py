"""A core in a system, as SVG: processor, memory, buses, and what stands between them and it.

Drawn of cores behind registers, with or without a ring of descriptors; names, widths and counts
are the core's.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashloom.cores import Core
from hashloom.cores.buses.registers import registers_of
from hashloom.errors import RequestError
from hashloom.reports.drawings.svg import FAINT, FILL, TINT, box, outline, page, words
from hashloom.request.bus import BUS_BITS

_TITLES = {
    "apb4": "APB4",
    "axi4": "AXI4",
    "axi4-lite": "AXI4-Lite",
    "wishbone": "Wishbone",
    "avalon-mm": "Avalon-MM",
}
_WIDTH, _HEIGHT = 640, 376
_TOP, _BUS, _CORE = 40, 122, 196  # upper edges of the processor, a bus and the core
_LEFT, _MIDDLE, _RIGHT = 110, 320, 530  # where arrows to registers, ring and core are


def draw_system(core: Core) -> str:
    """The picture of `core` on its buses.

    Raises RequestError for a core that stands behind no registers.
    """
    interface = core.interface
    if not interface.registered:
        raise RequestError(
            f"{core.name} has streams and no place on a bus; accepted for a drawing of a system "
            "are cores with --bus or --dma."
        )
    parts = [
        *_system(core),
        *_peripheral(core),
        *(_with_ring(core) if interface.ringed else _without_ring(core)),
    ]
    return page(_WIDTH, _HEIGHT, f"{core.name} in a system", parts)


def _system(core: Core) -> Iterator[str]:
    """Processor and memory above the buses, and the interrupt back to the processor."""
    interface = core.interface
    does = "fills descriptors" if interface.ringed else "runs the driver, in C"
    yield from _block(30, _TOP, 190, 48, "processor", does)
    if not interface.ringed:
        yield _bus(30, 580, f"{_TITLES[interface.bus]}, {BUS_BITS} bits")
        yield from _block(420, _TOP, 190, 48, "memory", "programs and messages")
        yield _arrow(_RIGHT, _TOP + 48, _BUS, both=True)
    elif interface.bus == interface.dma:
        yield _bus(30, 580, f"{_TITLES[interface.bus]}, registers and memory")
    else:
        yield _bus(30, 190, f"{_TITLES[interface.bus]}, {BUS_BITS} bits")
        width = interface.width or BUS_BITS
        yield _bus(240, 370, f"{_TITLES[interface.dma]}, {width} bits")
    if interface.ringed:
        yield from _block(240, _TOP, 370, 48, "memory", "messages, descriptors, digests")
        yield _arrow(425, _TOP + 48, _BUS, both=True)
        yield outline(f"M225 {_TOP + 20}l-5 4l5 4m-5 -4H240m-5 -4l5 4l-5 4")
    yield _arrow(_LEFT + 30, _TOP + 48, _BUS, both=True)
    yield outline(f"M30 {_CORE + 15}H14V{_TOP + 24}H30m-5 -4l5 4l-5 4")
    yield words(18, _CORE - 14, "irq", anchor="start", colour=FAINT)


def _peripheral(core: Core) -> Iterator[str]:
    """The frame of what is generated, and its registers."""
    count = len(registers_of(core).registers)
    yield box(30, _CORE, 580, 164, TINT)
    yield words(600, _CORE + 18, f"rtl/{core.prefix}.sv", anchor="end", colour=FAINT)
    yield _arrow(_LEFT + 30, _BUS + 30, _CORE + 30, both=True)
    yield from _block(46, _CORE + 30, 158, 48, "registers", f"{count}, from SystemRDL")


def _without_ring(core: Core) -> Iterator[str]:
    """Window and answers between registers and core."""
    yield from _block(46, _CORE + 100, 158, 48, "window", "messages in, answers out")
    yield _arrow(125, _CORE + 78, _CORE + 100, both=True)
    yield from _hash(core, 260, 340, _CORE + 64, 84)
    yield _right(204, 260, _CORE + 116)
    yield _left(260, 204, _CORE + 134)


def _with_ring(core: Core) -> Iterator[str]:
    """What reads memory, and what writes digests there."""
    yield _right(204, 226, _CORE + 54)
    yield from _block(226, _CORE + 30, 180, 48, "ring of descriptors", "reads, aligns, writes back")
    yield _arrow(_MIDDLE, _BUS + 30, _CORE + 30, both=True)
    yield from _hash(core, 46, 548, _CORE + 100, 48)
    yield _arrow(280, _CORE + 78, _CORE + 100)
    yield words(272, _CORE + 93, "messages", anchor="end", colour=FAINT)
    yield _up(360, _CORE + 100, _CORE + 78)
    yield words(368, _CORE + 93, "digests", anchor="start", colour=FAINT)


def _hash(core: Core, x: float, width: float, y: float, height: float) -> Iterator[str]:
    """The core with streams inside."""
    a = core.architecture
    kind = "HMAC core" if core.keyed else "message core"
    name = " and ".join(each.title for each in core.hashes)
    rounds = "a folded round" if a.fold else f"{a.unroll} round{'s' * (a.unroll > 1)} a clock"
    flight = f"{core.contexts} message{'s' * (core.contexts > 1)} in flight"
    keys = f", {core.interface.slots} key slots" if core.keyed else ""
    text = f"{kind}, {rounds}, {flight}{keys}"
    yield from _block(x, y, width, height, f"{'HMAC-' * core.keyed}{name}", text, FILL)


def _block(
    x: float, y: float, width: float, height: float, name: str, what: str, fill: str = "white"
) -> Iterator[str]:
    middle, base = x + width / 2, y + height / 2
    yield box(x, y, width, height, fill)
    yield words(middle, base - 3, name, size=12)
    yield words(middle, base + 13, what, size=10, colour="#666666")


def _bus(x: float, width: float, name: str) -> str:
    return box(x, _BUS, width, 30, FILL) + words(x + width / 2, _BUS + 19, name)


def _arrow(x: float, y: float, to_y: float, both: bool = False) -> str:
    """An arrow down, with a head at its upper end too if it leads `both` ways."""
    back = f"M{x - 4:g} {y + 5:g}L{x:g} {y:g}l4 5" if both else ""
    return outline(f"{back}M{x:g} {y:g}V{to_y:g}m-4 -5l4 5l4 -5")


def _up(x: float, y: float, to_y: float) -> str:
    return outline(f"M{x:g} {y:g}V{to_y:g}m-4 5l4 -5l4 5")


def _right(x: float, to_x: float, y: float) -> str:
    return outline(f"M{x:g} {y:g}H{to_x:g}m-5 -4l5 4l-5 4")


def _left(x: float, to_x: float, y: float) -> str:
    return outline(f"M{x:g} {y:g}H{to_x:g}m5 -4l-5 4l5 4")
