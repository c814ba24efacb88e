"""Every check of a top module sees what it is there for, and says where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from hashloom.rtl.typed.errors import NetlistError
from hashloom.rtl.typed.items import INDEX, Assign, Instance, Item, Loop, Unit, Unused
from hashloom.rtl.typed.module import Module, module_from
from hashloom.rtl.typed.netlist import Part, Top, no_signals
from hashloom.rtl.typed.values import (
    HIGH,
    LOW,
    ONES,
    ZEROS,
    Signal,
    Value,
    Wires,
    any_of,
    bracketed,
    cast,
    choose,
    join,
    merged,
    number,
    plus,
    repeat,
    shifted,
    wire,
)
from hashloom.rtl.verilog import Port

GATE = module_from("""
module gate #(
    parameter int WIDTH = 4  // bits
) (
    input  logic             clk,  // clock
    input  logic [WIDTH-1:0] a,    // operand
    output logic [WIDTH-1:0] y     // the same, a clock later
);
""")
PORTS = [
    Port("input", 1, "clk", "clock"),
    Port("input", 8, "data_in", "what comes"),
    Port("output", 8, "data_out", "what leaves"),
]
BETWEEN = Signal("between", 8, "on the way")

Body = Callable[[Wires], Sequence[Item]]


UNIT = Unit(GATE, "u_gate", {"WIDTH": 8})


def unit(w: Wires, **connections: Value) -> Instance:
    return UNIT.wired({"clk": w.clk, "a": w.data_in, "y": w.between, **connections})


def out(w: Wires) -> Assign:
    return Assign(w.data_out, w.between)


def text(body: Body, signals: Sequence[Signal] = (BETWEEN,), ports: Sequence[Port] = PORTS) -> str:
    part = Part(lambda: [signals], [UNIT], body, "Middle")
    return Top("top", ["// A top module.", ""], ports, [part]).text


def test_the_text() -> None:
    assert text(lambda w: [unit(w), out(w)]).splitlines() == [
        "// A top module.",
        "",
        "`default_nettype none",
        "",
        "module top (",
        "  input  logic       clk,       // clock",
        "  input  logic [7:0] data_in,   // what comes",
        "  output logic [7:0] data_out   // what leaves",
        ");",
        "",
        "  // ---- Signals, by the section that drives them " + "-" * 47,
        "",
        "  // Middle",
        "  logic [7:0] between;  // on the way",
        "",
        "  // ---- Middle " + "-" * 81,
        "",
        "  gate #(",
        "    .WIDTH (8)",
        "  ) u_gate (",
        "    .clk   (clk),",
        "    .a     (data_in),",
        "    .y     (between)",
        "  );",
        "",
        "  assign data_out = between;",
        "",
        "endmodule",
        "",
        "`default_nettype wire",
    ]


def without(port: str) -> Body:
    def body(w: Wires) -> list[Item]:
        whole = unit(w)
        left = {name: value for name, value in whole.connections.items() if name != port}
        return [replace(whole, connections=left), out(w)]

    return body


WRONG: dict[str, tuple[Body, str]] = {
    "a port that is not there": (
        lambda w: [unit(w, b=w.data_in), out(w)],
        "The module gate of u_gate has no port b, to which data_in is connected.",
    ),
    "an input that is left out": (
        without("a"),
        "The input a of u_gate, a gate, is not connected.",
    ),
    "an output that is left out": (
        without("y"),
        "The output y of u_gate, a gate, is not connected.",
    ),
    "an input of another width": (
        lambda w: [unit(w, a=w.data_in.slice(6, 0)), out(w)],
        "The input a of u_gate, a gate, has 8 bits, and data_in[6:0], to which it is connected, "
        "has 7.",
    ),
    "an output of another width": (
        lambda w: [unit(w, y=w.between.slice(7, 1)), out(w)],
        "The output y of u_gate, a gate, has 8 bits, and between[7:1], to which it is connected, "
        "has 7.",
    ),
    "an input without a width": (
        lambda w: [unit(w, a=ZEROS), out(w)],
        "The input a of u_gate, a gate, has 8 bits, and '0, to which it is connected, has None.",
    ),
    "an output to an expression": (
        lambda w: [unit(w, y=merged(w.between, w.data_in)), out(w)],
        "The output y of u_gate, a gate, cannot drive between | data_in, which is no signal.",
    ),
    "an assignment of another width": (
        lambda w: [unit(w), Assign(w.data_out, w.between.bit(0))],
        "The signal data_out has 8 bits and cannot be assigned between[0], which has 1.",
    ),
    "an assignment to an expression": (
        lambda w: [unit(w), Assign(~w.clk, w.between.bit(0))],
        "!clk is no signal and cannot be assigned to.",
    ),
    "a signal that is not declared": (
        lambda w: [unit(w, a=w.elsewhere), out(w)],
        "The top module top declares no signal elsewhere.",
    ),
    "two drivers": (
        lambda w: [unit(w), out(w), Assign(w.between.bit(3), LOW)],
        "The signal between of top has two drivers.",
    ),
    "a driver of an input": (
        lambda w: [unit(w), out(w), Assign(w.data_in, w.between)],
        "The signal data_in of top has two drivers.",
    ),
    "no driver": (
        lambda w: [unit(w, y=w.data_out), Unused(w.between)],
        "The signal between of top has no driver.",
    ),
    "no driver of a bit": (
        lambda w: [
            unit(w, y=w.data_out),
            Assign(w.between.slice(7, 1), w.data_in.slice(7, 1)),
            Unused(w.between),
        ],
        "The signal between[0] of top has no driver.",
    ),
    "no driver of an output": (
        lambda w: [unit(w), Unused(w.between)],
        "The signal data_out of top has no driver.",
    ),
    "no reader": (
        lambda w: [unit(w), Assign(w.data_out, w.data_in)],
        "The signal between of top has no reader.",
    ),
    "no reader of a bit": (
        lambda w: [unit(w), Assign(w.data_out, join(LOW, w.between.slice(6, 0)))],
        "The signal between[7] of top has no reader.",
    ),
    "no reader of an input": (
        lambda w: [unit(w, a=number(0, 8)), out(w)],
        "The signal data_in of top has no reader.",
    ),
    "an unused signal that is read": (
        lambda w: [unit(w), out(w), Unused(w.between)],
        "The signal between of top is named unused and has a reader.",
    ),
    "a unit that is not connected": (
        lambda w: [Assign(w.data_out, w.data_in)],
        "A part of top has the units u_gate and connects none.",
    ),
    "a unit that is connected twice": (
        lambda w: [unit(w), unit(w)],
        "A part of top has the units u_gate and connects u_gate, u_gate.",
    ),
    "a loop over no bits": (
        lambda w: [unit(w), Loop("g_out", w.data_out, w.between)],
        "The loop g_out assigns between to data_out, where single bits go to the bits of a signal.",
    ),
}


@pytest.mark.parametrize("name", list(WRONG))
def test_what_does_not_fit(name: str) -> None:
    body, sentence = WRONG[name]
    with pytest.raises(NetlistError) as caught:
        text(body)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", ["between", "data_in"])
def test_a_name_that_is_declared_twice(name: str) -> None:
    with pytest.raises(NetlistError, match=f"The top module top declares {name} twice."):
        text(lambda w: [unit(w), out(w)], [BETWEEN, Signal(name, 1, "")])


def test_a_loop_drives_and_reads_every_bit() -> None:
    found = text(lambda w: [unit(w), Loop("g_out", w.data_out, ~w.between.at(INDEX))])
    assert "for (genvar index = 0; index < 8; index++) begin : g_out" in found
    assert "    assign data_out[index] = !between[index];" in found


def test_sections_and_groups() -> None:
    """A title stands before the first of its section's signals, which parts may add to."""
    first, second = Signal("first", 8, "one"), Signal("second", 8, "two")
    parts = [
        Part(no_signals, [], lambda w: [Unused(w.clk)], "Nothing declared"),
        Part(lambda: [[first]], [], lambda w: [Assign(w.first, w.data_in)], "Way"),
        Part(
            lambda: [[second]],
            [],
            lambda w: [Assign(w.second, w.first), Assign(w.data_out, w.second)],
        ),
    ]
    lines = Top("top", [], PORTS, parts).text.splitlines()
    at = lines.index("  // Way")
    assert lines[at : at + 5] == [
        "  // Way",
        "  logic [7:0] first;  // one",
        "",
        "  logic [7:0] second;  // two",
        "",
    ]
    assert "  // Nothing declared" not in lines
    at = lines.index("  assign first = data_in;")
    assert lines[at + 1 : at + 5] == [
        "",
        "  assign second = first;",
        "  assign data_out = second;",
        "",
    ]


