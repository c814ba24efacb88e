"""What commands share: options, messages that are given to them, and where output goes.

Touch here what several commands read or print in the same way.
"""
