"""BLOCKS, MESSAGES and STALLS."""

from __future__ import annotations

from hashloom.verification.random.bus.nouns import WORD, DifferentError, Known, Packet


class Counters:
    """What was counted since the reset, least and most.

    Attributes:
        messages: packets that are done.
    """

    def __init__(self, block_bytes: int) -> None:
        self._block_bytes = block_bytes
        self._blocks = self._stalls = (0, 0)
        self.messages = 0

    def over(self, packet: Packet | None) -> None:
        """The next packet begins: the blocks of this one are counted."""
        self._blocks = self._all_blocks(packet)

    def stalled(self, least: int, most: int) -> None:
        """A write to MESSAGE waited."""
        self._stalls = (self._stalls[0] + least, self._stalls[1] + most)

    def _all_blocks(self, packet: Packet | None) -> tuple[int, int]:
        least, most = self._own_blocks(packet)
        return self._blocks[0] + least, self._blocks[1] + most

    def _own_blocks(self, packet: Packet | None) -> tuple[int, int]:
        """Blocks of the last packet, least and most."""
        if packet is None:
            return 0, 0
        size = self._block_bytes
        whole = len(packet.content) // size
        padded = (len(packet.content) + size // 8) // size + 1
        taken = max(0, len(packet.content) - 2 * WORD) // size
        if packet.open:
            return taken, whole
        exact = packet.done == Known.YES and not packet.zeroised
        return (padded if exact else taken), padded

    def may_be(self, word: int, packet: Packet | None) -> bool:
        """Whether a word is that of a counter."""
        blocks = self._all_blocks(packet)
        messages = word in (self.messages, self.messages + 1)
        return messages or any(a <= word <= b for a, b in (blocks, self._stalls))

    def see_blocks(self, word: int, packet: Packet | None) -> None:
        """BLOCKS was read."""
        least, most = self._all_blocks(packet)
        if not least <= word <= most:
            raise DifferentError(f"BLOCKS is {word} where {least} to {most} are due")

    def see_messages(self, word: int, coming: bool) -> bool:
        """MESSAGES was read; whether that shows that the packet is done."""
        done = coming and word == self.messages + 1
        if word != self.messages + done:
            raise DifferentError(f"MESSAGES is {word} where {self.messages} are due")
        return done

    def see_stalls(self, word: int) -> None:
        """STALLS was read."""
        least, most = self._stalls
        if not least <= word <= most:
            raise DifferentError(f"STALLS is {word} where {least} to {most} are due")
        self._stalls = (word, word)
