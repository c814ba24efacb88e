"""Traces of keys: found by name where they are, and not where they are not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.hmac_model import HmacInterface, HmacModel, build_stand_in

from hashloom.cores import Architecture, Core, core_for
from hashloom.errors import CheckError, ToolError
from hashloom.hashes import get_hash
from hashloom.verification.checking.hygiene import (
    Ending,
    clean_after,
    compare,
    endings,
    hygiene,
    run_pair,
)
from hashloom.verification.simulation.driver import Job, Run, Setting, compile_driver, run
from hashloom.verification.simulation.model_state import expose_state, signal_name
from hashloom.verification.simulation.verilator import Build


def model(fault: str = "none", slots: int = 4, contexts: int = 2) -> HmacModel:
    return HmacModel(get_hash("sha256"), contexts, HmacInterface(slots=slots), fault)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.verification.simulation.driver.build_model", build_stand_in)


@pytest.mark.parametrize(("slots", "contexts"), [(1, 1), (2, 3), (256, 2)])
def test_clean_model(slots: int, contexts: int, stand_in: None) -> None:
    part = hygiene(model(slots=slots, contexts=contexts), lambda part, done, total: None)
    assert (part.vectors, part.failed) == (10, 0)


@pytest.mark.parametrize(("fault", "where"), [("erase", "slot.inner"), ("residue", "key")])
def test_traces_are_found(fault: str, where: str, stand_in: None) -> None:
    part = hygiene(model(fault), lambda part, done, total: None)
    assert part.failed == 2
    assert all(where in sentence for sentence in part.failures)
    assert "after ERASE_ALL" in part.failures[0]


def test_nothing_to_be_seen_is_a_failure(stand_in: None) -> None:
    core = model("forgetful")
    part = hygiene(core, lambda part, done, total: None)
    assert part.failed == 4
    assert "status 3 instead of 0" in part.failures[0]
    ending = endings(core)[0]
    assert not ending.clean
    same = Run((), 0, state=(("TOP.a", "00"),))
    assert "no difference is seen" in compare(ending, [same, same])
    assert "does not tell" in compare(ending, [Run((), 0), Run((), 0)])


def test_clocks_until_clean(stand_in: None) -> None:
    core = model()
    erased = endings(core)[1]
    assert erased.name == "after ERASE_ALL"
    assert clean_after(core, erased, core.settle_clocks) == 0
    with pytest.raises(CheckError, match="traces of a key after ERASE_ALL and 7 clocks"):
        clean_after(model("erase"), erased, 7)


@pytest.fixture(scope="module")
def several() -> Core:
    return core_for("sha256", Architecture(interleave=2))


def test_state_of_a_verilator_model(several: Core) -> None:
    executable = compile_driver(several, several.sources(), Build(state=True))

    def state(message: bytes, **setting: object) -> dict[str, list[str]]:
        outcome = run(executable, [Job(message), Job(b"", 1)], Setting(rest=2000, **setting))
        outcome.whole("core")
        found: dict[str, list[str]] = {}
        for name, content in outcome.state:
            found.setdefault(signal_name(name), []).append(content)
        return found

    zeros, other = state(bytes(100)), state(bytes(99) + b"1")
    assert zeros == state(bytes(100))
    text = several.sources()[f"{several.name}_engine.sv"]
    registers = set(re.findall(r"\b(\w+_q)\b(?= <=)", text))
    told = {name.rpartition(".")[2] for name in zeros}
    assert len(registers) > 10
    assert len(registers & told) > len(registers) * 0.8  # the others were made one with their like
    stores = [name for name in zeros if name.endswith(".store")]
    assert max(len(zeros[name]) for name in stores) >= 16
    differing = {name for name in zeros if zeros[name] != other[name]}
    assert any("u_buffers" in name for name in differing)
    assert any("u_engine" in name for name in differing)
    assert not [name for name in zeros if "__V" in name]
    after_reset = state(bytes(100), reset=True)
    assert after_reset["rst"] == ["00"]


def test_state_needs_its_own_build(several: Core) -> None:
    executable = compile_driver(several, several.sources())
    outcome = run(executable, [Job(b"abc")], Setting(rest=5))
    assert "not compiled to tell" in outcome.failure


def test_model_that_is_not_savable(tmp_path: Path) -> None:
    (tmp_path / "Vcore.cpp").write_text("int main() {}")
    with pytest.raises(ToolError, match="saved"):
        expose_state(tmp_path)


def test_pair_differs_in_keys_alone(stand_in: None) -> None:
    core = model()
    ending = Ending("without erasing", clean=False)
    executable = compile_driver(core, core.sources())
    first, second = run_pair(executable, core, ending, 10)
    assert first.clocks == second.clocks
    names = {one[0] for one, two in zip(first.state, second.state, strict=True) if one != two}
    assert names == {"TOP.slot__DOT__inner", "TOP.slot__DOT__outer"}
