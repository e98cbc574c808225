"""For all rooms: one core for each process of tests, and no language of messages left behind."""

import os

import pytest

if "PYTEST_XDIST_WORKER" in os.environ:  # before numpy: threads that spin would take turns
    os.environ.setdefault("OMP_NUM_THREADS", "1")

from monosashi.words import choose_language


@pytest.fixture(autouse=True)
def words_of_the_locale():
    yield
    choose_language(None)
