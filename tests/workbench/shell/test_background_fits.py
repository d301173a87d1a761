"""Fits that several people wait for: computed once, and kept as long as somebody waits."""

from collections.abc import Callable
from threading import Event

import pytest

from gbtlib.core.boosting import Round
from workbench.shell.background_fits import Fits

OnRound = Callable[[Round], None]


def test_a_fit_that_somebody_waits_for_is_not_forgotten() -> None:
    go_on = Event()

    def compute(key: str, _on_round: OnRound) -> str:
        if key == "long":
            go_on.wait()
        return key.upper()

    fits = Fits(compute, at_most=2)
    long = fits.of("long")
    with long.watched():
        others = [fits.of(key) for key in "abcd"]
        assert fits.of("long") is long
        assert fits.of("d") is others[-1]
        assert fits.of("a") is not others[0]
        go_on.set()
        assert long.done.wait(20)
    assert fits.of("long").result() == "LONG"
    for key in "abcd":
        fits.of(key)
    assert fits.of("long") is not long


def test_what_failed_is_tried_again() -> None:
    tries = []

    def compute(key: str, _on_round: OnRound) -> str:
        tries.append(key)
        if len(tries) == 1:
            raise ValueError("not today")
        return key

    fits = Fits(compute, at_most=2)
    first = fits.of("a")
    assert first.done.wait(20)
    with pytest.raises(ValueError, match="not today"):
        first.result()
    again = fits.of("a")
    assert again.done.wait(20)
    assert again.result() == "a"
