"""How the user talks to a core: the noun `Interface`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hashloom.errors import RequestError
from hashloom.hashes import Hash
from hashloom.request.bus import BUS_BITS, DMA_BITS, DMAS, NONE, check_bus, check_dma
from hashloom.request.level import HMAC, MESSAGE, Level, level_named
from hashloom.request.prefix import check_prefix

WIDTHS = (8, 16, 32, 64, 128, 256, 512)  # of a stream, in bits
POOL_WIDTHS = (512, 1024)  # likewise of a pool: those of blocks
MINIMUM_LENGTH_BITS = 16
MAX_SLOTS = 256
DEFAULT_SLOTS = 4
MAX_COPIES = 16
MAX_ARRAY = 64  # messages in flight in all copies together
_HMAC = re.compile(r"hmac[-_/ ]?(?P<hash>.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Interface:
    """Level and width of a core's ports.

    Attributes:
        level: engine (blocks in, chaining values out), message (AXI4-Stream messages in,
            digests out, padding in hardware), hmac (the same with keys: tags out as well), block
            (padded blocks in, digests out, each in a beat) or hmac-block (the same with one key).
        width: bits of a beat on both streams, 8 to 512, or else as many as the core pads in a
            clock: the hash's word, or several where its blocks take less than 16 clocks.
        length_bits: width of the message length counter in bits; a message must be shorter
            than 2^length_bits bits.
        slots: keys that an HMAC core holds.
        resume: whether a plain hash can be saved and restored at a block boundary; HMAC cores
            over SHA-2 only, and none that reads memory.
        private_slots: whether a key slot belongs to the tid that loaded it and does not exist for
            others; HMAC cores only.
        prefix: what the names of all modules and files begin with, of the top module the whole
            name or all but "_engine"; the core's name where none is given, shortened
            where it has more than 100 letters.
        copies: cores behind one stream: message cores, each message going to one that is free, or
            HMAC cores with the same keys, each tid belonging to one.
        bus: apb4, axi4-lite, wishbone or avalon-mm: the core is a peripheral with registers of 32
            bits on that bus; none: it has streams.
        dma: axi4 or wishbone: the core reads what it hashes from memory over that bus, as a ring of
            descriptors in memory tells it, and writes digests and statuses there; --width is that
            of the memory. Its few registers are on --bus, axi4-lite or wishbone if none is named.
            none: it does not.
    """

    level: str = MESSAGE.name
    width: int | None = None
    length_bits: int = 64
    slots: int = DEFAULT_SLOTS
    resume: bool = False
    private_slots: bool = False
    prefix: str = ""
    copies: int = 1
    bus: str = NONE
    dma: str = NONE

    @property
    def ringed(self) -> bool:
        """Whether the core reads memory by itself."""
        return self.dma != NONE

    @property
    def registered(self) -> bool:
        """Whether the core stands behind registers on a bus."""
        return self.bus != NONE

    @property
    def kind(self) -> Level:
        """What its level is.  Raises RequestError for one that there is not."""
        return level_named(self.level)

    @property
    def keyed(self) -> bool:
        """Whether cores with it hold keys.  Raises RequestError for a level there is not."""
        return self.kind.keyed

    @property
    def streamed(self) -> bool:
        """Whether messages go through streams.  Raises RequestError for a level there is not."""
        return self.kind.streamed

    def check(self, hash_: Hash) -> None:
        """Raises RequestError, one sentence, when `hash_` cannot have this interface."""
        if self.prefix:
            check_prefix(self.prefix)
        check_bus(self.bus)
        check_dma(self.dma)
        level_named(self.level)
        if self.width is not None and self.width not in (*WIDTHS, *POOL_WIDTHS):
            raise RequestError(
                f"A stream of {self.width} bits cannot be built; accepted are "
                f"{', '.join(map(str, WIDTHS))}, and of a pool (--pool) a block, "
                f"{' or '.join(map(str, POOL_WIDTHS))}."
            )
        if self.kind.whole and self.width not in (None, hash_.block_bits):
            raise RequestError(
                f"A beat of a core of level {self.level} is a block; accepted for --width with it "
                f"is {hash_.block_bits}."
            )
        if not MINIMUM_LENGTH_BITS <= self.length_bits <= 2 * hash_.word_bits:
            raise RequestError(
                f"A length counter of {self.length_bits} bits cannot be built for {hash_.title}; "
                f"accepted is {MINIMUM_LENGTH_BITS} to {2 * hash_.word_bits}."
            )
        if not self.keyed and self.slots != DEFAULT_SLOTS:
            raise RequestError(
                f"A core of level {self.level} holds no keys; accepted for --slots is "
                f"{DEFAULT_SLOTS}, or {HMAC.of(hash_.name)} as the hash."
            )
        if self.resume and not hash_.in_halves:
            raise RequestError(
                f"States of {hash_.title} have not been saved and restored yet; accepted with "
                "--resume is HMAC over SHA-2, such as hmac-sha256."
            )
        if not self.keyed and self.resume:
            raise RequestError(
                f"A core of level {self.level} saves no states; accepted with --resume is "
                f"HMAC over SHA-2, such as {HMAC.of(hash_.name)}."
            )
        if not self.keyed and self.private_slots:
            raise RequestError(
                f"A core of level {self.level} holds no keys; accepted with --private-slots is "
                f"HMAC, such as {HMAC.of(hash_.name)}."
            )
        if not 1 <= self.copies <= MAX_COPIES:
            raise RequestError(
                f"An array of {self.copies} copies cannot be built; accepted is 1 to {MAX_COPIES}."
            )
        if self.copies > 1 and not self.streamed:
            raise RequestError(
                f"Copies of a core of level {self.level} have no stream to share; accepted is "
                f"--copies 1, or {hash_.name} with --level {MESSAGE.name} or {HMAC.name}."
            )
        if not 1 <= self.slots <= MAX_SLOTS:
            raise RequestError(
                f"A key store of {self.slots} slots cannot be built; accepted is 1 to {MAX_SLOTS}."
            )

    def behind_registers(self) -> Interface:
        """The same with bus and width, where one of them is left to others."""
        if self.ringed:
            bus = self.bus if self.registered else DMAS[self.dma]
            return replace(self, bus=bus, width=self.width or BUS_BITS)
        return replace(self, width=BUS_BITS) if self.registered else self

    def check_registers(self, contexts: int) -> None:
        """Raises RequestError where a core of so many contexts does not stand behind registers."""
        if not self.registered and not self.ringed:
            return
        widths = DMA_BITS if self.ringed else (BUS_BITS,)
        several = contexts > 1 and not self.ringed
        refused = {
            "A core without streams": not self.streamed,
            f"{'An HMAC' if self.keyed else 'A'} core of {contexts} messages in flight": several,
            "An array": self.copies > 1,
            "A core whose states are saved": self.resume and self.ringed,
            "A core with private slots": self.private_slots,
            f"A stream of {self.width} bits": self.width not in (None, *widths),
        }
        for what, is_so in refused.items():
            if is_so:
                raise RequestError(f"{what} does not {self._accepted_behind}")

    @property
    def _accepted_behind(self) -> str:
        """What is accepted of a core behind registers, behind "does not"."""
        if self.ringed:
            return (
                f"read memory by itself; accepted with --dma {self.dma} are message and HMAC "
                f"cores with --width {', '.join(map(str, DMA_BITS))}, without --copies, --resume "
                "and --private-slots."
            )
        return (
            f"stand behind registers; accepted with --bus {self.bus} are message and HMAC cores of "
            f"one message in flight and streams of {BUS_BITS} bits, without --copies and "
            "--private-slots."
        )

    def check_pool(self, hashes: tuple[Hash, ...], *, pooled: bool) -> None:
        """Raises RequestError for what a pool cannot have, and for a beat that only one has."""
        if not pooled:
            if self.width is not None and self.width not in WIDTHS:
                raise RequestError(
                    f"A stream of {self.width} bits is for a pool of blocks as wide; accepted "
                    f"without --pool are {', '.join(map(str, WIDTHS))}."
                )
            return
        bits = hashes[0].block_bits
        refused = {
            "a choice of hashes": len(hashes) > 1,
            f"--width {self.width}": self.width not in (None, bits),
            f"--copies {self.copies}": self.copies > 1,
            f"--bus {self.bus}": self.bus != NONE,
            f"--dma {self.dma}": self.dma != NONE,
            "--resume": self.resume,
            "--private-slots": self.private_slots,
        }
        for what, is_so in refused.items():
            if is_so:
                raise RequestError(
                    f"A pool with {what} has not been built; accepted with --pool are engines, "
                    f"message and HMAC cores of one hash with streams of {bits} bits, without "
                    "--copies, --bus, --dma, --resume and --private-slots."
                )

    def check_array(self, contexts: int, *, folded: bool, several: bool) -> None:
        """Raises RequestError for copies of a core of so many contexts that are too many, and for
        what HMAC cores cannot have with copies.
        """
        if self.copies == 1:
            return
        refused = {
            "a choice of hashes": several,
            "--fold": folded,
            "--resume": self.resume,
            "--private-slots": self.private_slots,
        }
        for what, is_so in refused.items():
            if self.keyed and is_so:
                raise RequestError(
                    f"Copies of an HMAC core with {what} have not been built; accepted with "
                    "--copies are HMAC cores of one hash, without --fold, --resume and "
                    "--private-slots."
                )
        if self.copies * contexts > MAX_ARRAY:
            raise RequestError(
                f"{self.copies} copies of a core of {contexts} messages in flight have "
                f"{self.copies * contexts}; accepted are {MAX_ARRAY} in an array, and more without "
                "--copies."
            )


def split_name(name: str, interface: Interface) -> tuple[str, Interface]:
    """The hash that `name` is about, and the interface: "hmac-sha256" is sha256 at level hmac.

    Raises RequestError when an HMAC is asked for as an engine.
    """
    keyed = _HMAC.fullmatch(name)
    if keyed is None:
        return name, interface
    if interface.kind.mark == HMAC.mark:
        return keyed["hash"], interface
    if not interface.streamed:
        raise RequestError(
            f"{name} is a core with streams; accepted with --level {interface.level} is "
            f"{keyed['hash']}."
        )
    return keyed["hash"], replace(interface, level=HMAC.name)
