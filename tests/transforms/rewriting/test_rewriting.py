"""What the search finds computes the standard, and nothing that has a name is better."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from support.graphs import DELAYS, FUSING, assert_digests
from support.standards import compressed

from hashloom.cores import Architecture
from hashloom.dataflow.bound import iteration_bound
from hashloom.dataflow.delays import DelayModel
from hashloom.dataflow.evaluate import digests
from hashloom.dataflow.graph import Graph, Op
from hashloom.dataflow.timing import critical_path, node_delay
from hashloom.errors import RequestError
from hashloom.hashes import get_hash
from hashloom.request.accepted import CHOICES
from hashloom.targets import get_target
from hashloom.transforms.by_hand.compilation import compile_by_hand
from hashloom.transforms.methodology import Compiled, compile_engine
from hashloom.transforms.rewriting.compilation import Search, Tried

ECP5 = get_target("ecp5-85f-8").delays
MESSAGES = [b"abc", bytes(range(120))]


def search(name: str, delays: DelayModel = ECP5, **fields: object) -> Search:
    """The search for the sums of a hash's engine."""
    hash_ = get_hash(name)
    architecture = Architecture(method="searched", **fields)  # type: ignore[arg-type]
    return Search(hash_, architecture.resolved(hash_), delays)


@cache
def found_best(name: str, unroll: int) -> Tried:
    """What the search takes, once for all tests."""
    return search(name, unroll=unroll).best()


def assert_right(graph: Graph, name: str) -> None:
    """The graph computes what hashlib computes, or for SM3, which hashlib may lack, the model."""
    hash_ = get_hash(name)
    if name != "sm3":
        assert_digests(graph, name, MESSAGES)
        return
    for message in MESSAGES:
        state = hash_.initial
        for block in hash_.pad(message):
            state = tuple(compressed(name, state, block))
        assert digests(graph, hash_, [message]) == [hash_.digest_of(state)]


# What is tried: the quick ones first; the others are in tests/long_tests.txt.
QUICK = [("sha256", 1), ("sha256", 2), ("sha1", 2), ("md5", 1), ("sm3", 1)]
LONG = [
    (name, unroll)
    for name in ("sha1", "sha256", "sha512", "sm3", "md5")
    for unroll in (1, 2, 4, 8)
    if (name, unroll) not in QUICK
]


def named_engines(found: Search) -> list[Compiled]:
    """Engines of every association and kind of adders, and of the methods by hand, made without
    the search."""
    hash_, a, delays = found.hash, found.architecture, found.delays
    engines = []
    for association in CHOICES["association"][1:]:
        if association == "reordered" and not hash_.shared_sums:
            continue
        for adders in CHOICES["adders"][1:]:
            named = replace(a, method="exact", association=association, adders=adders)
            engines.append(compile_engine(hash_, named, delays))
    if hash_.shared_sums:
        for method in ("conventional", "prefetched", "recursive"):
            named = Architecture(unroll=a.unroll, stages=a.stages, method=method).resolved(hash_)
            engines.append(compile_by_hand(hash_, named))
    return engines


def bound(graph: Graph, delays: DelayModel) -> float:
    """Iteration bound in ns, the slowest operator at least."""
    slowest = max(node_delay(node, delays) for node in graph.nodes.values())
    return max(iteration_bound(graph, delays), slowest)


def assert_nothing_named_is_better(best: Tried, found: Search) -> None:
    """Not by the bound, not by the period at which blocks come as often, and not by registers at
    that period."""
    delays = found.delays
    own = best.compiled
    period = critical_path(own.graph, delays).period_ns
    for engine in named_engines(found):
        assert bound(own.graph, delays) <= bound(engine.graph, delays) + 2e-3
        other = critical_path(engine.graph, delays).period_ns
        time, others = period * own.slot_iterations, other * engine.slot_iterations
        assert time <= others * 1.0005
        if abs(period - other) < 5e-3 and own.slot_iterations == engine.slot_iterations:
            assert own.graph.register_bits() <= engine.graph.register_bits()


@pytest.mark.parametrize(("name", "unroll"), [*QUICK, *LONG])
def test_nothing_that_has_a_name_is_better(name: str, unroll: int) -> None:
    best = found_best(name, unroll)
    assert_right(best.compiled.graph, name)
    assert_nothing_named_is_better(best, search(name, unroll=unroll))


def test_four_stages_of_two_rounds() -> None:
    """michail2012's engine: its operators reach 10.45 ns."""
    found = search("sha256", unroll=2, stages=4)
    best = found.best()
    assert best.period_ns < 10.45
    assert_right(best.compiled.graph, "sha256")
    assert_nothing_named_is_better(best, found)


@pytest.mark.parametrize(
    ("name", "fields", "delays"),
    [
        ("sha256", {"unroll": 2}, FUSING),
        ("sha256", {"load": "added"}, ECP5),
        ("sha512", {"interleave": 3, "load": "parallel"}, DELAYS),
        ("sha256", {"stages": 2, "unroll": 2}, ECP5),
        ("sha1", {"unroll": 4}, FUSING),
        ("md5", {"unroll": 2, "interleave": 2}, ECP5),
    ],
)
def test_all_that_is_found_computes_the_standard(
    name: str, fields: dict[str, object], delays: DelayModel
) -> None:
    found = list(search(name, delays, **fields).found())
    assert found
    for each in found:
        assert_right(each.graph, name)


def test_of_two_rounds_the_load_goes_into_the_carry_save_adder() -> None:
    """Sigma, a carry-save adder and an adder, twice; by hand and by name a load comes on top."""
    best = found_best("sha256", 2)
    loaded = [n for n in best.compiled.graph.nodes.values() if n.op is Op.CARRY and n.absorbed]
    assert {node.absorbed for node in loaded} == {Op.SELECT}
    loop = 2 * (2 * ECP5.lut_ns + ECP5.carry_ns(32))
    assert best.period_ns == pytest.approx(loop + ECP5.register_ns, abs=2e-3)


def test_what_was_found_is_made_again_of_what_was_written() -> None:
    for unroll in (2, 1):
        found, best = search("sha256", unroll=unroll), found_best("sha256", unroll)
        written = json.loads(json.dumps(best.candidate.as_dict()))
        again = found.again(written)
        assert again is not None
        assert again.graph == best.compiled.graph
    assert found.again({"name": "of another day", "options": None}) is None


def test_a_search_is_the_same_every_time() -> None:
    first, second = found_best("sha1", 2).compiled, search("sha1", unroll=2).best().compiled
    assert list(first.graph.nodes.items()) == list(second.graph.nodes.items())


def test_candidates_come_best_bound_first() -> None:
    tried = list(search("sha1", unroll=2).trials())
    assert len(tried) > 1
    assert all(a.bound_ns <= b.bound_ns + 1e-9 for a, b in pairwise(tried))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"association": "reordered"}, "accepted with it for --association is auto"),
        ({"adders": "ripple"}, "accepted with it for --adders is auto"),
        ({"retiming": False}, "accepted with it is --retiming"),
        ({"unroll": 16}, "accepted for more is --method exact"),
        ({"unroll": 8, "stages": 4}, "accepted for more is --method exact"),
        ({"pool": 64, "unroll": 64, "chaining": "bram"}, "--method exact"),
        ({"fold": 1}, "accepted with --fold 1 is --method exact"),
    ],
)
def test_what_does_not_go_with_a_search(fields: dict[str, object], said: str) -> None:
    with pytest.raises(RequestError, match=said):
        search("sha256", **fields)
