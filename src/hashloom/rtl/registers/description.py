"""The SystemRDL description of a core's registers (SystemRDL 2.0, Accellera 2018)."""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.hashes import HASHES, Hash
from hashloom.rtl.registers.layout import BITS, BYTES
from hashloom.rtl.registers.rdl import FieldText, map_text, register_text

VERSION = (1, 0)  # of the register map: major, minor
ZERO_WORD = 12  # whose place in the memory of answers and counters holds zero, and is not read
COUNTERS = 0x34
DIGEST = 0x40
ADDRESS_BITS = 12  # of a bus: four kilobytes
OTHER = 15
STATE_WORDS = 10  # of the hash, in a saved state

_OPERATIONS = (
    "0 HASH, 1 MAC, 2 VERIFY, 3 TAG (the expected tag of the next VERIFY), 4 KEY, 5 ERASE, "
    "6 ERASE_ALL"
)
_OF_STATES = (
    ", 7 SAVE (of whole blocks; the answer is ten words of the hash), 8 RESTORE (such ten words, "
    "from which the next HASH or SAVE goes on)"
)
_STATUSES = (
    "0 done or accepted, 1 malformed or too long, 2 rejected, 3 no key in the slot, 4 tag_bytes "
    "not possible, 5 no expected tag of that length, 6 no such operation, 7 zeroised"
)


