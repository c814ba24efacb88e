"""Arrays: copies of a core behind one stream.

Touch here how messages are given to copies and how answers leave.
"""
