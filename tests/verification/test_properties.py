"""Properties of the modules in rtl/lib: they hold, and a fault of the module breaks them."""

import json
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest
from support.subjects import SUBJECTS

from hashloom.cache import ENVIRONMENT, Cache
from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.properties import induction, proof
from hashloom.verification.properties.induction import Verdict, proved
from hashloom.verification.properties.proof import section_of
from hashloom.verification.properties.subjects import Subject
from hashloom.verification.properties.texts import properties, with_properties
from hashloom.verification.proving import OPEN, PROVED, REFUTED
from hashloom.verification.random.campaign import run_core
from hashloom.verification.random.requests import shape_of
from hashloom.verification.random.streams.machine import machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.simulation.verilator import find_verilator

# Faults of modules: the module, and what is written in place of what.
PLACE = Path(__file__).with_name("planted_faults.json")
FAULTS: list[tuple[str, str, str]] = [tuple(each) for each in json.loads(PLACE.read_text("utf-8"))]

# Of some modules the first fault is planted by `make test`, see tests/long_tests.txt; all others by
# `make test-long`.
_SEEN = {module: fault for module, *fault in reversed(FAULTS)}
PLANTED = [
    pytest.param(*each, marks=() if _SEEN[each[0]] == list(each[1:]) else pytest.mark.long)
    for each in FAULTS
]

# With the first of its parameters a module may be proved by `make test`, with others by
# `make test-long`; every core is proved with its own by `hashloom prove`.
_FIRST = {subject.module: subject for subject in reversed(SUBJECTS)}
PROVED_HERE = [
    pytest.param(
        subject,
        id=subject.name,
        marks=() if _FIRST[subject.module] is subject else pytest.mark.long,
    )
    for subject in SUBJECTS
]


def _of(module: str) -> list[Subject]:
    return [subject for subject in SUBJECTS if subject.module == module]


def test_every_module_with_properties_is_proved() -> None:
    assert {subject.module for subject in SUBJECTS} == set(properties())
    assert {module for module, _, _ in FAULTS} == set(properties())


def test_a_simulator_reads_all_of_them(tmp_path: Path) -> None:
    """Yosys takes words for names that are words of the language."""
    verilator = find_verilator()
    environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root)}
    for subject in {subject.module: subject for subject in SUBJECTS}.values():
        for name, text in with_properties(subject.sources).items():
            (tmp_path / name).write_text(text)
        options = ("--lint-only", "--no-timing", "--assert", "-Wno-fatal", "--top-module")
        words = [str(verilator.program), *options, subject.module, *subject.sources]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("subject", PROVED_HERE)
def test_properties_hold(subject: Subject) -> None:
    verdict = proved(subject)
    assert (verdict.status, verdict.failed) == (PROVED, ())


@pytest.mark.parametrize(("module", "text", "fault"), PLANTED)
def test_a_fault_breaks_a_property(module: str, text: str, fault: str) -> None:
    subjects = _of(module)
    name = f"{module}.sv"
    source = subjects[0].sources[name]
    assert source.count(text) == 1
    changed = {name: source.replace(text, fault)}
    assert any(proved(subject, changed).status != PROVED for subject in subjects)


def solve_with(script: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """A script in place of Yices, which is `real` in it, and a file that it may write, `heard`."""
    real, heard, program = induction._program("yices-smt2"), folder / "heard", folder / "yices-smt2"
    heard.write_text("")
    asked = f'[ "$1" = --version ] && exec "{real}" --version'
    program.write_text(f'#!/bin/sh\n{asked}\nreal="{real}"; heard="{heard}"\n{script}\n')
    program.chmod(0o700)
    monkeypatch.setattr(induction, "_program", lambda name: str(program))
    return heard


@pytest.mark.parametrize("which_run", ["1", "2"])
def test_no_answer_refutes_nothing_and_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, which_run: str
) -> None:
    """A solver is ended in the run from the reset, or in the induction behind it."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "cache"))
    ended = f'[ $(wc -l < "$heard") = {which_run} ] && kill -XCPU $$; exec "$real" "$@"'
    solve_with(f'echo run >> "$heard"; {ended}', monkeypatch, tmp_path)
    verdict = proved(_FIRST["delay_line"])
    assert (verdict.status, verdict.failed) == (OPEN, (induction.NO_ANSWER,))
    assert proved(_FIRST["delay_line"]).status == PROVED


def test_a_solver_that_does_not_know_refutes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "cache"))
    answers = 'case "$line" in *check-sat*) echo unknown;; esac'
    solve_with(f"while read -r line; do {answers}; done", monkeypatch, tmp_path)
    verdict = proved(_FIRST["delay_line"])
    assert (verdict.status, verdict.failed) == (OPEN, (induction.NO_ANSWER,))


def test_a_remembered_lack_of_an_answer_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path))
    subject = _FIRST["delay_line"]
    assert proved(subject).status == PROVED
    (entry,) = (path for path in tmp_path.glob("results/*/*") if PROVED in path.read_text())
    Cache().put(entry.name, json.dumps([REFUTED, [induction.NO_ANSWER], 312.3]).encode())
    assert proved(subject).status == PROVED


def test_what_ends_one_proof_stops_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An interruption, and the failure of a tool; no solver stays behind."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "cache"))
    beats = solve_with(
        'for i in $(seq 400); do echo beat >> "$heard"; sleep 0.05; done', monkeypatch, tmp_path
    )

    def asked(subject: Subject, stop: threading.Event) -> Verdict:
        if subject.module == "delay_line":
            return proved(subject, stop=stop)
        while not beats.read_text():
            stop.wait(0.05)
        raise KeyboardInterrupt

    monkeypatch.setattr(proof, "proved", asked)
    with pytest.raises(KeyboardInterrupt):
        section_of([_FIRST["beat_check"], _FIRST["delay_line"]], 2, lambda *told: None)
    heard = beats.read_text()
    time.sleep(0.5)
    assert beats.read_text() == heard
    assert len(heard.split()) < 400


def test_a_core_in_simulation_is_stopped_by_a_fault() -> None:
    core = core_for("hmac-sha256", Architecture(interleave=2), Interface(width=32))
    module, text, fault = next(each for each in FAULTS if each[0] == "zeroize_guard")
    sources = core.sources()
    name = f"{core.prefix}_{module}.sv"
    sources[name] = sources[name].replace(text, fault)
    outcome = run_core(
        Streams(machine_of(sources, core.top, shape_of(core))), 5, lambda runs: runs < 4
    )
    assert any("u_guard.p_account" in failure.text for failure in outcome.failures)
