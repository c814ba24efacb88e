"""Masters of the buses that a core may stand behind: one transfer at a time, each checked.

Values are driven at the falling edge of the clock and looked at when they have settled.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from cocotb.triggers import FallingEdge, ReadOnly

LONGEST = 2000  # clocks of a transfer


class Response(NamedTuple):
    """How a transfer ended: the word that was read, and whether it was refused."""

    data: int
    error: bool


LEFT = "a word that was read is left on the bus"


class Master:
    """What the masters have in common; `clocks` counts those of all transfers and pauses."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.clocks = 0
        self.pause = 0.0  # probability of a clock without a transfer before each one

    async def clock(self) -> None:
        """One clock."""
        self.clocks += 1
        await FallingEdge(self.dut.clk)

    def drive(self, values: Mapping[str, int]) -> None:
        """Sets inputs of the core."""
        for name, value in values.items():
            getattr(self.dut, name).value = value

    def sees(self, name: str) -> int:
        """An output of the core."""
        return int(getattr(self.dut, name).value)

    async def read(self, address: int) -> Response:
        """A read of a word."""
        return await self._after_pause(False, address, random.getrandbits(32), 0)

    async def write(self, address: int, data: int, strobe: int = 15) -> bool:
        """A write; whether it was refused."""
        return (await self._after_pause(True, address, data, strobe)).error

    async def _after_pause(self, write: bool, address: int, data: int, strobe: int) -> Response:
        while random.random() < self.pause:
            await self.clock()
        response = await self.transfer(write, address, data, strobe)
        self.idle()
        return response

    def idle(self) -> None:
        """Nothing is asked."""
        raise NotImplementedError

    async def transfer(self, write: bool, address: int, data: int, strobe: int) -> Response:
        """One transfer."""
        raise NotImplementedError


class Apb4(Master):
    """AMBA APB4."""

    def idle(self) -> None:
        """No select; the other signals are anything."""
        self.drive({"psel": 0, "penable": 0, "pprot": 0, "pwrite": random.getrandbits(1)})
        self.drive({"paddr": random.getrandbits(12), "pwdata": 0, "pstrb": 0})

    async def transfer(self, write: bool, address: int, data: int, strobe: int) -> Response:
        """A setup phase and an access phase."""
        self.drive({"psel": 1, "penable": 0, "pwrite": int(write), "paddr": address})
        self.drive({"pwdata": data, "pstrb": strobe})
        for clock in range(LONGEST):
            await ReadOnly()
            ready, error = self.sees("pready"), self.sees("pslverr")
            assert ready or not error, "pslverr without pready"
            assert clock or not ready, "pready in the setup phase"
            assert clock or not self.sees("prdata"), LEFT
            word = self.sees("prdata") if ready else 0
            await self.clock()
            if ready:
                return Response(word, bool(error))
            self.drive({"penable": 1})
        raise AssertionError("a transfer does not end")


class Wishbone(Master):
    """Wishbone B4, classic cycles."""

    def idle(self) -> None:
        """No cycle."""
        self.drive({"wb_cyc_i": 0, "wb_stb_i": random.getrandbits(1) if self.clocks else 0})
        self.drive({"wb_we_i": 0, "wb_adr_i": 0, "wb_dat_i": 0, "wb_sel_i": 0})

    async def transfer(self, write: bool, address: int, data: int, strobe: int) -> Response:
        """A cycle of one access."""
        self.drive({"wb_cyc_i": 1, "wb_stb_i": 1, "wb_we_i": int(write), "wb_adr_i": address})
        self.drive({"wb_dat_i": data, "wb_sel_i": strobe if write else 15})
        for clock in range(LONGEST):
            await ReadOnly()
            ack, error = self.sees("wb_ack_o"), self.sees("wb_err_o")
            assert not (ack and error), "acknowledged and refused"
            assert clock or not self.sees("wb_dat_o"), LEFT
            word = self.sees("wb_dat_o") if ack else 0
            await self.clock()
            if ack or error:
                return Response(word, bool(error))
        raise AssertionError("a cycle does not end")


class AvalonMm(Master):
    """Avalon-MM with responses."""

    def idle(self) -> None:
        """No access."""
        self.drive({"avs_read": 0, "avs_write": 0, "avs_address": 0})
        self.drive({"avs_writedata": 0, "avs_byteenable": 0})

    async def transfer(self, write: bool, address: int, data: int, strobe: int) -> Response:
        """An access, and its response."""
        self.drive({"avs_read": int(not write), "avs_write": int(write)})
        self.drive({"avs_address": address // 4, "avs_writedata": data})
        self.drive({"avs_byteenable": strobe if write else 15})
        taken = False
        for clock in range(LONGEST):
            await ReadOnly()
            assert clock or not self.sees("avs_readdata"), LEFT
            valid = (self.sees("avs_readdatavalid"), self.sees("avs_writeresponsevalid"))
            answer, other = valid if not write else valid[::-1]
            assert not other, "a response of the other kind"
            assert taken or not answer, "a response before its access was taken"
            taken = taken or not self.sees("avs_waitrequest")
            response = self.sees("avs_response") if answer else 0
            word = self.sees("avs_readdata") if answer else 0
            await self.clock()
            if answer:
                return Response(word, response == 2)
            if taken:
                self.drive({"avs_read": 0, "avs_write": 0})
        raise AssertionError("an access does not end")


class Axi4Lite(Master):
    """AXI4-Lite; address and data of a write may come apart, responses may have to wait."""

    def idle(self) -> None:
        """Nothing is valid or ready."""
        names = ("awvalid", "wvalid", "bready", "arvalid", "rready", "awprot", "arprot")
        self.drive({f"s_axil_{name}": 0 for name in names})

    async def transfer(self, write: bool, address: int, data: int, strobe: int) -> Response:
        """A write or a read, and its response."""
        offers = {"aw": random.randrange(3), "w": random.randrange(3)} if write else {"ar": 0}
        self.drive({f"s_axil_{'aw' if write else 'ar'}addr": address})
        if write:
            self.drive({"s_axil_wdata": data, "s_axil_wstrb": strobe})
        kind, other = ("b", "r") if write else ("r", "b")
        held: tuple[int, int] | None = None
        for clock in range(LONGEST):
            for name, begin in offers.items():
                if clock >= begin:
                    self.drive({f"s_axil_{name}valid": 1})
            ready = random.getrandbits(1)
            self.drive({f"s_axil_{kind}ready": ready})
            await ReadOnly()
            assert not self.sees(f"s_axil_{other}valid"), "a response of the other kind"
            valid = self.sees(f"s_axil_{kind}valid")
            assert not (valid and offers), "a response before its access was taken"
            assert valid or held is None, "a response was withdrawn"
            assert clock or not self.sees("s_axil_rdata"), LEFT
            word = self.sees("s_axil_rdata") if valid and not write else 0
            answer = (self.sees(f"s_axil_{kind}resp"), word) if valid else None
            assert held is None or answer == held, "a response changed"
            held = answer
            taken = [
                name
                for name, begin in offers.items()
                if clock >= begin and self.sees(f"s_axil_{name}ready")
            ]
            await self.clock()
            for name in taken:
                del offers[name]
                self.drive({f"s_axil_{name}valid": 0})
            if answer is not None and ready:
                return Response(answer[1], answer[0] == 2)
        raise AssertionError("an access does not end")


MASTERS: dict[str, type[Master]] = {
    "apb4": Apb4,
    "axi4-lite": Axi4Lite,
    "wishbone": Wishbone,
    "avalon-mm": AvalonMm,
}
