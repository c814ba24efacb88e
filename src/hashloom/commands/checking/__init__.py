"""Commands that run a core or prove something of it."""
