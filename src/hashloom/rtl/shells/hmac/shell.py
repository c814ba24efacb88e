"""The HMAC core: one engine, or an inner and an outer one, inside the shell of `rtl/lib`.

FIPS 198-1, with the states behind K0 xor ipad and K0 xor opad kept for every key.  One engine works
through all blocks of a message in turn (Juliato and Gebotys 2009); with two the outer one takes
the digest's block while the inner one goes on (Michail et al. 2012, section 8).
"""

from __future__ import annotations

from hashloom.rtl.shells.hmac import choosing as hmac_choosing
from hashloom.rtl.shells.hmac import resumption
from hashloom.rtl.shells.hmac.admission import gate, guard, loader, routing
from hashloom.rtl.shells.hmac.answers import answers
from hashloom.rtl.shells.hmac.engines import one_engine, two_engines
from hashloom.rtl.shells.hmac.handover import handover
from hashloom.rtl.shells.hmac.parameters import STATUS_BITS, HmacParameters
from hashloom.rtl.shells.message.choosing import digests_of
from hashloom.rtl.typed.netlist import Top
from hashloom.rtl.verilog import Port


def hmac_ports(h: HmacParameters) -> list[Port]:
    """Ports of the HMAC core; `tid` only when there are several contexts."""
    p = h.p
    lanes, several = p.width // 8, p.contexts > 1
    source = f"context of the packet, 0 to {p.contexts - 1}; beats of others are dropped"
    hash_ = "hash, " if p.choices else ""
    command = f"{{{hash_}slot, bytes of the tag, operation}} of the packet"
    rows = [
        Port("input", 1, "clk", "clock"),
        Port("input", 1, "rst", "synchronous reset: messages are forgotten, keys erased"),
        Port("input", 1, "zeroize", "keys erased, packets under way answered with status 7"),
        Port("input", p.width, "s_axis_tdata", "packet, first byte in the low lane"),
        Port("input", lanes, "s_axis_tkeep", "lane holds a byte; from lane 0, all before tlast"),
        Port("input", 1, "s_axis_tvalid", "a beat is offered"),
        Port("output", 1, "s_axis_tready", "it is taken in this clock"),
        Port("input", 1, "s_axis_tlast", "the beat ends its packet"),
        Port("input", h.command_bits, "s_axis_tuser", command),
        Port("input", p.context_bits, "s_axis_tid", source) if several else None,
        Port("output", p.width, "m_axis_tdata", "answer, first byte in the low lane"),
        Port("output", lanes, "m_axis_tkeep", "lane holds a byte"),
        Port("output", 1, "m_axis_tvalid", "a beat is offered"),
        Port("input", 1, "m_axis_tready", "it is taken in this clock"),
        Port("output", 1, "m_axis_tlast", "the beat ends its answer"),
        Port("output", STATUS_BITS, "m_axis_tuser", "0: as asked; otherwise why there is no byte"),
        Port("output", p.context_bits, "m_axis_tid", "context of the packet") if several else None,
    ]
    return [port for port in rows if port is not None]


def hmac_top(h: HmacParameters) -> Top:
    """The top module `<name>`, which joins one or two engines and the shell's modules."""
    joined = [
        guard(h),
        *([hmac_choosing.hashes(h)] if h.p.choices else []),
        gate(h),
        routing(h),
        loader(h),
        *handover(h),
        *(one_engine(h) if h.engines == 1 else two_engines(h)),
        *answers(h),
    ]
    return Top(h.p.name, hmac_header(h), hmac_ports(h), joined)


def hmac_header(h: HmacParameters) -> list[str]:
    """What the top module's file says of the streams, behind two lines on what it is."""
    p = h.p
    messages = "one message" if p.contexts == 1 else f"{p.contexts} messages, one per tid,"
    engines = "one engine" if h.engines == 1 else "an inner and an outer engine"
    return [
        f"// {p.name}: HMAC (FIPS 198-1) with {h.slots} key slots and {engines}, {messages} at a",
        f"// time; digests of {digests_of(p)}.",
        "//",
        *stream_header(),
        *(resumption.HEADER if h.resume else []),
        *(hmac_choosing.header(h) if p.choices else []),
        length_header(h),
        "",
    ]


def length_header(h: HmacParameters) -> str:
    """What it says of packets that are too long."""
    bits = h.p.length_bits
    return f"// A packet of 2^{bits} bits or more, with the block of its key, has status 1."


def stream_header(*, zeroized: bool = True) -> list[str]:
    """What it says of operations and statuses, the last of which only a core has that can be
    `zeroized`."""
    zeroised = ", 7 zeroised" if zeroized else ""
    return [
        "// Every packet carries its operation in s_axis_tuser[3:0], the bytes of the tag wanted",
        "// in [10:4] and the key slot in [18:11]: 0 hash, 1 MAC, 2 verify, 3 expected tag of the",
        "// next verify, 4 key, 5 erase the slot, 6 erase all slots. Each is answered by one",
        "// packet, in order for each tid, the expected tag excepted. m_axis_tuser: 0 as asked",
        "// (verify: accepted), 1 the packet broke the rules of tkeep, 2 rejected, 3 no such key,",
        "// 4 tags have 4 bytes to those of a digest, 5 no expected tag of that length,",
        f"// 6 not possible (now){zeroised}. Lane 0 of a beat carries the first byte.",
    ]
