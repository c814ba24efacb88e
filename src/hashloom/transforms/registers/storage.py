"""Where chaining values live, and how long what an engine asks for takes to come."""

from __future__ import annotations

from enum import StrEnum

from hashloom.request.architecture import Architecture

WORD_LATENCY = 2  # clocks from the request of a row of message words to its arrival
SLOT_NOTICE = 7  # clocks from slot_ready of a pool to the start that it allows
STATE_LATENCY = 3  # clocks from the request of words of a supplied state to their arrival
# Clocks from the address of a chaining word to the word, the select of the initial value included.
MEMORY_LATENCY = {"lutram": 2, "bram": 3}


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
