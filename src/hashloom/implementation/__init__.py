"""Runs synthesis and place and route, reads their reports, keeps the results."""
