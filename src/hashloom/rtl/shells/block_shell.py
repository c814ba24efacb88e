"""Cores that take padded blocks whole, a block in a beat: the papers' hash core and HMAC processor.

michail2012 sections 7.9 and 8.  Padding is the sender's, as in the paper; what the paper leaves
out and these have are streams that may pause and messages of several blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hashloom.hashes import Hash
from hashloom.rtl.engine.at_once import at_once_ports
from hashloom.rtl.typed.faces import face, library_text, modules_of
from hashloom.rtl.verilog import (
    Port,
    commented,
    instance,
    literal,
    module_file,
    module_head,
    range_of,
    section,
)

_IPAD, _OPAD = 0x36, 0x5C  # FIPS 198-1 section 3
PLACE_BITS = {False: 3, True: 4}  # of answers, without keys and with


@dataclass(frozen=True)
class BlockTop:
    """The top module of such a core.

    Attributes:
        name: of the module; `<name>_engine` is the engine.
        hash: what it computes.
        keyed: whether it makes tags, with two engines.
    """

    name: str
    hash: Hash
    keyed: bool

    @property
    def ports(self) -> list[Port]:
        """Blocks in, digests or tags out, and keys in."""
        block, digest = self.hash.block_bits, 8 * self.hash.digest_bytes
        answer = "tag" if self.keyed else "digest"
        return [
            Port("input", 1, "clk", "clock"),
            Port(
                "input",
                1,
                "rst",
                "synchronous reset: forgets every message" + (" and the key" if self.keyed else ""),
            ),
            *(self._key_ports() if self.keyed else []),
            Port("input", 1, "s_axis_tvalid", "a block is there"),
            Port("output", 1, "s_axis_tready", "it begins in this clock if it is"),
            Port("input", block, "s_axis_tdata", "the padded block, byte 0 in the low bits"),
            Port("input", 1, "s_axis_tlast", "it is the last of its message"),
            Port("output", 1, "m_axis_tvalid", f"a {answer} is there"),
            Port("input", 1, "m_axis_tready", "it is taken in this clock"),
            Port("output", digest, "m_axis_tdata", f"the {answer}, byte 0 in the low bits"),
        ]

    def _key_ports(self) -> list[Port]:
        return [
            Port("input", 1, "s_key_tvalid", "a key is there"),
            Port("output", 1, "s_key_tready", "it begins in this clock if it is"),
            Port(
                "input",
                self.hash.block_bits,
                "s_key_tdata",
                "the key with zeros behind it, byte 0 in the low bits",
            ),
        ]

    @property
    def _state_bits(self) -> int:
        return len(self.hash.initial) * self.hash.word_bits

    @property
    def _parameters(self) -> dict[str, dict[str, int]]:
        """Parameters of the library's modules."""
        feed = "key_feed" if self.keyed else "chain_feed"
        queue = {"WIDTH": 8 * self.hash.digest_bytes, "PLACE_BITS": PLACE_BITS[self.keyed]}
        return {feed: {"STATE_BITS": self._state_bits}, "answer_queue": queue}

    @property
    def module_texts(self) -> dict[str, str]:
        """Texts, by file name, of the library modules it consists of and of those in them."""
        names = (n for m, given in self._parameters.items() for n in modules_of(face(m), given))
        return {f"{name}.sv": library_text(name) for name in names}

    @property
    def text(self) -> str:
        """The file."""
        body = [
            *section("Signals"),
            *commented(self._signals()),
            "",
            *section("Words: big-endian, the first one in the low bits"),
            *self._words(),
            "",
            *section("What begins"),
            *self._feed(),
            "",
            *section("Engines" if self.keyed else "Engine"),
            *self._engines(),
            *section("Answers"),
            *self._answers(),
        ]
        return module_file(self._header(), module_head(self.name, self.ports), body)

    def _header(self) -> list[str]:
        title = f"HMAC-{self.hash.title} tags" if self.keyed else f"{self.hash.title} digests"
        lines = [
            f"// {self.name}: padded blocks in, {title} out, a block or an answer in a beat.",
            "//",
            "// Whoever sends the blocks has padded the message (FIPS 180-4 section 5.1).",
        ]
        if self.keyed:
            lines += [
                f"// Its length counts the {self.hash.block_bits} bits of the inner pad, which are",
                "// no block of it. A key longer than a block is its digest, as FIPS 198-1 has it.",
            ]
        return [*lines, ""]

    def _signals(self) -> list[tuple[str, str]]:
        state, block = range_of(self._state_bits), range_of(self.hash.block_bits)
        rows = [
            (f"logic{block} block;", "what begins"),
            (
                "logic slot_ready, slot_start, slot_last;",
                "a block may begin; it does; it is a last one",
            ),
            (f"logic{state} initial_state, state;", "of a message; that the block starts from"),
            ("logic chain_valid, chain_last;", "new chaining words are there; of a last block"),
            (f"logic{state} chain;", "H0 on top"),
            ("logic room, ends;", "an answer more has a place; a message's last block begins"),
            ("logic answer_valid;", "an answer comes"),
            (f"logic{range_of(8 * self.hash.digest_bytes)} answer;", "byte 0 in the low bits"),
            ("logic quiet;", "no answer is owed"),
        ]
        if self.keyed:
            rows += [
                ("logic keying;", "what begins is a key"),
                (f"logic{block} key, message;", "key and block of a message, in words"),
                (f"logic{state} digest;", "inner hash, H0 on top"),
                (f"logic{block} outer_block;", "what begins in the outer engine"),
                ("logic outer_ready, outer_start;", "there a block may begin; it does"),
                (
                    f"logic{state} outer_state, outer_chain;",
                    "that it starts from; what comes of it",
                ),
                ("logic unused;", "the outer engine goes as the inner one goes"),
            ]
        else:
            rows.append(("logic unused_quiet;", "nothing waits for that"))
        return rows

    def _words(self) -> list[str]:
        """Blocks and answers with the bytes of each word turned round."""
        hash_, size = self.hash, self.hash.word_bits // 8
        initial = [literal(word, hash_.word_bits) for word in hash_.initial]
        lines = [f"  assign initial_state = {{{', '.join(initial[:4])},"]
        lines.append(f"                          {', '.join(initial[4:])}}};")
        wanted = (
            {"key": "s_key_tdata", "message": "s_axis_tdata"}
            if self.keyed
            else {"block": "s_axis_tdata"}
        )
        lines += ["", "  always_comb begin"]
        total = hash_.block_bits // 8
        for name, port in wanted.items():
            lines += [
                f"    for (int i = 0; i < {total}; i++)",
                f"      {name}[8*({size}*(i/{size})+{size - 1}-i%{size})+:8] = {port}[8*i+:8];",
            ]
        answer = "outer_chain" if self.keyed else "chain"
        lines += [
            f"    for (int i = 0; i < {hash_.digest_bytes}; i++)",
            f"      answer[8*i+:8] = {answer}[{self._state_bits - 8}-8*i+:8];",
            "  end",
        ]
        return lines

    def _feed(self) -> list[str]:
        wired = {
            "clk": "clk",
            "rst": "rst",
            **({"key_valid": "s_key_tvalid", "key_ready": "s_key_tready"} if self.keyed else {}),
            "block_valid": "s_axis_tvalid",
            "block_ready": "s_axis_tready",
            "block_last": "s_axis_tlast",
            "room": "room",
        }
        if not self.keyed:
            wired |= {
                name: name
                for name in (
                    "slot_ready",
                    "slot_start",
                    "initial_state",
                    "state",
                    "chain_valid",
                    "chain_last",
                    "chain",
                    "ends",
                )
            }
            lines = self._unit("chain_feed", "u_feed", wired)
            return [
                *lines,
                "",
                "  assign slot_last = s_axis_tlast;",
                "  assign unused_quiet = &{1'b0, quiet};",
            ]
        wired |= {
            name: name
            for name in (
                "quiet",
                "slot_ready",
                "slot_start",
                "slot_last",
                "outer_start",
                "keying",
                "initial_state",
            )
        }
        wired |= {"inner_state": "state", "outer_state": "outer_state"}
        wired |= {
            name: name
            for name in ("chain_valid", "chain_last", "chain", "outer_chain", "digest", "ends")
        }
        return [*self._unit("key_feed", "u_feed", wired), "", *self._blocks()]

    def _blocks(self) -> list[str]:
        """What begins in both engines: key and pads, or a block of a message and its inner hash."""
        hash_ = self.hash
        count, bits = hash_.block_bits // 8, hash_.word_bits
        digest_words = 8 * hash_.digest_bytes // bits
        padding = [0] * (hash_.block_words - digest_words)
        padding[0] = 1 << bits - 1
        padding[-1] = hash_.block_bits + 8 * hash_.digest_bytes
        words = [literal(word, bits) for word in padding[::-1]]
        words += [
            f"digest[{self._state_bits - 1 - bits * i}:{self._state_bits - bits * (i + 1)}]"
            for i in range(digest_words)
        ][::-1]
        beyond = self._state_bits - 8 * hash_.digest_bytes
        left = f", digest[{beyond - 1}:0]" if beyond else ""
        joined = ",\n".join(f"    {word}" for word in words)
        return [
            f"  assign block = keying ? key ^ {{{count}{{8'h{_IPAD:02x}}}}} : message;",
            f"  assign outer_block = keying ? key ^ {{{count}{{8'h{_OPAD:02x}}}}} : {{",
            *joined.split("\n"),
            "  };",
            f"  assign unused = &{{1'b0, outer_ready{left}}};",
        ]

    def _engines(self) -> list[str]:
        half = self._state_bits // 2
        top, low = f"[{2 * half - 1}:{half}]", f"[{half - 1}:0]"

        def engine(name: str, wired: Mapping[str, str], state: str, chain: str) -> list[str]:
            ports = {port.name: "" for port in at_once_ports(self.hash)}
            ports |= {"clk": "clk", "rst": "rst", **wired}
            ports |= {"state_a": f"{state}{top}", "state_e": f"{state}{low}"}
            ports |= {"chain_a": f"{chain}{top}", "chain_e": f"{chain}{low}"}
            return [*instance(f"{self.name}_engine", name, ports, {}), ""]

        inner = {
            "slot_ready": "slot_ready",
            "slot_start": "slot_start",
            "slot_mark": "slot_last",
            "word_data": "block",
            "chain_valid": "chain_valid",
            "chain_mark": "chain_last",
        }
        lines = engine("u_inner" if self.keyed else "u_engine", inner, "state", "chain")
        if self.keyed:
            outer = {
                "slot_ready": "outer_ready",
                "slot_start": "outer_start",
                "slot_mark": "!keying",
                "word_data": "outer_block",
                "chain_valid": "outer_valid",
                "chain_mark": "outer_last",
            }
            rows = [("logic outer_valid, outer_last;", "chaining words of the outer engine")]
            lines += [*commented(rows), "", *engine("u_outer", outer, "outer_state", "outer_chain")]
        return lines

    def _answers(self) -> list[str]:
        come = "outer_valid && outer_last" if self.keyed else "chain_valid && chain_last"
        wired = {
            "clk": "clk",
            "rst": "rst",
            "begins": "ends",
            "room": "room",
            "quiet": "quiet",
            "answer_valid": "answer_valid",
            "answer_data": "answer",
            "beat_valid": "m_axis_tvalid",
            "beat_ready": "m_axis_tready",
            "beat_data": "m_axis_tdata",
        }
        return [
            f"  assign answer_valid = {come};",
            "",
            *self._unit("answer_queue", "u_answers", wired),
            "",
        ]

    def _unit(self, module: str, name: str, wired: Mapping[str, str]) -> list[str]:
        given = {key: str(value) for key, value in self._parameters[module].items()}
        return instance(module, name, wired, given)
