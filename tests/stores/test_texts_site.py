"""A bilingual site in its layouts: slug, language, drafts, and what goes wrong."""

import unicodedata

import pytest

import monosashi as ms
from monosashi.stores.site_places import places_of


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return root


def refused(root, **options):
    with pytest.raises(ms.DataError) as error:
        ms.read_texts(root, **options)
    assert error.value.say("ja")
    return error.value.say("en")


def pages(layout, count=25):
    """``count`` pages in two languages; page 3 has no Japanese."""
    files = {}
    for i in range(count):
        for language in ("en", "ja"):
            if (i, language) == (3, "ja"):
                continue
            ending = "mdx" if i % 2 else "md"
            head = f"lang: {language}\nslug: /guide/p{i}\n" if layout == "head" else ""
            name = {
                "folder": f"{language}/guide/p{i}.{ending}",
                "content": f"content/{language}/guide/p{i}.{ending}",
                "docs": f"site/docs/{language}/guide/p{i}.{ending}",
                "suffix": f"guide/p{i}.{language}.{ending}",
                "head": f"{i}-{language}.{ending}",
            }[layout]
            files[name] = f"---\ntitle: T{i}\n{head}---\n\nText {i} {language}.\n"
    return files


@pytest.mark.parametrize(
    ("layout", "slug"),
    [("folder", "guide/p0"), ("content", "content/guide/p0"), ("docs", "site/docs/guide/p0"),
     ("suffix", "guide/p0"), ("head", "guide/p0")],
)  # fmt: skip
def test_layouts_of_a_bilingual_site(tmp_path, layout, slug):
    found = ms.read_texts(write(tmp_path, pages(layout)))
    assert found.n == 49
    assert sorted(set(found.columns["language"])) == ["en", "ja"]
    place = found.ids.tolist().index(f"{slug}/ja")
    assert found.texts[place] == "T0\n\nText 0 ja."
    assert found.columns["key"][place] == slug
    assert found.columns["title"][place] == "T0"
    assert "p3" in str(found.notices[-1])


def test_a_default_language_for_pages_that_name_none(tmp_path):
    files = {"docs/a.md": "x\n", "docs/ja/a.md": "え\n", "b.md": "y\n", "b.ja.md": "び\n"}
    root = write(tmp_path, files)
    said = refused(root)
    assert "pages without a language: 2 (" in said
    assert '"b.md", "docs/a.md"' in said
    found = ms.read_texts(root, language="en")
    assert sorted(found.ids) == ["b/en", "b/ja", "docs/a/en", "docs/a/ja"]


def place(paths, path):
    found = {one.path: (one.slug, one.language) for one in places_of(paths)}
    return found[path]


def test_folders_and_endings_that_only_look_like_languages():
    """Machine learning is no Malayalam, TypeScript no Tsonga."""
    paths = ["docs/ml/trees.md", "docs/cs/style.md", "docs/intro.md", "node.ts.md", "node.js.md",
             "docs/is/it.md", "a.md"]  # fmt: skip
    assert all(one.language is None for one in places_of(paths))
    assert place(paths, "docs/ml/trees.md")[0] == "docs/ml/trees"


def test_a_language_folder_inside_a_language_folder_is_a_topic():
    paths = ["ja/it/a.md", "en/it/a.md", "ja/it/b.md", "en/it/b.md"]
    assert place(paths, "ja/it/a.md") == ("it/a", "ja")


def test_partial_translations_and_regions_count():
    paths = [*(f"en/p{i}.md" for i in range(20)), "pt-BR/p1.md", "zh-Hans/p2.md"]
    assert place(paths, "pt-BR/p1.md") == ("p1", "pt-BR")
    assert place(paths, "zh-Hans/p2.md") == ("p2", "zh-Hans")


def test_docusaurus_keeps_translations_in_i18n():
    paths = ["docs/a.md", "i18n/ja/docusaurus-plugin-content-docs/current/a.md"]
    assert place(paths, paths[1]) == ("docs/a", "ja")


def test_one_language_alone_is_still_a_language():
    assert place(["en/a.md", "en/b.md"], "en/a.md") == ("a", "en")


