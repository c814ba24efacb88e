"""Proofs by SMT, for words of 32 and 64 bits, that no rewriting changes a word.

What is proved is the rewriting itself: a pass runs on a graph, and every operator of the graph
after it is shown to compute what it computed before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations

import pytest
import z3
from support.graphs import (
    LOADS,
    Pass,
    count,
    graph_of,
    rounds_of,
    sink,
    source,
    word,
)
from support.smt import (
    Word,
    carry_word,
    ch,
    counterexample,
    counterexamples,
    maj,
    meaning,
    rotations,
    words,
)

from hashloom.dataflow.graph import Edge, Graph, Kind, Op
from hashloom.hashes import get_hash
from hashloom.hashes.expressions import Sigma, choose, majority
from hashloom.rtl.verilog import functions
from hashloom.transforms.sums.arrangement import balanced, reordered, with_h_k_w
from hashloom.transforms.sums.association import in_written_order, reorder_resources
from hashloom.transforms.sums.carry_save import compress_late_operands, load_in_compressor
from hashloom.transforms.sums.fusion import fuse, load_before_adder
from hashloom.transforms.sums.prefetching import oldest_first

HASH_OF_WIDTH = {32: "sha256", 64: "sha512"}
ALL = frozenset({"ch", "maj", "select"})
widths = pytest.mark.parametrize("width", HASH_OF_WIDTH)


def prove(left: Word, right: Word) -> None:
    """The terms are equal for all words."""
    assert counterexample(left, right) is None


def prove_pass(before: Graph, change: Pass) -> Graph:
    """The graph after `change`, which is not the graph before but computes the same."""
    after = change(before)
    assert after != before, "the pass did nothing, so nothing would be proved"
    assert counterexamples(before, after) == {}
    return after


def prove_rewriting(before: Graph, change: Pass) -> Graph:
    """The graph after `change`, which may have found nothing to do."""
    return before if change(before) == before else prove_pass(before, change)


# ---- the functions ---------------------------------------------------------------------------


@widths
def test_choose_and_majority_are_the_standards(width: int) -> None:
    x, y, z = words("x y z", width)
    prove(choose(x, y, z), ch(x, y, z))
    prove(majority(x, y, z), maj(x, y, z))


@widths
def test_carry_save_adder(width: int) -> None:
    """Sum word and carry word of three words have the same sum."""
    x, y, z = words("x y z", width)
    prove(maj(x, y, z) << 1, carry_word(x, y, z))
    prove((x ^ y ^ z) + (maj(x, y, z) << 1), x + y + z)


def in_rtl(width: int) -> dict[str, Callable[..., Word]]:
    """The functions of the SystemVerilog text, read as terms."""
    hash_ = get_hash(HASH_OF_WIDTH[width])
    sigmas = {each.label for each in hash_.expressions if isinstance(each, Sigma)}
    lines = functions(hash_, sigmas | {"ch", "maj", "csa_sum", "csa_carry"})
    found: dict[str, Callable[..., Word]] = {}
    for head, body in pairwise(lines):
        if named := re.search(r"function automatic logic \[(\d+):0\] (\w+)\((.*)\);", head):
            assert int(named[1]) == width - 1
            assert named[3].startswith(f"input logic [{width - 1}:0] ")
            arguments = re.findall(r"\b([xyz])\b", named[3])
            text = body.removeprefix(f"    {named[2]} = ").removesuffix(";")
            found[named[2]] = _function(arguments, text)
    return found


def _function(arguments: list[str], text: str) -> Callable[..., Word]:
    """A function whose body is the SystemVerilog expression `text`."""
    text = re.sub(r"\{([^{}]*)\}", r"z3.Concat(\1)", text)
    text = re.sub(r"(\w)\[(\d+):(\d+)\]", r"z3.Extract(\2, \3, \1)", text)
    text = re.sub(r"(\d+)'d(\d+)", r"z3.BitVecVal(\2, \1)", text)

    def term(*given: Word) -> Word:
        result: Word = eval(text, {"z3": z3}, dict(zip(arguments, given, strict=True)))
        return result

    return term


@widths
def test_functions_of_the_rtl_text(width: int) -> None:
    x, y, z = words("x y z", width)
    rtl = in_rtl(width)
    assert len(rtl) == 8
    prove(rtl["ch"](x, y, z), ch(x, y, z))
    prove(rtl["maj"](x, y, z), maj(x, y, z))
    prove(rtl["csa_sum"](x, y, z), x ^ y ^ z)
    prove(rtl["csa_carry"](x, y, z), maj(x, y, z) << 1)
    hash_ = get_hash(HASH_OF_WIDTH[width])
    for term in (each for each in hash_.expressions if isinstance(each, Sigma)):
        prove(rtl[term.label](x), rotations(x, term.rotations, term.shifts))


# ---- the passes on the whole round -----------------------------------------------------------


@widths
@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("reorder", [False, True])
@pytest.mark.parametrize("order", [in_written_order, oldest_first])
def test_every_rewriting_of_the_round(
    width: int, load: dict[str, bool], reorder: bool, order: Pass
) -> None:
    """e = d + T1 with T1 = e - d, all orders of addition, carry-save, early loads and fusion."""
    graph = rounds_of(HASH_OF_WIDTH[width], **load)
    if reorder:
        graph = prove_pass(graph, reorder_resources)
    graph = prove_pass(graph, order)
    compressed = prove_rewriting(graph, compress_late_operands)
    loading = prove_rewriting(compressed, load_in_compressor)
    for adding in (graph, compressed, loading):
        prove_rewriting(adding, lambda g: fuse(g, ALL))
        gated = prove_rewriting(adding, load_before_adder)
        prove_rewriting(gated, lambda g: fuse(g, ALL))


@widths
@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("arrange", [balanced, reordered, with_h_k_w])
def test_every_tree_of_the_round(width: int, load: dict[str, bool], arrange: Pass) -> None:
    graph = rounds_of(HASH_OF_WIDTH[width], **load)
    arranged = prove_pass(graph, arrange)
    prove_rewriting(arranged, compress_late_operands)


# ---- the passes on single operators ----------------------------------------------------------


@widths
def test_any_order_of_any_operands(width: int) -> None:
    """K + W + h + Ch + Sigma1 in every order in which the pass may be given it."""
    names = ["K", "W", "h", "ch", "sigma"]
    sources = [source(name, width=width) for name in names]
    for operands in permutations(names):
        total = word("total", Op.SUM, *operands, width=width)
        graph = graph_of(*sources, total, sink("out", Edge("total"), width), width=width)
        prove_pass(graph, in_written_order)


@widths
@pytest.mark.parametrize("swapped", [False, True])
def test_compression_of_one_sum(width: int, swapped: bool) -> None:
    operands = ["s1", "inner"] if swapped else ["inner", "s1"]
    graph = graph_of(
        source("M", width=width),
        *(word(f"s{i}", Op.SIGMA, Edge("total", 1), width=width) for i in (0, 1)),
        word("inner", Op.SUM, "M", "s0", width=width),
        word("total", Op.SUM, *operands, width=width),
        sink("out", Edge("total"), width),
        width=width,
    )
    assert count(prove_pass(graph, compress_late_operands), Op.PARITY) == 1


@widths
def test_load_in_one_compressor(width: int) -> None:
    """select(load, x, sum + carry) = gate(load, sum) + select(load, x, carry)."""
    three = ["M", Edge("M", 1), Edge("x", 1)]
    graph = graph_of(
        source("load", Kind.CONTROL),
        source("M", width=width),
        word("ps", Op.PARITY, *three, width=width),
        word("sc", Op.CARRY, *three, width=width),
        word("total", Op.SUM, "ps", "sc", width=width),
        word("x", Op.SELECT, "load", "M", "total", width=width),
        sink("out", Edge("x"), width),
        width=width,
    )
    after = prove_pass(graph, load_in_compressor)
    assert (after.nodes["ps"].absorbed, after.nodes["sc"].absorbed) == (Op.GATE, Op.SELECT)


@widths
@pytest.mark.parametrize("swapped", [False, True])
def test_load_before_one_adder(width: int, swapped: bool) -> None:
    """select(load, x, p + q) = gate(load, p) + select(load, x, q)."""
    operands = [Edge("x", 1), Edge("p")] if swapped else [Edge("p"), Edge("x", 1)]
    graph = graph_of(
        source("load", Kind.CONTROL),
        source("M", width=width),
        word("p", Op.SUM, "M", Edge("M", 1), width=width),
        word("total", Op.SUM, *operands, width=width),
        word("x", Op.SELECT, "load", "M", "total", width=width),
        sink("out", Edge("x"), width),
        width=width,
    )
    assert count(prove_pass(graph, load_before_adder), Op.GATE) == 1


@widths
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("op", [Op.CH, Op.MAJ, Op.SELECT])
def test_fusion_of_one_function(width: int, op: Op, swapped: bool) -> None:
    first = source("b", Kind.CONTROL if op is Op.SELECT else Kind.MESSAGE, width)
    graph = graph_of(
        source("a", width=width),
        first,
        source("c", width=width),
        source("d", width=width),
        word("f", op, "b", "c", "d", width=width),
        word("total", Op.SUM, *(["f", "a"] if swapped else ["a", "f"]), width=width),
        sink("out", Edge("total"), width),
        width=width,
    )
    after = prove_pass(graph, lambda g: fuse(g, ALL))
    assert after.nodes["total"].absorbed is op


def in_carry_cells(width: int, table: Callable[..., Word], a: Word, *others: Word) -> Word:
    """Sum bits of a row of ECP5 carry cells whose table is a XOR `table`.

    A cell hands the carry on where its output is one; elsewhere its carry out is its table with
    the last two inputs at zero.
    """
    zero = z3.BitVecVal(0, width)
    propagate = a ^ table(*others)
    generate = a ^ table(others[0], zero, zero)
    carries, carry = [], z3.BitVecVal(0, 1)
    for i in range(width):
        carries.append(carry)
        carry = z3.If(z3.Extract(i, i, propagate) == 1, carry, z3.Extract(i, i, generate))
    return propagate ^ z3.Concat(*reversed(carries))


@widths
@pytest.mark.parametrize("op", [Op.CH, Op.MAJ, Op.SELECT])
def test_carry_cells_absorb_what_fusion_gives_them(width: int, op: Op) -> None:
    a, b, c, d = words("a b c d", width)
    if op is Op.SELECT:  # one control bit for the whole word
        b = z3.If(z3.Bool("bit"), z3.BitVecVal(-1, width), z3.BitVecVal(0, width))

    def table(x: Word, y: Word, z: Word) -> Word:
        return maj(x, y, z) if op is Op.MAJ else ch(x, y, z)

    prove(table(b, *[z3.BitVecVal(0, width)] * 2), z3.BitVecVal(0, width))
    prove(in_carry_cells(width, table, a, b, c, d), a + table(b, c, d))


def test_carry_cells_cannot_absorb_a_parity() -> None:
    """f(b, 0, 0) is b here: the condition matters."""
    a, b, c, d = words("a b c d", 8)

    def parity(x: Word, y: Word, z: Word) -> Word:
        return x ^ y ^ z

    assert counterexample(in_carry_cells(8, parity, a, b, c, d), a + parity(b, c, d)) is not None


# ---- the proofs can fail ---------------------------------------------------------------------


def test_a_wrong_rewriting_is_found() -> None:
    graph = oldest_first(rounds_of("sha256"))
    compressed = compress_late_operands(graph)
    carry = next(n for n in compressed.nodes.values() if n.op is Op.CARRY)
    broken = compressed.updated(replace(carry, op=Op.MAJ))
    assert "e_new" in counterexamples(graph, broken)
    reordered = reorder_resources(rounds_of("sha256"))
    t1 = reordered.nodes["T1"]
    broken = reordered.updated(replace(t1, operands=t1.operands[::-1]))
    assert "a_new" in counterexamples(rounds_of("sha256"), broken)


def test_meaning_of_an_absorbing_adder() -> None:
    a, b, c, d = words("a b c d", 32)
    node = replace(word("n", Op.SUM), absorbed=Op.CH)
    prove(meaning(node, [a, b, c, d]), a + ((b & c) ^ (~b & d)))
