import pytest
from hypothesis import given
from hypothesis import strategies as st

from monosashi.cli.layout import cells, shorten, wrap

WORDS = st.text(st.sampled_from("abc xyz言語で順位が決まる、。「」ー"), min_size=1, max_size=400)


@given(WORDS)
def test_no_line_is_wider_than_the_screen_and_no_sign_is_lost(text):
    lines = wrap(text, first="[問題] ", rest="  ")
    assert all(cells(line) <= 80 for line in lines)
    squeezed = "".join("".join(lines).split())
    assert squeezed == "".join(("[問題] " + text).split())


def test_a_full_width_sign_takes_two_cells():
    assert cells("ab漢字") == 6


@pytest.mark.parametrize("most", [1, 2])
def test_what_is_cut_ends_in_an_ellipsis(most):
    lines = shorten(wrap("word " * 60), most)
    assert len(lines) == most
    assert lines[-1].endswith("…")
    assert all(cells(line) <= 80 for line in lines)


def test_a_long_word_is_broken():
    assert all(cells(line) <= 80 for line in wrap("x" * 200))