def test_drafts_and_hidden_files_are_left_out_and_drafts_counted(tmp_path):
    files = {
        "en/a.md": "x\n",
        "ja/a.md": "え\n",
        "en/b.md": "---\ndraft: true\n---\n\nx\n",
        ".git/en/c.md": "x\n",
        "node_modules/y/README.md": "x\n",
    }
    found = ms.read_texts(write(tmp_path, files))
    assert found.ids.tolist() == ["a/en", "a/ja"]
    assert [str(note) for note in found.notices] == ['drafts, left out: 1 ("en/b.md").']


def test_empty_pages_are_named_or_left_out(tmp_path):
    files = {"en/a.md": "x\n", "ja/a.md": "え\n", "en/b.md": "# Only a title\n",
             "ja/b.mdx": "import X from 'x'\n\n<X />\n"}  # fmt: skip
    root = write(tmp_path, files)
    assert 'pages without a text: 2 ("en/b.md", "ja/b.mdx")' in refused(root)
    found = ms.read_texts(root, invalid="drop")
    assert found.ids.tolist() == ["a/en", "a/ja"]
    assert "en/b.md" in str(found.notices[0])


def test_all_faults_of_all_pages_come_together(tmp_path):
    files = {
        "en/a.md": "x\n",
        "en/a.mdx": "y\n",
        "ja/a.md": "日本語の本文です\n".encode("cp932"),
        "en/b.md": "---\nlang: fr\n---\n\nx\n",
        "en/c.md": "---\ntitle: *x\n---\n\nx\n",
    }
    said = refused(write(tmp_path, files))
    assert '2 files are the page “a” in en: "en/a.md", "en/a.mdx"' in said
    assert "ja/a.md: lines that are not UTF-8: 1 (lines" in said
    assert "probably cp932" in said
    assert "en/b.md: the head says language fr, the path says en" in said
    assert "en/c.md, line 2" in said


def test_a_slug_in_the_head_is_the_key_only_where_the_path_says_no_language(tmp_path):
    """Slugs are translated too: the path joins what they would part."""
    files = {"en/about.md": "---\nslug: about-us\n---\n\nx\n",
             "ja/about.md": "---\nslug: 会社概要\n---\n\nえ\n"}  # fmt: skip
    found = ms.read_texts(write(tmp_path, files))
    assert found.ids.tolist() == ["about/en", "about/ja"]
    assert found.columns["slug"].tolist() == ["about-us", "会社概要"]


def test_a_translation_key_joins_pages_of_other_names(tmp_path):
    files = {"en/about.md": "---\ntranslationKey: about\n---\n\nx\n",
             "ja/kaisha.md": "---\ntranslationKey: about\n---\n\nえ\n"}  # fmt: skip
    found = ms.read_texts(write(tmp_path, files))
    assert found.ids.tolist() == ["about/en", "about/ja"]


def test_the_title_stands_once_at_the_beginning(tmp_path):
    files = {"en/a.md": "# Head\n\nx\n", "en/b.md": "---\ntitle: Other\n---\n\n# Head\n\nx\n"}
    found = ms.read_texts(write(tmp_path, files))
    assert found.texts.tolist() == ["Head\n\nx", "Other\n\nHead\n\nx"]


def test_options_of_tables_are_refused(tmp_path):
    root = write(tmp_path, {"en/a.md": "x\n", "ja/a.md": "え\n"})
    assert "id" in refused(root, id="slug")


def test_pages_with_empty_heads_are_pages_and_all_heads_of_lists_are_named(tmp_path):
    root = write(tmp_path / "s", {"en/a.md": "---\n---\n# Hello\ntext", "ja/a.md": "本文"})
    assert ms.read_texts(root).texts.tolist() == ["Hello\n\ntext", "本文"]
    said = refused(write(root, {"en/b.md": "---\n- a\n---\nx", "ja/b.md": "---\n- b\n---\nx"}))
    assert "en/b.md, line 2" in said
    assert "ja/b.md, line 2" in said


def test_pages_in_iso_2022_are_named(tmp_path):
    pages = {"en/a.md": "x", "ja/a.md": "春の朝".encode("iso2022_jp")}
    said = refused(write(tmp_path / "s", pages))
    assert "ja/a.md: 1 lines hold escape sequences as in iso2022_jp" in said
    assert "春の朝" in said


