"""Commands that write files to take away: a bundle, one that is measured too, a bitstream."""
