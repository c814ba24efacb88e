"""A core: hash, architecture and interface put together for a target.

The same graph computes the digest in software, becomes SystemVerilog and is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hashloom.cores.engines.compiling import compiled_engine
from hashloom.cores.facts import Part
from hashloom.cores.fingerprint import rtl_sha256
from hashloom.cores.folding import FoldedNumbers, folding_steps, require_graph
from hashloom.cores.parts import part_of
from hashloom.cores.texts import PORTABLE, Texts
from hashloom.cores.verbs import Verbs
from hashloom.dataflow import evaluate
from hashloom.dataflow.bound import period_bound
from hashloom.dataflow.graph import Graph
from hashloom.dataflow.timing import Path, critical_path
from hashloom.hashes import Hash
from hashloom.request.architecture import Architecture
from hashloom.request.bus import NONE
from hashloom.request.choice import BETWEEN
from hashloom.request.designs import Design
from hashloom.request.interface import DEFAULT_SLOTS, Interface
from hashloom.request.level import HMAC
from hashloom.request.point import Point
from hashloom.request.prefix import prefix_of
from hashloom.rtl.engine.at_once import AtOnceWriter
from hashloom.rtl.engine.plan import EnginePlan
from hashloom.rtl.engine.shape import EngineShape
from hashloom.rtl.engine.writer import EngineWriter
from hashloom.rtl.folded.choosing import (
    AnyMachineProgram,
    KeyedMachineProgram,
    datapath_of,
    keyed_program_of,
    program_digest,
    program_of,
    writer_of,
)
from hashloom.rtl.folded.machine_writer import MachineWriter
from hashloom.rtl.shells.around import (
    EngineNumbers,
    hmac_around,
    keeps_up,
    pad_words_of,
    shell_around,
    widest_beat,
)
from hashloom.rtl.shells.common.parameters import ShellParameters
from hashloom.rtl.shells.hmac.parameters import HmacParameters
from hashloom.rtl.shells.pools.hmac_shell import settle_clocks as pool_settle_clocks
from hashloom.rtl.verilog import Port
from hashloom.targets.model import Target
from hashloom.transforms.methodology import Compiled, Step
from hashloom.transforms.registers.delay_lines import REGISTERS, register_bits, require_long_delays
from hashloom.transforms.registers.storage import Storage, storage_of


@dataclass(frozen=True)
class Core(Verbs):
    """One core.  Make it with `core_for`, which checks and resolves the request.

    Attributes:
        hash: what it computes, of several hashes number 0.
        requested: the architecture as asked for; it gives the core its name.
        architecture: the same with every "auto" resolved.
        interface: level and streams.
        target: the device its registers are placed for.
        supplied: whether messages may start from states that come from outside the engine.
        design: the published design it is, or began as, which names it; None for others.
        width_asked: bits of a beat as asked for; None where the core's own are taken.
        others: hashes of which a message may have one as well, numbers 1 and up.
    """

    hash: Hash
    requested: Architecture
    architecture: Architecture
    interface: Interface
    target: Target
    supplied: bool = False
    design: Design | None = None
    width_asked: int | None = None
    others: tuple[Hash, ...] = ()

    @property
    def name(self) -> str:
        """Name of the core, for example "sha256_u2_c4" or "hmac_sha256_u2_s4_e2"."""
        name = self._engine_name.removeprefix(HMAC.mark.replace("-", "_"))
        marked = self.interface.kind.of(name).replace("-", "_")
        return f"{marked}{self._part.suffix(self)}"

    @property
    def _engine_name(self) -> str:
        if self.design is None:
            names = "_".join(each.name for each in self.hashes)
            return f"{names}{self.requested.suffix}"
        changed = self.requested.suffix_from(self.design.architecture)
        return f"{self.design.identifier}{changed}"

    @property
    def level(self) -> str:
        """Name of the level, see hashloom.request.level."""
        return self.interface.level

    @property
    def streamed(self) -> bool:
        """Whether messages go through streams."""
        return self.interface.streamed

    @property
    def keyed(self) -> bool:
        """Whether it holds keys."""
        return self.interface.keyed

    @property
    def tags(self) -> bool:
        """Whether it computes tags, from a store of keys or from one key."""
        return bool(self.interface.kind.mark)

    @property
    def _part(self) -> Part:
        return part_of(self.interface, folded=self.folded, pooled=self.architecture.pool > 0)

    @property
    def hashes(self) -> tuple[Hash, ...]:
        """The hashes it computes, by number."""
        return (self.hash, *self.others)

    @property
    def hash_names(self) -> str:
        """The hashes as a request names them: "sha256" or "sha224+sha256"."""
        return BETWEEN.join(each.name for each in self.hashes)

    @property
    def title(self) -> str:
        """The hashes for people: "SHA-256" or "SHA-224 or SHA-256"."""
        return " or ".join(each.title for each in self.hashes)

    @property
    def request(self) -> Point:
        """The request that led to it, in its usual spelling."""
        name = (self.design.name if self.design else self.hash_names).removeprefix(HMAC.mark)
        interface = replace(self.interface, width=self.width_asked)
        return Point(self.interface.kind.of(name), self.requested, interface, self.target.name)

    @property
    def prefix(self) -> str:
        """What the names of all modules begin with."""
        return self.interface.prefix or prefix_of(self.name)

    @property
    def top(self) -> str:
        """Name of the top module."""
        return self._part.top(self.prefix)

    @property
    def contexts(self) -> int:
        """Messages in flight."""
        return self.architecture.contexts * self.interface.copies

    @property
    def folded(self) -> bool:
        """Whether its rounds are folded: it then has a program, and no graph of operators."""
        return self.architecture.fold > 0

    @property
    def chaining_storage(self) -> str:
        """Where chaining values live: "registers", "lutram" or "bram"."""
        in_registers = not self.folded and storage_of(self.architecture) is Storage.REGISTERS
        return "registers" if in_registers else self.architecture.chaining

    @cached_property
    def compiled(self) -> Compiled:
        """The engine's graph with every step that led to it.

        Raises RequestError when delays are to be in memory and none is long enough for one, and
        for a folded core.
        """
        require_graph(self.architecture)
        compiled = compiled_engine(
            self.hash,
            replace(self.architecture, delays=REGISTERS),  # which do not matter to the graph
            self.target.delays,
            supplied=self.supplied or self.keyed,
        )
        require_long_delays(compiled.graph, self.architecture.delays)
        return compiled

    @property
    def graph(self) -> Graph:
        """The operators that become hardware: of the engine, or of the machine of a folded core."""
        return (
            datapath_of(self.hash, self.architecture.fold) if self.folded else self.compiled.graph
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every transformation with the graph it gave."""
        return (
            folding_steps(self.hash, self.architecture.fold) if self.folded else self.compiled.steps
        )

    @property
    def register_bits(self) -> int:
        """Register bits of the graph's delay lines, those in memory left out."""
        lines = {} if self.folded else self.plan.lines_in_memory
        return register_bits(self.graph, lines)

    @cached_property
    def plan(self) -> EnginePlan:
        """What the engine's text is made of, whatever its name."""
        return EnginePlan(self.hash, self.architecture, self.compiled)

    @cached_property
    def program(self) -> AnyMachineProgram:
        """What a folded core runs."""
        if self.keyed:
            return self.keyed_program
        return program_of(self.hash, self.interface.length_bits, self.architecture.fold)

    @cached_property
    def keyed_program(self) -> KeyedMachineProgram:
        """What a folded HMAC core runs."""
        fold, slots = self.architecture.fold, self.interface.slots
        return keyed_program_of(self.hash, self.interface.length_bits, fold, slots)

    @property
    def slot_clocks(self) -> int:
        """Clocks from one block of a context to its next, at least."""
        if self.interface.kind.whole:
            return self.compiled.graph.iterations
        return self.program.slot_clocks if self.folded else self.compiled.slot_clocks

    @cached_property
    def _writer(self) -> EngineWriter | MachineWriter | AtOnceWriter:
        if self.interface.kind.whole:
            return AtOnceWriter(self.hash, self.compiled)
        if not self.folded:
            return EngineWriter(self.plan)
        return writer_of(self.program)

    @property
    def _numbers(self) -> EngineNumbers:
        """Numbers of the engine that the shell has to know."""
        return FoldedNumbers() if self.folded else self.shape

    @property
    def shape(self) -> EngineShape:
        """Numbers of the engine's ports."""
        return self.plan.shape

    @property
    def ports(self) -> list[Port]:
        """Ports of the top module."""
        return self._part.ports(self)

    @cached_property
    def pad_words(self) -> int:
        """Words of a message that are padded in a clock (PW)."""
        if self.architecture.pool or keeps_up(self.hash, self.architecture):
            # whatever the slot, which has to be compiled to be known
            return self.hash.block_words if self.architecture.pool else 1
        return pad_words_of(
            self.hash, self.architecture, self.interface, self._numbers, self.slot_clocks
        )

    @property
    def row_bits(self) -> int:
        """Width of a beat with which a message keeps up with the padder; both streams have it
        when no other width is asked for."""
        if self.architecture.pool or self.interface.kind.whole:
            return self.hash.block_bits
        return widest_beat(self.hash, self.pad_words)

    @property
    def whole_latency(self) -> int:
        """Clocks from the one that takes a block whole to that of its digest or tag; of an HMAC
        there is a register between the engines."""
        rounds = self.hash.rounds // self.architecture.unroll
        return 2 * rounds + 1 if self.tags else rounds

    @property
    def shell(self) -> ShellParameters:
        """What the message core's shell is built from."""
        slot_clocks, choices = self.slot_clocks, self.hashes if self.others else ()
        shell = shell_around(
            self.hash, self.architecture, self.interface, self._numbers, slot_clocks, choices
        )
        gathered = None if self.hash.in_halves else self.shape
        return replace(shell, name=self.prefix, gathered=gathered)

    def as_level(self, level: str) -> Core:
        """The core of another level around the same engine."""
        interface = replace(self.interface, level=level)
        if not interface.keyed:
            interface = replace(interface, slots=DEFAULT_SLOTS, resume=False, private_slots=False)
        if interface.kind != self.interface.kind:
            interface = replace(interface, copies=1, bus=NONE, dma=NONE)
        interface.check(self.hash)
        core = replace(self, interface=interface)
        if not self.streamed and core.prefix != self.prefix:
            # It is the same engine, also in name
            core = replace(core, interface=replace(interface, prefix=self.prefix))
        return core

    @cached_property
    def _texts(self) -> Texts:
        return Texts.of(self, self._part, self._writer)

    def sources(self) -> dict[str, str]:
        """SystemVerilog by file name, portable to every device and simulator."""
        return self._texts.files()

    def sources_for(self, target: Target) -> dict[str, str]:
        """SystemVerilog by file name, with the target's own adders where it has some."""
        return self._texts.files(target.arithmetic or PORTABLE)

    def rtl(self) -> dict[str, str]:
        """SystemVerilog by path below the bundle's rtl/.

        All of `sources`, and in a folder of the target's family what takes the place of some.
        """
        portable, targeted = self.sources(), self.sources_for(self.target)
        family = self.target.family
        own = {f"{family}/{n}": text for n, text in targeted.items() if portable.get(n) != text}
        return portable | own

    @property
    def rtl_sha256(self) -> str:
        """What names the core's RTL, see hashloom.cores.fingerprint."""
        return rtl_sha256(self.rtl())

    @property
    def usually_named(self) -> Core:
        """The core whose modules have the usual prefix; itself where no other was asked for."""
        if not self.interface.prefix:
            return self
        return replace(self, interface=replace(self.interface, prefix=""))

    def engine_sources(self) -> dict[str, str]:
        """SystemVerilog of the engine alone by file name, portable; its file comes first."""
        return self._texts.engine_files()

    @property
    def hmac(self) -> HmacParameters:
        """What the HMAC core's shell is built from."""
        return hmac_around(self.shell, self.architecture, self.interface)

    @property
    def settle_clocks(self) -> int:
        """Clocks after a reset until an HMAC core has erased everything, at most.

        Every slot and every context is gone through with two blocks, one after the other; a block
        waits for its slot, goes through the engine and takes a hundred clocks on the ways between.
        A folded core overwrites its memory, and a pool goes through its contexts in turn.
        """
        if self.architecture.pool:
            return pool_settle_clocks(self.contexts, self.interface.slots, self.slot_clocks)
        if self.folded:
            return self.keyed_program.erase_clocks
        passes = max(self.interface.slots, self.architecture.contexts)
        return 2 * passes * ((2 * self.architecture.stages + 1) * self.slot_clocks + 100)

    def digest(self, message: bytes) -> bytes:
        """Digest of `message`, computed by the retimed graph or program that becomes hardware.

        Of a core of several hashes it is that of the first.
        """
        return self.digests([message])[0]

    def digests(self, messages: Sequence[bytes]) -> list[bytes]:
        """Digests of several messages, as many at a time as the core interleaves."""
        if self.folded:
            return [program_digest(self.program, message) for message in messages]
        return evaluate.digests(self.compiled.graph, self.hash, messages)

    @property
    def path(self) -> Path:
        """Critical path of the engine under the target's delay model (estimated)."""
        writer = self._writer
        graph = writer.block.graph if isinstance(writer, AtOnceWriter) else self.graph
        return critical_path(graph, self.target.delays)

    @property
    def bound_ns(self) -> float:
        """Iteration bound of the engine's graph in ns a clock, register overhead excluded; carries
        of adders behind each other run side by side (see `dataflow.bound.period_bound`)."""
        return period_bound(self.graph, self.target.delays)
