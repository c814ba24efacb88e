"""Proofs that follow one block through an engine, whatever else is in it.

Touch here what is proved of pools and of engines that take blocks whole.
"""
