"""What generated SystemVerilog declares, assigns and reads, found line by line."""

from __future__ import annotations

import re

COLUMNS = 120  # of the longest line
_DECLARED = re.compile(r"^  logic\s*(?:\[[^\]]*\]\s*)?(\w+)\s*(\[[^\]]*\])?;(.*)$")


def without_comments(text: str) -> list[str]:
    """Lines of code."""
    return [line.split("//")[0] for line in text.split("\n")]


def declarations(text: str) -> dict[str, str]:
    """What is declared in the module's body, by name, with what follows on the line."""
    found = (_DECLARED.match(line) for line in text.split("\n"))
    return {match[1]: match[3] for match in found if match}


def registers(text: str) -> set[str]:
    """Names that a clocked block assigns."""
    return {
        m[1] for line in text.split("\n") if (m := re.match(r"\s*.*?(\w+)(\[.*?\])? <= ", line))
    }


def reads(text: str) -> set[str]:
    """Names that something other than their own delay line reads."""
    found: set[str] = set()
    for line in without_comments(text):
        if _DECLARED.match(line):
            continue
        target = re.search(r"(?:assign\s+)?(\w+)(?:\[[^\]]*\])?\s*(?:<=|=)\s(?!=)", line)
        value = line[target.end() :] if target and "if (" not in line[: target.start()] else line
        names = set(
            re.findall(r"[A-Za-z_]\w*", re.sub(r"\.(?:sum|read_data)\s*\(\w+\)", "", value))
        )
        found |= names - ({target[1]} if target else set())
        if target and value is not line:
            found |= set(re.findall(r"[A-Za-z_]\w*", line[: target.start()]))
    return found
