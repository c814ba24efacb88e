"""The bundle: all that a user of a core takes away, as texts by relative path.

The same core gives the same bytes; nothing in it tells when or where it was made.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from importlib import resources
from pathlib import Path, PurePath
from typing import Any

from hashloom import __version__
from hashloom.bundles.driver import driver_files
from hashloom.bundles.known_answer import known_answer_bench
from hashloom.bundles.project import ProjectRequest, has_own_adders, project_files
from hashloom.bundles.registers import register_files
from hashloom.bundles.stamp import stamped
from hashloom.bundles.systems import system_files, vlnv_of
from hashloom.bundles.templating import template
from hashloom.cores.core import Core
from hashloom.cores.estimate import estimate
from hashloom.cores.fingerprint import rtl_sha256
from hashloom.dataflow.draw import LeftOutError, draw_svg
from hashloom.files import MANIFEST, write_folder
from hashloom.request.choice import BETWEEN
from hashloom.request.level import MESSAGE, level_named
from hashloom.rtl.registers.description import code_of
from hashloom.transforms.simplification import simplify
from hashloom.verification.evidence import KINDS, known_about
from hashloom.verification.simulation.packets import operations, statuses
from hashloom.verification.vectors.reference import in_hashlib

_COMMON = {"bench_run.py": "run.py"}
_BENCHES = {  # files of each bench
    "bench_protocol": {"bench_protocol.py": "bench_protocol.py"},
    "bench_hmac": {n: n for n in ("bench_protocol.py", "bench_hmac.py")},
    "bench_registers": {
        n: n for n in ("bench_buses.py", "bench_peripheral.py", "bench_registers.py")
    },
}
_PACKAGE = "hashloom.verification.benches."  # in front of a bench that another one imports
_SHELL = "tb/shell"
_SETTING = "tb/core.json"


def write(core: Core, folder: Path) -> None:
    """Writes the bundle of `core` as the whole content of `folder`, see files.write_folder."""
    write_folder(bundle_files(core), folder)


def bundle_files(
    core: Core,
    result: Mapping[str, Any] | None = None,
    project: ProjectRequest | None = None,
) -> dict[str, str]:
    """The bundle of `core`; with a result document, that is part of its doc/.

    With a `project` for a vendor's tool, that is in project/.
    """
    rtl = core.rtl()
    adders = {PurePath(name).name: name for name in rtl if "/" in name}
    shell = _shell_for_bench(core)
    files = {f"rtl/{name}": text for name, text in rtl.items()}
    files |= {f"{_SHELL}/{name}": text for name, text in shell.items()}
    files |= _benches(core)
    files |= _documents(core, result, tuple(adders))
    files |= register_files(core) | driver_files(core)
    files |= system_files(core, tuple(f"rtl/{name}" for name in sorted(rtl) if "/" not in name))
    files[f"{core.prefix}.core"] = _fusesoc(core, files)
    if project is not None:
        read = {name: name for name in rtl if "/" not in name}
        if has_own_adders(core, project):
            read |= adders
        files |= project_files(core, project, tuple(f"rtl/{name}" for name in read.values()))
    command, named = _command(core, project), rtl_sha256(rtl)
    files = stamped(dict(sorted(files.items())), command, named)
    return files | stamped({MANIFEST: _manifest(core, files)}, command, named)


def _command(core: Core, project: ProjectRequest | None) -> str:
    """The command line that writes the bundle."""
    words = ["hashloom", "generate", *core.request.options, "-o", "DIR"]
    return shlex.join([*words, *(project.options if project else ())])


def _shell_for_bench(core: Core) -> dict[str, str]:
    """What the bench of an engine needs besides it: the message core around it."""
    if core.streamed or core.interface.kind.whole:
        return {}
    engine = core.sources()
    around = core.as_level(MESSAGE.name).sources()
    return {name: text for name, text in around.items() if name not in engine}


def _benches(core: Core) -> dict[str, str]:
    """What tests the core in simulation."""
    if not _has_bench(core):
        module, text = known_answer_bench(core)
        return {f"tb/{module}.sv": text}
    folder = resources.files("hashloom.verification.benches")
    bench = _bench_of(core)
    files = {
        f"tb/{name}": (folder / source).read_text(encoding="utf-8").replace(_PACKAGE, "")
        for source, name in (_COMMON | _BENCHES[bench]).items()
    }
    streamed = core.keyed or core.interface.registered
    setting = {
        "top": core.top if streamed else core.as_level(MESSAGE.name).top,
        "hash": core.hash_names,
        "contexts": core.contexts,
        "bench": bench,
    }
    if core.keyed:
        setting["slots"] = core.interface.slots
        if core.interface.resume:
            setting["resume"] = 1
    if core.interface.registered:
        setting["bus"] = core.interface.bus
        setting["codes"] = BETWEEN.join(str(code_of(each)) for each in core.hashes)
        setting["header"] = f"../registers/{core.prefix}.h"
    files[_SETTING] = _json(setting)
    module, text = known_answer_bench(core)
    files[f"tb/{module}.sv"] = text
    files["tb/README.md"] = template("bench.md.j2", core=core, setting=setting, module=module)
    return files


def _has_bench(core: Core) -> bool:
    """Whether there is a cocotb bench beside the known answers: not of a core that reads memory by
    itself or takes blocks, nor of a hash that Python's hashlib, by which benches judge, has not."""
    judged = all(in_hashlib(each.name) for each in core.hashes)
    return judged and not core.interface.ringed and not core.interface.kind.whole


