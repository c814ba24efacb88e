"""IPsec packets, authenticated by an HMAC core in simulation: right ones pass, forged ones do not.

    pip install 'hashloom[simulate,examples]'
    python examples/ipsec.py

scapy makes ESP packets (RFC 4303) of several security associations, encrypted by AES-CTR (RFC
3686) and authenticated by HMAC-SHA-256-128 (RFC 4868): the tag is cut to 16 bytes and is over all
from the SPI to the end of the padding. The keys of the associations are in the core's slots. Some
packets are forged on their way. Then clocks are counted in simulation for packets of each size,
with every context of the core busy. The clock that place and route has found for exactly this RTL,
over these, says how many packets a second the core authenticates.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass

from scapy.config import conf
from scapy.layers.inet import IP, UDP
from scapy.layers.ipsec import ESP, IPSecIntegrityError, SecurityAssociation
from scapy.packet import Raw

from hashloom.cores import Architecture, Core, core_for
from hashloom.verification.tags import TagCheck

SIZES = (64, 128, 256, 512, 1024, 1500)  # bytes of a packet, IP header included
ICV_BYTES = 16  # RFC 4868 section 2.6
KEY_BYTES = 32  # RFC 4868 section 2.1.1
FIRST_SPI = 0x1001
FEW, MANY = 4, 12  # packets of each context in the two runs whose difference is the steady state


@dataclass(frozen=True)
class Sent:
    """An IP packet as it arrives, and which part of it was changed on its way, if any."""

    data: bytes
    forgery: str = ""


@dataclass(frozen=True)
class Rate:
    """Clocks of a packet of so many bytes when every context is busy.

    `in_turn`: the sender gives each context a block in turn. `whole`: one whole packet comes behind
    the other, and what stands behind a full context waits.
    """

    size: int
    in_turn: float
    whole: float


def associations(count: int, source: random.Random) -> dict[int, SecurityAssociation]:
    """Security associations by their SPI, each with keys of its own."""
    return {
        spi: SecurityAssociation(
            ESP,
            spi=spi,
            crypt_algo="AES-CTR",
            crypt_key=source.randbytes(16 + 4),  # the key and the nonce of RFC 3686
            auth_algo="SHA2-256-128",
            auth_key=source.randbytes(KEY_BYTES),
        )
        for spi in range(FIRST_SPI, FIRST_SPI + count)
    }


def packet(association: SecurityAssociation, size: int, source: random.Random) -> bytes:
    """An ESP packet of so many bytes, a multiple of four and at least 64, in transport mode."""
    if size < SIZES[0] or size % 4:
        raise ValueError(f"ESP packets have 64 bytes or more, a multiple of four; not {size}.")
    plain = IP(src="192.0.2.1", dst="192.0.2.2") / UDP(sport=4000, dport=4001)
    around = len(association.encrypt(plain / Raw(bytes(2)))) - 2
    return bytes(association.encrypt(plain / Raw(source.randbytes(size - around))))


def parts(data: bytes) -> tuple[int, bytes, bytes]:
    """Of an IP packet with ESP: its SPI, what its tag is over, and its tag (RFC 4303 section 2)."""
    esp = data[4 * (data[0] & 15) :]
    return int.from_bytes(esp[:4], "big"), esp[:-ICV_BYTES], esp[-ICV_BYTES:]


def forge(data: bytes, kind: str, spis: Sequence[int], source: random.Random) -> bytes:
    """A packet that was changed: one bit of it, or its SPI for that of another association."""
    header = 4 * (data[0] & 15)
    first, last = {
        "sequence number": (header + 4, header + 8),
        "ciphertext": (header + 16, len(data) - ICV_BYTES),  # behind the IV
        "tag": (len(data) - ICV_BYTES, len(data)),
        "another SPI": (header, header + 4),
    }[kind]
    changed = bytearray(data)
    if kind == "another SPI":
        spi = int.from_bytes(data[first:last], "big")
        changed[first:last] = source.choice([s for s in spis if s != spi]).to_bytes(4, "big")
    else:
        changed[source.randrange(first, last)] ^= 1 << source.randrange(8)
    return bytes(changed)


def traffic(known: dict[int, SecurityAssociation], count: int, source: random.Random) -> list[Sent]:
    """Packets of all sizes and associations, about every third of them forged."""
    kinds = ["sequence number", "ciphertext", "tag", *(["another SPI"] if len(known) > 1 else [])]
    sent = []
    for index in range(count):
        data = packet(source.choice([*known.values()]), SIZES[index % len(SIZES)], source)
        kind = source.choice(kinds) if source.random() < 1 / 3 else ""
        sent.append(Sent(forge(data, kind, [*known], source) if kind else data, kind))
    return sent


def check(known: dict[int, SecurityAssociation], data: bytes) -> TagCheck:
    """What the core is asked about a packet; its SPI says whose key it has to have."""
    spi, message, tag = parts(data)
    return TagCheck(known[spi].auth_key, message, tag)


def scapy_accepts(known: dict[int, SecurityAssociation], data: bytes) -> bool:
    """Whether scapy, in software, finds a packet's tag right."""
    try:
        known[parts(data)[0]].decrypt(IP(data))
    except IPSecIntegrityError:
        return False
    return True


