"""Delays, read from SDF as nextpnr writes it."""

from __future__ import annotations

from hashloom.implementation.annealing.delays import read_delays

SDF = r"""(DELAYFILE
  (TIMESCALE 1ps)
  (CELL
    (INSTANCE )
    (DELAY
      (ABSOLUTE
        (INTERCONNECT u_a.sum\[1\]/F b/DI (24:29:34) (24:29:34))
        (INTERCONNECT b/Q u_a.sum\[1\]/A (121:147:173) (121:147:173))
        (INTERCONNECT b/Q c/M (1:2:3) (1:2:3))
      )
    )
  )
  (CELL
    (CELLTYPE "TRELLIS_COMB")
    (INSTANCE u_a.sum\[1\])
    (DELAY
      (ABSOLUTE
        (IOPATH A F (170:175:180) (170:175:180))
      )
    )
  )
  (CELL
    (CELLTYPE "TRELLIS_FF")
    (INSTANCE b)
    (DELAY
      (ABSOLUTE
        (IOPATH CLK Q (300:350:395) (300:350:395))
      )
    )
    (TIMINGCHECK
      (SETUPHOLD (posedge DI) (posedge CLK) (187:237:287) (0:0:0))
    )
  )
)
"""


def test_the_slowest_of_three_is_read() -> None:
    delays = read_delays(SDF.splitlines())
    assert delays.through == {"u_a.sum[1]": [("A", "F", 180)], "b": [("CLK", "Q", 395)]}
    assert delays.setup == {("b", "DI"): 287}
    assert delays.clocks == {("b", "CLK")}
    assert delays.wires == {
        ("u_a.sum[1]", "F"): [(("b", "DI"), 34)],
        ("b", "Q"): [(("u_a.sum[1]", "A"), 173), (("c", "M"), 3)],
    }