def _bench_of(core: Core) -> str:
    if core.interface.registered:
        return "bench_registers"
    return "bench_hmac" if core.keyed else "bench_protocol"


def _documents(
    core: Core, result: Mapping[str, Any] | None, adders: tuple[str, ...]
) -> dict[str, str]:
    graph, title = simplify(core.graph), f"{core.name}: datapath of the engine"
    picture, left_out = "", ""
    try:
        picture = draw_svg(graph, core.target.delays, title)
    except LeftOutError as error:
        left_out = str(error)
    private = core.interface.private_slots and core.contexts > 1  # with one there is no tid
    text = template(
        "core.md.j2",
        core=core,
        estimated=estimate(core),
        result=result,
        adders=adders,
        version=__version__,
        level=level_named(core.level),
        lengths=_lengths(core),
        missing=" or ".join(map(str, core.shell.no_choices if core.others else ())),
        left_out=left_out,
        has_bench=_has_bench(core),
        known=known_about(core),
        kinds=KINDS,
        private=private,
        operations=operations(core.interface.resume, private),
        statuses=statuses(core.interface.resume, private),
    )
    files = {"doc/core.md": text} | ({"doc/datapath.svg": picture} if picture else {})
    return files if result is None else files | {"doc/result.json": _json(result)}


def _lengths(core: Core) -> str:
    """How long a digest is: "32 bytes" or "28 bytes of SHA-224, 32 bytes of SHA-256"."""
    if not core.others:
        return f"{core.hash.digest_bytes} bytes"
    return ", ".join(f"{each.digest_bytes} bytes of {each.title}" for each in core.hashes)


def _fusesoc(core: Core, files: Mapping[str, str]) -> str:
    """The CAPI2 description: targets for the bench with known answers and the one of cocotb, for
    lint, and for the device's family, which takes its own adders and on ECP5 is placed."""
    family = f"rtl/{core.target.family}/"
    own = [name for name in files if name.startswith(family)]
    replaced = {name.replace(family, "rtl/") for name in own}
    benches = [name for name in files if name.startswith("tb/bench_") or name == _SETTING]
    portable = [n for n in files if n.startswith("rtl/") and n not in own]
    known = [name for name in files if name.endswith("_known_answer.sv")]
    return template(
        "core.core.j2",
        core=core,
        vlnv=vlnv_of(core),
        shared=sorted(name for name in portable if name not in replaced),
        generic=sorted(name for name in portable if name in replaced),
        own=sorted(own),
        shell=sorted(name for name in files if name.startswith(f"{_SHELL}/")),
        bench=sorted(benches),
        known=known,
        known_top=Path(known[0]).stem if known else None,
        setting=json.loads(files[_SETTING]) if _SETTING in files else None,
    )


def _manifest(core: Core, files: Mapping[str, str]) -> str:
    return _json(
        {
            "core": core.name,
            "top": core.top,
            "request": {
                "hash": core.hash_names,
                "design": core.design and core.design.name,
                "architecture": core.requested.as_dict(),
                "interface": {
                    "level": core.level,
                    "width": core.interface.width,
                    "length_bits": core.interface.length_bits,
                    "slots": core.interface.slots,
                    "resume": core.interface.resume,
                    "private_slots": core.interface.private_slots,
                    "prefix": core.interface.prefix,
                    "copies": core.interface.copies,
                    **({"bus": core.interface.bus} if core.interface.registered else {}),
                    **({"dma": core.interface.dma} if core.interface.ringed else {}),
                },
                "target": core.target.name,
            },
            "files": {
                name: {"sha256": hashlib.sha256(text.encode()).hexdigest()}
                for name, text in sorted(files.items())
            },
        }
    )


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
