"""How a core is known to be right: simulation, checks, random traffic, proofs, evidence.

`simulator`, `tags` and `hmac_timing` run a core and give back what it answered; the rooms beside
them hold what those are made of and what judges the answers. Nothing here changes a core, and an
oracle shares no code with what it judges.
"""
