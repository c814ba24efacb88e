"""The driver of a core behind registers, in C: written with the core's register map."""

from __future__ import annotations

from typing import Any

from hashloom.bundles.templating import template
from hashloom.cores.buses.registers import registers_of
from hashloom.cores.core import Core
from hashloom.rtl.registers.description import STATE_WORDS

FOLDER = "driver"
_POLLS = 1 << 16  # of STATUS at least, a clock or more each; no packet takes as many

_RESULTS = (  # of every driver
    ("OK", "done, or the tag is right"),
    ("PENDING", "not done yet"),
    ("TIMEOUT", "not done after so many looks at STATUS"),
    ("BUSY", "{busy}"),
    ("MISUSE", "{misuse}"),
    ("ARGUMENT", "an argument is not possible, and nothing was done"),
    ("NO_DEVICE", "not the core that this driver was written for"),
    ("REFUSED", "{refused}"),
    ("TOO_LONG", "the message is longer than the core counts"),
    ("FAULT", "an answer that the core does not have"),
)
_BY_WORDS = {
    "busy": "another packet of the device is open or in flight",
    "misuse": "the packet is used up, or was dropped",
    "refused": "the bus refused an access of the packet, which is dropped",
}
_BY_RING = {
    "busy": "another packet is open, or a packet may still read these bytes",
    "misuse": "what was given is used up, or the ring was stopped",
    "refused": "a descriptor of the packet broke the core's rules",
}
_KEYED_RESULTS = (  # of every driver
    ("REJECTED", "the tag is not that of the message"),
    ("NO_KEY", "there is no key in the slot"),
    ("TAG_BYTES", "the tag is longer than a digest of the slot's hash"),
    ("ZEROIZED", "everything was erased while the packet was under way"),
)
_RING_RESULTS = (
    ("FULL", "no descriptor is free: collect an answer"),
    ("MEMORY", "data could not be read, or the answer not written"),
    ("STOPPED", "the ring is stopped, or has halted for an error of memory"),
)


def driver_files(core: Core) -> dict[str, str]:
    """Texts of the driver by path in the bundle; none for a core with streams."""
    if not core.interface.registered:
        return {}
    ring = "ring_" if core.interface.ringed else ""
    values: dict[str, Any] = {
        "core": core,
        "map": registers_of(core),
        "p": core.prefix,
        "P": core.prefix.upper(),
        "keyed": core.keyed,
        "slots": core.interface.slots,
        "hashes": core.hashes,
        "several": len(core.hashes) > 1,
        "digest_bytes": max(each.digest_bytes for each in core.hashes),
        "resume": core.interface.resume,
        "state_bytes": STATE_WORDS * core.hash.word_bits // 8,
        "block_bytes": core.hash.block_bits // 8,
        "results": _results(core),
        "polls": max(_POLLS, core.settle_clocks if core.keyed else 0),
    }
    return {
        f"{FOLDER}/{core.prefix}_driver.{suffix}": template(f"{ring}driver.{suffix}.j2", **values)
        for suffix in ("h", "c")
    }


def _results(core: Core) -> list[tuple[str, str]]:
    """Names of what may become of a call, and what each means."""
    ringed = core.interface.ringed
    words = _BY_RING if ringed else _BY_WORDS
    found = [(name, text.format_map(words)) for name, text in _RESULTS]
    return [*found, *(_KEYED_RESULTS if core.keyed else ()), *(_RING_RESULTS if ringed else ())]
