"""The shells around folded rounds, with keys and without.

Touch here what stands around the machine; the machine itself is `hashloom.rtl.folded`'s.
"""
