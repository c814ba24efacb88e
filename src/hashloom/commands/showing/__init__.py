"""Commands that show what there is, what was measured, and how a core came about."""
