"""The SystemRDL description of the registers of a ring of descriptors (SystemRDL 2.0)."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.rtl.registers.description import (
    Contents,
    hashes_register,
    identity,
    interrupts,
    zeroize,
)
from hashloom.rtl.registers.rdl import FieldText, map_text, register_text

ERRORS = ("order", "bytes", "address", "access", "fetch", "read", "write", "descriptor")


@dataclass(frozen=True)
class RingContents:
    """What the registers of a ring are made from.

    Attributes:
        of: what the core is.
        contexts: messages in flight at a time.
        width: bits of a word of the memory.
    """

    of: Contents
    contexts: int
    width: int


def ring_description(ring: RingContents) -> str:
    """The description as text."""
    of = ring.of
    titles = " or ".join(each.title for each in of.hashes)
    what = f"HMAC over {titles}" if of.keyed else titles
    registers = [
        *identity("HDMA"),
        *_capabilities(ring),
        *hashes_register(of, "a command"),
        *_state(),
        *interrupts("A descriptor with the bit interrupt is done"),
        *_ring(),
        *(zeroize() if of.keyed else []),
        *_account(),
    ]
    return map_text(of.name, f"{what}, with a ring of descriptors", registers)


def _capabilities(ring: RingContents) -> list[str]:
    of = ring.of
    keyed = [FieldText("slots", 31, 16, "Key slots.", of.slots)] if of.keyed else []
    return register_text(
        *("CAPABILITIES", " @ 0x08", "Capabilities", "What this core has."),
        [
            FieldText("keyed", 0, 0, "1: it holds keys and makes tags.", int(of.keyed)),
            FieldText("zeroize", 1, 1, "1: there is the register ZEROIZE.", int(of.keyed)),
            FieldText("hashes", 6, 4, "Hashes of which a message has one.", len(of.hashes)),
            FieldText("contexts", 15, 8, "Messages in flight at a time.", ring.contexts),
            *keyed,
        ],
    )


def _state() -> list[str]:
    given, shown = "hw = w; ", "hw = r; hwset; "
    errors = (
        ("order", "RING while the ring is not stopped, or TAIL while it does not run or too far"),
        ("bytes", "RING or TAIL not written whole"),
        ("address", "An address that is unknown or no multiple of four"),
        ("access", "A write to what can be read alone, or a read of what can be written alone"),
        ("fetch", "A descriptor could not be read, and the ring has halted"),
        ("read", "Data could not be read; the status of the descriptor says so as well"),
        ("write", "An answer could not be written, or a status, and then the ring has halted"),
        ("descriptor", "A descriptor broke the rules; its status says so as well"),
    )
    return [
        *register_text(
            *("STATUS", " @ 0x10", "Status", "What the ring does."),
            [
                FieldText("running", 0, 0, "It runs: TAIL may be written.", more=given),
                FieldText("stopped", 1, 1, "It is stopped: RING may be written.", more=given),
                FieldText("halted", 2, 2, "It runs and fetches no more, for an error.", more=given),
            ],
        ),
        *register_text(
            *("ERROR", " @ 0x14", "Errors"),
            "Accesses that were refused and changed nothing, and errors on the way to memory. Each "
            "bit stays until a one is written to it.",
            [
                FieldText(name, bit, bit, f"{text}.", 0, shown if bit in (4, 5, 6) else "hwset; ")
                for bit, (name, text) in enumerate(errors)
            ],
            "default sw = rw; default onwrite = woclr; default precedence = hw;",
        ),
    ]


def _ring() -> list[str]:
    return [
        *register_text(
            *("CONTROL", " @ 0x24", "Control", "A write of 0 ends what is under way."),
            [FieldText("run", 0, 0, "1: the ring runs. 0: it stops and forgets everything.", 0)],
            "default sw = rw; default hw = r;",
        ),
        *register_text(
            *("RING", " @ 0x28", "Ring", "Where the descriptors are."),
            [
                FieldText("size", 3, 0, "Of the number of descriptors, the logarithm.", 0),
                FieldText("base", 31, 5, "Address of the first, in 32 bytes.", 0),
            ],
            "guarded; default sw = rw; default hw = r;",
        ),
        *register_text(
            *("TAIL", " @ 0x2c", "Tail"),
            "How many descriptors were filled since the ring was started, to 2^16. A write lets "
            "them be fetched.",
            [FieldText("filled", 15, 0, "So many.", 0, "hwclr; precedence = hw; ")],
            "guarded; default sw = rw; default hw = r;",
        ),
    ]


def _account() -> list[str]:
    given = "hw = w; "
    return [
        *register_text(
            *("HEAD", " @ 0x34", "Head"),
            "How many descriptors were fetched since the ring was started, to 2^16.",
            [FieldText("fetched", 15, 0, "So many.", more=given)],
        ),
        *register_text(
            *("COMPLETED", " @ 0x38", "Completed"),
            "How many statuses were written since the ring was started, to 2^16.",
            [FieldText("descriptors", 15, 0, "So many.", more=given)],
        ),
        *register_text(
            *("ERROR_ADDRESS", " @ 0x3c", "Address of an error"),
            "Where the burst began that ERROR.fetch, read or write is about, the first of them.",
            [FieldText("address", 31, 0, "Of a byte.", more=given)],
        ),
    ]
