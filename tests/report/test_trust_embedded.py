"""A text averaged over windows was read whole: it does not stand among what was left out."""

from monosashi.report.tongue import Tongue
from monosashi.report.trust import trust

VALUES = {"name": "e5", "limit": 512, "count": 1, "n": 9, "longest": 800, "ids": '"a"'}


def facts(*codes):
    notices = [{"code": code, "values": VALUES, "text": code} for code in codes]
    document = {"results": {}, "data": {"n": 9, "dimension": 3, "model": {}, "notices": notices}}
    return {fact.name: fact.values for fact in trust(document, Tongue("en"))}


def test_windows_are_told_apart_from_what_was_cut():
    found = facts("models.notices.windowed", "models.notices.truncated")
    assert len(found["Left out or noted"]) == 1
    assert "cuts" in found["Left out or noted"][0]
    assert "mean over their pieces" in found["How texts were embedded"][0]


def test_nothing_is_said_to_be_left_out_where_texts_were_only_averaged():
    found = facts("models.notices.windowed")
    assert found["Left out or noted"] == ["Nothing was left out."]
