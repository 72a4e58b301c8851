"""Rate and concurrency limits."""

from __future__ import annotations

import pytest

from companion.web.limits import ConcurrencyLimit, RateLimiter, client_of


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_tries_run_out_and_come_back() -> None:
    """A burst is allowed, more is not, and tries come back with time."""
    clock = Clock()
    limiter = RateLimiter(tries=3, seconds_each=10, clock=clock)
    assert [limiter.take("ann") for _ in range(5)] == [0, 0, 0, 10, 10]
    assert limiter.take("ben") == 0
    clock.now += 10
    assert [limiter.take("ann") for _ in range(2)] == [0, 10]
    clock.now += 1000
    assert [limiter.take("ann") for _ in range(4)] == [0, 0, 0, 10]


def test_peeking_uses_no_try() -> None:
    """Peeking at the waiting time uses up no try."""
    limiter = RateLimiter(tries=1, seconds_each=10, clock=Clock())
    assert [limiter.peek("ann") for _ in range(3)] == [0, 0, 0]
    assert limiter.take("ann") == 0
    assert limiter.peek("ann") == limiter.take("ann") == 10


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
    """All IPv6 addresses of one network share a limit."""
    assert client_of(address) == client


def test_connections_are_limited_per_client() -> None:
    """One client cannot take every connection, and closed connections become free."""
    crowd = ConcurrencyLimit(2)
    assert [crowd.enter("ann") for _ in range(3)] == [True, True, False]
    assert crowd.enter("ben")
    crowd.leave("ann")
    assert crowd.enter("ann")
    assert not crowd.enter("ann")
