"""The driver of a core behind registers, in C: written with the core's register map."""

from __future__ import annotations

from typing import Any

from hashloom.bundles.templating import template
from hashloom.cores.bus import registers_of
from hashloom.cores.core import Core

FOLDER = "driver"
_POLLS = 1 << 16  # of STATUS at least, a clock or more each; no packet takes as many

_RESULTS = (
    ("OK", "done, or the tag is right"),
    ("PENDING", "not done yet"),
    ("TIMEOUT", "not done after so many looks at STATUS"),
    ("BUSY", "another packet of the device is open or in flight"),
    ("MISUSE", "the packet is used up, or was dropped"),
    ("ARGUMENT", "an argument is not possible, and nothing was done"),
    ("NO_DEVICE", "not the core that this driver was written for"),
    ("REFUSED", "the bus refused an access of the packet, which is dropped"),
    ("TOO_LONG", "the message is longer than the core counts"),
    ("FAULT", "an answer that the core does not have"),
)
_KEYED_RESULTS = (
    ("REJECTED", "the tag is not that of the message"),
    ("NO_KEY", "there is no key in the slot"),
    ("TAG_BYTES", "the tag is longer than a digest of the slot's hash"),
    ("ZEROIZED", "everything was erased while the packet was under way"),
)


def driver_files(core: Core) -> dict[str, str]:
    """Texts of the driver by path in the bundle; none for a core with streams or with a ring."""
    if not core.interface.registered or core.interface.ringed:
        return {}
    keyed = core.keyed
    values: dict[str, Any] = {
        "core": core,
        "map": registers_of(core),
        "p": core.prefix,
        "P": core.prefix.upper(),
        "keyed": keyed,
        "slots": core.interface.slots,
        "hashes": core.hashes,
        "several": len(core.hashes) > 1,
        "digest_bytes": max(each.digest_bytes for each in core.hashes),
        "results": _RESULTS + (_KEYED_RESULTS if keyed else ()),
        "polls": max(_POLLS, core.settle_clocks if keyed else 0),
    }
    return {
        f"{FOLDER}/{core.prefix}_driver.{suffix}": template(f"driver.{suffix}.j2", **values)
        for suffix in ("h", "c")
    }
