"""The numbers of engines, against the compiled graph and against other engines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashloom.cores import Architecture, Core, core_for
from hashloom.measurements.estimation.compiled import engine_of


def core(name: str = "sha256", **fields: object) -> Core:
    return core_for(name, replace(Architecture(), **fields))


def test_numbers_of_the_default_core() -> None:
    one = core()
    found = engine_of(one)
    assert found.slot_clocks == found.alone_clocks == one.compiled.slot_clocks == 66
    assert found.register_bits == one.compiled.graph.register_bits()
    assert found.path_ns == pytest.approx(one.path.period_ns, abs=1e-3)
    assert one.path.terms == "add + 2*mux"
    assert (found.path_adders, found.path_levels) == (1, 2)
    assert (found.table_bits, found.table_rows) == (32, 64)
    assert found.sigma_bits == 4 * 32
    assert found.adder_bits == 32 * found.adders
    assert found.read_lag == one.shape.read_lag


@pytest.mark.parametrize("name", ["slot_clocks", "table_rows"])
def test_twice_the_rounds_a_clock_halve(name: str) -> None:
    one, two = engine_of(core()), engine_of(core(unroll=2))
    assert getattr(two, name) <= getattr(one, name) / 2 + 1


@pytest.mark.parametrize("name", ["adder_bits", "compressor_bits", "sigma_bits", "table_bits"])
def test_words_of_twice_the_bits(name: str) -> None:
    assert getattr(engine_of(core("sha512")), name) == 2 * getattr(engine_of(core()), name) > 0


def test_contexts_that_share_a_round_are_registers() -> None:
    few, many = engine_of(core(interleave=4)), engine_of(core(interleave=8))
    assert many.register_bits > 1.8 * few.register_bits
    assert many.adder_bits == few.adder_bits
    assert many.slot_clocks == many.alone_clocks == 2 * few.slot_clocks


def test_stages_take_turns() -> None:
    found = engine_of(core(stages=4))
    assert found.alone_clocks == 4 * found.slot_clocks
    assert found.result_clocks >= found.alone_clocks
    assert found.adder_bits > 3 * engine_of(core()).adder_bits


def test_where_constants_live_moves_no_register() -> None:
    lut, bram = engine_of(core(interleave=2)), engine_of(core(interleave=2, constants="bram"))
    assert lut.register_bits == bram.register_bits
    assert lut.path_ns == bram.path_ns
