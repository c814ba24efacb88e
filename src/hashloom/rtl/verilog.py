"""Small pieces of SystemVerilog text shared by the generated modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hashloom.hashes import Hash
from hashloom.hashes.expressions import Sigma

COLUMNS = 100  # of a line, where it can be helped


@dataclass(frozen=True)
class Port:
    """A port of a module: direction, width in bits, name, and what it carries."""

    direction: str
    width: int
    name: str
    comment: str


def range_of(width: int) -> str:
    """Packed range of a vector, empty for a single bit."""
    return f" [{width - 1}:0]" if width > 1 else ""


def module_head(name: str, ports: Sequence[Port]) -> list[str]:
    """Module header with one commented port a line, in columns."""
    ranges = [range_of(port.width).strip() for port in ports]
    range_columns = max(map(len, ranges))
    name_columns = max(len(port.name) for port in ports) + 1
    lines = [f"module {name} ("]
    for i, (port, bits) in enumerate(zip(ports, ranges, strict=True)):
        comma = "," if i < len(ports) - 1 else ""
        lines.append(
            f"  {port.direction:<6} logic {bits:<{range_columns}} "
            f"{port.name + comma:<{name_columns}}  // {port.comment}"
        )
    return [*lines, ");"]


def module_file(header: Sequence[str], head: Sequence[str], body: Sequence[str]) -> str:
    """A file of one module: what is said of it, its head and what is in it."""
    lines = [
        *header,
        "`default_nettype none",
        "",
        *head,
        "",
        *body,
        "endmodule",
        "",
        "`default_nettype wire",
        "",
    ]
    return "\n".join(line.rstrip() for line in lines)


def commented(rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    """Lines of (code, comment) with the comments in one column."""
    column = min(max((len(code) for code, _ in rows), default=0), 48)
    return [
        f"{indent}{code:<{column}}  // {text}" if text else indent + code for code, text in rows
    ]


def instance(
    module: str, name: str, connections: Mapping[str, str], parameters: Mapping[str, str]
) -> list[str]:
    """An instance, one parameter and one connection a line."""
    width = max(map(len, [*connections, *parameters]))
    given = ",\n".join(f"    .{key:<{width}} ({value})" for key, value in parameters.items())
    wired = ",\n".join(f"    .{key:<{width}} ({value})" for key, value in connections.items())
    head = f"  {module} #(\n{given}\n  ) {name} (" if parameters else f"  {module} {name} ("
    return [*head.split("\n"), *wired.split("\n"), "  );"]


def concatenation(words: Sequence[str]) -> str:
    """Words joined, the first highest; on lines of their own when they are many."""
    if len(words) == 1:
        return words[0]
    if len(words) <= 4:
        return f"{{{', '.join(words)}}}"
    return "{\n" + ",\n".join(f"      {word}" for word in words) + "\n    }"


def literal(value: int, width: int) -> str:
    """A sized hexadecimal literal, in groups of four digits; decimal for narrow values."""
    if width <= 8:
        return f"{width}'d{value}"
    digits = f"{value:0{-(-width // 4)}x}"
    groups = [digits[max(i - 4, 0) : i] for i in range(len(digits), 0, -4)][::-1]
    return f"{width}'h{'_'.join(groups)}"


def case_table(
    index: str, index_bits: int, target: str, rows: list[int], bits: int, style: str
) -> list[str]:
    """A table of words as a case; rows beyond the last one are zero, where there are some.

    The attribute is where Yosys looks for it; the vendors' are on the signal.
    """
    words = [literal(word, bits) for word in rows]
    *named, last = words if len(rows) == 1 << index_bits else [*words, literal(0, bits)]
    labels = [literal(i, index_bits) for i in range(len(named))]
    width = max(map(len, [*labels, "default"])) + 1
    choices = zip([*labels, "default"], [*named, last], strict=True)
    return [
        f'    (* rom_style = "{style}" *)',
        f"    case ({index})",
        *(f"      {f'{label}:':<{width}} {target} {word};" for label, word in choices),
        "    endcase",
    ]


def functions(hash_: Hash, used: set[str]) -> list[str]:
    """The standard's functions of words, those of them that are `used`."""
    bits = hash_.word_bits
    word = f"logic [{bits - 1}:0]"
    lines: list[str] = []

    def define(name: str, arguments: str, body: str, source: str) -> None:
        if name in used:
            inputs = f"input {word} " + ", ".join(arguments)
            lines.extend(
                [
                    f"  // {source}",
                    f"  function automatic {word} {name}({inputs});",
                    f"    {name} = {body};",
                    "  endfunction",
                    "",
                ]
            )

    for label, sigma in hash_.functions_of_one.items():
        define(label, "x", _turned(sigma, bits), sigma.source)
    for label, boolean in hash_.functions_of_three.items():
        define(label, "xyz", boolean.formula.text(), boolean.source)
    define("csa_sum", "xyz", "x ^ y ^ z", "carry-save adder: sum word")
    define("csa_carry", "xyz", "((x & y) | (z & (x | y))) << 1", "carry-save adder: carry word")
    return lines


def _turned(function: Sigma, bits: int) -> str:
    """The XOR of rotations and shifts of the word x."""
    turns = [f"{{x[{n - 1}:0], x[{bits - 1}:{n}]}}" if n else "x" for n in function.rotations]
    turns += [f"{{{n}'d0, x[{bits - 1}:{n}]}}" for n in function.shifts]
    return " ^ ".join(turns)


def section(text: str) -> list[str]:
    """Head of a section of a module."""
    return [f"  // ---- {text} ".ljust(98, "-"), ""]
