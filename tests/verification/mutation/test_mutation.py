"""Mutants are where something is elaborated, and one model that holds them all is each of them."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from hashloom.cache import Cache
from hashloom.cores import core_for
from hashloom.errors import CheckError
from hashloom.rtl.typed.faces import library_text
from hashloom.verification.mutation.campaign import Campaign, Outcome
from hashloom.verification.mutation.equivalence import is_equivalent
from hashloom.verification.mutation.mutant import Edit, Mutant, mutated
from hashloom.verification.mutation.schemata import VARIABLE, instrumented
from hashloom.verification.mutation.sites import find_mutants
from hashloom.verification.simulation.verilator import Build, Effort, build_model

SOURCES = {
    "tiny.sv": """
module tiny (input logic clk, input logic rst, input logic [7:0] a, output logic [7:0] b);
  logic [7:0] high, low, sum_q;
  logic unused_low;

  part #(.TWICE(1)) u_part (.clk(clk), .rst(rst), .one(a), .two(sum_q), .high(high), .low(low));

  function automatic logic [7:0] turned(input logic [7:0] x);
    turned = {x[2:0], x[7:3]};
  endfunction

  always_ff @(posedge clk) begin
    if (a[0] && !high[1]) sum_q <= sum_q + high;
    else sum_q <= turned(low) ^ 8'd85;
    if (rst) sum_q <= '0;
  end

  assign unused_low = &{1'b0, low};
  assign b = sum_q;
endmodule
""",
    "part.sv": """
module part #(parameter bit TWICE = 0) (
  input logic clk, input logic rst, input logic [7:0] one, input logic [7:0] two,
  output logic [7:0] high, output logic [7:0] low
);
  if (TWICE) begin : g_twice
    logic [7:0] store_q [1:3];
    always_ff @(posedge clk) begin
      store_q[1] <= one;
      for (int i = 2; i <= 3; i++) store_q[i] <= store_q[i-1];
    end
    assign high = store_q[3] - two;
  end else begin : g_once
    assign high = one ^ two;
  end
  always_ff @(posedge clk) begin
    if (TWICE || one == two) low <= TWICE ? one | 8'd3 : two & one;
    if (rst) low <= 8'd7;
  end
