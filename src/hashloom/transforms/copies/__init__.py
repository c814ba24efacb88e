"""Rounds in space and messages in time: unfolding, pipelining into stages, and interleaving.

Touch here how copies of a round are made and joined; no register is moved.
"""
