"""Limits: so many tries, then one now and then."""

from __future__ import annotations

import pytest

from companion.web.limits import Crowd, Limiter, client_of


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


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_many_addresses_are_one_client(address: str, client: str) -> None:
    """This test ensures that nobody guesses on with the next of their endless IPv6 addresses."""
    assert client_of(address) == client


def test_a_crowd_has_an_end_for_each() -> None:
    """This test ensures that one client cannot take every place, and that places come back."""
    crowd = Crowd(2)
    assert [crowd.enter("ann") for _ in range(3)] == [True, True, False]
    assert crowd.enter("ben")
    crowd.leave("ann")
    assert crowd.enter("ann")
    assert not crowd.enter("ann")
