"""Frames as bytes: HDLC framing of RFC 1662 for asynchronous lines, with FCS-16."""

from __future__ import annotations

FLAG, ESCAPE, TURN = 0x7E, 0x7D, 0x20
_POLYNOMIAL = 0x8408
_GOOD = 0xF0B8  # of a frame with its check
_SHORTEST = 3


def _row(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
    return value


_TABLE = tuple(_row(value) for value in range(256))


def check_of(data: bytes) -> int:
    """FCS-16 of bytes before its complement is taken (RFC 1662, appendix C)."""
    check = 0xFFFF
    for byte in data:
        check = check >> 8 ^ _TABLE[(check ^ byte) & 0xFF]
    return check


def framed(content: bytes) -> bytes:
    """A frame with its check and a flag on either side."""
    whole = content + (check_of(content) ^ 0xFFFF).to_bytes(2, "little")
    for special in (ESCAPE, FLAG):
        whole = whole.replace(bytes([special]), bytes([ESCAPE, special ^ TURN]))
    return bytes([FLAG]) + whole + bytes([FLAG])


class Unframer:
    """Finds frames among bytes as they come; `broken` counts those that were not sound."""

    def __init__(self) -> None:
        self.broken = 0
        self._part = b""

    def take(self, data: bytes) -> list[bytes]:
        """The contents of the frames that these bytes end."""
        *ended, self._part = (self._part + data).split(bytes([FLAG]))
        contents = []
        for part in ended:
            whole = _plain(part)
            if len(whole) < _SHORTEST:
                continue
            if check_of(whole) != _GOOD or part.endswith(bytes([ESCAPE])):
                self.broken += 1
                continue
            contents.append(whole[:-2])
        return contents


def _plain(part: bytes) -> bytes:
    """What stood before bytes were escaped."""
    first, *others = part.split(bytes([ESCAPE]))
    return first + b"".join(bytes([other[0] ^ TURN]) + other[1:] for other in others if other)
