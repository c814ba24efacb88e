"""A behavioural message core of any hash, with faults to order, for trying the checks on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template

import pytest

from hashloom.hashes import Hash, get_hash

_WRAPPER = Template("""\
`default_nettype none
module $top (
    input wire logic clk,
    input wire logic rst,
    input wire logic [$width-1:0] s_axis_tdata,
    input wire logic [$width/8-1:0] s_axis_tkeep,
    input wire logic s_axis_tvalid,
    output logic s_axis_tready,
    input wire logic s_axis_tlast,
    $tid_in
    output logic [$width-1:0] m_axis_tdata,
    output logic [$width/8-1:0] m_axis_tkeep,
    output logic m_axis_tvalid,
    input wire logic m_axis_tready,
    output logic m_axis_tlast,
    $tid_out
    output logic [0:0] m_axis_tuser
);
    logic [7:0] source;
    logic [7:0] sink;
    $tid_wires
    behavioural_core #(
        .WORD($word), .DIGEST_BYTES($digest_bytes), .CONTEXTS($contexts), .WIDTH($width),
        .CLOCKS_PER_BLOCK($clocks), .FAULT($fault)
    ) core (.s_axis_tid(source), .m_axis_tid(sink), .*);
endmodule
`default_nettype wire
""")


@dataclass(frozen=True)
class Interface:
    width: int
    length_bits: int = 64


@dataclass(frozen=True)
class BehaviouralCore:
    """behavioural_core.sv under a top with the ports of a generated core."""

    hash: Hash
    contexts: int = 1
    interface: Interface = Interface(32)
    clocks_per_block: int = 20
    fault: str = "none"
    level: str = "message"

    FAULTS = ("none", "constant", "silent", "id", "unstable", "idle", "user", "reset")

    @property
    def name(self) -> str:
        return f"behavioural {self.hash.name}"

    @property
    def top(self) -> str:
        return f"behavioural_{self.hash.name}"

    def sources(self) -> dict[str, str]:
        text = (Path(__file__).parent / "behavioural_core.sv").read_text()
        return {"behavioural_core.sv": text, f"{self.top}.sv": self._wrapper()}

    def _wrapper(self) -> str:
        bits = (self.contexts - 1).bit_length()
        many = self.contexts > 1
        return _WRAPPER.substitute(
            top=self.top,
            width=self.interface.width,
            word=self.hash.word_bits,
            digest_bytes=self.hash.digest_bytes,
            contexts=self.contexts,
            clocks=self.clocks_per_block,
            fault=self.FAULTS.index(self.fault),
            tid_in=f"input wire logic [{bits}-1:0] s_axis_tid," if many else "",
            tid_out=f"output logic [{bits}-1:0] m_axis_tid," if many else "",
            tid_wires=f"assign source = 8'(s_axis_tid); assign m_axis_tid = sink[{bits}-1:0];"
            if many
            else "assign source = 8'd0;",
        )


CoreMaker = Callable[..., BehaviouralCore]


@pytest.fixture(scope="session")
def make_core() -> CoreMaker:
    """Make a behavioural core: hash name, then contexts, width, clocks_per_block, fault, level."""

    def make(hash_name: str = "sha256", *, width: int = 32, **fields: object) -> BehaviouralCore:
        return BehaviouralCore(get_hash(hash_name), interface=Interface(width), **fields)

    return make