def test_pages_without_a_language_are_left_out_and_counted_with_drop(tmp_path):
    """A README in the root says no language; it must not keep a whole site from being read."""
    root = write(tmp_path, {"README.md": "x\n", "en/a.md": "x\n", "ja/a.md": "え\n"})
    said = refused(root)
    assert 'pages without a language: 1 ("README.md")' in said
    assert "--invalid drop" in said
    assert "--default-language" in said
    found = ms.read_texts(root, invalid="drop")
    assert found.ids.tolist() == ["a/en", "a/ja"]
    assert str(found.notices[0]) == 'pages without a language, left out: 1 ("README.md").'
    assert ms.read_texts(root, language="en").n == 3


def test_a_site_without_any_language_is_not_emptied_by_drop(tmp_path):
    root = write(tmp_path, {"a.md": "x\n", "b.md": "y\n"})
    assert "pages without a language: 2" in refused(root, invalid="drop")


def test_pages_that_are_utf8_are_read_so_in_one_notice(tmp_path):
    files = {"en/a.md": "café, – naïve\n", "ja/a.md": "日本語の本文です\n".encode("cp932"),
             "en/b.md": "plain\n", "ja/b.md": "び\n".encode("cp932")}  # fmt: skip
    found = ms.read_texts(write(tmp_path, files), encoding="cp932")
    assert found.texts[found.ids.tolist().index("a/en")] == "café, – naïve"
    (note,) = [n for n in found.notices if n.code.endswith("pages_as_utf8")]
    assert str(note) == 'pages that are UTF-8 and were read so, not as cp932: 1 ("en/a.md").'


def test_a_readme_beside_files_of_data_is_no_site(tmp_path):
    root = write(tmp_path, {"README.md": "# About\n\nx\n", "a.jsonl": "{}\n", "b.jsonl.gz": "x"})
    assert 'a folder of 2 files: "a.jsonl", "b.jsonl.gz"' in refused(root)
    assert ms.read_texts(write(tmp_path / "site", {"en/a.md": "x", "ja/a.md": "え"})).n == 2


def test_a_page_in_utf8_is_read_so_whatever_encoding_is_named(tmp_path):
    for name, encoding in (("a", "cp932"), ("b", "utf-8")):
        place = tmp_path / "site" / "ja" / f"{name}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(f"# 題名\n\nこれは {name} のページです。\n".encode(encoding))
    found = ms.read_texts(tmp_path / "site", encoding="cp932", language="ja")
    assert all("のページです" in text for text in found.texts)
    assert any("ja/b.md" in one.say() for one in found.notices)


def test_pages_in_one_other_encoding_are_one_fault(tmp_path):
    for i in range(6):
        place = tmp_path / "site" / "ja" / f"p{i}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(f"# 題名\n\nこれは {i} のページです。\n".encode("cp932"))
    with pytest.raises(ms.DataError) as caught:
        ms.read_texts(tmp_path / "site", language="ja")
    assert len(caught.value.faults) == 1
    assert caught.value.faults[0].values["encoding"] == "cp932"
    assert "--encoding cp932" in str(caught.value)


def test_rows_of_a_table_that_name_no_language_get_the_one_told(tmp_path):
    place = tmp_path / "a.csv"
    place.write_text("id,text,language\na,one,\nb,two,ja\n", encoding="utf-8")
    assert ms.read_texts(place, language="en").columns["language"].tolist() == ["en", "ja"]
    place.write_text("id,text\na,one\n", encoding="utf-8")
    assert ms.read_texts(place, language="en").columns["language"].tolist() == ["en"]


def test_names_of_one_page_in_two_unicode_forms_are_one_key(tmp_path):
    forms = {name: unicodedata.normalize(form, "ガイド")
             for name, form in (("ja", "NFC"), ("en", "NFD"))}  # fmt: skip
    files = {f"{name}/p{i}.md": f"# T{i}\n\nText {i} {name}.\n" for i in range(4) for name in forms}
    files |= {f"{name}/{form}.md": f"# G\n\nGuide {name}.\n" for name, form in forms.items()}
    found = ms.read_texts(write(tmp_path, files))
    assert len(set(found.columns["key"])) == 5
    assert {f"{forms['ja']}/ja", f"{forms['ja']}/en"} <= set(found.ids)
    assert forms["en"] in "".join(found.columns["path"])
    double = {f"ja/{form}.md": "# G\n\nGuide.\n" for form in forms.values()}
    assert "are the page" in refused(write(tmp_path / "twice", files | double))
