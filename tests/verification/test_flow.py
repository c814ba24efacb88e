"""Where bytes of packets can go, in cores as they are and in cores that were made to leak."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.verification.flow import prove_flow
from hashloom.verification.proving import OPEN, PROVED, Section

A, Face = Architecture, Interface
POOL = A(unroll=16, interleave=33, pool=64, chaining="bram", keys="bram")
CORES = {
    "message": ("sha256", A(), Face()),
    "hmac": ("hmac-sha256", A(), Face()),
    "bytes": ("hmac-sha256", A(interleave=2, keys="bram"), Face(width=8)),
    "two engines": ("hmac-sha256", A(unroll=2, interleave=3, groups=3, engines=2), Face(slots=8)),
    "resume": ("hmac-sha384", A(interleave=2), Face(width=128, resume=True)),
    "array": ("sha256", A(), Face(copies=2)),
    "folded": ("sha256", A(fold=1), Face()),
    "folded keyed": ("hmac-sha256", A(fold=1), Face(slots=2)),
    "folded on four keyed": ("hmac-sha256", A(fold=4), Face(slots=2)),
    "folded array": ("sha256", A(fold=1), Face(copies=2)),
    "pool": ("hmac-sha256", POOL, Face(slots=16)),
    "private": ("hmac-sha256", A(unroll=16), Face(width=512, private_slots=True)),
}


def shown(core: Core) -> Section:
    section = prove_flow(core, 1, lambda part, done, total: None)
    assert section is not None
    return section


@pytest.mark.parametrize("core", CORES)
def test_nothing_but_data_depends_on_data(core: str) -> None:
    section = shown(core_for(*CORES[core]))
    assert section.status == PROVED
    names = {obligation.name.split()[0] for obligation in section.obligations}
    assert {"s_axis_tready", "m_axis_tvalid", "m_axis_tlast", "m_axis_tkeep"} <= names
    assert "m_axis_tdata" not in names
    assert section.counterexample == ()


# module, what stands there, what leaks instead, an output it reaches
HMAC, FOLDED = ("hmac-sha256", A()), ("sha256", A(fold=1))
KEYED, POOLED = ("hmac-sha256", A(fold=1)), ("hmac-sha256", POOL)
LEAKS = [
    (*HMAC, "digest_stream", "word_ready = !valid_q", "word_ready = word_data[0]", "axis_tvalid"),
    (*HMAC, "digest_route", "verify_q && differs_q", "verify_q && differs[0]", "axis_tuser"),
    (*HMAC, "padder", "!barred && !hold", "!barred && !hold && !word_data[3]", "axis_tready"),
    (*FOLDED, "block_filler", "taken && word_error", "taken && word_data[0]", "block_error"),
    (*FOLDED, "block_filler", "!padding_q && write_ready", "!word_data[0]", "axis_tready"),
    (*KEYED, "packet_filler", "beyond && more", "beyond && word_data[0]", "block_error"),
    (*KEYED, "tag_answer", "answer_ready || !speaks", "word_data[0] || !speaks", "axis_tvalid"),
    (*POOLED, "block_padder", "|| over || error_3q", "|| row_3q[0]", "axis_tuser"),
    (*POOLED, "pool_answers", "verify_q || flaw != OK", "verify_q || tag_data[0]", "axis_tkeep"),
]


@pytest.mark.parametrize(("name", "architecture", "module", "there", "leak", "output"), LEAKS)
def test_a_leak_is_seen(
    name: str,
    architecture: Architecture,
    module: str,
    there: str,
    leak: str,
    output: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    core = core_for(name, architecture)
    texts = core.sources()
    (file,) = (file for file in texts if file.endswith(f"_{module}.sv"))
    head, found, tail = texts[file].rpartition(there)
    assert found
    monkeypatch.setattr(Core, "sources", lambda self: texts | {file: f"{head}{leak}{tail}"})
    section = shown(core)
    assert section.status == OPEN
    found_on = [line for line in section.counterexample if f"{output}:" in line]
    assert found_on
    assert found_on[0].split(": ")[1].startswith("s_axis_tdata > ")


def test_an_engine_has_no_streams() -> None:
    core = core_for("sha256", A(), Face(level="engine"))
    assert prove_flow(core, 1, lambda part, done, total: None) is None
