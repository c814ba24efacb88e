"""Arrays: copies of a message core behind one stream, in simulation and as a request."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

import pytest

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.errors import RequestError
from hashloom.request.point import Point
from hashloom.verification.random.drawing.draws import DRAWS
from hashloom.verification.random.suite import verify_random
from hashloom.verification.simulation.driver import Job, Run, Setting, compile_driver, run
from hashloom.verification.simulation.subject import longest_message

A = Architecture


@pytest.fixture(scope="module")
def array() -> Core:
    return core_for("sha256", A(), Interface(copies=2))


@pytest.fixture(scope="module")
def executable(array: Core) -> Path:
    return compile_driver(array, array.sources())


def jobs_of(seed: int, tids: int, count: int) -> list[Job]:
    """Messages of up to four blocks on tids at random, many of them short."""
    rng = Random(seed)
    lengths = [rng.choice((0, 3, 55, 64, rng.randint(0, 250))) for _ in range(count)]
    return [Job(rng.randbytes(length), rng.randrange(tids)) for length in lengths]


def check(done: Run, jobs: list[Job]) -> None:
    for job, answer in zip(jobs, done.whole("array"), strict=True):
        assert answer.digest == hashlib.sha256(job.message).digest()
        assert not answer.malformed


@pytest.mark.parametrize(
    "setting",
    [
        Setting(stalls=0.0),
        Setting(stalls=0.5, seed=1),
        Setting(stalls=0.8, seed=2, turn=16),
        Setting(stalls=0.3, seed=3, ordered=True),
    ],
)
def test_digests_and_order(array: Core, executable: Path, setting: Setting) -> None:
    """The driver takes the answers of a tid in the order of its messages."""
    jobs = jobs_of(setting.seed, array.contexts, 120)
    check(run(executable, jobs, setting), jobs)


def test_one_tid_keeps_all_copies_busy(array: Core, executable: Path) -> None:
    """Twice as many messages of a block in a time as one copy, which takes 66 clocks for each."""
    message = bytes(longest_message(array, 1))
    clocks = [run(executable, [Job(message, 1)] * count, Setting()).clocks for count in (20, 60)]
    assert (clocks[1] - clocks[0]) / 40 == 33


@pytest.mark.parametrize("tid", [0, 1])
def test_a_short_message_overtakes_only_other_tids(executable: Path, tid: int) -> None:
    """Behind one of two blocks on tid 0, in the other copy."""
    jobs = [Job(bytes(119), 0), Job(b"short", tid)]
    done = run(executable, jobs, Setting(ordered=True))
    check(done, jobs)
    long, short = done.whole("array")
    assert short.last_out < long.first_out if tid else long.last_out < short.first_out


@pytest.mark.parametrize(
    ("architecture", "interface"),
    [
        (A(interleave=2), Interface(width=8, copies=2)),
        (A(unroll=16), Interface(width=64, copies=3)),
    ],
)
def test_random_traffic(architecture: Architecture, interface: Interface) -> None:
    """Against the documents: pauses, resets in the middle, broken messages, tids that are none."""
    core = core_for("sha256", architecture, interface)
    found = verify_random(core, 5, 0, lambda part, done, total: None)
    found.report.require()
    assert found.report.vectors >= 600
    assert "reset" in " ".join(found.coverage()["hit"])


def test_a_copy_stands_in_the_core_once(array: Core) -> None:
    names = [name.removeprefix(f"{array.prefix}_") for name in array.sources()]
    assert (array.name, array.contexts) == ("sha256_copies2", 2)
    assert names.count("copy.sv") == names.count("padder.sv") == names.count("engine.sv") == 1
    assert array.sources()["sha256_copies2.sv"].count("sha256_copies2_copy u_copy") == 2
    single = core_for("sha256", A(), Interface(prefix=array.prefix))
    own = single.sources()
    assert {name for name in own if array.sources().get(name) != own[name]} == {f"{single.top}.sv"}


def test_requests(array: Core) -> None:
    assert array.request.options == ("sha256", "--copies", "2")
    assert Point.from_dict(array.request.as_dict()) == array.request
    assert array.as_level("engine").interface.copies == 1
    assert [port.width for port in array.ports if port.name == "s_axis_tid"] == [1]


@pytest.mark.parametrize(
    ("name", "architecture", "interface", "sentence"),
    [
        ("sha256", A(), Interface(level="engine", copies=2), "have no stream to share"),
        ("sha256", A(), Interface(copies=17), "accepted is 1 to 16"),
        ("sha256", A(), Interface(copies=0), "accepted is 1 to 16"),
        ("sha256", A(interleave=5), Interface(copies=16), "accepted are 64 in an array"),
    ],
)
def test_refused(
    name: str, architecture: Architecture, interface: Interface, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        core_for(name, architecture, interface)


def test_arrays_are_drawn() -> None:
    drawn = [DRAWS["arrays"](f"a/{index}") for index in range(6)]
    assert drawn[0].point == DRAWS["arrays"]("a/0").point
    assert all(each.core.interface.copies > 1 and not each.core.keyed for each in drawn)
