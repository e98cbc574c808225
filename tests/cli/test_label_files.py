"""--labels FILE and --unlabelled drop; tables of distances as people have them."""

import csv
import json
import pathlib

import numpy as np
import pytest

from monosashi.cli import main

N = 24


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    rng = np.random.default_rng(0)
    groups = [f"g{i // 6}" for i in range(N)]
    vectors = rng.normal(size=(4, 5))[np.arange(N) // 6] * 2 + rng.normal(size=(N, 5))
    ids = [f"r{i}" for i in range(N)]
    np.save("bare.npy", vectors)
    np.savez("ids.npz", ids=np.array(ids), vectors=vectors)
    np.savez("other.npz", ids=np.array(ids), vectors=vectors + rng.normal(size=(N, 5)))
    rows = [{"id": a, "topic": b} for a, b in zip(ids, groups, strict=True)]
    write("labels.jsonl", rows[::-1])
    write("plain.jsonl", [{"topic": b} for b in groups])
    write("whole.jsonl", [row | {"v": v.tolist()} for row, v in zip(rows, vectors, strict=True)])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    np.save("d.npy", np.linalg.norm(unit[:, None] - unit, axis=2))
    np.savez("d.npz", ids=np.array(ids), vectors=np.load("d.npy"))
    return rows


def write(name, rows):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    pathlib.Path(name).write_text(text, encoding="utf-8")


def run(capsys, *words):
    code = main([*words, "--json", "--words", "en"])
    told = capsys.readouterr()
    return (json.loads(told.out) if code == 0 else told.err), code


def notices(document):
    return [one["code"].removeprefix("cli.notices.") for one in document["data"]["notices"]]


def shape(capsys, *words):
    return run(capsys, "shape", *words, "--permutations", "49")


def r_squared(document):
    return document["results"]["shape"]["r_squared"]["value"]


@pytest.mark.usefixtures("folder")
def test_labels_are_joined_by_id_whatever_their_order(capsys):
    found, _ = shape(capsys, "ids.npz", "--labels", "labels.jsonl", "--groups", "topic")
    same, _ = shape(capsys, "whole.jsonl", "--vectors", "v", "--groups", "topic")
    assert r_squared(found) == pytest.approx(r_squared(same))
    assert notices(found) == []
    assert "--labels labels.jsonl" in found["command"]


@pytest.mark.usefixtures("folder")
def test_labels_go_row_by_row_with_a_notice_where_ids_say_nothing(capsys):
    found, _ = shape(capsys, "bare.npy", "--labels", "plain.jsonl", "--groups", "topic")
    assert notices(found) == ["labels_by_row_none"]
    found, _ = shape(capsys, "ids.npz", "--labels", "plain.jsonl", "--groups", "topic")
    assert notices(found) == ["labels_by_row_vectors_alone"]
    found, _ = shape(capsys, "bare.npy", "--labels", "labels.jsonl", "--groups", "topic")
    assert notices(found) == ["labels_by_row_labels_alone"]


def test_duplicate_missing_and_unknown_ids_are_listed(folder, capsys):
    write("labels.jsonl", [*folder, folder[3], {"id": "r5", "topic": "other"}])
    message, code = shape(capsys, "ids.npz", "--labels", "labels.jsonl", "--groups", "topic")
    assert code == 4
    assert '"r3"' in message
    assert '"r5"' in message
    write("labels.jsonl", folder[:-2])
    message, code = shape(capsys, "ids.npz", "--labels", "labels.jsonl", "--groups", "topic")
    assert (code, '"r22"' in message, "--unlabelled drop" in message) == (4, True, True)
    write("labels.jsonl", [*folder, {"id": "ghost", "topic": "g0"}])
    found, _ = shape(capsys, "ids.npz", "--labels", "labels.jsonl", "--groups", "topic")
    assert notices(found) == ["labels_unused"]
    assert "ghost" in found["data"]["notices"][0]["values"]["ids"]


def test_rows_without_a_label_are_left_out_and_counted(folder, capsys):
    gaps = [row | {"topic": None if i in {2, 9} else row["topic"]}
            for i, row in enumerate(folder[:-1])]  # fmt: skip
    write("labels.jsonl", gaps)
    given = ["ids.npz", "--labels", "labels.jsonl", "--groups", "topic", "--unlabelled", "drop"]
    found, _ = shape(capsys, *given)
    assert found["data"]["n"] == N - 3
    (note,) = (n for n in found["data"]["notices"] if n["code"] == "cli.notices.unlabelled")
    assert (note["values"]["count"], note["values"]["n"]) == (3, N)
    for word in ('"r2"', '"r9"', '"r23"'):
        assert word in note["values"]["ids"]
    _, code = shape(capsys, *given[:-2])
    assert code == 4


@pytest.mark.parametrize(
    "words",
    [
        ["shape", "pairs", "ids.npz", "--groups", "topic"],
        ["shape", "probe", "ids.npz", "--groups", "topic", "--k", "3"],
        ["shape", "agree", "ids.npz", "other.npz", "--groups", "topic", "--k", "3"],
        ["shape", "power", "ids.npz", "--groups", "topic", "--group-counts", "3",
         "--group-sizes", "2", "--simulations", "10"],
        ["shape", "ratio", "ids.npz", "other.npz", "--query-groups", "topic",
         "--document-groups", "topic"],
        ["shape", "distances", "d.npz", "--groups", "topic"],
        ["audit", "ids.npz", "--groups", "topic", "--permutations", "19", "--k", "3"],
        ["compare", "ids.npz", "other.npz", "--groups", "topic"],
    ],
)  # fmt: skip
def test_every_command_with_groups_takes_labels(folder, capsys, words):
    write("labels.jsonl", folder)
    whole, code = run(capsys, *words, "--labels", "labels.jsonl")
    assert code == 0, whole
    gaps = [row for i, row in enumerate(folder) if i != 7]
    write("labels.jsonl", gaps)
    found, code = run(capsys, *words, "--labels", "labels.jsonl", "--unlabelled", "drop")
    assert code == 0, found
    assert "unlabelled" in notices(found)
    if "n" in found["data"]:
        assert found["data"]["n"] == whole["data"]["n"] - 1


@pytest.mark.usefixtures("folder")
def test_settings_with_labels_repeat_the_run(capsys):
    words = ["shape", "ids.npz", "--labels", "labels.jsonl", "--groups", "topic", "--out", "a",
             "--permutations", "49"]  # fmt: skip
    assert main(words) == 0
    pathlib.Path("monosashi.toml").write_bytes(pathlib.Path("a/settings.toml").read_bytes())
    assert main(["shape", "--out", "b"]) == 0
    capsys.readouterr()
    first, again = (pathlib.Path(name, "result.json").read_bytes() for name in "ab")
    assert first == again


def square(kind, names, table):
    """A table as R and pandas write it."""
    rows = [[f"{x:.12g}" for x in row] for row in table]
    if kind == "plain":
        return rows
    if kind == "side":
        return [[a, *row] for a, row in zip(names, rows, strict=True)]
    if kind == "head":
        return [names, *rows]
    both = [[a, *row] for a, row in zip(names, rows, strict=True)]
    return [names if kind == "no corner" else [kind.strip("-"), *names], *both]


@pytest.mark.parametrize("kind", ["plain", "side", "head", "no corner", "-", "id"])
@pytest.mark.parametrize("numbered", [False, True])
def test_exported_tables_of_distances(folder, capsys, kind, numbered):
    table = np.load("d.npy")
    names = [str(i) for i in range(N)] if numbered else [row["id"] for row in folder]
    with pathlib.Path("d.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(square(kind, names, table))
    given = ["distances", "d.csv", "--labels", "plain.jsonl", "--groups", "topic"]
    found, code = shape(capsys, *given)
    assert code == 0, found
    same, _ = shape(capsys, "distances", "d.npy", *given[2:])
    assert r_squared(found) == pytest.approx(r_squared(same), abs=1e-9)


def test_a_csv_that_is_no_square_is_told_in_one_short_line(folder, capsys):
    with pathlib.Path("d.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", *(row["id"] for row in folder)], ["r0", "far", "0"]])
    message, code = shape(capsys, "distances", "d.csv")
    assert code == 4
    assert "no table of distances" in message
    assert "--embedder" not in message
    assert len(message) < 400
    swapped = np.load("d.npy")
    names = [row["id"] for row in folder]
    with pathlib.Path("d.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["", *names[::-1]], *square("side", names, swapped)])
    message, code = shape(capsys, "distances", "d.csv")
    assert (code, "r23 / r0" in message) == (4, True)


@pytest.mark.usefixtures("folder")
def test_distances_without_columns_ask_for_labels(capsys):
    message, code = shape(capsys, "distances", "d.npy", "--groups", "topic")
    assert code == 4
    assert "--labels FILE" in message


@pytest.mark.usefixtures("folder")
def test_a_condensed_form_of_impossible_length_is_not_blamed_on_the_labels(capsys):
    np.save("c.npy", np.ones(277))
    given = ["distances", "c.npy", "--labels", "plain.jsonl", "--groups", "topic"]
    message, code = shape(capsys, *given)
    assert code == 4
    assert "277" in message
    assert "276" in message
    assert "--labels" not in message


@pytest.mark.usefixtures("folder")
def test_distances_offer_no_options_of_vectors(capsys):
    assert main(["shape", "distances", "--help"]) == 0
    shown = capsys.readouterr().out
    for option in ("--no-normalise", "--as-queries", "--cut", "--quantise", "--query-vectors"):
        assert option not in shown
        assert main(["shape", "distances", "d.npy", option]) == 2


@pytest.mark.usefixtures("folder")
def test_a_key_that_holds_several_groups_is_answered_with_within(folder, capsys):
    write("labels.jsonl", [row | {"slug": f"s{i % 6}"} for i, row in enumerate(folder)])
    given = ["ids.npz", "--labels", "labels.jsonl", "--groups", "topic"]
    message, code = shape(capsys, *given, "--key", "slug")
    assert code == 4
    assert "--within slug" in message
    assert "whole" not in message
    found, code = shape(capsys, *given, "--within", "slug")
    assert code == 0, found


def test_a_sample_names_what_was_drawn(folder, capsys):
    given = ["ids.npz", "--labels", "labels.jsonl", "--groups", "topic", "--sample", "20"]
    found, _ = shape(capsys, *given)
    assert notices(found) == ["sampled"]
    write("labels.jsonl", [row | {"unit": f"u{i // 2}"} for i, row in enumerate(folder)])
    found, code = shape(capsys, *given[:-1], "9", "--key", "unit")
    assert (code, notices(found), found["data"]["n"]) == (0, ["sampled_keys"], 18)


def test_a_column_of_the_data_is_never_overwritten_in_silence(folder, capsys):
    given = ["whole.jsonl", "--vectors", "v", "--labels", "labels.jsonl", "--groups", "topic"]
    found, code = shape(capsys, *given)
    assert code == 0, found
    write("labels.jsonl", [{"id": row["id"], "topic": f"q{i % 3}"} for i, row in enumerate(folder)])
    message, code = shape(capsys, *given)
    assert (code, '"topic"' in message) == (4, True)


def test_a_column_of_other_name_that_holds_the_ids_is_joined_by(folder, capsys):
    write("labels.jsonl", [{"name": row["id"], "topic": row["topic"]} for row in folder[::-1]])
    found, _ = shape(capsys, "ids.npz", "--labels", "labels.jsonl", "--groups", "topic")
    same, _ = shape(capsys, "whole.jsonl", "--vectors", "v", "--groups", "topic")
    assert notices(found) == ["labels_by_column"]
    assert r_squared(found) == pytest.approx(r_squared(same))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.usefixtures("folder")
def test_a_join_by_row_is_a_warning_in_whole(capsys, language):
    given = ["bare.npy", "--labels", "labels.jsonl", "--groups", "topic", "--permutations", "49"]
    assert main(["shape", *given, "--words", language]) == 0
    shown = "".join(capsys.readouterr().out.split())
    assert {"en": "Warning:", "ja": "注意："}[language] in shown
    assert {"en": "standinoneorder.", "ja": "確かめてください。"}[language] in shown


@pytest.mark.parametrize("words", [["shape", "ids.npz"], ["shape", "distances", "d.npz"]])
def test_blank_labels_name_the_way_out_and_nan_is_told(folder, capsys, words):
    rows = [row | {"topic": "" if i == 2 else "NaN" if i > 20 else row["topic"]}
            for i, row in enumerate(folder)]  # fmt: skip
    write("labels.jsonl", rows)
    given = [*words, "--labels", "labels.jsonl", "--groups", "topic"]
    message, code = run(capsys, *given)
    assert (code, "--unlabelled drop" in message, '"r2"' in message) == (4, True, True)
    found, code = run(capsys, *given, "--unlabelled", "drop")
    assert code == 0, found
    assert sorted(notices(found)) == ["label_nan", "unlabelled"]


def test_covariates_may_be_missing_and_columns_are_named_once(folder, capsys):
    rows = [row | {"lang": f"l{i % 2}", "size": None if i == 4 else i * i}
            for i, row in enumerate(folder)]  # fmt: skip
    write("labels.jsonl", rows)
    given = ["partition", "ids.npz", "--labels", "labels.jsonl", "--factors",
             "topic,lang,topic:lang", "--covariates", "size", "--unlabelled", "drop"]  # fmt: skip
    found, code = shape(capsys, *given)
    assert code == 0, found
    (note,) = (one for one in found["data"]["notices"] if one["code"].endswith("unlabelled"))
    assert note["values"]["columns"] == "topic, lang, size"
    assert note["values"]["count"] == 1


@pytest.mark.parametrize(("language", "told"), [("en", "24 vectors of queries, 18 of documents"),
                                                ("ja", "クエリ 24 件、文書 18 件")])  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_a_ratio_counts_both_sides(capsys, language, told):
    rows = [
        json.loads(line)
        for line in pathlib.Path("whole.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    write("fewer.jsonl", rows[:18])
    given = ["whole.jsonl", "fewer.jsonl", "--vectors", "v", "--query-groups", "topic",
             "--document-groups", "topic", "--words", language]  # fmt: skip
    assert main(["shape", "ratio", *given]) == 0
    assert told in capsys.readouterr().out
