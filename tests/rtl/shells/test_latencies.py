"""The latencies that are stated of modules are those that a message meets on its way.

One empty message goes through a core, of HMAC cores with a key, while a bench prints the clocks in
which something happens between modules.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from functools import cache
from itertools import pairwise

import pytest
from support.engines import CLOCK

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.measurements.estimation.clocks import clocks_of
from hashloom.measurements.estimation.compiled import engine_of, outline_of
from hashloom.measurements.estimation.ways import Ways, units_of, ways_of
from hashloom.rtl.shells.hmac.parameters import recalls
from hashloom.rtl.verilog import instance
from hashloom.verification.simulation.verilator import Build, build_model

A = Architecture
CORES: dict[str, tuple[str, Architecture, Interface]] = {
    "narrow": ("sha256", A(unroll=8), Interface(width=8)),
    "wide": ("sha256", A(), Interface(width=128)),
    "several": ("sha256", A(interleave=3), Interface()),
    "one engine": ("hmac-sha224", A(unroll=4), Interface(level="hmac")),
    "two engines": ("hmac-sha256", A(unroll=8, engines=2), Interface(level="hmac")),
    "two buffers": ("hmac-md5", A(unroll=4, engines=2), Interface(level="hmac")),
    "groups": ("hmac-sha256", A(groups=2), Interface(level="hmac", width=128)),
    "interleaved": ("hmac-sha384", A(interleave=2), Interface(level="hmac")),
}
# Cores whose engine reads an outer block from where it has left the inner digest.
RECALLED = ["interleaved"]
KEYED = [name for name, (hash_, *_) in CORES.items() if hash_.startswith("hmac")]
TAKEN = "u_core.{0}_valid && u_core.{0}_ready"


def events(core: Core) -> dict[str, str]:
    """Conditions under which something happens, in the signals of the top module."""
    inner, outer = ("inner_", "outer_") if core.architecture.engines == 2 else ("", "")
    found = {
        "in": "s_axis_tvalid && s_axis_tready",
        "row": TAKEN.format("message" if core.level == "hmac" else "word"),
        "close": f"u_core.{inner}close",
        "start": f"u_core.{inner}slot_start && |u_core.{inner}slot_live",
        "finish": f"u_core.{inner}finish",
        "head": f"u_core.{inner}head_valid",
        "word": TAKEN.format(f"{inner}digest"),
        "out": "m_axis_tvalid && m_axis_tready",
    }
    if core.level == "hmac":
        if recalls(core.hmac):
            found["outer block"] = "u_core.recall_close"
        else:
            found |= {"offered": "u_core.inner_valid", "inner": TAKEN.format("inner")}
        found |= {
            "admitted": TAKEN.format("admitted"),
            "outer close": f"u_core.{outer}close",
            "outer finish": f"u_core.{outer}finish",
            "outer word": TAKEN.format(f"{outer}digest"),
            "answer": TAKEN.format("answer"),
        }
    return found


def bench(core: Core, key_at: int, send_at: int) -> str:
    """A bench that loads a key where there are any, sends one message and prints what happens."""
    lines = ["module bench (input logic clk, input logic rst);"]
    lines += [f"  logic [{p.width - 1}:0] {p.name};" for p in core.ports[2:]]
    lines += instance(core.top, "u_core", {p.name: p.name for p in core.ports}, {})
    fixed = {"s_axis_tdata": "'0", "s_axis_tkeep": "'0", "s_axis_tlast": "1'b1"}
    fixed |= {"m_axis_tready": "1'b1", "s_axis_tvalid": "sending || loading"}
    fixed |= {"s_axis_tid": "'0"} if core.contexts > 1 else {}
    if core.level == "hmac":
        tag = f"7'd{core.hash.digest_bytes}"
        fixed |= {"zeroize": "1'b0", "s_axis_tuser": f"{{8'd0, {tag}, loading ? 4'd4 : 4'd1}}"}
    lines += [
        "  logic [31:0] now;",
        "  logic loaded, loading, sent, sending;",
        f"  assign loading = !rst && {int(core.level == 'hmac')} && now >= {key_at} && !loaded;",
        f"  assign sending = !rst && now >= {send_at} && !sent;",
        *(f"  assign {name} = {value};" for name, value in fixed.items()),
        "  always_ff @(posedge clk) begin",
        "    now <= rst ? '0 : now + 1;",
        "    loaded <= !rst && (loaded || (loading && s_axis_tready));",
        "    sent <= !rst && (sent || (sending && s_axis_tready));",
        "  end",
        '  always_ff @(posedge clk) if (rst) $display("in reset:%0d", s_axis_tready);',
        "  always_ff @(posedge clk) if (!rst && (sending || sent)) begin",
        *(
            f'    if ({condition}) $display("{name}:%0d", now);'
            for name, condition in events(core).items()
        ),
        "  end",
        "endmodule",
        "",
    ]
    return "\n".join(lines)


@cache
def met(name: str, rested: bool = True) -> tuple[Core, dict[str, list[int]]]:
    """The clocks in which what happens of the message, which comes when the core has `rested`, or
    right behind a reset."""
    core = core_for(*CORES[name])
    keyed = core.level == "hmac"
    settled = core.settle_clocks if keyed else 50
    send_at = 2 * settled if keyed else settled * rested
    sources = core.sources() | {"bench.sv": bench(core, settled, send_at)}
    build = Build(verilator_options=("-Wno-lint", "-Wno-style"))
    program = build_model(sources, "bench", {"clock.cpp": CLOCK}, build)
    clocks = str(3 * settled + 2000)
    done = subprocess.run([program, clocks, "1"], capture_output=True, text=True, check=True)
    found: dict[str, list[int]] = defaultdict(list)
    for line in done.stdout.splitlines():
        event, clock = line.split(":")
        found[event].append(int(clock))
    return core, found


def ways(name: str) -> Ways:
    core, _ = met(name)
    return ways_of(core.hmac if core.level == "hmac" else core.shell)


@pytest.mark.parametrize("name", list(CORES))
def test_ways(name: str) -> None:
    core, at = met(name)
    found = ways(name)
    assert at["row"][0] - at["in"][0] == found.arrive
    assert at["close"][0] - at["row"][0] == found.pad
    assert at["start"][0] - at["close"][0] == found.start
    assert at["finish"][0] - at["start"][0] == 1 + engine_of(core).result_clocks
    assert found.recalled == (name in RECALLED)
    if found.recalled:
        assert at["outer block"] == [at["finish"][0] + found.back]
    else:
        assert at["word"][0] - at["finish"][0] == found.show
    if name not in KEYED:
        assert at["out"][-1] - at["word"][0] == found.leave
        return
    if not found.recalled:
        assert at["outer close"][-1] - at["word"][0] == found.back
    assert at["outer word"][-8] - at["outer finish"][-1] == found.show
    assert at["out"][-1] - at["outer word"][-8] == found.leave


@pytest.mark.parametrize(("name", "clocks"), [("narrow", 1), ("wide", 4 + 1), ("several", 2)])
def test_rate_inside_a_digest(name: str, clocks: int) -> None:
    """As the README has it, of beats of a quarter of a word without a pause, four words, a word."""
    _, at = met(name)
    assert {later - beat for beat, later in pairwise(at["out"])} == {clocks}


@pytest.mark.parametrize("name", list(CORES))
def test_the_whole_way(name: str) -> None:
    """The latency that is derived of the core is that of the message."""
    core, at = met(name, rested=core_for(*CORES[name]).contexts == 1)
    derived = clocks_of(outline_of(core.hash, core.architecture, core.interface, core.target))
    assert at["out"][-1] - at["in"][0] == derived.latency


def test_a_message_behind_a_reset() -> None:
    _, at = met("several", rested=False)
    found = ways("several")
    assert found.sweep > 0
    assert at["close"][0] - at["row"][0] == found.pad + found.sweep


@pytest.mark.parametrize("name", ["narrow", "one engine", "two engines"])
def test_ready_in_a_reset(name: str) -> None:
    """A core with keys takes no beat from the second clock on; a message core takes it in vain."""
    _, at = met(name)
    assert len(at["in reset"]) == 3
    assert set(at["in reset"][1:]) == {int(name not in KEYED)}


@pytest.mark.parametrize("name", list(CORES))
def test_modules(name: str) -> None:
    core, at = met(name)
    units = {unit.name: unit for unit in units_of(core.hmac if name in KEYED else core.shell)}
    two = core.architecture.engines == 2
    inner = "inner_" if two else ""
    # The first digest that is sent: the inner one, or that of the tag.
    finish = at["outer finish"][-1] if name in RECALLED else at["finish"][0]
    assert at["head"][0] - finish == units[f"u_{inner}ledger"].clocks("show")
    assert at["word"][0] - at["head"][0] == units[f"u_{inner}store"].clocks("offer")
    if name not in KEYED:
        return
    route = units["u_route"]
    assert at["admitted"][0] - at["in"][0] == units["u_gate"].clocks("admit")
    if name not in RECALLED:
        first = units["u_inner_route"] if two else route
        claim = units["u_outer_writer" if two else "u_writer"].clocks("claim")
        assert at["offered"][0] - at["word"][0] == first.clocks("pass")
        assert at["inner"][0] - at["offered"][0] == claim
        gap = first.clocks("gap") if two else 1  # without a pause
        assert at["inner"][7] - at["inner"][0] == 7 * gap
    assert at["answer"][0] - at["outer word"][-8] == route.clocks("pass")
    whole = 8 * core.hash.digest_bytes // core.hash.word_bits
    assert at["answer"][-1] - at["answer"][0] == (whole - 1) * route.clocks("gap")
