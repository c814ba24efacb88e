"""A new key for every message: clocks from one tag to the next against the law.

A key of a block and a message of one are four blocks: K0 with ipad and with opad, the message's own
and the outer one (Juliato and Gebotys 2009, section 5.3).
"""

from __future__ import annotations

import pytest
from support.clocks import clocks_per_tag

from hashloom.cores import Architecture, Interface, core_for


@pytest.mark.parametrize("name", ["hmac-sha256", "hmac-sha512"])
def test_a_new_key_for_every_message(name: str) -> None:
    core = core_for(name, Architecture(), Interface(level="hmac"))
    assert 4 * core.slot_clocks >= 0.85 * clocks_per_tag(core, "new_key_1_block")


def test_a_new_key_in_a_published_design() -> None:
    core = core_for("hmac-juliato2009-sha256")
    assert 4 * core.slot_clocks >= 0.85 * clocks_per_tag(core, "new_key_1_block")
