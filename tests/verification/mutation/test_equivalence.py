"""Which mutants are proved to be no change, and that none is that changes something."""

from __future__ import annotations

import pytest

from hashloom.cache import Cache
from hashloom.cores import Core, core_for
from hashloom.verification.mutation.equivalence import (
    is_equivalent,
    is_equivalent_around,
    parameters_of,
)
from hashloom.verification.mutation.mutant import Edit, Mutant

PIPE = """
module pipe (
    input logic clk, input logic rst, input logic v, input logic take, input logic [7:0] d,
    output logic valid, output logic [7:0] out
);
  logic valid_q;
  logic [7:0] data_q;
  assign valid = valid_q;
  assign out = data_q & {8{valid_q}};
  always_ff @(posedge clk) begin
    if (!valid_q || take) begin
      valid_q <= v;
      data_q <= d;
    end
    if (rst) valid_q <= 1'b0;
  end
endmodule
"""


def planted(file: str, text: str, before: str, after: str) -> Mutant:
    """The mutant with `after` in place of the one `before` of a text."""
    assert text.count(before) == 1
    start = text.index(before)
    return Mutant(
        file, 1, "planted", before, after, (Edit(file, start, start + len(before), after),)
    )


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("data_q <= d;", "data_q <= v ? d : '0;", True),  # what is not valid means nothing
        ("data_q <= d;", "data_q <= take ? d : '0;", False),
        ("data_q & {8{valid_q}}", "data_q", False),
    ],
)
def test_what_is_not_valid_is_not_compared(before: str, after: str, same: bool) -> None:
    mutant = planted("pipe.sv", PIPE, before, after)
    assert is_equivalent({"pipe.sv": PIPE}, "pipe", mutant, Cache()) is same


@pytest.fixture(scope="module")
def core() -> Core:
    """The default HMAC core."""
    return core_for("hmac-sha256")


@pytest.mark.parametrize(
    ("module", "before", "after", "same"),
    [
        ("", "(32'd0),\n    .count ", "(32'd1),\n    .count ", True),  # nothing is loaded
        ("", ".load        (1'b0)", ".load        (1'b1)", False),
        ("packet_route", "block_ends = 1'b0", "block_ends = 1'b0 + 1'b0", True),
    ],
)
def test_what_is_near_is_compared(
    core: Core, module: str, before: str, after: str, same: bool
) -> None:
    sources = core.sources()
    file = f"{core.prefix}_{module}.sv" if module else f"{core.top}.sv"
    mutant = planted(file, sources[file], before, after)
    assert is_equivalent_around(sources, core.top, mutant, Cache()) is same


def test_parameters_of_instances(core: Core) -> None:
    sources, prefix = core.sources(), core.prefix
    (given,) = parameters_of(sources, f"{prefix}_padder")
    assert dict(given)["PAD_WORDS"] == 1
    assert parameters_of(sources, f"{prefix}_word_memory") == []  # a module's own decide
    assert parameters_of(sources, "unknown") == []