@dataclass(frozen=True)
class Contents:
    """What a core's registers are made from.

    Attributes:
        name: of the core.
        hashes: what it computes, by number.
        keyed: whether it holds keys.
        slots: how many.
        wait_clocks: clocks that a write to MESSAGE waits at most.
        resume: whether plain hashes are saved and restored.
    """

    name: str
    hashes: tuple[Hash, ...]
    keyed: bool
    slots: int
    wait_clocks: int
    resume: bool = False

    @property
    def digest_words(self) -> int:
        """Of the longest answer: a digest, or a state."""
        if self.resume:
            return STATE_WORDS * max(each.word_bits for each in self.hashes) // BITS
        return -(-max(each.digest_bytes for each in self.hashes) // BYTES)

    @property
    def choice_bits(self) -> int:
        """Bits of a hash's number, 0 for one hash."""
        return (len(self.hashes) - 1).bit_length()


def description(of: Contents) -> str:
    """The description as text."""
    titles = " or ".join(each.title for each in of.hashes)
    what = f"HMAC over {titles}" if of.keyed else titles
    registers = [
        *_constants(of),
        *_state(of),
        *interrupts("A packet is done"),
        *_packet(of),
        *_answers(of),
    ]
    return map_text(of.name, what, registers)


def identity(letters: str) -> list[str]:
    """ID, which says what map this is in four letters, and VERSION."""
    major, minor = VERSION
    number = int.from_bytes(letters.encode(), "big")
    return [
        *register_text(
            *("ID", " @ 0x00", "Identification", f"The letters {letters}, the first on top."),
            [FieldText("value", 31, 0, f"0x{number:08x}.", number)],
        ),
        *register_text(
            *("VERSION", " @ 0x04", "Version", "Of this register map."),
            [
                FieldText("minor", 7, 0, "Grows when something is added.", minor),
                FieldText("major", 15, 8, "Grows when a driver has to change.", major),
            ],
        ),
    ]


def code_of(hash_: Hash) -> int:
    """What HASHES says a hash is."""
    return hash_.number or OTHER


def hashes_register(of: Contents, where: str) -> list[str]:
    """HASHES, which says what hash each number is; `where` the numbers are used."""
    numbered = sorted((each.number, each.name) for each in HASHES.values() if each.number)
    numbers = ", ".join(f"{number} {name}" for number, name in numbered)
    codes = list(map(code_of, of.hashes))
    return register_text(
        *("HASHES", " @ 0x0c", "Hashes"),
        f"The hashes by their number in {where}: {numbers}, {OTHER} another.",
        [
            FieldText(f"hash{n}", 4 * n + 3, 4 * n, f"Hash number {n}.", code)
            for n, code in enumerate(codes)
        ],
    )


def _constants(of: Contents) -> list[str]:
    keyed = [FieldText("slots", 31, 16, "Key slots.", of.slots)] if of.keyed else []
    resume = [FieldText("resume", 2, 2, "1: plain hashes are saved and restored.", 1)]
    return [
        *identity("HASH"),
        *register_text(
            *("CAPABILITIES", " @ 0x08", "Capabilities", "What this core has."),
            [
                FieldText("keyed", 0, 0, "1: it holds keys and makes tags.", int(of.keyed)),
                FieldText("zeroize", 1, 1, "1: there is the register ZEROIZE.", int(of.keyed)),
                *(resume if of.resume else []),
                FieldText("hashes", 6, 4, "Hashes of which a message has one.", len(of.hashes)),
                FieldText("digest_words", 12, 8, "Words of DIGEST.", of.digest_words),
                *keyed,
            ],
        ),
        *hashes_register(of, "OPERATION"),
    ]


def _state(of: Contents) -> list[str]:
    result = _STATUSES if of.keyed else "0 done, 1 malformed or too long"
    if of.resume:
        result = result.replace(
            "too long,", "too long, or a SAVE, or the RESTORE before, of another length,"
        )
    given = "hw = w; "
    errors = (
        ("order", "MESSAGE or FINISH without an open packet, or OPERATION before the last is done"),
        ("no_digest", "A word of DIGEST that is not there"),
        ("full", f"A write to MESSAGE found no room for {of.wait_clocks} clocks"),
        ("bytes", "Byte enables with a gap, not all of OPERATION or FINISH, or a wrong FINISH"),
        ("address", "An address that is unknown or no multiple of four"),
        ("access", "A write to what can be read alone, or a read of what can be written alone"),
        ("operation", "An operation or hash that the core does not have"),
    )
    return [
        *register_text(
            *("STATUS", " @ 0x10", "Status", "Where the packet is, and how it was answered."),
            [
                FieldText("open", 0, 0, "MESSAGE and FINISH may be written.", more=given),
                FieldText("busy", 1, 1, "The packet has ended and is not done.", more=given),
                FieldText("done", 2, 2, "The last packet is done.", more=given),
                FieldText("room", 3, 3, "A write to MESSAGE would not wait.", more=given),
                FieldText("result", 6, 4, f"Of the packet that is done: {result}.", more=given),
                FieldText("words", 12, 8, "Words of DIGEST that are there.", more=given),
            ],
        ),
        *register_text(
            *("ERROR", " @ 0x14", "Errors"),
            "Accesses that were refused and changed nothing. Each bit stays until a one is written "
            "to it.",
            [
                FieldText(name, bit, bit, f"{text}.", 0, "hwset; ")
                for bit, (name, text) in enumerate(errors)
            ],
            "default sw = rw; default onwrite = woclr; default precedence = hw;",
        ),
    ]


def interrupts(done: str) -> list[str]:
    """INTR_STATUS, INTR_ENABLE and INTR_TEST; `done` says what the interrupt done means."""
    events = (("done", done), ("error", "A bit of ERROR was set"))
    sticky = "default sw = rw; default hw = w; default onwrite = woclr; default precedence = hw;"
    return [
        *register_text(
            *("INTR_STATUS", " @ 0x18", "Interrupts that are pending"),
            "Each bit stays until a one is written to it.",
            [FieldText(n, bit, bit, f"{t}.", 0, "intr; ") for bit, (n, t) in enumerate(events)],
            sticky,
        ),
        *register_text(
            *("INTR_ENABLE", " @ 0x1c", "Interrupts that are enabled"),
            "The output irq is high while an enabled interrupt is pending.",
            [FieldText(n, bit, bit, f"{t}.", 0) for bit, (n, t) in enumerate(events)],
            "default sw = rw;",
        ),
        *register_text(
            *("INTR_TEST", " @ 0x20", "Test of interrupts"),
            "A one makes the interrupt pending, as if it had come.",
            [FieldText(n, b, b, f"{t}.", 0, "singlepulse; ") for b, (n, t) in enumerate(events)],
            "default sw = w; default hw = r;",
        ),
    ]


def zeroize() -> list[str]:
    """ZEROIZE, of a core with keys."""
    return register_text(
        *("ZEROIZE", " @ 0x30", "Zeroize"),
        "Erases keys, messages, tags and digests whatever is under way.",
        [FieldText("zeroize", 0, 0, "A one erases everything.", 0, "singlepulse; ")],
        "default sw = w; default hw = r;",
    )


def _packet(of: Contents) -> list[str]:
    operations = _OPERATIONS if of.keyed else "0 HASH"
    operations += _OF_STATES if of.resume else ""
    # Without keys only zero is accepted.
    always = "" if of.keyed else "hw = na; onwrite = wclr; "
    fields = [FieldText("operation", 3, 0, f"What is asked for: {operations}.", 0, always)]
    if of.keyed:
        fields += [
            FieldText("tag_bytes", 10, 4, "Bytes of the tag, of MAC and VERIFY.", 0),
            FieldText("slot", 18, 11, "Key slot, of MAC, VERIFY, KEY and ERASE.", 0),
        ]
    if of.choice_bits:
        high = 18 + of.choice_bits
        naming = "HASH, SAVE or KEY" if of.resume else "HASH or KEY" if of.keyed else "message"
        fields.append(FieldText("hash", high, 19, f"Number of the hash of a {naming}.", 0))
    return [
        *register_text(
            *("OPERATION", " @ 0x24", "Operation", "A write of the whole word begins a packet."),
            fields,
            "guarded; default sw = rw; default hw = r;",
        ),
        *register_text(
            *("MESSAGE", " @ 0x28", "Message window"),
            "Each write appends bytes to the packet, the one in bits 7:0 first. Bytes may be "
            "written by byte enables, those of a word one behind the other. A write waits while "
            "there is no room.",
            [FieldText("data", 31, 0, "The bytes.", 0, "hwclr; precedence = hw; ")],
            "guarded; default sw = w; default hw = r;",
        ),
        *register_text(
            *(
                "FINISH",
                " @ 0x2c",
                "End of the packet",
                "A write of the whole word ends the packet.",
            ),
            [
                FieldText(
                    *("bytes", 2, 0),
                    "Bytes of the word that was written last to MESSAGE that are of the packet: 1 "
                    "to 4, and 0 where there was none.",
                    0,
                )
            ],
            "guarded; default sw = w; default hw = r;",
        ),
        *(zeroize() if of.keyed else []),
    ]


def _answers(of: Contents) -> list[str]:
    counters = (
        ("BLOCKS", "Blocks of packets, padding included"),
        ("MESSAGES", "Packets that are done"),
        ("STALLS", "Clocks that writes to MESSAGE have waited"),
    )
    of_states = ", tag or state" if of.resume else " or tag"
    rows = []
    for number, (name, text) in enumerate(counters):
        rows += register_text(
            *(name, f" @ 0x{COUNTERS + BYTES * number:02x}", f"Counter of {name.lower()}"),
            f"{text}, since the reset; to 2^32.",
            [FieldText("value", 31, 0, f"{text}.", more="hw = w; ")],
            "filed;",
        )
    return [
        *rows,
        *register_text(
            *("DIGEST", f"[{of.digest_words}] @ 0x{DIGEST:02x}", "Answer"),
            f"The digest{of_states} of the packet that is done, the first byte in bits 7:0 of word "
            "0.",
            [FieldText("value", 31, 0, "Four bytes.", more="hw = w; ")],
            "filed;",
        ),
    ]
