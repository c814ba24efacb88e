"""The host's side of a design on a board: frames, the link, and files that go through it.

What goes over the line is described in docs/boards.md.
"""
