"""For all rooms: no test leaves another its language of messages."""

import pytest

from monosashi.words import choose_language


@pytest.fixture(autouse=True)
def words_of_the_locale():
    yield
    choose_language(None)
