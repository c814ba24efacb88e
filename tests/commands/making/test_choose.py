"""`hashloom choose`: the cores that meet a requirement, confirmed and built."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.console import is_sentence

from hashloom import cli
from hashloom.cores.core import Core
from hashloom.exploration.choosing import OBJECTIVES

CHOICE = ["choose", "--throughput", "1.5Gbit/s", "--messages", "4", "--target", "ecp5-25f-6"]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with nothing in it."""
    return tmp_path / "store.sqlite"


def test_choose(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*CHOICE, "--store", str(store), "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    rows = document["best"]
    assert len(rows) == 5 < document["met"] < document["considered"]
    assert document["requirement"]["throughput_mbps"] == 1500
    assert [row["resources"]["lut"] for row in rows] == sorted(r["resources"]["lut"] for r in rows)
    for row in rows:
        assert row["throughput_mbps"]["required_messages"] >= 1500
        assert row["margins"]["throughput_percent"] >= 0
        assert row["margins"]["lut"] == 24288 - row["resources"]["lut"]
        assert (row["measured_on"] is None) == (row["basis"] == "estimated")
        assert (row["measured_on"] == "ecp5-25f-6") == (row["basis"] == "measured")
        assert row["build"].endswith("--target ecp5-25f-6")
    assert document["build"] == rows[0]["build"]
    assert cli.run([*CHOICE, "--store", str(store)]) == 0
    text = capfd.readouterr().out
    assert f" 1  {document['build']}\n" in text
    assert "messages at a time" in text


def test_choose_for_short_messages(capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "1G", "--messages", "8"]
    found = {}
    for blocks in (1, 24):
        assert cli.run([*request, "--blocks", str(blocks), "--json"]) == 0
        found[blocks] = json.loads(capfd.readouterr().out)
        assert found[blocks]["requirement"]["blocks"] == blocks
    assert found[1]["met"] < found[24]["met"]
    smallest = {blocks: each["best"][0]["resources"]["lut"] for blocks, each in found.items()}
    assert smallest[1] > smallest[24]
    assert cli.run([*request, "--blocks", "1"]) == 0
    assert "messages of a block" in " ".join(capfd.readouterr().out.split())


def test_choose_counts_two_engines_for_short_messages(
    store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """docs/published/results/hmac_michail2012-hmac.json was measured above that rate."""
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "5G", "--messages", "64"]
    assert cli.run([*request, "--blocks", "1", "--store", str(store), "--json"]) == 0
    best = json.loads(capfd.readouterr().out)["best"]
    rows = [row["build"] for row in best if "--pool" not in row["build"]]
    assert rows
    assert all("--engines 2" in build for build in rows)


def test_choose_knows_measured_pools_of_hmac(capfd: pytest.CaptureFixture[str]) -> None:
    """They hold 256 keys, which is more than the four that are asked for."""
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "35G", "--messages", "128"]
    assert cli.run([*request, "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)["best"]
    assert rows
    assert all("--pool" in row["build"] and "--slots 256" in row["build"] for row in rows)
    assert {row["basis"] for row in rows} == {"measured"}


def test_choose_names_the_hash_and_every_latency(
    store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "1G", "--messages", "8"]
    request += ["--blocks", "1", "--store", str(store)]
    assert cli.run(request) == 0
    text = capfd.readouterr().out
    assert text.startswith("hmac-sha256, hmac, on ecp5-85f-8")
    assert "?" not in text
    assert cli.run([*request, "--best", "9999", "--json"]) == 0
    assert all(row["latency_ns"] for row in json.loads(capfd.readouterr().out)["best"])


def test_choose_loads_nothing_heavy() -> None:
    heavy = ("numpy", "scipy", "z3", "matplotlib", "cocotb", "plotly")
    probe = (
        f"import sys; from hashloom import cli; cli.run({CHOICE});"
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_choose_loads_no_cores() -> None:
    """Only a folded core that was measured on another device is worked out."""
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "1G", "--messages", "8"]
    probe = (
        f"import sys; from hashloom import cli; cli.run({request});"
        "print('hashloom.cores' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    "objective", ["area", "throughput", "density", "device", "latency", "energy"]
)
def test_choose_objectives(objective: str, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--hash", "hmac-sha256", "--objective", objective, "--best", "3"]
    assert cli.run([*request, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert (document["hash"], document["level"]) == ("sha256", "hmac")
    rows = document["best"]
    value = {
        "area": lambda row: row["resources"]["lut"],
        "throughput": lambda row: -row["throughput_mbps"]["required_messages"],
        "density": lambda row: -row["mbps_per_lut"],
        "device": lambda row: row["device_share"] / row["throughput_mbps"]["required_messages"],
        "latency": lambda row: row["latency_ns"],
        "energy": lambda row: row["cell_clocks_per_bit"],
    }[objective]
    assert len(rows) == 3
    assert [value(row) for row in rows] == sorted(value(row) for row in rows)
    assert cli.run(request) == 0
    assert ("Energy is not measured" in capfd.readouterr().out) == (objective == "energy")


def test_the_rate_over_look_up_tables_is_of_the_messages_asked_for(
    capfd: pytest.CaptureFixture[str],
) -> None:
    request = ["choose", "--throughput", "400M", "--messages", "1", "--best", "20", "--json"]
    assert cli.run(request) == 0
    rows = json.loads(capfd.readouterr().out)["best"]
    assert any(row["messages_in_flight"] > 1 for row in rows)
    for row in rows:
        rate = row["throughput_mbps"]["required_messages"]
        assert row["mbps_per_lut"] == pytest.approx(rate / row["resources"]["lut"], abs=0.001)


def test_choose_copies(capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--throughput", "20G", "--messages", "1000", "--objective", "device"]
    assert cli.run([*request, "--json"]) == 0
    for row in json.loads(capfd.readouterr().out)["best"]:
        copies, gbps = row["copies"], row["throughput_mbps"]["aggregate"] / 1000
        assert (copies["needed"] - 1) * gbps < 20 <= copies["needed"] * gbps
        assert copies["needed"] <= copies["fit"] <= 1 / row["device_share"]
        assert row["gbps_per_device"] == pytest.approx(gbps / row["device_share"], rel=0.01)
    assert cli.run(request) == 0
    assert "the fewest cores that reach the throughput" in " ".join(capfd.readouterr().out.split())
    assert cli.run([*request[:2], "900G", *request[3:]]) == 2
    assert "accepted would be --throughput" in capfd.readouterr().err


class Measurement:
    """A measurement that finds every core a quarter as fast, until the third."""

    def __init__(self) -> None:
        self.cores: list[Core] = []

    def __call__(self, core: Core, *_: Any) -> Any:
        from support.documents import document

        self.cores.append(core)
        point = core.request
        made = document(point, mhz=1000.0 if len(self.cores) == 3 else 1.0, lut=700)

        class Result:
            @staticmethod
            def as_dict() -> dict[str, Any]:
                return made

        return Result()


@pytest.fixture
def measurement(monkeypatch: pytest.MonkeyPatch) -> Measurement:
    """Measures for `choose`."""
    stand_in = Measurement()
    monkeypatch.setattr("hashloom.commands.making.confirming.measured", stand_in)
    return stand_in


def test_choose_confirms(
    store: Path, measurement: Measurement, capfd: pytest.CaptureFixture[str]
) -> None:
    from hashloom.measurements.store import Store

    request = [*CHOICE, "--store", str(store), "--json"]
    assert cli.run(request) == 0
    before = json.loads(capfd.readouterr().out)
    assert cli.run([*request, "--confirm"]) == 0
    out, err = capfd.readouterr()
    after = json.loads(out)
    assert err.count("it misses the requirement") == 2
    assert len(measurement.cores) == 3 == len(Store(store).documents())
    assert is_sentence(err.splitlines(keepends=True)[0])
    assert after["build"] == before["best"][2]["build"]
    assert (after["best"][0]["basis"], after["confirmed"]) == ("measured", True)
    assert after["best"][0]["resources"]["lut"] == 700
    assert cli.run(request) == 0
    remembered = json.loads(capfd.readouterr().out)
    assert remembered["best"][0]["basis"] == "measured"


@pytest.mark.usefixtures("measurement")
def test_choose_confirms_none(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    request = [*CHOICE, "--store", str(store), "--best", "2", "--confirm"]
    assert cli.run(request) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert all(is_sentence(line + "\n") for line in err.splitlines())
    assert "none of the 2 best cores" in err


@pytest.mark.usefixtures("measurement")
def test_choose_builds(store: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*CHOICE, "--store", str(store), "-o", "out", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    result = json.loads((folder / "out" / "doc" / "result.json").read_text())
    assert result["request"] == document["best"][0]["request"]
    assert list((folder / "out" / "rtl").glob("*.sv"))
    (folder / "mine").mkdir()
    (folder / "mine" / "notes").write_text("mine")
    assert cli.run([*CHOICE, "-o", "mine"]) == 2
    assert is_sentence(capfd.readouterr().err)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_nothing_is_cut_in_eighty_columns(
    objective: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    request = ["choose", "--hash", "hmac-sha256", "--throughput", "1G", "--messages", "8"]
    assert cli.run([*request, "--blocks", "1", "--objective", objective, "--best", "20"]) == 0
    text = capfd.readouterr().out
    assert "…" not in text
    assert "%" in text


def test_choose_on_a_family_without_estimate(
    store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    small = ["choose", "--target", "machxo2-1200", "--store", str(store), "--throughput"]
    assert cli.run([*small, "5M", "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    assert {row["basis"] for row in document["best"]} == {"measured"}
    assert document["build"].endswith("--target machxo2-1200")
    assert document["estimator"] == {"documents": 0, "errors": {}}
    assert cli.run([*small, "5M"]) == 0
    assert "There is no estimate" in capfd.readouterr().out
    assert cli.run([*small, "5M", "--hash", "hmac-sha512"]) == 2
    assert is_sentence(capfd.readouterr().err)


def test_cores_that_take_blocks_whole_are_not_looked_for(capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--hash", "sha256", "--throughput", "100M", "--level", "block"]
    assert cli.run(request) == 2
    said = capfd.readouterr().err
    assert is_sentence(said)
    assert "accepted for --level are engine, message and hmac" in said


def test_choose_behind_registers(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    request = ["choose", "--throughput", "300M", "--store", str(store)]
    assert cli.run([*request, "--bus", "apb4", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert (found["bus"], found["dma"]) == ("apb4", "none")
    assert all(row["build"].endswith("--bus apb4") for row in found["best"])
    assert {row["messages_in_flight"] for row in found["best"]} == {1}
    assert cli.run([*request, "--dma", "axi4"]) == 0
    text = " ".join(capfd.readouterr().out.split())
    assert "reads memory over axi4" in text
    assert "pairs of measured cores" in text


@pytest.mark.parametrize(
    "wrong",
    [
        ["--bus", "spi"],
        ["--dma", "pcie"],
        ["--bus", "apb4", "--level", "engine"],
        ["--bus", "apb4", "--target", "ice40-up5k"],
    ],
)
def test_what_cannot_be_around_is_refused(
    wrong: list[str], store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    request = ["choose", "--throughput", "1M", "--store", str(store)]
    assert cli.run([*request, *wrong]) == 2
    error = capfd.readouterr().err
    assert is_sentence(error)
    assert "accepted" in error
