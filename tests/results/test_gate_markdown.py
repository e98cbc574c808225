"""The comment on a change: the verdict first, nothing of a text is markup, and it fits."""

import re

import pytest
from markdown_it import MarkdownIt

from monosashi.results.gate import Gate
from monosashi.results.gate_markdown import escaped
from monosashi.results.rules import Rule

MOST = 65_536
HOSTILE = ("a|b", "<img src=x onerror=alert(1)>", "</details><script>alert(1)</script>", "**bold**",
           "[link](https://example.org)", "![x](https://example.org/x.png)", "`code`", "&lt;b&gt;",
           "two\nlines\r\n# head", "back\\slash\\|pipe", "~~gone~~", "_it_", "$x$",
           "1\u202e2")  # fmt: skip
LANGUAGES = ("en", "ja")


def rendered(markdown):
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(
        markdown)  # fmt: skip


def comment(rules, document, language="en", **more):
    return Gate(tuple(rules)).check(document).to_markdown(language, **more)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_comes_first_then_what_fails_then_what_to_try(language):
    rules = [Rule("good", "<=", 1, name="held"), Rule("bad", "<=", 0.1, name="broken")]
    document = {"title": "pages", "good": 0, "bad": {"value": 0.3, "low": 0.2, "high": 0.4}}
    told = comment(rules, document, language, tries=lambda one: [f"mend {one.rule.title}"])
    lines = told.split("\n")
    assert lines[0].startswith("**")
    assert "1" in lines[0]
    order = [told.index(one) for one in ("pages", "| broken | 0.3", "mend broken", "| held |")]
    assert order == sorted(order)
    assert "mend held" not in told
    (row,) = [line for line in lines if line.startswith("| ") and "| broken" in line]
    assert "0.3 \\[0.2, 0.4\\]" in row
    assert "| 0.2 |" in row


def test_rules_that_hold_are_folded():
    page = rendered(comment([Rule("a", "<=", 1, name="held")], {"a": 0}))
    folded = page[page.index("<details>") : page.index("</details>")]
    assert "<summary>1 rule holds</summary>" in folded
    assert "<td>held</td>" in folded


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_stay_texts(text):
    rules = [Rule("a", "==", text, name=text), Rule("b", "==", "x", name=text)]
    document = {"a": text, "b": text, "title": text}
    page = rendered(comment(rules, document, tries=lambda _: [text]))
    tame = [Rule("a", "==", "t", name="t"), Rule("b", "==", "x", name="t")]
    plain = rendered(comment(tame, dict.fromkeys(["a", "b", "title"], "t"), tries=lambda _: ["t"]))
    tags = [re.findall(r"<[^>]*>", one) for one in (page, plain)]
    assert tags[0] == tags[1]


def test_names_in_a_rule_call_nobody():
    told = escaped("@someone, #12, https://example.org and www.example.org; recall@10")
    for call in ("@someone", "#12", "https://", "www."):
        assert call not in told
    assert told.endswith("recall@10")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("value", [0, 2], ids=["hold", "fail"])
def test_it_stays_below_the_most_that_a_comment_may_have(language, value):
    rules = [Rule("a", "<=", 1, name=f"<&|{i} " * 90) for i in range(2000)]
    told = comment(rules, {"a": value, "title": "<" * 5000}, language,
                   tries=lambda one: [f"{one.rule.title} {'言' * 3000}"])  # fmt: skip
    assert len(told) < MOST
    kept = sum("| &lt;&amp;" in line for line in told.split("\n"))
    assert kept
    assert str(2000 - kept) in told


def test_what_is_undefined_says_why_in_its_row():
    document = {"icc": None, "reasons": {"icc": {"code": "x.y", "values": {}, "text": "one group"}}}
    assert "| one group |" in comment([Rule("icc", ">=", 0.1)], document)
