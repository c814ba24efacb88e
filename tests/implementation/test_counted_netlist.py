"""Counting how often nets change."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from hashloom.errors import ToolError
from hashloom.implementation.counted_netlist import instrumented, watched
from hashloom.verification.simulation.verilator import Build, build_model

# Three bits that count; bit 0 is read by two pins, the others by one; bit 2 through another name.
TEXT = """
module counter(clk, up);
  input clk;
  output [2:0] up;
  reg [2:0] \\count.q = 0;
  wire \\top.bit ;
  assign \\top.bit = \\count.q [2];
  assign up = \\count.q ;
  always @(posedge clk) \\count.q <= \\count.q + 3'd1;
endmodule
module other(clk);
  input clk;
endmodule
"""
MODULE: dict[str, Any] = {
    "netnames": {
        "count.q": {"bits": [4, 5, 6]},
        "top.bit": {"bits": [6]},
        "clk": {"bits": [2]},
        "unread": {"bits": [9]},
        "zero": {"bits": ["0"]},
    },
    "cells": {
        "a": {
            "port_directions": {"A": "input", "B": "input", "Y": "output"},
            "connections": {"A": [4], "B": [4, "1"], "Y": [5]},
        },
        "b": {"port_directions": {"A": "input"}, "connections": {"A": [5, 6]}},
    },
}
MAIN = """
#include <memory>
#include "Vcore.h"
#include "verilated.h"
double sc_time_stamp() { return 0; }
int main() {
    auto core = std::make_unique<Vcore>();
    for (int clock = 0; clock < 17; clock++) {
        core->clk = 0;
        core->eval();
        core->clk = 1;
        core->eval();
    }
    core->final();
    return 0;
}
"""


def test_fan_out_of_every_bit() -> None:
    assert watched(MODULE) == {
        1: ["\\count.q [1] ", "\\count.q [2] "],
        2: ["\\count.q [0] "],
    }


def test_ranges_that_do_not_begin_at_zero() -> None:
    module = {
        "netnames": {"w": {"bits": [7, 8], "offset": 4}},
        "cells": {"a": {"port_directions": {"A": "input"}, "connections": {"A": [8]}}},
    }
    assert watched(module) == {1: ["\\w [5] "]}


def test_changes_of_a_counter() -> None:
    """In sixteen steps bit 0 changes 16 times, bit 1 8 times, bit 2 4 times."""
    text = instrumented(TEXT, "counter", MODULE)
    options = ("-Wno-lint", "-Wno-style", "-sv")
    build = Build(verilator_options=options)
    executable = build_model({"netlist.v": text}, "counter", {"main.cpp": MAIN}, build)
    lines = [
        subprocess.run([str(executable)], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    kind, changes, weighted = lines[0].split()
    assert lines[0] == lines[1]
    assert kind == "trace"
    # The registers hold anything before the first clock, of which the last is not yet counted.
    assert 15 + 7 + 3 <= int(changes) <= 16 + 8 + 4 + 3
    assert 2 * 15 + 7 + 3 <= int(weighted) <= 2 * 17 + 9 + 5


def test_a_netlist_without_the_module() -> None:
    with pytest.raises(ToolError, match="no module nothing"):
        instrumented(TEXT, "nothing", MODULE)
