"""Engines are proved, and engines with a fault are refuted in the standard's letters."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.equivalence.mutants import Mutant, varied
from hashloom.verification.equivalence.proof import Engine, engine_of, prove
from hashloom.verification.proving import PROVED, REFUTED, Section

MUTANTS = 20  # `benchmarks/prove.py --mutants` refutes as many
TRIED = (0, 4, 8)  # of these, here
# Engines of other standards: of each the architecture, and a letter of its words.
OTHERS = {
    "sha1": (Architecture(unroll=2), "f["),
    "sm3": (Architecture(), "TT2["),
    "md5": (Architecture(), "sum["),
    "ripemd160": (Architecture(unroll=2), "sum["),
}


@cache
def engine() -> Engine:
    return engine_of(core_for("sha256"))


def proof(engine: Engine) -> Section:
    return prove(engine, 2, lambda part, done, total: None)


@cache
def other(name: str) -> Engine:
    return engine_of(core_for(name, OTHERS[name][0], Interface(level="engine")))


def with_fault(mutant: Mutant) -> Engine:
    name = next(iter(engine().sources))
    return replace(engine(), sources=engine().sources | {name: mutant.text})


def faults() -> list[Mutant]:
    return varied(next(iter(engine().sources.values())), MUTANTS)


def test_the_engine_of_the_demo_is_proved() -> None:
    section = proof(engine())
    assert section.status == PROVED
    assert not section.counterexample
    names = " ".join(each.name for each in section.obligations)
    for word in ("Sigma1[", "e[", "a[", "W["):
        assert word in names


def test_an_engine_with_supplied_states_is_proved() -> None:
    """Its chaining registers take a state while the hash value before still goes out."""
    assert proof(engine_of(core_for("hmac-sha256"))).status == PROVED


@pytest.mark.parametrize("name", OTHERS)
def test_an_engine_of_another_standard_is_proved(name: str) -> None:
    section = proof(other(name))
    assert section.status == PROVED
    names = [each.name.lower() for each in section.obligations]
    assert any("a[" in name or "b[" in name for name in names)


def test_words_that_several_stages_read_are_those_of_their_blocks() -> None:
    """Three clocks behind the start of a block the stages still read for the one before."""
    engine = engine_of(core_for("hmac-md5", Architecture(stages=2)))
    assert engine.shape.readers == 2
    assert engine.shape.read_lag > 1
    assert proof(engine).status == PROVED


@pytest.mark.parametrize("name", OTHERS)
def test_a_fault_of_it_is_refuted_in_its_letters(name: str) -> None:
    file, text = next(iter(other(name).sources.items()))
    mutant = varied(text, 1)[0]
    section = proof(replace(other(name), sources=other(name).sources | {file: mutant.text}))
    assert section.status == REFUTED
    text = "\n".join(section.counterexample)
    assert "standard: " in text
    assert "RTL: " in text
    assert OTHERS[name][1] in text


def test_there_are_twenty_mutants() -> None:
    found = faults()
    assert len(found) == MUTANTS
    assert len({mutant.text for mutant in found}) == MUTANTS
    assert len({mutant.name.split()[0] for mutant in found}) >= 8


@pytest.mark.parametrize("number", TRIED)
def test_a_fault_of_the_datapath_is_refuted(number: int) -> None:
    section = proof(with_fault(faults()[number]))
    assert section.status == REFUTED
    text = "\n".join(section.counterexample)
    assert "standard: " in text
    assert "RTL: " in text
    assert "T1[" in text


# Of the engine whose blocks join the one before: what is replaced, and by what.
JOINTS = {
    "a new message joins": ("&& !slot_first;", ";"),
    "no block joins": ("joins ? 7'd0 : 7'd124", "7'd124"),
    "a round is missing": ("joins ? 7'd0 : 7'd124", "joins ? 7'd1 : 7'd124"),
    "f without its chaining word": ("H_e_sum : e_new_q", "e_new_q : e_new_q"),
    "a[63] without H0": ("step < 7'd63)", "step < 7'd64)"),
}


@cache
def joining() -> Engine:
    return engine_of(core_for("sha256", Architecture(load="added")))


def test_an_engine_whose_blocks_join_is_proved() -> None:
    assert proof(joining()).status == PROVED


@pytest.mark.parametrize("fault", JOINTS)
def test_a_fault_where_blocks_join_is_refuted(fault: str) -> None:
    name, text = next(iter(joining().sources.items()))
    changed = text.replace(*JOINTS[fault])
    assert changed != text
    section = proof(replace(joining(), sources=joining().sources | {name: changed}))
    assert section.status == REFUTED
    assert section.counterexample


def test_a_fault_of_the_control_is_refuted() -> None:
    name, text = next(iter(engine().sources.items()))
    changed = text.replace("step < 7'd64", "step < 7'd63")
    assert changed != text
    section = proof(replace(engine(), sources=engine().sources | {name: changed}))
    assert section.status == REFUTED
    assert section.counterexample
