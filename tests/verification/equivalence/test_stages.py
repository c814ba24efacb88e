"""Engines of several stages are proved, however their slots follow each other, and faults in a
later stage are refuted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hashloom.cache import Cache
from hashloom.cores import Architecture, core_for
from hashloom.verification.equivalence.netlists.netlist import read_netlist
from hashloom.verification.equivalence.netlists.slices import cone, sliced
from hashloom.verification.equivalence.proof import Engine, engine_of, prove
from hashloom.verification.proving import PROVED, REFUTED, Section

FAULTS = {
    "the second stage takes over an iteration early": (
        "handover_s0 = running_s0 && step_s0 == 4'd7",
        "handover_s0 = running_s0 && step_s0 == 4'd6",
    ),
    "the second stage takes every slot for one with a block": (
        "live_flags_s1 <= live_flags_s0;",
        "live_flags_s1 <= 1'b1;",
    ),
}


@cache
def engine() -> Engine:
    return engine_of(core_for("sha256", Architecture(unroll=4, stages=2)))


def proof(engine: Engine) -> Section:
    return prove(engine, 2, lambda part, done, total: None)


def test_an_engine_of_two_stages_is_proved() -> None:
    section = proof(engine())
    assert section.status == PROVED
    assert not section.counterexample
    searched = [each for each in section.obligations if each.solver == "search"]
    assert len(searched) == engine().shape.contexts


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_between_the_stages_is_refuted(name: str) -> None:
    before, after = FAULTS[name]
    file, text = next(iter(engine().sources.items()))
    assert before in text
    faulty = text.replace(before, after)
    section = proof(replace(engine(), sources=engine().sources | {file: faulty}))
    assert section.status == REFUTED
    assert "a run with these words shows it" in section.counterexample[0]


def test_a_fault_of_a_word_that_is_handed_over_is_refuted() -> None:
    file, text = next(iter(engine().sources.items()))
    line = next(each for each in text.splitlines() if "_s1_0 = load_s1_0_q[" in each)
    faulty = text.replace(line, line.replace("? ", "? ~"))
    section = proof(replace(engine(), sources=engine().sources | {file: faulty}))
    assert section.status == REFUTED
    assert any("standard: " in each for each in section.counterexample)


def test_control_reads_no_words() -> None:
    netlist = read_netlist(engine().sources, engine().top, Cache())
    slices = sliced(netlist)
    assert "word_data" not in slices.control.inputs
    assert "word_data" in slices.words.inputs
    assert not set(slices.control.state) & set(slices.words.state)
    assert set(slices.control.state) | set(slices.words.state) == set(netlist.state)
    assert cone(netlist, [netlist.outputs["chain_valid"]]) <= set(slices.control.nets)
    assert len(slices.writes) == 1
