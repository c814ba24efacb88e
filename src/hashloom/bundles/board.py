"""What a user takes away of a design on a board: its RTL, its pins, and the bitstream."""

from __future__ import annotations

import json
from typing import Any

from hashloom.bundles.stamp import stamped
from hashloom.cores.boards.board import BoardDesign
from hashloom.files import MANIFEST
from hashloom.implementation.bitstream import Bitstream


def board_files(design: BoardDesign, bitstream: Bitstream) -> dict[str, str | bytes]:
    """Files by relative path, the manifest among them."""
    pins, text = bitstream.constraints
    texts = {f"rtl/{name}": text for name, text in design.sources().items()}
    texts |= {f"simulation/{name}": text for name, text in design.simulation_models.items()}
    texts[pins] = text
    bits = f"{design.name}.{bitstream.ending}"
    listed = sorted([*texts, bits])
    document = json.dumps({"files": listed} | document_of(design, bitstream))
    texts[MANIFEST] = document
    head = stamped(texts, design.command, design.rtl_sha256)
    return {**head, bits: bitstream.content}


def document_of(design: BoardDesign, bitstream: Bitstream) -> dict[str, Any]:
    """The design and what became of it, as JSON shows it."""
    return {
        "core": design.core.name,
        "board": design.board.name,
        "device": " ".join(design.board.part),
        "oscillator_mhz": design.board.oscillator_mhz,
        "clock_mhz": design.mhz,
        "baud": design.baud,
        "bit_clocks": design.bit_clocks,
        "pins": {name: pin.place for name, pin in design.board.pins.items()},
        "pins_source": design.board.source,
        "bitstream_bytes": len(bitstream.content),
    } | bitstream.as_dict()
