"""Pieces that no line may break, in text that stays text."""

import pytest

from monosashi.report.marking import marked, whole_pieces


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("差は [−0.06, +0.03] です", "[−0.06, +0.03]"),
        ("F: p ≤ 0.001 here", "p ≤ 0.001"),
        ("全部で 1,352 件です", "1,352 件"),
        ("on 2026-11-30 at", "2026-11-30"),
        ("give --query-vectors now", "--query-vectors"),
        ("recall 0.73 → 0.97 there", "0.73 → 0.97"),
        ("in ja → en only", "ja → en"),
        ("near sec-306/ja, it", "sec-306/ja"),
        ("rows 7, 139-142 too", "139-142"),
        ("by multilingual-e5-small", "multilingual-e5-small"),
        ("clipped density 1.000 [≥ 1], k", "[≥ 1]"),
    ],
)
def test_kept_on_one_line(text, kept):
    assert f'<span class="nb">{kept}</span>' in str(whole_pieces(text))


def test_markup_is_escaped_and_backticks_are_code():
    assert str(marked("<b> `a --wide <i>`")) == (
        '&lt;b&gt; <code>a <span class="nb">--wide</span> &lt;i&gt;</code>'
    )


def test_long_digits_may_break():
    assert "nb" not in str(whole_pieces("9" * 60 + "x"))
    assert "nb" not in str(whole_pieces("use-multilingual-MiniLM-L6-v2"))
