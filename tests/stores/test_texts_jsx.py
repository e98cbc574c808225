"""Tags and expressions of MDX: where they end, and that each sign is scanned once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.embeddings.files import jsx
from monosashi.embeddings.files.jsx_ends import ends_from
from monosashi.embeddings.files.markdown import plain_text
from monosashi.embeddings.files.shortcodes import without_shortcodes

SIGNS = st.text("<{}>\"'`$\\ab ", max_size=60)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<A>{`${x}`} t</A>", "t"),
        ("<A>{`it's ${x} > }`} t</A> it's", "t it's"),
        ("`{x}` and `a > b` and `it's`", "{x} and a > b and it's"),
        ('<A path="C:\\x\\">in</A>', "in"),
        ("{a => <p x='}'>hi</p>}z", "z"),
        ("a < b and {c} d > e", "a < b and  d > e"),
        ("{not closed and <b>bold</b>", "{not closed and bold"),
        ("<T>{f({a: {b: 1}}, '}')} t</T>", "t"),
    ],
)
def test_what_a_reader_of_mdx_reads(source, text):
    assert plain_text(source, mdx=True)[1] == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("{`a ${b ? `}` : '}'} c`} t", " t"),
        ("{'\\'}'} t", " t"),
        ("<A b={`${x}>`} c='>'> t", " t"),
        ("{`${`", "{`${`"),
        ("<a } b>", "<a } b>"),
    ],
)
def test_quotes_and_templates_hide_signs(text, kept):
    assert jsx.without_jsx(text) == kept


def one_by_one(text):
    """The same, with a scan of its own for every sign."""
    kept, place = "", 0
    while place < len(text):
        opens = text[place] in "<{" and jsx.opens_here(text, place)
        end = ends_from(text, place)[place] if opens else None
        kept += text[place] if end is None else ""
        place = end or place + 1
    return kept


@given(SIGNS)
@settings(max_examples=400, deadline=None)
def test_one_scan_answers_for_all_signs_that_it_passes(text):
    assert jsx.without_jsx(text) == one_by_one(text)


@pytest.mark.parametrize("part", ["{", "<A", "<A{", '{"', '{`${"', "<A{`", "{\" '<a`", "<A }"])
def test_signs_without_an_end_cost_few_scans(part, monkeypatch):
    scans = []
    monkeypatch.setattr(jsx, "ends_from", lambda *given: scans.append(1) or ends_from(*given))
    text = part * 2000
    assert jsx.without_jsx(text) == text
    assert len(scans) <= jsx.WITHOUT_END


def test_shortcodes_that_do_not_end_stay():
    assert without_shortcodes("a {{< x >}}b{{% y\n%}}c{% z %}d") == "a bcd"
    assert without_shortcodes("{{< x {% y %} z") == "{{< x  z"
    assert without_shortcodes("{{% x %} z") == "{ z"
    assert without_shortcodes("{{<" * 5000) == "{{<" * 5000
