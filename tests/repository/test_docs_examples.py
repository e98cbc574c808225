"""Every example of the README and the pages runs, in a folder with small files of real vectors."""

import csv
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.demo.datasets import MODELS, banking, tatoeba
from monosashi.results.rules import parse_rules

ROOT = Path(__file__).resolve().parents[2]
OWN_TEST = {"tutorial.md", "tutorial.ja.md"}  # run in order, with their outputs
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md"))
                               if page.name not in OWN_TEST)]  # fmt: skip
PAIRS = 60
GATE_FAILED = 3
AUDIT = (
    "audit pages.parquet --vectors emb --query-vectors emb_q --id id "
    "--groups topic --key slug --language lang --out audit"
)
WIDE = "audit pages.jsonl --wide text --vectors pages.npz --out audit-wide"
EARLIER = {"gate": (AUDIT,), "report": (AUDIT, WIDE)}  # what a page takes for granted


def blocks(page, kind):
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def commands(page):
    """The lines that begin with ``monosashi`` (or ``cp``), continued lines joined."""
    lines = "".join(blocks(page, "sh")).replace("\\\n", " ").split("\n")
    return [shlex.split(line) for line in lines if line.startswith(("monosashi ", "cp "))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """What the examples name: pages in long and wide rows, and questions of two models."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # answers of embedders
    write_pages(tmp_path)
    write_questions(tmp_path)
    write_rules(tmp_path)
    write_search(tmp_path)
    write_wordings(tmp_path)
    write_site(tmp_path)
    write_generated(tmp_path)
    write_scores(tmp_path)
    write_faq(tmp_path)
    write_models(tmp_path)
    return tmp_path


def write_pages(folder):
    data = tatoeba("multilingual-e5-small")
    data = data.take([row for row in range(data.n) if row % 300 < PAIRS])
    topics = [f"topic-{row % PAIRS // 5}" for row in range(data.n)]
    columns = {"id": data.ids, "slug": data.columns["key"], "lang": data.columns["language"],
               "topic": topics, "emb": data.vectors, "emb_q": data.query_vectors}  # fmt: skip
    write_parquet(folder / "pages.parquet", columns)
    write_titles(folder, columns)
    keys, texts = data.columns["key"], data.columns["text"]
    rows = [{"id": keys[i], "text": {"ja": texts[i], "en": texts[i + PAIRS]}} for i in range(PAIRS)]
    write_lines(folder / "pages.jsonl", rows)
    halves = {"ja": slice(0, PAIRS), "en": slice(PAIRS, None)}
    arrays = {f"{lang}_passage": data.vectors[half] for lang, half in halves.items()}
    arrays |= {f"{lang}_query": data.query_vectors[half] for lang, half in halves.items()}
    np.savez(folder / "pages.npz", ids=keys[:PAIRS].astype(str), **arrays)


def write_titles(folder, columns):
    """One short query a topic and language, near the middle of what answers it."""
    named = [(topic, lang) for lang in ("ja", "en") for topic in sorted(set(columns["topic"]))]
    held = np.array([*zip(columns["topic"], columns["lang"], strict=True)])
    middles = [np.asarray(columns["emb_q"])[(held == pair).all(axis=1)].mean(axis=0)
               for pair in named]  # fmt: skip
    topics, languages = zip(*named, strict=True)
    write_parquet(
        folder / "titles.parquet",
        {"id": [f"{lang}-{topic}" for topic, lang in named], "topic": list(topics),
         "lang": list(languages), "emb": np.array(middles, dtype=np.float32)},
    )  # fmt: skip


def write_questions(folder):
    for model, name in zip(MODELS, ("use", "e5"), strict=True):
        data = banking(model)
        columns = {"id": data.ids, "topic": data.columns["intent"], "emb": data.vectors}
        write_parquet(folder / f"{name}.parquet", columns)
        np.savez(folder / f"{name}.npz", ids=data.ids.astype(str), vectors=data.vectors)
        rows = [{"id": i, "topic": t} for i, t in zip(data.ids, columns["topic"], strict=True)]
        write_lines(folder / "questions.jsonl", rows)


def write_site(folder):
    """Pages of a site in two languages, and a draft that says what a page says."""
    data = tatoeba(MODELS[0])
    texts = data.columns["text"]
    for half, language in ((0, "ja"), (300, "en")):
        (folder / "site" / language).mkdir(parents=True)
        for i in range(PAIRS):
            page = folder / "site" / language / f"p{i:02}.md"
            page.write_text(f"# {i}\n\n{texts[half + i]}\n", encoding="utf-8")
    (folder / "drafts").mkdir()
    draft = f"---\ndraft: true\n---\n# 新しい記事\n\n{texts[7]}\n"
    (folder / "drafts" / "new.ja.md").write_text(draft, encoding="utf-8")


def write_generated(folder):
    """Real digits, those of a generator with a knob, and what people said of it."""
    from sklearn.datasets import load_digits

    digits, kinds = load_digits(return_X_y=True)
    rng, lines = np.random.default_rng(0), ["generator,error_rate"]
    np.savez(folder / "real.npz", vectors=digits[:200])
    middles = np.stack([digits[kinds == kind].mean(axis=0) for kind in range(10)])
    for strength, rate in ((1.0, 0.4), (1.5, 0.3), (2.0, 0.1), (3.0, 0.2)):
        rows = rng.integers(200, len(digits), 120)
        start = middles[kinds[rows]]
        vectors = start + (digits[rows] - start + rng.normal(size=start.shape)) / strength
        np.savez(folder / f"guided-{strength}.npz", vectors=vectors)
        lines.append(f"guided-{strength},{rate}")
    (folder / "human.csv").write_text("\n".join(lines), encoding="utf-8")


def write_scores(folder):
    """Scores before and after rewriting, sizes of the models, pairs to rate and rated sheets."""
    from robustness.cubes import made

    rows = made(4, 9, seeds=(1, 2), loss=lambda at: 3 + at.m)
    write_csv(folder / "cube.csv", rows)
    write_csv(folder / "models.csv", [{"model": f"M{m}", "family": "F", "parameters": f"{m + 1}B"}
                                      for m in range(4)])  # fmt: skip
    pairs = [{"transformation": kind, "original": f"text {i}", "rewritten": f"{kind} {i}"}
             for kind in ("paraphrasing", "expansion") for i in range(25)]  # fmt: skip
    write_csv(folder / "pairs.csv", pairs)
    assert main(["rate", "make", str(folder / "pairs.csv"), "--out", str(folder / "rated"),
                 "--pairs", "20"]) == 0  # fmt: skip
    for path in (folder / "rated").glob("rater_*.csv"):
        with path.open(encoding="utf-8-sig") as file:
            held = list(csv.DictReader(file))
        write_csv(path, [{**row, "quality": 4 + i % 2, "fluency": 5 - i % 2}
                         for i, row in enumerate(held)])  # fmt: skip


def write_csv(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_faq(folder):
    """Queries with the document that answers each."""
    data = banking(MODELS[1])
    texts = [str(text) for text in data.columns["text"][:30]]
    rows = [{"id": f"q{row}", "query": f"I ask: {text}", "document": text}
            for row, text in enumerate(dict.fromkeys(texts))]  # fmt: skip
    write_lines(folder / "faq.jsonl", rows)


def write_wordings(folder):
    """Wordings of questions in three stages with outcomes; distances and their labels."""
    data = banking(MODELS[1])
    stages = [1 + row % 3 for row in range(data.n)]
    right = [int(row % 7 > stage) for row, stage in enumerate(stages)]
    columns = {"id": data.ids, "question": data.columns["intent"], "stage": stages,
               "correct": right, "emb": data.vectors}  # fmt: skip
    write_parquet(folder / "wordings.parquet", columns)
    rows = data.vectors.astype(np.float64)
    squares = (rows**2).sum(axis=1)
    distances = np.sqrt(np.maximum(squares[:, None] + squares - 2 * rows @ rows.T, 0))
    np.fill_diagonal(distances, 0)
    np.save(folder / "distances.npy", (distances + distances.T) / 2)
    lines = [f"{i},{t}\n" for i, t in zip(data.ids, data.columns["intent"], strict=True)]
    (folder / "labels.csv").write_text("id,topic\n" + "".join(lines), encoding="utf-8")


def write_search(folder):
    """English sentences searched by Japanese ones, and the same search as files of all kinds."""
    data = {name: tatoeba(model) for model, name in zip(MODELS, ("use", "e5"), strict=True)}
    half, keys = slice(300, 300 + PAIRS), data["e5"].columns["key"][:PAIRS].astype(str)
    texts = data["e5"].columns["text"]
    write_lines(
        folder / "corpus.jsonl",
        [{"id": f"en-{key}", "text": text} for key, text in zip(keys, texts[half], strict=True)],
    )
    write_lines(
        folder / "queries.jsonl",
        [{"id": f"ja-{key}", "text": text} for key, text in zip(keys, texts[:PAIRS], strict=True)],
    )
    write_sides(folder, data, keys, half)
    judged = [f"ja-{key}\ten-{key}\t1\n" for key in keys]
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(judged))
    write_runs(folder, keys)
    write_beir(folder / "beir-folder", judged)


def write_sides(folder, data, keys, half):
    """Vectors of both sides: files beside the texts, and columns of parquet files."""
    sides = {"docs": ("en", half), "asked": ("ja", slice(0, PAIRS))}
    for side, (language, rows) in sides.items():
        ids = [f"{language}-{key}" for key in keys]
        for name, one in data.items():
            asked = side == "asked" and one.query_vectors is not None
            held = one.query_vectors if asked else one.vectors
            np.savez(folder / f"{side}-{name}.npz", ids=np.array(ids), vectors=held[rows])
        write_parquet(folder / f"{side}.parquet", {"id": ids, "emb": held[rows]})


def write_models(folder):
    """Pages and questions of three models, and what rewriting cost each of them."""
    from robustness.cubes import made

    data = {name: tatoeba(model) for model, name in zip(MODELS, ("use", "e5"), strict=True)}
    spaces = {**{name: (one, slice(None)) for name, one in data.items()},
              "minilm": (data["e5"], slice(96))}  # fmt: skip
    for name, (one, cut) in spaces.items():
        held = [(row, f"{one.columns['language'][row]}-{one.columns['key'][row]}")
                for row in range(one.n) if row % 300 < PAIRS]  # fmt: skip
        write_lines(folder / f"{name}.jsonl", [
            {"id": label, "key": str(one.columns["key"][row]), "topic": row % PAIRS // 5,
             "language": str(one.columns["language"][row]), "emb": one.vectors[row, cut].tolist()}
            for row, label in held])  # fmt: skip
        sides = one.vectors if one.query_vectors is None else one.query_vectors
        write_lines(folder / f"q-{name}.jsonl", [
            {"id": label, "emb": sides[row, cut].tolist()} for row, label in held[:PAIRS]
        ])  # fmt: skip
    names = dict(zip(("M0", "M1", "M2"), spaces, strict=True))
    rows = made(3, 9, seeds=(1, 2), loss=lambda at: 3 + at.m)
    (folder / "robust").mkdir()
    write_csv(folder / "robust" / "cube.csv", [{**row, "model": names[row["model"]]}
                                               for row in rows])  # fmt: skip


def write_runs(folder, keys):
    for name, place in (("lexical", 1), ("hybrid", 0)):
        rows = []
        for i, key in enumerate(keys):
            others = [f"en-{keys[i - step]}" for step in (1, 2, 3)]
            others.insert(place if i % 4 else 2, f"en-{key}")
            rows += [f"ja-{key} Q0 {one} {r + 1} {9 - r} {name}\n" for r, one in enumerate(others)]
        (folder / f"{name}.run").write_text("".join(rows), encoding="utf-8")


def write_beir(folder, judged):
    (folder / "qrels").mkdir(parents=True)
    head = "query-id\tcorpus-id\tscore\n"
    (folder / "qrels" / "test.tsv").write_text(head + "".join(judged), encoding="utf-8")
    for name in ("corpus", "queries"):
        lines = (folder.parent / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = map(json.loads, lines)
        write_lines(folder / f"{name}.jsonl", [{"_id": r["id"], "text": r["text"]} for r in rows])


def write_rules(folder):
    rule = {"path": "results.facts.zero_vectors", "operator": "<=", "limit": 0}
    lines = [f"{key} = {json.dumps(value)}" for key, value in rule.items()]
    (folder / "gate.toml").write_text("\n".join(["[[rule]]", *lines]), encoding="utf-8")


def write_parquet(path, columns):
    import pyarrow as pa
    import pyarrow.parquet as pq

    listed = {name: list(values) for name, values in columns.items()}
    pq.write_table(pa.table(listed), path)


def write_lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def named(page):
    return str(page.relative_to(ROOT))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=named)
def test_python_examples_run(page):
    source = "\n".join(blocks(page, "python"))
    exec(compile(source, page.name, "exec"), {"__name__": page.stem})  # noqa: S102 - our own pages


@pytest.mark.parametrize("page", [p for p in PAGES if commands(p)], ids=named)
def test_commands_run(page, folder, capsys):
    (folder / "gate.toml").unlink()  # `--init` writes it
    for line in EARLIER.get(page.stem, ()):
        assert main(shlex.split(line)) == 0
    for words in commands(page):
        if words[0] == "cp":
            shutil.copy(words[1], words[2])
            continue
        code = main(words[1:])
        out, err = capsys.readouterr()
        allowed = {0, GATE_FAILED} if words[1] in {"gate", "duplicates"} else {0}
        assert code in allowed, f"{shlex.join(words)}: exit {code}\n{err}"
        assert out.strip()
        assert not re.search(r"Traceback|\bnan\b", out + err)


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "toml")], ids=named)
def test_toml_examples_parse(page):
    for block in blocks(page, "toml"):
        content = tomllib.loads(block)
        if "rule" in content:
            assert parse_rules(content, page.name)


def test_there_are_examples():
    assert sum(len(commands(page)) for page in PAGES) > 10
    assert sum(len(blocks(page, "python")) for page in PAGES) > 5