def rate(core: Core, known: dict[int, SecurityAssociation], size: int) -> Rate:
    """Count the clocks of packets of one size in simulation, every context busy, keys in slots."""
    source = random.Random(size)
    spis = [*known]
    sent = [
        check(known, packet(known[spis[index % len(spis)]], size, source))
        for index in range(MANY * core.contexts)
    ]

    def each(turn: str) -> float:
        few, many = (core.verify_tags(sent[: n * core.contexts], turn=turn) for n in (FEW, MANY))
        if not all(many.accepted):
            raise RuntimeError(f"{core.name} rejects a right packet of {size} bytes.")
        return float(many.clocks - few.clocks) / ((MANY - FEW) * core.contexts)

    return Rate(size, each("block"), each("packet"))


def report(core: Core, rates: Sequence[Rate]) -> str:
    """A table of clocks and, where this RTL has been placed, packets a second for each size."""
    measured = core.measured()
    columns = ["bytes", "clocks a packet, in turn", "whole"]
    rows = [[f"{r.size}", f"{r.in_turn:.1f}", f"{r.whole:.1f}"] for r in rates]
    if measured is None:
        head = (
            f"No placed clock is known of exactly this RTL on {core.request.target}, so there is "
            f"no packet rate: {core.request.command} --seeds 5 measures it."
        )
    else:
        mhz, seeds = measured["fmax_mhz"]["median"], measured["fmax_mhz"]["seeds"]
        head = f"{mhz} MHz on {measured['target']}, median of {len(seeds)} placements"
        columns += ["million packets a second, in turn", "whole", "Mbit/s of IP, in turn", "whole"]
        for row, r in zip(rows, rates, strict=True):
            millions = mhz / r.in_turn, mhz / r.whole
            row += [f"{each:.3f}" for each in millions]
            row += [f"{each * 8 * r.size:.0f}" for each in millions]
    table = [columns, ["--:"] * len(columns), *rows]
    return "\n".join([head, "", *(f"| {' | '.join(cells)} |" for cells in table)])


def main(arguments: Sequence[str] | None = None) -> None:
    """Authenticate packets, then count clocks for each size."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--associations", type=int, default=4, help="security associations")
    options.add_argument("--packets", type=int, default=60, help="packets, forged ones included")
    options.add_argument("--interleave", type=int, default=2, help="messages in flight")
    options.add_argument("--seed", type=int, default=1, help="of keys, packets and forgeries")
    given = options.parse_args(arguments)
    if not conf.crypto_valid:
        raise SystemExit("scapy makes no tags without cryptography: pip install hashloom[examples]")
    source = random.Random(given.seed)
    core = core_for("hmac-sha256", Architecture(interleave=given.interleave, keys="bram"))
    known = associations(given.associations, source)
    sent = traffic(known, given.packets, source)
    verdicts = core.verify_tags([check(known, each.data) for each in sent])
    for each, accepted in zip(sent, verdicts.accepted, strict=True):
        if accepted == bool(each.forgery) or accepted != scapy_accepts(known, each.data):
            what = each.forgery and f" whose {each.forgery} was changed"
            raise SystemExit(f"Wrong verdict about a packet{what}: accepted is {accepted}.")
    forged = sum(bool(each.forgery) for each in sent)
    print(f"{core.name}: {len(sent) - forged} packets accepted, {forged} forged ones rejected,")
    print(f"as scapy says of each, with {len(known)} security associations")
    print(report(core, [rate(core, known, size) for size in SIZES]))


if __name__ == "__main__":
    main()
