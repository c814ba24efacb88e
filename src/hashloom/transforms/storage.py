"""Where chaining values live; follows from the architecture."""

from __future__ import annotations

from enum import StrEnum

from hashloom.request.architecture import Architecture


class Storage(StrEnum):
    """Where chaining values live."""

    REGISTERS = "registers"  # one context, parallel load: eight registers that shift
    NARROW = "narrow"  # serial load: memories of single words, read in order
    WIDE = "wide"  # several contexts, parallel load: all eight words at once


def storage_of(architecture: Architecture) -> Storage:
    """Where chaining values live for a resolved architecture."""
    if architecture.load == "serial":
        return Storage.NARROW
    return Storage.REGISTERS if architecture.contexts == 1 else Storage.WIDE
