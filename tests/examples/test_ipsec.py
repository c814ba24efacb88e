"""Packets that scapy makes pass, forged ones do not, and rates are clocks over the placed clock."""

from __future__ import annotations

import hmac
import random
import re
from types import ModuleType

import pytest
from support.examples import EXAMPLES, example

from hashloom.cores import Architecture, Interface, core_for
from hashloom.verification.tags import TagCheck, Verdicts

pytest.importorskip("scapy", reason="scapy is missing: pip install 'hashloom[examples]'")
pytest.importorskip("cryptography", reason="scapy makes no tags without: 'hashloom[examples]'")


@pytest.fixture(scope="module")
def ipsec() -> ModuleType:
    return example("ipsec")


def written() -> str:
    """The table in the document, which is what the program prints."""
    text = (EXAMPLES.parent / "docs" / "hmac.md").read_text("utf-8")
    return text.split("<!-- ipsec: begin -->")[1].split("<!-- ipsec: end -->")[0].strip()


def test_packets_and_rates(ipsec: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    ipsec.main(["--seed", "3", "--packets", "48"])
    said = capsys.readouterr().out
    accepted, forged = map(int, re.findall(r"(\d+) packets accepted, (\d+) forged", said)[0])
    assert accepted + forged == 48
    assert min(accepted, forged) > 10
    core = core_for("hmac-sha256", Architecture(interleave=2, keys="bram"))
    made = core.measured()
    assert made is not None
    mhz, each = made["fmax_mhz"]["median"], made["cycles_per_block_aggregate"]
    assert f"{mhz} MHz on ecp5-85f-8, median of 5 placements" in said
    table = said[said.index(f"{mhz} MHz") :]
    assert table.strip() == written()
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line[:2] == "| "]
    rows = [row for row in rows if row[0].isdigit()]
    assert [int(row[0]) for row in rows] == [64, 128, 256, 512, 1024, 1500]
    for row in rows:
        size, in_turn, whole, packets, fewer, mbits, least = map(float, row)
        # ESP is all but the IP header, its tag is not hashed; padding of SHA-2 takes 9 bytes or
        # more; the key has been hashed, and a block is that of the outer hash
        blocks = -(-(size - 20 - 16 + 9) // 64) + 1
        assert in_turn == pytest.approx(blocks * each, rel=0.01)
        assert whole > in_turn - 1  # a pair of packets in turn may take a clock more
        assert packets == pytest.approx(mhz / in_turn, abs=0.001)
        assert fewer == pytest.approx(mhz / whole, abs=0.001)
        assert mbits == pytest.approx(8 * size * mhz / in_turn, abs=1)
        assert least == pytest.approx(8 * size * mhz / whole, abs=1)
    assert float(rows[-1][2]) > 1.5 * float(
        rows[-1][1]
    )  # whole packets leave the other context idle


def test_tags_are_those_of_rfc_4868(ipsec: ModuleType) -> None:
    source = random.Random(4)
    known = ipsec.associations(3, source)
    for size in ipsec.SIZES:
        for spi, association in known.items():
            data = ipsec.packet(association, size, source)
            assert len(data) == size
            number, message, tag = ipsec.parts(data)
            assert (number, message[:4]) == (spi, spi.to_bytes(4, "big"))
            assert tag == hmac.digest(association.auth_key, message, "sha256")[:16]
            assert ipsec.scapy_accepts(known, data)
    for size in (60, 66):
        with pytest.raises(ValueError, match="64 bytes or more"):
            ipsec.packet(known[ipsec.FIRST_SPI], size, source)


def test_every_forgery_is_one(ipsec: ModuleType) -> None:
    source = random.Random(5)
    known = ipsec.associations(4, source)
    sent = ipsec.traffic(known, 120, source)
    kinds = {"", "sequence number", "ciphertext", "tag", "another SPI"}
    assert {each.forgery for each in sent} == kinds
    for each in sent:
        assert ipsec.scapy_accepts(known, each.data) == (not each.forgery)


def test_a_wrong_verdict_is_told(ipsec: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(core: object, checks: list[TagCheck]) -> Verdicts:
        return Verdicts((True,) * len(checks), 1)

    monkeypatch.setattr("hashloom.cores.Core.verify_tags", careless)
    with pytest.raises(SystemExit, match="Wrong verdict about a packet whose"):
        ipsec.main([])


def test_a_core_that_was_never_placed_has_no_rate(ipsec: ModuleType) -> None:
    core = core_for("hmac-sha256", Architecture(interleave=2), Interface(slots=5))
    said = ipsec.report(core, [ipsec.Rate(64, 138.0, 140.0)])
    assert "No placed clock is known of exactly this RTL on ecp5-85f-8" in said
    assert "hashloom build hmac-sha256 --interleave 2 --slots 5 --seeds 5" in said
    assert "| 64 | 138.0 | 140.0 |" in said
    assert "million" not in said
