"""Runs synthesis and place and route and sums up what they report.

Synthesis runs once, placement once for each seed. Every result goes into the cache as soon as it
is there, so a run that was broken off goes on where it stopped.
"""

from __future__ import annotations

import functools
import gzip
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path, PurePath
from typing import Any

from hashloom.cache import Cache, key_of
from hashloom.compiler import compiler
from hashloom.errors import RequestError, ToolError
from hashloom.implementation.annealing.annealer import version as annealer_version
from hashloom.implementation.annealing.placing import Job, place_annealed
from hashloom.implementation.harness import (
    Harness,
    count_registers,
    lone_registers,
    put_in_harness,
)
from hashloom.implementation.reports import Report, read_report, read_utilisation
from hashloom.implementation.result import Implementation, Placement
from hashloom.implementation.tools import Tool, find_tool, log_of, run_tool
from hashloom.targets import Target, larger_target
from hashloom.targets.model import CellNames, Resources

Progress = Callable[[str], None]

_FORMAT = 3  # of the cache entries; counts up when their meaning changes
_NETLIST = "run-netlist.json"
_VERILOG = "run-netlist.v"
_TOP = "harness"
_FULL_DEVICE = 0.9  # above this share of a kind of cell a failed placement is lack of room


def implement(
    sources: Mapping[str, str],
    top: str,
    target: Target,
    seeds: Sequence[int],
    *,
    cache: Cache,
    progress: Progress | None = None,
    jobs: int = 2,
    stop: threading.Event | None = None,
    annealed: bool = False,
) -> Implementation:
    """Synthesise module `top` of `sources` (text by file name), then place it once per seed.

    With `annealed`, nextpnr's placements are annealed before they are routed.
    Up to `jobs` placements run at a time; `progress` is told in a sentence what has been done.
    Files other than .sv and .v are put beside the sources, for $readmemh.
    Setting `stop` ends the tools that run. Raises RequestError when the core does not fit the
    target or there is no seed, ToolError when a tool fails or is ended.
    """
    if not seeds:
        raise RequestError("Place and route needs at least one seed, such as 1.")
    tell = progress or _silent
    yosys, placer = find_tool("yosys"), find_tool(target.place_tool)
    tools = {"yosys": yosys.version, "nextpnr": placer.version}
    tools |= {"annealer": annealer_version()} if annealed else {}
    keys = placement_keys(sources, top, target, seeds, annealed)
    known = {seed: cache.get(key) for seed, key in keys.items()}
    done = {s: Placement.from_dict(json.loads(c)) for s, c in known.items() if c is not None}
    missing = [seed for seed in keys if seed not in done]
    if missing:
        if annealed:
            compiler()  # one that is missing is told before anything is made
        mapped = mapped_core(sources, top, target, cache=cache, progress=tell, stop=stop)
        pins = (target.clock_pin, target.data_pin)
        harness = put_in_harness(mapped, target.cells, *pins)
        run = _Run(target, placer, harness, cache, keys, tell, annealed)
        for placement in _place_all(run, mapped, missing, jobs, stop or threading.Event()):
            done[placement.seed] = placement
    return Implementation(
        target=target.name,
        tools=tools,
        placements=tuple(done[seed] for seed in keys),
        capacity=target.capacity,
    )


