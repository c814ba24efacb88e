"""What machines have in common whose programs have a row for each clock.

Touch here what is so on four adders and on adders at fixed places alike.
"""
