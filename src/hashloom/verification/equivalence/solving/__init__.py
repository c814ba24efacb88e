"""Claims as questions to SMT solvers, and their answers.

Touch here how a question is written, which solver is asked first and for how long.
"""
