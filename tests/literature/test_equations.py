"""Which application of a technique an equation of michail2012 belongs to."""

from __future__ import annotations

from hashloom.hashes import get_hash
from hashloom.literature.equations import equations, equations_of
from hashloom.transforms.by_hand.recursion import walk


def test_numbers() -> None:
    assert [equation.number for equation in equations()] == [3, 4, 5, 6, 7, 11]


def test_every_equation_has_its_place_in_the_walk_of_two_rounds() -> None:
    steps = walk(get_hash("sha256"), 2, 1)
    places = equations_of(steps, 2)
    assert [places[position].number for position in sorted(places)] == [3, 4, 5, 6, 7, 11]
    assert places[0].number == 3
    assert all(steps[position].changed for position in places)


def test_other_numbers_of_rounds_have_only_the_base() -> None:
    steps = walk(get_hash("sha256"), 4, 1)
    assert [equation.number for equation in equations_of(steps, 4).values()] == [3]
