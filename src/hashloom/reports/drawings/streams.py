"""The timing diagram of an HMAC core's streams, drawn from a simulation of its RTL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.reports.drawings.waveform import Value, Wave, draw_waves
from hashloom.verification.simulation.driver import Job, Setting, compile_driver, run
from hashloom.verification.simulation.packets import Command, Operation, Status
from hashloom.verification.simulation.subject import HmacCore
from hashloom.verification.simulation.trace import Moment, Wires, moments
from hashloom.verification.tags import check_keyed, succeeded
from hashloom.verification.vectors.reference import reference_tag

_KEY, _MESSAGE, _TAG_BYTES = b"Jefe", b"what do ya want for nothing?", 16
_LANES_SHOWN = 4


def draw_streams(core: HmacCore) -> str:
    """Simulate a key, a tag made with it and a verification, and draw both streams as SVG.

    Raises RequestError when `core` is no HMAC core, CheckError when it does not do as asked.
    """
    check_keyed(core)
    slot = core.interface.slots - 1
    tag = reference_tag(core.hash.name, _KEY, _MESSAGE)[:_TAG_BYTES]
    key = Job(_KEY, command=Command(Operation.KEY, slot), start="answered")
    jobs = [
        key,  # drawn is the second one: the first may wait for what a reset has begun
        key,
        Job(_MESSAGE, command=Command(Operation.MAC, slot, _TAG_BYTES)),
        Job(tag, command=Command(Operation.TAG), start="answered"),
        Job(_MESSAGE, command=Command(Operation.VERIFY, slot, _TAG_BYTES)),
    ]
    outcome = run(compile_driver(core, core.sources()), jobs, Setting(trace=True))
    first = succeeded(core, outcome)[1].first_in
    title = (
        f"{core.name}: a key of {len(_KEY)} bytes for slot {slot}, a tag of {_TAG_BYTES} bytes "
        "with it, and the verification of that tag"
    )
    return draw_waves(title, waves(moments(outcome.trace)[first : outcome.clocks + 1]))


def waves(clocks: Sequence[Moment]) -> list[Wave]:
    """The signals of both streams; what is not valid is not shown."""

    def both(name: str, value: Callable[[Wires], Value]) -> list[tuple[str, tuple[Value, ...]]]:
        return [
            (f"s_axis_{name}", tuple(value(each.source) for each in clocks)),
            (f"m_axis_{name}", tuple(value(each.sink) for each in clocks)),
        ]

    pairs = [
        both("tvalid", lambda wires: wires.valid),
        both("tready", lambda wires: wires.ready),
        both("tdata", lambda wires: _shown(wires, _lanes(wires)) if wires.keep else None),
        both("tkeep", lambda wires: _shown(wires, f"{wires.keep:0{len(wires.data) // 4}x}")),
        both("tlast", lambda wires: wires.valid and wires.last),
        [
            ("s_axis_tuser", tuple(_shown(c.source, _command(c.source.user)) for c in clocks)),
            ("m_axis_tuser", tuple(_shown(c.sink, _status(c.sink.user)) for c in clocks)),
        ],
    ]
    return [Wave(*row) for stream in (0, 1) for row in (pair[stream] for pair in pairs)]


def _shown(wires: Wires, text: str) -> Value:
    return text if wires.valid else None


def _lanes(wires: Wires) -> str:
    """The bytes that are kept, lane 0 last as in a number; of many only the first ones sent."""
    lanes = [f"{b:02x}" if wires.keep >> i & 1 else "--" for i, b in enumerate(wires.data)]
    few = lanes[:_LANES_SHOWN]
    return ("" if len(few) == len(lanes) else "..") + "".join(reversed(few))


def _command(user: int) -> str:
    operation = Operation(user & 15)
    slot, tag_bytes = user >> 11 & 255, user >> 4 & 127
    if operation in (Operation.MAC, Operation.VERIFY):
        return f"{operation.name}, slot {slot}, {tag_bytes} bytes"
    return f"{operation.name}, slot {slot}" if operation == Operation.KEY else operation.name


def _status(user: int) -> str:
    return f"{user}: {Status(user).name.lower()}"
