"""Arrays of HMAC cores, copies with the same keys, in simulation and as a request."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.request.point import Point
from hashloom.verification.hmac_timing import case_jobs
from hashloom.verification.random.campaign import RUNS, run_core
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.requests import (
    Beat,
    Epoch,
    Op,
    Packet,
    Traffic,
    Trigger,
    shape_of,
)
from hashloom.verification.random.streams.judge import Judge
from hashloom.verification.random.streams.machine import Machine, machine_of
from hashloom.verification.random.streams.subject import Streams
from hashloom.verification.random.suite import verify_random
from hashloom.verification.simulation.driver import Setting, compile_driver, run

A = Architecture
KEY, MESSAGE = b"Jefe", b"what do ya want for nothing?"


@pytest.fixture(scope="module")
def array() -> Core:
    return core_for("hmac-sha1", A(unroll=4), Interface(level="hmac", copies=3))


@pytest.fixture(scope="module")
def machine(array: Core) -> Machine:
    return machine_of(array.sources(), array.top, shape_of(array))


def mac(tid: int, slot: int = 0, length: int = 20) -> Packet:
    return Packet(tid, Op.MAC, MESSAGE, length, slot)


def answers(
    machine: Machine, *sent: Packet | Beat, triggers: tuple[Trigger, ...] = ()
) -> list[tuple[int, int, bytes]]:
    """{tid, status, bytes} of the answers in their order, which are those of the documents."""
    beats: list[Beat] = []
    for item in sent:
        beats += item.beats(4) if isinstance(item, Packet) else [item]
    traffic = Traffic((Epoch(tuple(beats), triggers),))
    events = machine.play(traffic)
    assert Judge(machine.shape, traffic).judge(events) == []
    found, data = [], b""
    for event in (event for event in events if event.kind == "M"):
        data += event.data[: event.keep.bit_length()]
        if event.last:
            found.append((event.tid, event.user, data))
            data = b""
    return found


def test_all_copies_have_the_key(machine: Machine) -> None:
    """The key that one tid has loaded and another one has erased."""
    key = Packet(1, Op.KEY, KEY)
    found = answers(machine, key, mac(0), mac(1), mac(2), Packet(2, Op.ERASE, b""), mac(0), mac(1))
    tag = hmac.digest(KEY, MESSAGE, "sha1")
    assert found[0] == (1, 0, b"")
    assert sorted(found[1:4]) == [(0, 0, tag), (1, 0, tag), (2, 0, tag)]
    assert found[4] == (2, 0, b"")
    assert sorted(found[5:]) == [(0, 3, b""), (1, 3, b"")]


def test_a_key_amid_a_packet_and_packets_amid_a_key(machine: Machine) -> None:
    """All of them have status 6; an expected tag stays, and one that comes amid a key is lost."""
    key = Packet(0, Op.KEY, KEY)
    first, *rest = Packet(0, Op.KEY, b"another key").beats(4)
    begun, *ended = mac(1).beats(4)
    tag = Packet(2, Op.TAG, hmac.digest(KEY, MESSAGE, "sha1"))
    verify = Packet(2, Op.VERIFY, MESSAGE, 20)
    found = answers(machine, key, begun, Packet(2, Op.KEY, b"other"), *ended, mac(2))
    assert sorted(found[1:]) == [(1, 0, tag.payload), (2, 0, tag.payload), (2, 6, b"")]
    lost = Packet(2, Op.TAG, bytes(20))
    amid = [verify, lost, Packet(1, Op.ERASE_ALL, b"")]
    again = Packet(0, Op.KEY, KEY)
    found = answers(machine, key, tag, first, *amid, *rest, again, verify, verify)
    assert [each for each in found if each[0] == 0] == [(0, 0, b"")] * 3
    assert [each for each in found if each[0] == 1] == [(1, 6, b"")]
    assert [status for tid, status, _ in found if tid == 2] == [6, 0, 5]


@pytest.mark.parametrize("delay", [*range(0, 40, 3), 100, 200, 300])
def test_zeroize_finds_the_copies_alike(machine: Machine, delay: int) -> None:
    """In any clock of loading a key, and when packets amid it wait for their answers."""
    first, *rest = Packet(0, Op.KEY, bytes(70)).beats(4)
    sent = [Packet(1, Op.KEY, KEY), first, mac(1), *rest, mac(0), mac(1), mac(2)]
    taken = len(Packet(1, Op.KEY, KEY).beats(4)) + 1
    answers(machine, *sent, triggers=(Trigger("zeroize", "taken", taken, delay, 1),))


def test_as_many_tags_as_copies(array: Core) -> None:
    """A copy takes some clocks for a tag of a block; three copies give three in that time."""
    executable = compile_driver(array, array.sources())

    def clocks(tids: Sequence[int]) -> float:
        found = []
        for count in (4, 12):
            jobs = case_jobs(array, "cached_key", 1, [*tids] * count)
            done = run(executable, jobs, Setting(turn=16))
            done.whole(array.name)
            found.append(done.clocks)
        return (found[1] - found[0]) / 8

    assert clocks([0, 1, 2]) <= clocks([1]) + 2


def test_random_traffic(machine: Machine) -> None:
    """Against the documents: resets, zeroize in any clock, pauses, keys all the time."""
    done = run_core(Streams(machine), 5, lambda runs: runs < RUNS)
    assert done.failures == []
    assert done.packets >= 400
    assert {"HMAC core, zeroize: a key is being loaded", "HMAC core, reset: amid a packet"} <= set(
        done.hits
    )


def test_random_traffic_of_threes() -> None:
    """Of contexts that are no power of two, with keys in block RAM."""
    core = core_for("hmac-sha1", A(unroll=4, interleave=3, keys="bram"), Interface(copies=2))
    found = verify_random(core, 5, 0, lambda part, done, total: None)
    found.report.require()
    assert found.report.vectors >= 400


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("keyed_dispatch", "to_all ? {COPIES{all_ready}} : own", "to_all ? own & copy_ready : own"),
        ("keyed_dispatch", "(!begins_common || quiet)", "1'b1"),
        ("keyed_collect", "assign drop = ~common_own &", "assign drop ="),
    ],
)
def test_a_fault_is_seen(module: str, text: str, fault: str) -> None:
    """Without the properties: a key for one copy alone, answers that are lost."""
    core = core_for("hmac-sha1", A(unroll=4), Interface(copies=2))
    sources = core.sources()
    name = f"{core.prefix}_{module}.sv"
    assert sources[name].count(text) == 1
    sources[name] = sources[name].replace(text, fault)
    subject = Streams(machine_of(sources, core.top, shape_of(core), properties=False))
    assert run_core(subject, 5, lambda runs: runs < 2).failures


def test_a_copy_is_the_core_itself(array: Core) -> None:
    """Byte for byte, and it stands in the array once."""
    own = array.sources()
    names = [name.removeprefix(f"{array.prefix}_") for name in own]
    assert (array.name, array.contexts) == ("hmac_sha1_u4_copies3", 3)
    assert names.count("copy.sv") == names.count("key_store.sv") == names.count("engine.sv") == 1
    single = core_for("hmac-sha1", A(unroll=4), Interface(level="hmac", prefix=array.prefix))
    assert {name for name, text in single.sources().items() if own.get(name) != text} == {
        f"{single.top}.sv"
    }
    body, copied = (
        text.partition("module ")[2].partition("(")[2]
        for text in (single.sources()[f"{single.top}.sv"], own[f"{array.prefix}_copy.sv"])
    )
    assert body == copied
    assert single.settle_clocks == array.settle_clocks


def test_requests(array: Core) -> None:
    assert array.request.options == ("hmac-sha1", "--unroll", "4", "--copies", "3")
    assert Point.from_dict(array.request.as_dict()) == array.request
    assert array.as_level("message").interface.copies == 1
    assert {port.name: port.width for port in array.ports if port.name.endswith("_tid")} == {
        "s_axis_tid": 2,
        "m_axis_tid": 2,
    }


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "sentence"),
    [
        ("hmac-sha256", A(fold=1), Interface(copies=2), "HMAC core with --fold"),
        ("hmac-sha256", A(), Interface(copies=2, resume=True), "with --resume"),
        ("hmac-sha256", A(), Interface(copies=2, private_slots=True), "with --private-slots"),
        ("hmac-sha224+sha256", A(), Interface(copies=2), "with a choice of hashes"),
        ("hmac-sha256", A(), Interface(copies=2, bus="apb4"), "An array does not stand"),
        ("hmac-sha256", A(), Interface(copies=2, dma="axi4"), "An array does not read"),
        ("hmac-sha256", A(interleave=5), Interface(copies=16), "accepted are 64 in an array"),
        ("hmac-michail2012-block", None, Interface(level="hmac-block", copies=2), "no stream"),
    ],
)
def test_refused(
    name: str, architecture: Architecture | None, interface: Interface, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        core_for(name, architecture, interface)


def test_arrays_are_drawn() -> None:
    drawn = [DRAWS["keyed-arrays"](f"a/{index}") for index in range(6)]
    assert drawn[0].point == DRAWS["keyed-arrays"]("a/0").point
    assert all(each.core.interface.copies > 1 and each.core.keyed for each in drawn)
