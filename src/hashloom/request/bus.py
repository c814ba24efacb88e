"""Buses that a core may stand behind instead of its streams, and those by which it reads memory."""

from __future__ import annotations

from hashloom.errors import RequestError

NONE = "none"
# By bus, the clocks of an access in which nothing waits, from one to the next.
_ACCESS_CLOCKS = {"apb4": 3, "axi4-lite": 5, "wishbone": 3, "avalon-mm": 4}
BUSES = tuple(_ACCESS_CLOCKS)
BUS_BITS = 32  # of a word, and of the core's stream behind it
# Buses of memory, and the bus of the registers beside each, if none is named.
DMAS = {"axi4": "axi4-lite", "wishbone": "wishbone"}
DMA_BITS = (32, 64, 128)  # of a word of memory, and of the core's stream behind it


def access_clocks(bus: str) -> int:
    """Clocks of an access over a bus in which nothing waits, from one access to the next."""
    return _ACCESS_CLOCKS[bus]


def check_bus(bus: str) -> None:
    """Raises RequestError for a bus that there is not."""
    if bus not in (NONE, *BUSES):
        *names, last = BUSES
        raise RequestError(
            f"There is no bus {bus!r}; accepted are {', '.join(names)} and {last}, or {NONE} for "
            "streams."
        )


def check_dma(dma: str) -> None:
    """Raises RequestError for a way to memory that there is not."""
    if dma not in (NONE, *DMAS):
        raise RequestError(
            f"Memory cannot be read over {dma!r}; accepted for --dma are {' and '.join(DMAS)}, or "
            f"{NONE}."
        )
