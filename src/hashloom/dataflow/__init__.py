"""The graph of a hash and what can be read off it: digests, delays, bounds, pictures.

Nothing here changes a graph, and nothing knows of devices beyond the delays it is given.
"""
