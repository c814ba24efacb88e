"""Frames as the documents write them, against those that the host's program makes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashloom.talk.frames import Unframer, framed
from hashloom.verification.random.line.frames import FLAG, Reader, check, written


def test_the_check() -> None:
    """The check value that catalogues give for CRC-16/X-25, which is FCS-16."""
    assert check(b"123456789") == 0x906E


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=4), st.integers(1, 50))
def test_both_programs_write_and_read_alike(contents: list[bytes], step: int) -> None:
    line = b"".join(written(content) for content in contents)
    assert line == b"".join(framed(content) for content in contents)
    reader, other = Reader(), Unframer()
    parts = [line[i : i + step] for i in range(0, len(line), step)]
    assert [frame for part in parts for frame in reader.take(part)] == contents
    assert [frame for part in parts for frame in other.take(part)] == contents


@pytest.mark.parametrize("broken", [b"abcd", b"abc\x7d", b"ab\x7d", b"\x7d"])
def test_what_is_broken_and_what_is_nothing(broken: bytes) -> None:
    flag, reader = bytes([FLAG]), Reader()
    if len(broken.rstrip(b"\x7d")) < 3:
        assert reader.take(flag + broken + flag) == []
        return
    assert reader.take(flag + broken + flag) == [None]
