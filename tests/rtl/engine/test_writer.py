"""Properties of the generated engine's text: nothing dead, everything said, in good order."""

from __future__ import annotations

import re
from functools import cache

import pytest
from support.cores import IDS, REQUESTS, engine
from support.text import COLUMNS, declarations, reads, registers, without_comments

from hashloom.cores import Architecture
from hashloom.rtl.verilog import Port, commented, instance, literal, module_head, range_of

Request = tuple[str, Architecture, str]
every_request = pytest.mark.parametrize("request_", REQUESTS, ids=IDS)


@cache
def files(request_: Request) -> dict[str, str]:
    """Files of the engine for a request, with the adders of its target."""
    core = engine(*request_)
    return core.sources_for(core.target)


def engine_text(request_: Request) -> str:
    """The generated file."""
    name, architecture, _ = request_
    return files(request_)[f"{name}{architecture.suffix}_engine.sv"]


@every_request
def test_every_signal_is_read(request_: Request) -> None:
    text = engine_text(request_)
    declared = declarations(text)
    assert len(declared) > 30
    assert set(declared) - reads(text) == set()


@every_request
def test_every_delay_line_is_read_at_its_end(request_: Request) -> None:
    text = engine_text(request_)
    code = "\n".join(without_comments(text))
    lines = re.findall(r"^  logic.* (\w+_q) \[1:(\d+)\];", code, re.MULTILINE)
    bits = re.findall(r"^  logic \[(\d+):1\] (\w+_q);", code, re.MULTILINE)
    for name, length in [*lines, *((name, length) for length, name in bits)]:
        uses = re.findall(rf"\b{name}\[{length}\](?! <=)", code)
        assert uses, f"the last register of {name} has no reader"


@every_request
def test_every_register_has_a_comment(request_: Request) -> None:
    text = engine_text(request_)
    declared = declarations(text)
    silent = [n for n in registers(text) & set(declared) if not re.search(r"//\s*\S", declared[n])]
    assert silent == []


@every_request
def test_nothing_takes_a_multiplier(request_: Request) -> None:
    code = "\n".join(without_comments(engine_text(request_)))
    assert re.search(r"\w\)? [*/%] \(?\w", code) is None


@every_request
def test_one_module_a_file_named_after_it(request_: Request) -> None:
    for name, text in files(request_).items():
        modules = re.findall(r"^module (\w+)", text, re.MULTILINE)
        assert [f"{module}.sv" for module in modules] == [name]
        assert text.count("\nendmodule") == 1


@every_request
def test_no_implicit_nets(request_: Request) -> None:
    for name, text in files(request_).items():
        before, _, after = text.partition("\nmodule ")
        assert before.count("`default_nettype none") == 1, name
        assert after.rstrip().endswith("`default_nettype wire"), name


@every_request
def test_lines(request_: Request) -> None:
    text = engine_text(request_)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for line in text.split("\n"):
        assert line == line.rstrip()
        assert "\t" not in line
        assert line.isascii()


@every_request
def test_line_length(request_: Request) -> None:
    longest = max(engine_text(request_).split("\n"), key=len)
    assert len(longest) <= COLUMNS, longest


@every_request
def test_every_port_has_a_comment(request_: Request) -> None:
    head = engine_text(request_).partition("\nmodule ")[2].partition("\n);")[0]
    ports = head.split("\n")[1:]
    assert all(re.search(r"(input|output) +logic .*//\s*\S", port) for port in ports)


@every_request
def test_header_says_what_the_engine_is(request_: Request) -> None:
    name, asked, target = request_
    core = engine(name, asked, target)
    header = engine_text(request_).partition("`default_nettype")[0]
    for part in (
        core.hash.title,
        core.hash.standard,
        f"Rounds a clock: {core.architecture.unroll}.",
        f"Pipeline stages: {core.architecture.stages}.",
        f"Interleaved messages: {core.architecture.interleave}.",
        f"A slot takes {core.compiled.slot_clocks} clocks",
    ):
        assert part in header


@every_request
def test_ports_that_carry_nothing_are_left_out(request_: Request) -> None:
    core = engine(*request_)
    names = set(re.findall(r"(?:input|output) .*?(\w+),? +//", engine_text(request_)))
    architecture, shape = core.architecture, core.shape
    assert ("slot_group" in names) is (architecture.groups > 1)
    assert ("slot_again" in names) is (core.compiled.rest > 0)
    assert {"word_context", "chain_context"} <= names or architecture.contexts == 1
    assert "word_context" not in names or architecture.contexts > 1
    assert ("word_row" in names) is (architecture.unroll < 16)
    assert ("chain_step" in names) is (shape.chain_words < 4)
    assert shape.rows == -(-16 // architecture.unroll)
    assert shape.columns == min(16, architecture.unroll)


# ---- pieces of text --------------------------------------------------------------------------


def test_literals() -> None:
    assert literal(5, 3) == "3'd5"
    assert literal(255, 8) == "8'd255"
    assert literal(0x428A2F98, 32) == "32'h428a_2f98"
    assert literal(0x1F, 9) == "9'h01f"
    assert literal(1, 64) == "64'h0000_0000_0000_0001"
    assert literal(0x12345, 20) == "20'h1_2345"


def test_ranges() -> None:
    assert (range_of(1), range_of(2), range_of(32)) == ("", " [1:0]", " [31:0]")


def test_module_head_in_columns() -> None:
    ports = [Port("input", 1, "clk", "clock"), Port("output", 32, "word", "the word")]
    assert module_head("m", ports) == [
        "module m (",
        "  input  logic        clk,   // clock",
        "  output logic [31:0] word   // the word",
        ");",
    ]


def test_comments_in_one_column() -> None:
    assert commented([("a;", "first"), ("longer;", "second"), ("b;", "")]) == [
        "  a;       // first",
        "  longer;  // second",
        "  b;",
    ]


def test_instances() -> None:
    assert instance("m", "u_m", {"clk": "clk"}, {}) == ["  m u_m (", "    .clk (clk)", "  );"]
    assert instance("m", "u_m", {"a": "b"}, {"WIDTH": "3"}) == [
        "  m #(",
        "    .WIDTH (3)",
        "  ) u_m (",
        "    .a     (b)",
        "  );",
    ]
