"""Frames on the line of a board, written from docs/boards.md and RFC 1662 alone."""

from __future__ import annotations

FLAG, ESCAPE, TURN = 0x7E, 0x7D, 0x20
SHORTEST = 3  # bytes of a frame that is something
_POLYNOMIAL = 0x8408


def check(data: bytes) -> int:
    """FCS-16 of bytes (RFC 1662, section C.2), bit by bit."""
    register = 0xFFFF
    for byte in data:
        for place in range(8):
            turned = (register ^ byte >> place) & 1
            register = register >> 1 ^ (_POLYNOMIAL if turned else 0)
    return register ^ 0xFFFF


def written(content: bytes) -> bytes:
    """A frame as it goes over the line, between two flags."""
    found = bytearray([FLAG])
    for byte in content + check(content).to_bytes(2, "little"):
        found += bytes([ESCAPE, byte ^ TURN]) if byte in (FLAG, ESCAPE) else bytes([byte])
    return bytes([*found, FLAG])


class Reader:
    """Takes bytes as they come and gives the contents of frames, None for a broken one."""

    def __init__(self) -> None:
        self._content = bytearray()
        self._escaped = False

    def take(self, data: bytes) -> list[bytes | None]:
        """The contents of the frames that end among these bytes."""
        found: list[bytes | None] = []
        for byte in data:
            if byte == FLAG:
                if len(self._content) >= SHORTEST:
                    found.append(self._ended())
                self._content.clear()
                self._escaped = False
            elif byte == ESCAPE:
                self._escaped = True
            else:
                self._content.append(byte ^ TURN if self._escaped else byte)
                self._escaped = False
        return found

    def _ended(self) -> bytes | None:
        content, sent = bytes(self._content[:-2]), bytes(self._content[-2:])
        sound = not self._escaped and check(content).to_bytes(2, "little") == sent
        return content if sound else None
