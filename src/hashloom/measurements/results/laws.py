"""The laws by which the papers turn clocks into throughput, each with its source.

Bits are those of messages; keys are not counted as input (juliato2009 section 5.3).
"""

from __future__ import annotations


def throughput_mbps(bits: float, clocks: float, mhz: float) -> float:
    """Throughput in Mbit/s of `bits` per `clocks` at `mhz` MHz: bits * f / clocks.

    michail2012 equation 2, khadra2013 section 5.1, suhaili2019 equation 11, juliato2009
    equation 1.
    """
    return bits * mhz / clocks


def throughput_of_message_mbps(
    blocks: int, block_bits: int, block_clocks: float, mhz: float, other_clocks: float = 0.0
) -> float:
    """Throughput in Mbit/s of a message of so many blocks, `other_clocks` being spent once.

    m * BS * F / (Trpc + m * Tb): algredo2011 equation 1.  Tends to `throughput_mbps` of a block.
    """
    return throughput_mbps(blocks * block_bits, other_clocks + blocks * block_clocks, mhz)


def new_key_share(message_blocks: int, key_blocks: int = 1) -> float:
    """Throughput of HMAC with a new key, as a share of the hash's: m / (3 + m + k).

    juliato2009 equation 2: both pads of the key, the message and the outer hash are hashed; a key
    longer than a block is hashed first, which takes its own blocks k, otherwise k = 0.
    """
    hashed = key_blocks if key_blocks > 1 else 0
    return message_blocks / (3 + message_blocks + hashed)


def key_reuse_share(message_blocks: int) -> float:
    """Throughput of HMAC with a key used before, as a share of the hash's: m / (1 + m).

    juliato2009 equation 3: the states after both pads are kept.
    """
    return message_blocks / (1 + message_blocks)


def efficiency(mbps: float, area: float) -> float:
    """Throughput for each unit of area, in Mbit/s: algredo2011 equation 3."""
    return mbps / area


def bits_per_clock(mbps: float, mhz: float) -> float:
    """Throughput for each unit of clock frequency, in bits per clock: algredo2011 equation 2."""
    return mbps / mhz