A, B, C = (wire(Signal(name, 1, "")) for name in "abc")
V, W = (wire(Signal(name, 8, "")) for name in "vw")


@pytest.mark.parametrize(
    ("value", "written", "width"),
    [
        (A & B & C, "a && b && c", 1),
        (A | (B & C), "a || (b && c)", 1),
        ((A | B) & ~C, "(a || b) && !c", 1),
        (~(A & B), "!(a && b)", 1),
        (A & V.equals(3), "a && v == 8'd3", 1),
        (V.below(W), "v < w", 1),
        (choose(A | B, V, W), "a || b ? v : w", 8),
        (choose(A, V, ONES), "a ? v : '1", 8),
        (choose(choose(A, B, C), V, W), "(a ? b : c) ? v : w", 8),
        (choose(A, shifted(number(1, 8), W.slice(2, 0)), ZEROS), "a ? 8'd1 << w[2:0] : '0", 8),
        (join(A, V, LOW), "{a, v, 1'b0}", 10),
        (repeat(3, V), "{3{v}}", 24),
        (cast(4, V), "4'(v)", 4),
        (plus(V, cast(8, A)), "v + 8'(a)", 8),
        (merged(V, repeat(8, A)), "v | {8{a}}", 8),
        (V.bit(7), "v[7]", 1),
        (V.at(W.slice(2, 0)), "v[w[2:0]]", 1),
        (A.at(W), "a", 1),
        (any_of([A, bracketed(B & C)], "\n  "), "a\n  || (b && c)", 1),
    ],
)
def test_expressions(value: Value, written: str, width: int) -> None:
    assert (value.text, value.width) == (written, width)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: V & A,
        lambda: ~V,
        lambda: choose(V, A, B),
        lambda: choose(A, V, B),
        lambda: V.equals(A),
        lambda: V.equals(256),
        lambda: merged(V, A),
        lambda: plus(V, A),
        lambda: V.bit(8),
        lambda: V.slice(2, 3),
        lambda: (A & B).bit(0),
        lambda: merged(V, W).at(A),
        lambda: join(V, ONES),
        lambda: number(4, 2),
        lambda: any_of([A, V], " "),
    ],
)
def test_expressions_that_do_not_fit(wrong: Callable[[], Value]) -> None:
    with pytest.raises(NetlistError):
        wrong()


def test_a_module_is_its_face() -> None:
    assert isinstance(GATE, Module)
    assert HIGH.text == "1'b1"
