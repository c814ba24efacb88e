"""Top modules: parts that declare signals and say what drives them, checked and then written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.faces import library_text, modules_of
from hashloom.rtl.typed.items import Assign, Instance, Item, Unit, Unused
from hashloom.rtl.typed.values import Signal, Value, Wires, wire
from hashloom.rtl.verilog import Port, module_file, module_head, range_of, section

Groups = Sequence[Sequence[Signal]]  # of signals that are written in columns of their own


def no_signals() -> Groups:
    """The signals of a part that declares none."""
    return []


@dataclass(frozen=True)
class Part:
    """A part of a top module; what only its text needs is made when it is written.

    Attributes:
        signals: gives those it declares.
        units: the modules of the library it consists of, each of which the body connects.
        body: what it consists of, given all signals of the top module.
        title: of the section it begins; "" where it goes on with the one before.
    """

    signals: Callable[[], Groups]
    units: Sequence[Unit]
    body: Callable[[Wires], Sequence[Item]]
    title: str = ""


@dataclass(frozen=True)
class Top:
    """A top module; `text` raises NetlistError where its parts do not fit together.

    Every signal is declared before the first part, because the parts of a core are joined in rings
    and no order of them would do.
    """

    name: str
    header: Sequence[str]
    ports: Sequence[Port]
    parts: Sequence[Part]

    @property
    def text(self) -> str:
        """The file."""
        wires = Wires(self.name, self._declared())
        bodies = [(part.title, _connected(self, part, wires)) for part in self.parts]
        _check_joints(self, [item for _, items in bodies for item in items])
        body = [
            *section("Signals, by the section that drives them"),
            *self._declarations(),
            *(line for title, items in bodies for line in _written(title, items)),
        ]
        return module_file(self.header, module_head(self.name, self.ports), body)

    @property
    def units(self) -> list[Unit]:
        """The library modules it consists of."""
        return [unit for part in self.parts for unit in part.units]

    @property
    def module_texts(self) -> dict[str, str]:
        """Texts, by file name, of the library modules it consists of and of those in them."""
        names = (name for unit in self.units for name in modules_of(unit.module, unit.parameters))
        return {f"{name}.sv": library_text(name) for name in names}

    def signals(self) -> Iterator[Signal]:
        """The signals of all parts."""
        for part in self.parts:
            for group in part.signals():
                yield from group

    def _declared(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        ports = [Signal(port.name, port.width, port.comment) for port in self.ports]
        for signal in [*ports, *self.signals()]:
            if signal.name in found:
                raise NetlistError(f"The top module {self.name} declares {signal.name} twice.")
            found[signal.name] = wire(signal)
        return found

    def _declarations(self) -> list[str]:
        lines, title = [], ""
        for part in self.parts:
            title = part.title or title
            for group in part.signals():
                if title:
                    lines.append(f"  // {title}")
                    title = ""
                lines += _columns(group)
        return lines


def _connected(top: Top, part: Part, wires: Wires) -> Sequence[Item]:
    """The body of a part, which connects all of its units and no others of the library."""
    items = part.body(wires)
    instances = [item.unit for item in items if isinstance(item, Instance)]
    connected = [unit.name for unit in instances if not unit.module.generated]
    stated = [unit.name for unit in part.units]
    if connected != stated:
        raise NetlistError(
            f"A part of {top.name} has the units {', '.join(stated) or 'none'} and connects "
            f"{', '.join(connected) or 'none'}."
        )
    return items


def _columns(group: Sequence[Signal]) -> list[str]:
    """Declarations, one commented signal a line."""
    rows = [(f"  logic{range_of(signal.width)} {signal.name};", signal.comment) for signal in group]
    column = max(len(code) for code, _ in rows)
    return [*(f"{code:<{column}}  // {comment}" for code, comment in rows), ""]


def _written(title: str, items: Sequence[Item]) -> list[str]:
    lines = section(title) if title else []
    for run, of_kind in groupby(items, lambda item: isinstance(item, Assign)):
        lines += [line for item in of_kind for line in item.lines]
        lines += [""] if run else []
    return lines


def _check_joints(top: Top, items: Sequence[Item]) -> None:
    """Every bit of every signal has one driver and at least one reader, or is named unused."""
    driven, read = defaultdict[str, int](int), defaultdict[str, int](int)
    for port in top.ports:
        outside = driven if port.direction == "input" else read
        outside[port.name] = (1 << port.width) - 1
    for item in items:
        for bits in item.drives:
            if driven[bits.name] & bits.mask:
                raise NetlistError(f"The signal {bits.name} of {top.name} has two drivers.")
            driven[bits.name] |= bits.mask
        for bits in item.reads if not isinstance(item, Unused) else ():
            read[bits.name] |= bits.mask
    for bits in (bits for item in items if isinstance(item, Unused) for bits in item.reads):
        if not bits.mask & ~read[bits.name]:
            raise NetlistError(
                f"The signal {bits.name} of {top.name} is named unused and has a reader."
            )
        read[bits.name] |= bits.mask
    widths = [(port.name, port.width) for port in top.ports]
    for name, width in [*widths, *((signal.name, signal.width) for signal in top.signals())]:
        for what, found in (("driver", driven[name]), ("reader", read[name])):
            missing = ~found & ((1 << width) - 1)
            if missing:
                raise NetlistError(
                    f"The signal {_bits(name, width, missing)} of {top.name} has no {what}."
                )


def _bits(name: str, width: int, mask: int) -> str:
    """The lowest bit of a signal that is in a mask, or the signal where all are."""
    if mask == (1 << width) - 1:
        return name
    return f"{name}[{(mask & -mask).bit_length() - 1}]"