def mapped_core(
    sources: Mapping[str, str],
    top: str,
    target: Target,
    *,
    cache: Cache,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> dict[str, Any]:
    """The core mapped to the target's cells, as a module of a Yosys JSON netlist.

    Setting `stop` ends the synthesis.
    """
    yosys, key = find_tool("yosys"), _synthesis_key(sources, top, target)
    return _synthesise(key, sources, top, target, yosys, cache, progress or _silent, stop)


def netlist(sources: Mapping[str, str], top: str, target: Target, *, cache: Cache) -> str:
    """The core mapped to the target's cells, as Verilog that simulates by itself.

    Behavioural models of the cells are part of the text, taken from Yosys, and from hashloom for a
    block RAM of which Yosys has none. Where hashloom has one, the netlist is the very one that is
    placed, output registers moved into block RAM. There is no harness around the core.
    """
    if target.memory_model:
        return _placed_netlist(sources, top, target, cache)
    return _as_verilog(sources, target.simulation_script(top), top, target, cache)


def _placed_netlist(sources: Mapping[str, str], top: str, target: Target, cache: Cache) -> str:
    """The netlist that is placed, and the model of the block RAM."""
    model = (resources.files("hashloom.rtl") / target.memory_model).read_text("utf-8")
    module = mapped_core(sources, top, target, cache=cache)
    document = {_NETLIST: json.dumps({"modules": {top: module}})}
    script = [f"read_json {_NETLIST}"]
    return _as_verilog(document, script, top, target, cache) + "\n" + model


def _as_verilog(
    sources: Mapping[str, str], script: Sequence[str], top: str, target: Target, cache: Cache
) -> str:
    """What `script` makes of the sources, with Yosys's models of the target's cells."""
    yosys = find_tool("yosys")
    commands = [
        *script,
        "delete =A:blackbox",
        f"read_verilog -defer -overwrite {target.simulation_cells}",
        *([f"delete =*{target.cells.bram}"] if target.memory_model else ()),
        f"hierarchy -top {top}",
        "proc",
        f"write_verilog -noattr {_VERILOG}",
    ]
    key = source_key("netlist", sources, top, "; ".join(commands), yosys)
    content = cache.get(key)
    if content is None:
        with cache.work_folder() as folder:
            reading = write_sources(sources, folder)
            run_yosys(yosys, [*reading, *commands], folder, "run-netlist")
            content = (folder / _VERILOG).read_bytes()
        cache.put(key, content)
    return content.decode()


def _silent(_: str) -> None:
    """Tell nobody."""


def source_key(kind: str, sources: Mapping[str, str], top: str, command: str, yosys: Tool) -> str:
    """Cache key of what Yosys makes of `sources` by `command`."""
    return key_of(
        format=_FORMAT,
        kind=kind,
        sources=dict(sources),
        top=top,
        command=command,
        yosys=yosys.version,
    )


def placement_keys(
    sources: Mapping[str, str],
    top: str,
    target: Target,
    seeds: Sequence[int],
    annealed: bool,
) -> dict[int, str]:
    """By seed, the name in the cache of what `implement` finds out about a placement."""
    key, placer = _synthesis_key(sources, top, target), find_tool(target.place_tool)
    return {seed: _placement_key(key, target, placer, seed, annealed) for seed in seeds}


def _synthesis_key(sources: Mapping[str, str], top: str, target: Target) -> str:
    command = f"{target.preparation} {target.synthesis}".strip()
    return source_key("synthesis", sources, top, command, find_tool("yosys"))


def _placement_key(
    synthesis_key: str, target: Target, placer: Tool, seed: int, annealed: bool
) -> str:
    command = target.place_command(_NETLIST, _TOP, seed, _report(seed))
    pins = (target.clock_pin, target.data_pin)
    if any(pin.buffers for pin in pins):
        command += (repr(pins),)
    if annealed:
        command += (annealer_version(),)
    return key_of(format=_FORMAT, synthesis=synthesis_key, command=command, nextpnr=placer.version)


def _report(seed: int) -> str:
    return f"run-report-{seed}.json"


def write_sources(sources: Mapping[str, str], folder: Path) -> list[str]:
    """Put the sources into `folder`; the Yosys commands that read them."""
    commands = []
    for name, text in sources.items():
        if PurePath(name).name != name:
            raise RequestError(f"The source {name!r} must be named by a plain file name.")
        (folder / name).write_text(text, encoding="utf-8")
        if name.endswith((".sv", ".v")):
            commands.append(f"read_verilog -sv {name}")
    return commands


def run_yosys(
    yosys: Tool,
    script: Sequence[str],
    folder: Path,
    name: str,
    stop: threading.Event | None = None,
) -> None:
    """Runs the commands of `script` in `folder`; log and script are called `name`.

    Setting `stop` ends it early.
    """
    (folder / f"{name}.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    run_tool(yosys, [f"{name}.ys"], folder, name, stop)


def _synthesise(
    key: str,
    sources: Mapping[str, str],
    top: str,
    target: Target,
    yosys: Tool,
    cache: Cache,
    tell: Progress,
    stop: threading.Event | None,
) -> dict[str, Any]:
    """The mapped core as a module of a Yosys JSON netlist, from the cache or made now."""
    content = cache.get(key)
    if content is None:
        tell(f"Synthesising {top} for {target.name}.")
        with cache.work_folder() as folder:
            script = [
                *write_sources(sources, folder),
                *target.synthesis_script(top),
                f"write_json {_NETLIST}",
            ]
            run_yosys(yosys, script, folder, "run-synthesis", stop)
            document = json.loads((folder / _NETLIST).read_text())
        mapped = target.mapped(document["modules"][top])
        content = gzip.compress(json.dumps(mapped).encode())
        cache.put(key, content)
    module: dict[str, Any] = json.loads(gzip.decompress(content))
    return module


@dataclass(frozen=True)
class _Run:
    """What all placements of one core on one target share."""

    target: Target
    placer: Tool
    harness: Harness
    cache: Cache
    keys: Mapping[int, str]  # of the cache, by seed
    tell: Progress
    annealed: bool


def _place_all(
    run: _Run,
    mapped: Mapping[str, Any],
    seeds: Sequence[int],
    jobs: int,
    stop: threading.Event,
) -> list[Placement]:
    """Place for every seed, `jobs` at a time, each put into the cache when it is done."""
    resources = _core_only(mapped, run.harness, run.target.cells)
    placements = []
    with run.cache.work_folder() as folder, ThreadPoolExecutor(max(jobs, 1)) as pool:
        (folder / _NETLIST).write_text(json.dumps({"modules": {_TOP: run.harness.module}}))
        place = functools.partial(_place, run, folder, stop)
        reports: dict[Future[Report], int] = {pool.submit(place, seed): seed for seed in seeds}
        try:
            for future in as_completed(reports):
                report, seed = future.result(), reports[future]
                placement = Placement(
                    seed, report.fmax_mhz, resources(report), report.critical_path
                )
                run.cache.put(run.keys[seed], json.dumps(placement.as_dict()).encode())
                placements.append(placement)
                run.tell(
                    f"Placed with seed {seed}: {report.fmax_mhz:.1f} MHz "
                    f"({len(placements)} of {len(seeds)})."
                )
        except BaseException:
            stop.set()
            for future in reports:
                future.cancel()
            raise
    return placements


def _place(run: _Run, folder: Path, stop: threading.Event, seed: int) -> Report:
    command = run.target.place_command(_NETLIST, _TOP, seed, _report(seed))
    name = f"run-place-{seed}"
    try:
        if run.annealed:
            job = Job(run.placer, run.target, folder / _NETLIST, _TOP, seed, run.cache, stop)
            return place_annealed(job, name)
        run_tool(run.placer, command, folder, name, stop)
    except ToolError as error:
        lack = lack_of_room(run.target, log_of(folder, name), "its harness")
        if lack is not None:
            raise lack from error
        raise
    return report_of(run.placer, run.target.cells, folder, name, _report(seed))


def report_of(placer: Tool, cells: CellNames, folder: Path, name: str, file: str) -> Report:
    """The report `file` that the run called `name` of a placer has written into `folder`.

    Raises ToolError when there is none.
    """
    try:
        text = (folder / file).read_text()
    except OSError as error:
        raise ToolError(f"{placer.name} ended without writing a report.") from error
    report = read_report(text)
    if not cells.wires_take_lut:
        return report
    packed = read_utilisation(log_of(folder, name))
    return replace(report, used={**report.used, cells.lut: packed[cells.lut][0]})


def _core_only(
    mapped: Mapping[str, Any], harness: Harness, cells: CellNames
) -> Callable[[Report], Resources]:
    """A function from a report to the core's own resources, the harness taken off."""
    registers = count_registers(mapped, cells)
    lone = lone_registers(mapped, harness, cells) if cells.ff_takes_lut else 0

    def resources(report: Report) -> Resources:
        used = resources_of(report.used, cells)
        return Resources(
            lut=used.lut - lone,
            ff=used.ff - harness.registers if cells.ff else registers,
            bram=used.bram,
            lutram=used.lutram,
            dsp=used.dsp,
        )

    return resources


def resources_of(used: Mapping[str, int], cells: CellNames) -> Resources:
    """Cells used, by the names that a family's tools have for them."""
    return Resources(
        lut=used.get(cells.lut, 0),
        ff=used.get(cells.ff, 0),
        bram=used.get(cells.bram, 0),
        lutram=used.get(cells.lutram, 0),
        dsp=used.get(cells.dsp, 0),
    )


def lack_of_room(
    target: Target,
    log: str,
    around: str,
    larger_one: Callable[[Target, Resources], str | None] = larger_target,
) -> RequestError | None:
    """What to tell the user when placement failed for want of cells; None for another reason.

    `log` is the placer's, `around` what is placed besides the core, and `larger_one` the name of
    what holds so much.
    """
    utilisation = read_utilisation(log)
    needed = resources_of({name: used for name, (used, _) in utilisation.items()}, target.cells)
    short = target.capacity.shortage(needed)
    full = any(used > _FULL_DEVICE * have for used, have in utilisation.values() if have)
    if not short and not full:
        return None
    counts = " and ".join(f"{n} {kind} of {have}" for kind, (n, have) in short.items())
    larger = larger_one(target, needed)
    advice = f"{larger} has room for it" if larger else "nothing known here has room for it"
    return RequestError(
        f"The core does not fit {target.name}: with {around} it needs "
        f"{counts or 'nearly every cell there is'}; {advice}."
    )
