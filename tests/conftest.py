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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Processes take tests from each other: none is idle while another has a long queue."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)