endmodule
""",
}
PROGRAM = """
#include <cstdio>
#include "Vcore.h"
#include "verilated.h"
int main() {
    VerilatedContext context;
    Vcore model(&context);
    unsigned state = 1, seen = 0;
    for (int clock = 0; clock < 300; ++clock) {
        state = state * 1103515245 + 12345;
        model.a = state >> 16;
        model.rst = clock < 5 || clock == 150;
        model.clk = 0;
        model.eval();
        model.clk = 1;
        model.eval();
        if (clock > 20) seen = seen * 31 + model.b;
    }
    std::printf("%u\\n", seen);
    return 0;
}
"""
BUILD = Build(verilator_options=("--x-assign", "0", "--x-initial", "0"), effort=Effort.HUGE)


def seen(sources: dict[str, str], number: int = 0) -> str:
    """What the small design does, as a number."""
    program = build_model(sources, "tiny", {"main.cpp": PROGRAM}, BUILD)
    environment = {**os.environ, VARIABLE: str(number)}
    return subprocess.run([program], capture_output=True, text=True, env=environment).stdout


@pytest.fixture(scope="module")
def mutants() -> tuple[Mutant, ...]:
    return find_mutants(SOURCES, "tiny")


def places(mutants: tuple[Mutant, ...]) -> set[tuple[str, str]]:
    return {(mutant.before, mutant.after) for mutant in mutants}


def test_mutants_of_every_kind(mutants: tuple[Mutant, ...]) -> None:
    assert {mutant.kind for mutant in mutants} == {
        *("operator", "constant", "condition", "reset", "choice", "stuck", "assignment"),
        *("element", "bits", "order", "inputs", "outputs"),
    } - {"choice"}
    found = places(mutants)
    assert ("a[0] && !high[1]", "(a[0]) || (!high[1])") in found
    assert ("rst", "1'b0") in found
    assert ("8'd85", "(8'd85) + 1'b1") in found
    assert ("a, sum_q", "sum_q, a") in found
    assert ("high, low", "low, high") in found
    assert ("sum_q <= '0;", ";") in found
    assert ("x[7:3]", "x[(7)-1:(3)-1]") in found


def test_no_mutant_where_a_parameter_decides(mutants: tuple[Mutant, ...]) -> None:
    changed = {mutant.before for mutant in mutants}
    assert not changed & {"one ^ two", "two & one", "TWICE", "&{1'b0, low}"}
    assert len({mutant.identifier for mutant in mutants}) == len(mutants)


def test_one_model_is_every_mutant(mutants: tuple[Mutant, ...]) -> None:
    together = instrumented(SOURCES, mutants)
    unchanged = seen(SOURCES)
    assert seen(together) == unchanged
    numbers = {mutant.kind: number for number, mutant in enumerate(mutants, start=1)}
    results = {kind: seen(together, number) for kind, number in numbers.items()}
    for kind, number in numbers.items():
        assert results[kind] == seen(mutated(SOURCES, mutants[number - 1])), kind
    assert sum(result != unchanged for result in results.values()) > len(results) / 2


def test_a_change_that_is_none_is_proved(mutants: tuple[Mutant, ...]) -> None:
    by_text = {(mutant.before, mutant.after): mutant for mutant in mutants}
    real = by_text["sum_q + high", "(sum_q) - (high)"]
    assert not is_equivalent(SOURCES, "tiny", real, Cache())
    edit = replace(real.edits[0], text="high + sum_q")
    assert is_equivalent(SOURCES, "tiny", replace(real, edits=(edit,)), Cache())


def test_a_change_in_states_that_properties_exclude_is_proved() -> None:
    # A word flows on only where there is one: `flow_q` without `valid_q` is such a state.
    name, module = "x_digest_route.sv", "module digest_route"
    text = library_text("digest_route").replace(module, f"module x_{module.split()[1]}")
    assert "assign word_ready = !taken_q || flow_q" in text

    def proved(before: str, after: str, prefix: str) -> bool:
        at = text.index(f"assign word_ready = {before}") + len("assign word_ready = ")
        edit = Edit(name, at, at + len(before), after)
        mutant = Mutant(name, 1, "operator", before, after, (edit,))
        return is_equivalent({name: text}, "x_digest_route", mutant, Cache(), prefix=prefix)

    before, same = "!taken_q || flow_q", "!taken_q || (flow_q && valid_q)"
    assert not proved(before, same, prefix="")
    assert proved(before, same, prefix="x")
    assert not proved(before, "!taken_q", prefix="x")


def test_texts_that_are_none_are_refused() -> None:
    with pytest.raises(CheckError, match="slang does not accept"):
        find_mutants({"tiny.sv": "module tiny; assign x = y; endmodule"}, "tiny")


def test_a_larger_sample_begins_with_a_smaller_one() -> None:
    core = core_for("sha256")
    campaign = Campaign(core, 20, "a")
    mutants = campaign.mutants()
    small = campaign.sample(mutants)
    assert replace(campaign, count=50).sample(mutants)[:20] == small
    assert replace(campaign, seed="b").sample(mutants) != small
    assert replace(campaign, count=10**6).sample(mutants)[:20] == small


def test_outcomes_are_kept(tmp_path: Path) -> None:
    outcome = Outcome("name", "killed", "a trial", "what it saw")
    assert Outcome.from_dict(outcome.as_dict()) == outcome


def test_mutants_of_a_core_die() -> None:
    campaign = Campaign(core_for("sha256"), 12, "test")
    sample = campaign.sample(campaign.mutants())
    outcomes = {each.mutant: each for each in campaign.run(sample, set(), print)}
    assert set(outcomes) == {mutant.identifier for mutant in sample}
    assert sum(each.verdict == "killed" for each in outcomes.values()) >= 9
    again = campaign.run(sample, set(outcomes), print)
    assert list(again) == []
