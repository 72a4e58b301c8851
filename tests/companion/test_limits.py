"""Limits: so many tries, then one now and then."""

from __future__ import annotations

from companion.web.limits import Limiter


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_tries_run_out_and_come_back() -> None:
    """This test ensures that a burst is let through, more is not, and time heals."""
    clock = Clock()
    limiter = Limiter(tries=3, seconds_each=10, clock=clock)
    assert [limiter.wait("ann") for _ in range(5)] == [0, 0, 0, 10, 10]
    assert limiter.wait("ben") == 0
    clock.now += 10
    assert [limiter.wait("ann") for _ in range(2)] == [0, 10]
    clock.now += 1000
    assert [limiter.wait("ann") for _ in range(4)] == [0, 0, 0, 10]


def test_looking_takes_no_try() -> None:
    """This test ensures that asking how long to wait makes nobody wait."""
    limiter = Limiter(tries=1, seconds_each=10, clock=Clock())
    assert [limiter.look("ann") for _ in range(3)] == [0, 0, 0]
    assert limiter.wait("ann") == 0
    assert limiter.look("ann") == limiter.wait("ann") == 10
