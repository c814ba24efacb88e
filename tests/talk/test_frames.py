"""Frames: the check of the standard, and what comes out is what went in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hashloom.talk.frames import ESCAPE, FLAG, Unframer, check_of, framed

CONTENTS = st.lists(
    st.binary(min_size=1, max_size=40)
    | st.lists(st.sampled_from([FLAG, ESCAPE, 0x5D, 0x5E]), min_size=1).map(bytes),
    max_size=5,
)


def test_the_check() -> None:
    """CRC-16/IBM-SDLC of the nine digits is 0x906E in every catalogue."""
    assert check_of(b"123456789") ^ 0xFFFF == 0x906E


@given(CONTENTS, st.integers(1, 7))
def test_frames_in_parts(contents: list[bytes], step: int) -> None:
    line = b"".join(map(framed, contents))
    assert line.count(bytes([FLAG])) == 2 * len(contents)
    unframer = Unframer()
    found = [c for at in range(0, len(line), step) for c in unframer.take(line[at : at + step])]
    assert (found, unframer.broken) == (contents, 0)


@given(st.binary(min_size=1, max_size=20), st.data())
def test_a_broken_frame(content: bytes, data: st.DataObject) -> None:
    """One wrong bit is found wherever it is, and the next frame is sound."""
    line = bytearray(framed(content))
    bit = data.draw(st.integers(8, 8 * len(line) - 9))
    line[bit // 8] ^= 1 << bit % 8
    unframer = Unframer()
    found = unframer.take(bytes(line) + framed(b"next"))
    assert found[-1:] == [b"next"]
    assert content not in found[:-1]


def test_noise() -> None:
    unframer = Unframer()
    assert unframer.take(bytes([FLAG, FLAG, 1, FLAG, FLAG]) + framed(b"a")) == [b"a"]
    assert unframer.take(framed(b"abc")[:-1] + bytes([ESCAPE, FLAG])) == []
    assert unframer.broken == 1
