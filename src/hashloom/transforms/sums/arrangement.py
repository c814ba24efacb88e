"""In which tree a round's sums are added, before any register moves.

michail2012 speaks of the order of additions in its figures only; the trees here are those that
give the paths of its equations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.dataflow.graph import Edge, Graph, Kind, Node, Op
from hashloom.transforms.sums.association import Tree, arranged

_FUNCTIONS = (Op.SIGMA, Op.CH, Op.MAJ, Op.BOOLEAN, Op.XOR)
Words = Callable[[Graph, Sequence[Edge]], Tree]


def balanced(graph: Graph) -> Graph:
    """Functions in pairs, words in a tree: the round of michail2012 figure 2.

    T1 = (Ch + Sigma1) + ((h + K) + W), e = (Ch + Sigma1) + ((h + K) + (W + d)) and
    a = T1 + (Sigma0 + Maj): four adders behind h for a, three for e (equation 3), and six behind
    h for the a of a second round, by way of e or of a (equation 4).
    """
    return _in_trees(graph, _words_in_figure_2)


def reordered(graph: Graph) -> Graph:
    """Resources re-ordered so that words wait together: H = h + (K + W) and X = H + d.

    T1 = (Ch + Sigma1) + H, e = (Ch + Sigma1) + X, a = T1 + (Sigma0 + Maj): the values X, H and P4
    (H of the next round) of michail2012 equations 12 to 14.
    """
    return _in_trees(graph, _words_in_advance)


def with_h_k_w(graph: Graph) -> Graph:
    """T1 = (Ch + Sigma1) + H with H = h + (K + W), the largest sum known a clock before.

    The rest as the standard has it: e = T1 + d and a = T1 + (Sigma0 + Maj) (khadra2013 section
    4.3, where H is called alpha).
    """
    return _in_trees(graph, _words_in_advance, open_t1=False)


def _in_trees(graph: Graph, words: Words, *, open_t1: bool = True) -> Graph:
    sums = [n for n in graph.nodes.values() if n.op is Op.SUM and n.role.sequence]
    return arranged(graph, {node.name: _tree(graph, node, words, open_t1) for node in sums})


def _tree(graph: Graph, node: Node, words: Words, open_t1: bool) -> Tree:
    """Tree of a sum: e may open T1, so that d joins the words; a takes T1 whole."""
    inner = [edge for edge in node.operands if graph.nodes[edge.source].op is Op.SUM]
    others = [edge for edge in node.operands if edge not in inner]
    functions = [edge for edge in others if graph.nodes[edge.source].op in _FUNCTIONS]
    plain = [edge for edge in others if edge not in functions]
    shaped = len(functions) == 2 or (len(inner) == 1 and not functions and len(plain) == 1)
    if len(inner) > 1 or not shaped:
        return _halved([*inner, *plain, *functions])
    if inner and not functions and open_t1:
        (t1,) = inner
        opened = graph.nodes[t1.source].operands
        functions = [edge for edge in opened if graph.nodes[edge.source].op in _FUNCTIONS]
        plain = [edge for edge in opened if edge not in functions] + plain
        inner = []
    if inner:
        return inner[0], _paired(functions) if functions else plain[0]
    if len(functions) == len(plain):  # the schedule: two functions, two words
        return (functions[0], plain[0]), (functions[1], plain[1])
    if not 2 < len(plain) < 5 or not any(_is_constant(graph.nodes[e.source]) for e in plain):
        return _halved([*plain, *functions])
    return _paired(functions), words(graph, plain)


def _halved(edges: Sequence[Edge]) -> Tree:
    """A tree as low as can be, the first operands together."""
    if len(edges) == 1:
        return edges[0]
    half = (len(edges) + 1) // 2
    return _halved(edges[:half]), _halved(edges[half:])


def _paired(edges: Sequence[Edge]) -> Tree:
    first, second = edges
    return first, second


def _sorted(graph: Graph, words: Sequence[Edge]) -> list[Edge]:
    """h, K, W and, where it is there, d."""
    constant = [e for e in words if _is_constant(graph.nodes[e.source])]
    schedule = [e for e in words if graph.nodes[e.source].role.sequence == "W"]
    letters = [e for e in words if e not in constant and e not in schedule]
    return [letters[0], *constant, *schedule, *letters[1:]]


def _is_constant(node: Node) -> bool:
    return node.signal is not None and node.signal.kind is Kind.CONSTANT


def _words_in_figure_2(graph: Graph, words: Sequence[Edge]) -> Tree:
    h, constant, w, *rest = _sorted(graph, words)
    return ((h, constant), (w, rest[0])) if rest else ((h, constant), w)


def _words_in_advance(graph: Graph, words: Sequence[Edge]) -> Tree:
    h, constant, w, *rest = _sorted(graph, words)
    early: Tree = (h, (constant, w))
    return (early, rest[0]) if rest else early
