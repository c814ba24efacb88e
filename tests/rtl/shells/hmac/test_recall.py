"""Outer blocks that the engine reads from where it has left the inner digest."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.clocks import clocks_per_tag

from hashloom.cores import Architecture, Interface, core_for
from hashloom.rtl.shells.hmac.parameters import recalls, tell_after

A = Architecture
KEYED = Interface(level="hmac")


@pytest.mark.parametrize(
    "architecture", [A(interleave=2), A(interleave=4), A(unroll=2, interleave=2), A(groups=2)]
)
def test_a_tag_every_two_blocks(architecture: Architecture) -> None:
    core = core_for("hmac-sha256", architecture, KEYED)
    clocks = clocks_per_tag(core, "cached_key")
    assert 2 * core.slot_clocks / architecture.interleave >= 0.97 * clocks


def test_one_context_waits_for_its_inner_digest() -> None:
    core = core_for("hmac-sha256", A(), KEYED)
    assert 2 * core.slot_clocks >= 0.88 * clocks_per_tag(core, "cached_key")


def test_which_cores_read_the_outer_block_from_its_digest() -> None:
    def hmac(name: str, **fields: object) -> bool:
        return recalls(core_for(name, A(**fields), KEYED).hmac)

    assert hmac("hmac-sha256", interleave=2)
    assert hmac("hmac-sha512", unroll=2, interleave=2)
    assert hmac("hmac-sha256", unroll=16, interleave=3)
    assert not hmac("hmac-sha256", unroll=64, interleave=2)  # its buffer opens after the tag
    assert not hmac("hmac-sha256")  # one message has no slot to miss
    assert not hmac("hmac-sha256", interleave=2, groups=2)  # others use the slot
    assert not hmac("hmac-sha256", interleave=2, stages=2)
    assert not hmac("hmac-sha256", engines=2, interleave=2)
    assert not hmac("hmac-sha224+sha256", interleave=2)
    assert not hmac("hmac-sha1", interleave=2)  # words that leave together are read one by one
    assert not hmac("hmac-md5", unroll=4, interleave=2)


def test_clocks_that_tell() -> None:
    """The first row is read when the last words come, however late the engine reads."""
    p = core_for("hmac-sha256", A(interleave=2), KEYED).hmac.p
    tell = tell_after(p)
    assert tell == p.result_clocks - p.read_lag
    assert tell_after(replace(p, read_lag=p.read_lag + 1)) == tell - 1
