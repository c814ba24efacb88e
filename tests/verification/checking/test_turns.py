"""Whether contexts are served in turn, and that a core that leaves one out is seen."""

from __future__ import annotations

from dataclasses import replace

from hashloom.cores import Architecture, core_for
from hashloom.verification.checking.turns import overtaken, turns
from hashloom.verification.simulation.driver import Answer, compile_driver

ARCHITECTURE = Architecture(engines=2, unroll=2, interleave=3, groups=3)


def silent(part: str, done: int, total: int) -> None:
    """Tell nobody."""


def test_groups_are_served_in_turn() -> None:
    core = core_for("hmac-sha256", ARCHITECTURE)
    part = turns(compile_driver(core, core.sources()), core, silent)
    assert part.failures == ()
    assert part.vectors > 100


def test_a_group_that_is_left_out_is_seen() -> None:
    """Slots of the inner engine go to the first group behind 0 that waits, not to the next one."""
    core = core_for("hmac-sha256", ARCHITECTURE)
    texts = core.sources()
    begin, picker, rest = texts[f"{core.top}.sv"].partition(") u_inner_picker (")
    unfair = rest.replace(".rst        (core_rst)", ".rst        (inner_slot_start)", 1)
    assert unfair != rest
    faulty = {**texts, f"{core.top}.sv": f"{begin}{picker}{unfair}"}
    part = turns(compile_driver(core, faulty), core, silent)
    assert part.failures == ("no context is left out: context 0 waits while others are answered.",)


def test_answers_between_the_message_and_its_own() -> None:
    key = Answer(b"", 0, 0, 1, 2, 3)
    own = replace(key, last_in=10, first_out=50)
    before, first, second, behind = (replace(key, first_out=clock) for clock in (9, 20, 30, 60))
    other = [before, first, second, behind]
    assert overtaken([key, own, *other, first], [0, 7, 1, 1, 1, 1, 2], 7) == 2
    assert overtaken([key, own, before, behind], [0, 7, 1, 1], 7) == 0
