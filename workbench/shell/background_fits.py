"""Fits that several people wait for: each is computed once, in a thread of its own, and can be stopped."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

ABANDONED_S = 5.0  # a fit that nobody has looked at for so long stops by itself

Key = TypeVar("Key")
Result = TypeVar("Result")


class Numbered(Protocol):
    """A round of boosting, or another part of what is computed."""

    @property
    def number(self) -> int:
        """1 for the first."""


class FitStoppedError(Exception):
    """The fit was stopped before its end."""


class Fit(Generic[Key, Result]):
    """One fit under way, or done. `compute` gets a callback that it must hand every round to."""

    def __init__(self, key: Key, compute: Callable[[Key, Callable[[Numbered], None]], Result]) -> None:
        self.key, self._compute = key, compute
        self.done = threading.Event()
        self.n_rounds = 0
        self.stopped = False
        self._watchers, self._last_seen = 0, time.monotonic()
        self._result: Result | None = None
        self._error: Exception | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._compute(self.key, self._on_round)
        except Exception as error:
            self._error = error
        finally:
            self.done.set()

    def _on_round(self, round_: Numbered) -> None:
        self.n_rounds = round_.number
        abandoned = not self.is_watched and time.monotonic() - self._last_seen > ABANDONED_S
        if self.stopped or abandoned:
            raise FitStoppedError

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Somebody waits for the fit as long as this lasts."""
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1
            self._last_seen = time.monotonic()

    @property
    def is_watched(self) -> bool:
        """Whether somebody waits for it."""
        return self._watchers > 0

    def stop(self) -> None:
        """Stop the fit, unless others wait for it."""
        self.stopped = not self.is_watched

    @property
    def failed(self) -> bool:
        """Whether it ended without a result."""
        return self.done.is_set() and self._error is not None

    def result(self) -> Result:
        """What was computed, once done. Errors: FitStoppedError, or what `compute` raised."""
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result


class Fits(Generic[Key, Result]):
    """The latest fits of a server, by their key; the least recently used, unless awaited, are forgotten."""

    def __init__(self, compute: Callable[[Key, Callable[[Numbered], None]], Result], at_most: int) -> None:
        self._compute, self._at_most = compute, at_most
        self._fits: OrderedDict[Key, Fit[Key, Result]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Key) -> Fit[Key, Result]:
        """The fit of a key: the one there is, or a new one that has just begun."""
        with self._lock:
            fit = self._fits.get(key)
            if fit is None or fit.failed:
                fit = self._fits[key] = Fit(key, self._compute)
            self._fits.move_to_end(key)
            idle = [old for old, each in self._fits.items() if old != key and not each.is_watched]
            for old in idle[: max(0, len(self._fits) - self._at_most)]:
                del self._fits[old]
            return fit
