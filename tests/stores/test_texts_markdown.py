"""Markdown and MDX reduced to what a reader reads; heads of pages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monosashi.embeddings import DataError
from monosashi.embeddings.files.front_matter import split_front_matter
from monosashi.embeddings.files.markdown import plain_text


def text_of(source, *, mdx=False):
    return plain_text(source, mdx=mdx)[1]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("A [link](http://x.y) and <b>bold</b> *it* `a < b`", "A link and bold it a < b"),
        ("![a cat](cat.png) sleeps", "a cat sleeps"),
        ("[ref][1]\n\n[1]: http://x.y", "ref"),
        ("one\ntwo  \nthree", "one\ntwo\nthree"),
        ("```py\nprint(1)\n```\nafter", "after"),
        ("before\n\n    indented code\n\nafter", "before\n\nafter"),
        ("- a\n- b\n  - c", "a\n\nb\n\nc"),
        ("> quoted", "quoted"),
        ("| a | b |\n|---|---|\n| c | d |", "a b\n\nc d"),
        ("## Head {#anchor}\n\nx", "Head\n\nx"),
        ("<!-- hidden -->\n\nseen", "seen"),
        ("<details>\n<summary>More</summary>\nInside **bold**.\n</details>", "More\nInside bold."),
        ("<script>\nvar x = 1\n</script>\n\nseen", "seen"),
        ("&amp; &copy;", "& ©"),
        ("a\\*b", "a*b"),
        (":::note Careful\n\nText\n\n:::", "Careful\n\nText"),
        ("{{< figure src='a' >}}\n\nText", "Text"),
        ("import X from '@site/x'\n\nText", "Text"),
        ("import the data first", "import the data first"),
        ("export your settings before", "export your settings before"),
        ("export default settings to a file", "export default settings to a file"),
        ("export const x = [\n  1,\n]\n\nText", "Text"),
        ("export default function X() {\n  return 1\n}\n\nText", "Text"),
    ],
)
def test_markdown(source, text):
    assert text_of(source) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("import X from 'x'\nimport {Y} from 'y'\n\nexport const z = {a: 1}\n\nText", "Text"),
        ('<Note type="a > b">\n\nInside *it*.\n\n</Note>', "Inside it."),
        ("<Tabs.Item label={{a: '}'}}>\nInside\n</Tabs.Item>", "Inside"),
        ("Hello {name} and {/* comment */}done", "Hello  and done"),
        ("Code `{x}` and `<T>` stay", "Code {x} and <T> stay"),
        ("if a < b and 3 <5", "if a < b and 3 <5"),
        ("    indented prose", "indented prose"),
        ("open { brace", "open { brace"),
        ("```jsx\n<A/>\n```", ""),
        ("<></>", ""),
    ],
)
def test_mdx(source, text):
    assert text_of(source, mdx=True) == text


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab <>{}/`*_#[]()|-:!\\\"'\n=&;"), max_size=60), st.booleans())
def test_any_page_gives_a_text(source, mdx):
    title, text = plain_text(source, mdx=mdx)
    assert title is None or title in text
    assert text == text.strip()
    assert not set(text) & {"\ue000", "\ue001"}


def test_the_title_is_the_first_heading_of_level_1():
    assert plain_text("## Two\n\n# One `x`\n\n# Other")[0] == "One x"
    assert plain_text("no heading")[0] is None


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ("title: Plain: with colon # note", {"title": "Plain: with colon"}),
        ('title: "a \\"b\\" # c"', {"title": 'a "b" # c'}),
        ("title: 'it''s'", {"title": "it's"}),
        ("title: >-\n  two\n  lines", {"title": "two lines"}),
        ("title: two\n  lines", {"title": "two lines"}),
        ("draft: true", {"draft": True}),
        ("draft: 'true'", {"draft": "true"}),
        ("tags: [a, 'b c']", {"tags": ["a", "b c"]}),
        ("tags:\n  - a\n  - b", {"tags": ["a", "b"]}),
        ("lang: ja\nother:\n  title: no\nmenu: &x {a: 1}", {"lang": "ja"}),
        ("date: 2024-01-05", {"date": "2024-01-05"}),
        ("slug:", {"slug": None}),
        ("# comment\ntitle: 題", {"title": "題"}),
    ],
)
def test_the_subset_of_yaml_that_heads_need(head, values):
    found, body = split_front_matter(f"---\n{head}\n---\nbody", "p.md")
    assert found == values
    assert body == "body"


@pytest.mark.parametrize("value", ["*anchor", "&x y", "{a: 1}", '"open', "!!str x"])
def test_a_value_that_is_not_read_is_refused_with_its_line(value):
    with pytest.raises(DataError, match=r"p\.md, line 3: the value of title"):
        split_front_matter(f"---\nlang: en\ntitle: {value}\n---\nbody", "p.md")


def test_heads_of_toml_and_pages_without_a_head():
    values, body = split_front_matter('+++\ntitle = "T"\ndraft = true\n+++\r\nx', "p.md")
    assert (values, body) == ({"title": "T", "draft": True}, "x")
    assert split_front_matter("a\n---\nb", "p.md") == ({}, "a\n---\nb")
    assert split_front_matter("---\na rule, no head", "p.md")[0] == {}
    with pytest.raises(DataError, match="does not end"):
        split_front_matter("+++\ntitle = 1", "p.md")
    with pytest.raises(DataError, match="not TOML"):
        split_front_matter("+++\ntitle = \n+++\n", "p.md")


@pytest.mark.parametrize(
    "head", ["", "# only a comment\n", "\n  \n", "\u984c: x\n", '"title": x\n']
)
def test_a_head_without_a_key_that_is_read_is_empty(head):
    assert split_front_matter(f"---\n{head}---\nbody", "p.md") == ({}, "body")


@pytest.mark.parametrize("head", ["# c\n- a\n- b", "\nJust a sentence."])
def test_a_head_that_holds_no_key_is_refused_with_its_line(head):
    with pytest.raises(DataError, match=r"p\.md, line 3: the head between --- and ---"):
        split_front_matter(f"---\n{head}\n---\nbody", "p.md")


def test_heads_with_bare_carriage_returns_are_heads():
    assert split_front_matter("---\rtitle: x\r---\rbody", "p.md") == ({"title": "x"}, "body")
