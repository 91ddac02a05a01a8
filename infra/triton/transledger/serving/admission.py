import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Admission:
    """
    Bounds the work in flight, in units of the model's choice. Waiting here holds back the model's `execute`, so
    that further requests stay in Triton's queue, where its priorities, timeouts and size limits hold.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0
        self._changed = threading.Condition()

    def take(self, size: int) -> None:
        """Waits for room. A request that is larger than all of it goes alone."""
        with self._changed:
            self._changed.wait_for(lambda: self._taken == 0 or self._taken + size <= self._most)
            self._taken += size

    def give_back(self, size: int) -> None:
        with self._changed:
            self._taken -= size
            self._changed.notify()

    @contextmanager
    def returning(self, size: int) -> Iterator[None]:
        try:
            yield
        finally:
            self.give_back(size)

    def wait_until_empty(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._taken == 0, seconds)
