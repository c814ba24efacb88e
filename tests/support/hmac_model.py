"""An HMAC core in software, compiled with the driver in the place of a Verilator model."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hashloom.cache import Cache, key_of
from hashloom.compiler import compiler
from hashloom.hashes import Hash
from hashloom.verification.simulation.verilator import Build

_FOLDER = Path(__file__).parent / "cpp"
FAULT = "HMAC_MODEL_FAULT"  # the variable that says what is wrong, by its place in FAULTS
_FAULT_FILE = "fault"  # the source that says so

# What may be wrong with the model; the first is nothing
FAULTS = (
    "none",
    "truncation",  # a tag lacks its first byte instead of its last ones
    "long_tags",  # a tag of a byte more than the digest is no error
    "full_tags",  # tags are never truncated
    "mixture",  # a message finishes with the key that is in the slot by then
    "erase",  # erasing does nothing
    "short_verify",  # the last byte of a tag is not compared
    "early_reject",  # a wrong tag is rejected sooner
    "leak",  # the right tag comes with a rejection
    "kept_tag",  # an expected tag serves more than one verification
    "tag_of_state",  # a tag is made behind a restored state
    "saved_length",  # the length is saved in bytes
    "lost_state",  # a restored state is forgotten
    "residue",  # the key of a context's last message stays there
    "deaf",  # broken tkeep is not noticed
    "forgetful",  # a key is not kept
)


@dataclass(frozen=True)
class HmacInterface:
    width: int = 32
    slots: int = 4
    length_bits: int = 64
    resume: bool = True
    private_slots: bool = False
    copies: int = 1


@dataclass(frozen=True)
class HmacModel:
    """The model with the facts that verification asks a core for."""

    hash: Hash
    contexts: int = 1
    interface: HmacInterface = HmacInterface()
    fault: str = "none"
    block_clocks: int = 66
    level: str = "hmac"
    settle_clocks: int = 1024

    @property
    def name(self) -> str:
        return f"model of hmac_{self.hash.name}"

    @property
    def top(self) -> str:
        return f"hmac_{self.hash.name}_model"

    def sources(self) -> dict[str, str]:
        texts = {path.name: path.read_text() for path in _FOLDER.iterdir()}
        return texts | {"model.h": self._header(), _FAULT_FILE: str(FAULTS.index(self.fault))}

    def _header(self) -> str:
        faults = ", ".join(_constant(fault) for fault in FAULTS)
        bits = self.hash.word_bits
        return f"""\
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
namespace model {{
using Word = uint{bits}_t;
constexpr size_t kRounds = {self.hash.rounds}, kDigestBytes = {self.hash.digest_bytes};
constexpr unsigned kSlots = {self.interface.slots};
constexpr uint64_t kBlockClocks = {self.block_clocks};
enum class Fault {{ {faults} }};
const char* const kSaid = std::getenv("{FAULT}");
const Fault kFault = static_cast<Fault>(kSaid ? std::atoi(kSaid) : 0);
constexpr Word kRound[] = {{{", ".join(f"{k}u" for k in self.hash.constants)}}};
constexpr Word kInitial[] = {{{", ".join(f"{h}u" for h in self.hash.initial)}}};
}}  // namespace model
"""


def _constant(fault: str) -> str:
    return "k" + "".join(part.capitalize() for part in fault.split("_"))


def build_stand_in(
    sources: Mapping[str, str], top: str, cpp: Mapping[str, str], build: Build
) -> Path:
    """Compile C++ `sources` with the program `cpp`; a stand-in for `verilator.build_model`.

    All faults are in one program: what is wrong is said when it starts.
    """
    texts = {**sources, **cpp}
    fault = texts.pop(_FAULT_FILE, "0")
    cache = Cache()
    target = cache.folder / "models" / f"{top}-{key_of(texts=texts, flags=build.compiler_flags)}"
    if not target.exists():
        with cache.work_folder() as folder:
            for name, text in texts.items():
                (folder / name).write_text(text)
            programs = sorted(str(folder / name) for name in cpp if name.endswith(".cpp"))
            flags = ["-std=c++17", "-w", *build.compiler_flags]
            subprocess.run(
                [compiler(), *flags, *programs, "-o", str(folder / "executable")], check=True
            )
            target.parent.mkdir(parents=True, exist_ok=True)
            (folder / "executable").replace(target)
    return target if fault == "0" else _started_with(fault, target, cache)


def _started_with(fault: str, program: Path, cache: Cache) -> Path:
    """A program that starts `program` with a fault."""
    target = program.with_name(f"{program.name}-{fault}")
    with cache.work_folder() as folder:
        script = folder / "script"
        script.write_text(f'#!/bin/sh\n{FAULT}={fault} exec "{program}" "$@"\n')
        script.chmod(0o755)
        script.replace(target)
    return target
