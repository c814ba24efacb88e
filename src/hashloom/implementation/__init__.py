"""Runs synthesis and place and route, reads their reports, keeps the results.

What is special about a family belongs to its target; nothing here asks for a family's name.
"""
