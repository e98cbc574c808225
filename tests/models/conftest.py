"""A service on this machine, and waits that are not slept."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from models.misbehaving import Service


@pytest.fixture
def service(monkeypatch) -> Iterator[Service]:
    """A running service, and no keys in the environment."""
    for variable in ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    running = Service()
    yield running
    running.close()


@pytest.fixture
def naps(monkeypatch) -> list[float]:
    """Waits between attempts, in seconds; none of them is slept."""
    taken: list[float] = []
    monkeypatch.setattr("tenacity.nap.time", SimpleNamespace(sleep=taken.append))
    return taken
