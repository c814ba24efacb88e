"""The store keeps what is put there, whoever else writes and however they end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from support.documents import document, engine, point, with_annealer, with_tools

from hashloom.errors import CheckError, RequestError, ToolError
from hashloom.measurements.share import PER_DEVICE, SHARE
from hashloom.measurements.store import ENVIRONMENT, Failure, Store, default_store

# Puts documents of ever new seeds, and says which one is on the disk.
WRITER = """
import sys
from pathlib import Path
from support.documents import document, point
from hashloom.measurements.store import Store
store, first, count = Store(Path(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])
asked = point()
made = document(asked)
for number in range(first, first + count):
    made["fmax_mhz"]["seeds"] = {str(number): 100.0}
    store.put(made)
    print(number, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data" / "store.sqlite")


def writer(store: Store, first: int, count: int) -> subprocess.Popen[str]:
    tests = str(Path(__file__).parent.parent)
    path = os.pathsep.join([tests, *sys.path])
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store.path), str(first), str(count)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )


def seeds(store: Store) -> list[int]:
    return [int(seed) for made in store.documents() for seed in made["fmax_mhz"]["seeds"]]


def test_documents_come_back_whole_and_in_order(store: Store) -> None:
    made = [document(point(unroll=unroll)) for unroll in (4, 1, 2)]
    for one in made:
        store.put(one)
    assert store.documents() == made
    assert Store(store.path).documents() == made


def test_a_document_from_before_shares_gets_them(store: Store) -> None:
    made = document(point())
    before = {name: made[name] for name in made if name not in (SHARE, PER_DEVICE)}
    store.put(before)
    assert store.documents() == [made]


def test_a_later_measurement_takes_the_place_of_the_same(store: Store) -> None:
    first, other = document(point(), mhz=100), document(point(unroll=2))
    store.put(first, "one")
    store.put(other)
    store.put(document(point(), mhz=110), "two")
    assert [made["fmax_mhz"]["median"] for made in store.documents()] == [100.0, 110]
    assert [basis for _, basis in store.documents_with_basis()] == ["", "two"]


def test_seeds_tools_level_and_target_are_measurements_of_their_own(store: Store) -> None:
    plain = point()
    several = [
        document(plain),
        document(plain, seeds=5),
        with_tools(document(plain), yosys="yosys 1"),
        document(engine(plain)),
        document(point(target="ice40-hx8k")),
        document(point("hmac-sha256")),
    ]
    for made in several:
        store.put(made)
    assert store.documents() == several
    assert store.documents(target="ice40-hx8k") == several[4:5]
    assert store.documents(level="engine") == several[3:4]
    assert store.documents(hash_name="sha256", level="message", target="ecp5-85f-8") == several[:3]
    assert store.documents(hash_name="hmac-sha256") == several[5:]


def test_failures_stay_until_a_document_comes(store: Store) -> None:
    store.put_failure(Failure.of(point(), ToolError("It broke."), "a"))
    store.put_failure(Failure.of(point(), RequestError("It is too large."), "b"))
    store.put_failure(Failure.of(point(unroll=2), CheckError("It differs.")))
    kinds = [(f.kind, f.reason, f.basis) for f in store.failures()]
    assert kinds == [("request", "It is too large.", "b"), ("check", "It differs.", "")]
    store.put(document(point()))
    assert [failure.point for failure in store.failures()] == [point(unroll=2)]


def test_the_column_request_tells_annealed_from_usual(store: Store) -> None:
    store.put(document(point()))
    store.put_failure(Failure.of(point(), ToolError("It broke.")))
    store.put(with_annealer(document(point())))
    assert not store.failures()
    with closing(sqlite3.connect(store.path)) as database:
        rows = database.execute("SELECT request FROM documents ORDER BY request").fetchall()
    assert rows == [("sha256",), ("sha256 --placement annealed",)]


def test_reading_makes_no_file(store: Store) -> None:
    assert store.documents() == []
    assert store.failures() == []
    assert not store.path.parent.exists()


def test_a_killed_writer_leaves_all_it_finished(store: Store) -> None:
    process = writer(store, 0, 1_000_000)
    assert process.stdout is not None
    said = [int(process.stdout.readline()) for _ in range(25)]
    process.send_signal(signal.SIGKILL)
    said += [int(line) for line in process.stdout.read().split()]
    process.wait()
    kept = seeds(Store(store.path))
    assert set(kept) >= set(said)
    assert len(said) >= 25
    store.put(document(point(unroll=2)))
    assert len(store.documents()) == len(kept) + 1


def test_two_writers_at_once(store: Store) -> None:
    both = [writer(store, 0, 20), writer(store, 1000, 20)]
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert sorted(seeds(store)) == [*range(20), *range(1000, 1020)]
    with sqlite3.connect(store.path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_that_is_no_store_is_refused(store: Store) -> None:
    store.path.parent.mkdir()
    store.path.write_text("something else, and long enough to be taken for a header " * 20)
    with pytest.raises(RequestError, match=r"cannot be used \(.*--store"):
        store.documents()
    with pytest.raises(RequestError, match="cannot be used"):
        store.put(document(point()))


def test_a_short_file_that_is_no_store_is_left_alone(store: Store) -> None:
    store.path.parent.mkdir()
    store.path.write_text("x")
    with pytest.raises(RequestError, match="cannot be used"):
        store.put(document(point()))
    assert store.path.read_text() == "x"


def test_a_store_that_is_in_use_is_not_the_request(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashloom.measurements.store._BUSY_SECONDS", 0.0)
    store.put(document(point()))
    with sqlite3.connect(store.path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ToolError, match="cannot be used"):
            store.put(document(point(unroll=2)))
        other.execute("ROLLBACK")


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RequestError, match="cannot be used"):
        Store(tmp_path / "file" / "store").put(document(point()))


def test_a_newer_format_is_refused(store: Store) -> None:
    store.put(document(point()))
    with sqlite3.connect(store.path) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(RequestError, match="newer hashloom"):
        store.documents()


def test_the_default_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "/somewhere/else")
    assert default_store() == Path("/somewhere/else")
    monkeypatch.delenv(ENVIRONMENT)
    assert default_store().parent.name == "hashloom"
