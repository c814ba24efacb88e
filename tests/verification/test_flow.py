"""Where bytes of packets can go, in cores as they are and in cores that were made to leak."""

from __future__ import annotations

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.request.bus import BUSES
from hashloom.verification.flow import flow_of, prove_flow
from hashloom.verification.proving import OPEN, PROVED, Section

A, Face = Architecture, Interface
READ_DATA = {
    **{"apb4": "prdata", "axi4-lite": "s_axil_rdata"},
    **{"wishbone": "wb_dat_o", "avalon-mm": "avs_readdata"},
}
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


def leaking(core: Core, module: str, there: str, leak: str) -> dict[str, str]:
    """The text of a core with one place changed."""
    texts = core.sources()
    (file,) = (file for file in texts if file.endswith(f"_{module}.sv"))
    head, found, tail = texts[file].rpartition(there)
    assert found
    return texts | {file: f"{head}{leak}{tail}"}


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
) -> None:
    core = core_for(name, architecture)
    section = flow_of(core, leaking(core, module, there, leak))
    assert section.status == OPEN
    found_on = [line for line in section.counterexample if f"{output}:" in line]
    assert found_on
    assert found_on[0].split(": ")[1].startswith("s_axis_tdata > ")


@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("fold", [0, 4])
@pytest.mark.parametrize("name", ["sha256", "hmac-sha256"])
def test_behind_registers_only_answers_depend_on_a_message(bus: str, name: str, fold: int) -> None:
    section = shown(core_for(name, A(fold=fold), Face(bus=bus)))
    assert section.status == PROVED
    assert section.counterexample == ()
    names = {obligation.name.split()[0] for obligation in section.obligations}
    assert {"irq", READ_DATA[bus]} <= names


# module, what stands there, what leaks instead, a bus, an output it reaches
BUS_LEAKS = [
    ("message_window", "room = open_q && !crowded", "room = open_q && data_q[0]", "apb4", "prdata"),
    ("message_window", "crowded && !late_q", "data_q[3] && !late_q", "wishbone", "wb_ack_o"),
    ("message_window", "two_q <= closing_q", "two_q <= data_q[5]", "axi4-lite", "s_axil_rdata"),
    ("message_window", "order_q <= order;", "order_q <= data_q[9];", "avalon-mm", "avs_readdata"),
    ("padder", "!barred && !hold", "!barred && !hold && !word_data[3]", "apb4", "pready"),
]


# the same of folded cores
FOLDED_BUS_LEAKS = [
    (*FOLDED, "block_filler", "!padding_q && write_ready", "!word_data[0]", "apb4", "pready"),
    (
        *FOLDED,
        "message_window",
        "blocks_q <= push",
        "blocks_q <= data_q[1]",
        "wishbone",
        "wb_dat_o",
    ),
    (*KEYED, "packet_filler", "beyond && more", "beyond && word_data[0]", "apb4", "block_error"),
    (*KEYED, "tag_answer", "answer_ready || !speaks", "word_data[0] || !speaks", "apb4", "prdata"),
]


@pytest.mark.parametrize(
    ("name", "architecture", "module", "there", "leak", "bus", "output"), FOLDED_BUS_LEAKS
)
def test_a_leak_of_a_folded_core_behind_registers_is_seen(
    name: str,
    architecture: Architecture,
    module: str,
    there: str,
    leak: str,
    bus: str,
    output: str,
) -> None:
    core = core_for(name, architecture, Face(bus=bus))
    section = flow_of(core, leaking(core, module, there, leak))
    assert section.status == OPEN
    assert any(f"{output}:" in line for line in section.counterexample)


@pytest.mark.parametrize(("module", "there", "leak", "bus", "output"), BUS_LEAKS)
def test_a_leak_behind_registers_is_seen(
    module: str, there: str, leak: str, bus: str, output: str
) -> None:
    core = core_for("hmac-sha256", A(), Face(bus=bus))
    section = flow_of(core, leaking(core, module, there, leak))
    assert section.status == OPEN
    assert any(f"{output}:" in line for line in section.counterexample)


@pytest.mark.parametrize("name", ["michail2012-block", "hmac-michail2012-block"])
def test_of_blocks_only_answers_depend_on_them(name: str) -> None:
    section = shown(core_for(name))
    assert section.status == PROVED
    names = {obligation.name.split()[0] for obligation in section.obligations}
    keys = {"s_key_tready"} if name.startswith("hmac") else set()
    assert names == {"m_axis_tvalid", "s_axis_tready"} | keys


def test_a_leak_from_a_key_that_comes_whole_is_seen() -> None:
    core = core_for("hmac-michail2012-block")
    there = "key_ready = opens_q && slot_ready"
    section = flow_of(core, leaking(core, "key_feed", there, "key_ready = inner_state[0]"))
    assert section.status == OPEN
    assert any("s_key_tready:" in line for line in section.counterexample)


@pytest.mark.parametrize("fold", [0, 2])
@pytest.mark.parametrize(("name", "dma"), [("sha256", "axi4"), ("hmac-sha256", "wishbone")])
def test_with_a_ring_only_answers_depend_on_a_message(name: str, dma: str, fold: int) -> None:
    section = shown(core_for(name, A(fold=fold), Face(dma=dma)))
    assert section.status == PROVED
    assert section.counterexample == ()
    assert "irq" in {obligation.name.split()[0] for obligation in section.obligations}


# module, what stands there, what leaks instead, an output it reaches
PLAIN, PADDER_LEAK = ("sha256", A()), "!barred && !hold && !word_data[3]"
RING_LEAKS = [
    (*HMAC, "padder", "!barred && !hold", PADDER_LEAK, "m_axi_arvalid"),
    (*HMAC, "digest_route", "verify_q && differs_q", "verify_q && differs[0]", "m_axi_wdata"),
    # bytes go into these words one by one, and nothing reads the whole word
    (*PLAIN, "padder", "!barred && !hold", PADDER_LEAK, "m_axi_arvalid"),
    (*FOLDED, "block_filler", "!padding_q && write_ready", "!word_data[0]", "m_axi_arvalid"),
    (*KEYED, "packet_filler", "beyond && more", "beyond && word_data[0]", "block_error"),
]


@pytest.mark.parametrize(("name", "architecture", "module", "there", "leak", "output"), RING_LEAKS)
def test_a_leak_with_a_ring_is_seen(
    name: str, architecture: Architecture, module: str, there: str, leak: str, output: str
) -> None:
    core = core_for(name, architecture, Face(dma="axi4"))
    section = flow_of(core, leaking(core, module, there, leak))
    assert section.status == OPEN
    assert any(f"{output}:" in line for line in section.counterexample)


def test_an_engine_has_no_streams() -> None:
    core = core_for("sha256", A(), Face(level="engine"))
    assert prove_flow(core, 1, lambda part, done, total: None) is None
