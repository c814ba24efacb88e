"""Four-state simulation: nothing unknown leaves a core after its reset, whatever it begins with."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.readers import ICARUS, icarus

from hashloom.cores import Architecture, Core, Interface, core_for
from hashloom.rtl.verilog import instance
from hashloom.verification.simulation.packets import PLAIN, Command, Operation

pytestmark = pytest.mark.skipif(ICARUS is None, reason="Debian's package iverilog is not installed")
BENCH = Path(__file__).parent / "four_state.sv"
KEY, MESSAGE, LONG = b"Jefe", b"what do ya want for nothing?", bytes(range(150))
A, Face = Architecture, Interface


@dataclass(frozen=True)
class Packet:
    """A packet to a core, and the bytes and the status of its answer."""

    data: bytes
    answer: bytes
    command: Command = PLAIN
    status: int = 0


def bits(value: int, width: int) -> str:
    return f"{value:0{width}b}"


def user_bits(core: Core) -> int:
    """Width of s_axis_tuser, or of what the bench has in its place."""
    return max([1, *(port.width for port in core.ports if port.name == "s_axis_tuser")])


def beats(core: Core, packets: list[Packet]) -> list[str]:
    """{tuser, tid, tlast, tkeep, tdata} of all beats in hexadecimal, all of context 0."""
    lanes, width = core.interface.width // 8, core.interface.width
    tid = max(1, (core.contexts - 1).bit_length())
    rows = []
    for packet in packets:
        parts = [packet.data[i : i + lanes] for i in range(0, len(packet.data), lanes)] or [b""]
        command = packet.command
        user = command.hash << 19 | command.slot << 11 | command.tag_bytes << 4 | command.operation
        for number, part in enumerate(parts):
            row = bits(user, user_bits(core)) + bits(0, tid) + str(int(number == len(parts) - 1))
            row += bits((1 << len(part)) - 1, lanes) + bits(int.from_bytes(part, "little"), width)
            rows.append(f"{int(row, 2):x}")
    return rows


def bench(core: Core) -> dict[str, str]:
    """The bench with the core in it."""
    names = {port.name: port for port in core.ports}
    core_text = " ".join(instance(core.top, "u_core", {name: name for name in names}, {}))
    text = BENCH.read_text().replace("`CORE", core_text.strip())
    text = text.replace("`HAS_TID", f"1'b{int('m_axis_tid' in names)}")
    return core.sources() | {BENCH.name: text}


def simulated(core: Core, packets: list[Packet], folder: Path) -> list[str]:
    """Lines that the bench prints."""
    rows = beats(core, packets)
    keyed = core.level == "hmac"
    parameters = {
        "WIDTH": core.interface.width,
        "CONTEXT_BITS": max(1, (core.contexts - 1).bit_length()),
        "COMMAND_BITS": user_bits(core),
        "STATUS_BITS": 3 if keyed else 1,
        "BEATS": len(rows),
        "ANSWERS": len(packets),
        "TIMEOUT": 200_000,
    }
    sources = bench(core)
    for name, value in parameters.items():
        head = f"parameter int {name} "
        lines = sources[BENCH.name].splitlines()
        (place,) = (i for i, line in enumerate(lines) if line.strip().startswith(head))
        begin, _, rest = lines[place].partition("= ")
        lines[place] = f"{begin}= {value}{rest.lstrip('0123456789')}"
        sources[BENCH.name] = "\n".join(lines) + "\n"
    model = folder / "model"
    assert icarus((sources, BENCH.stem), folder, str(model)) == ""
    (folder / "beats.hex").write_text("\n".join(rows) + "\n")
    done = subprocess.run([model], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def answers(core: Core, lines: list[str]) -> list[tuple[bytes, int]]:
    """Bytes and status of the answers among the lines."""
    lanes = core.interface.width // 8
    found, data = [], b""
    for line in lines:
        word, *fields = line.split()
        if word != "beat":
            continue
        last, status, keep, value = (int(field, 16) for field in fields)
        beat = value.to_bytes(lanes, "little")
        data += bytes(beat[lane] for lane in range(lanes) if keep >> lane & 1)
        if last:
            found.append((data, status))
            data = b""
    return found


def digests(name: str) -> list[Packet]:
    keyed, hashes = name.startswith("hmac-"), name.removeprefix("hmac-").split("+")
    return [
        Packet(
            each,
            hashlib.new(plain, each).digest(),
            Command(hash=number) if keyed else Command(number),
        )
        for each in (b"", b"abc", LONG)
        for number, plain in enumerate(hashes)
    ]


def keyed(name: str) -> list[Packet]:
    """A key, a tag, a verification, erasures, and a tag that no key is left for."""
    *others, plain = name.removeprefix("hmac-").split("+")
    tag = hmac.digest(KEY, MESSAGE, plain)
    mac = Command(Operation.MAC, tag_bytes=len(tag))
    return [
        *digests(name),
        Packet(KEY, b"", Command(Operation.KEY, hash=len(others))),
        Packet(MESSAGE, tag, mac),
        Packet(b"", b"", Command(Operation.ERASE)),
        Packet(MESSAGE, b"", mac, 3),
        Packet(KEY, b"", Command(Operation.KEY, slot=1)),
        Packet(b"", b"", Command(Operation.ERASE_ALL)),
        Packet(b"abc", digests(name)[len(others) + 1].answer),
    ]


REQUESTS = [
    ("sha256", A(), Face()),
    ("sha256", A(interleave=4, constants="bram", chaining="bram", buffer="bram"), Face(width=8)),
    ("sha512", A(stages=2, groups=3, unroll=2), Face(width=128)),
    ("sha256", A(unroll=16), Face()),
    ("sha256+sha224", A(interleave=2), Face(width=8)),
    ("sha256", A(), Face(width=8, copies=3)),
    ("hmac-sha256", A(keys="bram"), Face()),
    ("hmac-sha256", A(unroll=2, interleave=3, groups=3, engines=2), Face(width=64)),
    ("hmac-sha384", A(), Face(width=8)),
    ("hmac-sha256", A(), Face(width=64, copies=3)),
    ("hmac-sha224+sha256", A(interleave=2), Face(width=8)),
    ("hmac-sha224+sha256", A(), Face()),
    ("hmac-sha224+sha256", A(engines=2, unroll=16), Face()),
    ("md5", A(unroll=8, interleave=2), Face()),
    ("hmac-md5", A(engines=2), Face()),
    ("md5", A(stages=4, unroll=2, groups=5), Face()),
    ("hmac-ripemd160", A(), Face()),
    ("sha256", A(fold=1), Face()),
    ("hmac-sha256", A(fold=4), Face()),
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_nothing_unknown(request_: tuple[str, Architecture, Interface], tmp_path: Path) -> None:
    name, architecture, interface = request_
    core = core_for(name, architecture, interface)
    packets = keyed(name) if core.level == "hmac" else digests(name)
    lines = simulated(core, packets, tmp_path)
    assert [line for line in lines if line.startswith("unknown")] == []
    assert lines[-1] == "complete"
    assert answers(core, lines) == [(packet.answer, packet.status) for packet in packets]


def test_unknown_bits_are_seen(tmp_path: Path) -> None:
    """Without the reset of a register that an output depends on."""
    core = core_for("sha256")
    texts = core.sources()
    (name,) = (name for name in texts if name.endswith("digest_stream.sv"))
    broken = texts[name].replace("keep_q  <= '0;", "")
    assert broken != texts[name]
    object.__setattr__(core, "sources", lambda: texts | {name: broken})
    assert any(line.startswith("unknown") for line in simulated(core, digests("sha256"), tmp_path))
