"""Encoders with a planted fault: what is measured points at it."""

import hashlib

import numpy as np
import pytest

import monosashi as ms
from monosashi.robustness import robustness_statistics
from monosashi.robustness.sensitivity import Change, meaning_changes, measure_sensitivity

NAMES = ["Paris", "Rome", "Oslo", "Kyoto", "Lima", "Cairo", "Quito", "Delhi"]


def texts(n=40, filler=0):
    """The change of the last auxiliary and number stands behind ``filler`` words."""
    random = np.random.default_rng(0)
    words = [f"w{i}" for i in range(300)]
    found = []
    for i in range(n):
        a, b = random.choice(NAMES, 2, replace=False)
        front = " ".join(random.choice(words, filler if i % 2 else 3))
        found.append(f"{front} the road from {a} leads to {b} and it is about {10 + i} miles long")
    return found


def vector(word):
    digest = hashlib.sha256(word.encode()).digest()[:8]
    return np.random.default_rng(int.from_bytes(digest)).normal(size=32)


def bag(given, words=None):
    return np.array([sum(vector(w) for w in text.split()[:words]) for text in given])


def ordered(given, words=None):
    """Every word moves round by its place."""
    return np.array([sum(np.roll(vector(w), i) for i, w in enumerate(text.split()[:words]))
                     for text in given])  # fmt: skip


def codes(found):
    return {one.code.removeprefix("robustness.") for one in found.findings()}


def test_an_encoder_that_sees_all():
    found = measure_sensitivity(texts(), embedder=ordered)
    assert codes(found) == {"sees"}
    assert all(row["share_unmoved"] == 0 for row in found.kinds)
    assert found.cut_at is None


def test_a_constant_encoder_does_not_win():
    constant = lambda given: np.ones((len(given), 4))  # noqa: E731
    found = measure_sensitivity(texts(), embedder=constant)
    (finding,) = found.findings()
    assert (finding.code, finding.level) == ("robustness.same_vector", "problem")
    assert all(row["movement"] is None for row in found.kinds)
    # its scores never change: the cube alone would call it robust
    rows = [{"model": m, "dataset": f"d{d}", "transformation": "typos", "generator": "rules",
             "original": 50 + 9 * (m == "good"), "transformed": 50 + 6 * (m == "good") + d / 9}
            for m in ("good", "constant") for d in range(8)]  # fmt: skip
    rows = [{**row, "transformed": 50} if row["model"] == "constant" else row for row in rows]
    still = [one for one in robustness_statistics(rows).findings() if "still" in one.code]
    assert [one.numbers["models"] for one in still] == ["constant"]


def test_a_bag_of_words_is_blind_to_order():
    found = measure_sensitivity(texts(), embedder=bag)
    assert codes(found) == {"sees", "order_blind"}
    assert {row["kind"]: row["share_unmoved"] for row in found.kinds}["names"] == 1


def test_the_share_that_moves_nothing_has_its_exact_interval():
    found = measure_sensitivity(texts(), embedder=bag)
    names = ("share_unmoved", "share_unmoved_low", "share_unmoved_high")
    told = {row["kind"]: tuple(row[name] for name in names) for row in found.kinds}
    # of 40: 1 - 0.025^(1/40) is the upper end of none, and the lower one of all
    assert told["names"] == pytest.approx((1, 0.025 ** (1 / 40), 1))
    assert told["negation"] == pytest.approx((0, 0, 1 - 0.025 ** (1 / 40)))
    assert all(row["share_unmoved_low"] <= row["share_unmoved"] <= row["share_unmoved_high"]
               for row in found.places)  # fmt: skip
    (one,) = [one for one in found.findings() if one.code == "robustness.order_blind"]
    assert one.numbers["unmoved_text"] == "100% [91%, 100%]"
    table = found.tables()["sensitivity_kinds"][0]
    assert {"n_unread", *names} <= set(table)
    none = measure_sensitivity(["Paris is not far from Rome now"] * 3, embedder=bag).kinds
    assert all(row[name] is None for row in none if not row["n"] for name in names)


def test_an_encoder_that_stops_at_16_words():
    found = measure_sensitivity(texts(filler=40), embedder=lambda given: ordered(given, 16))
    assert "cut" in codes(found)
    assert 13 <= found.cut_at <= 16
    assert {row["first"]: row["share_unmoved"] for row in found.places}[32] == 1


DROPPED = {"not", "do", "does", "did", "is"}


def gates(n=60):
    """Numbers stand first, names in the middle, negations last; no text is short."""
    random = np.random.default_rng(3)
    found = []
    for _ in range(n):
        a, b = random.choice(NAMES, 2, replace=False)
        found.append(f"Room {random.integers(13, 99)} of the old house was painted by {a} and all "
                     f"of the visitors from the town told {b} that the gate is open.")  # fmt: skip
    return found


def late(n=60):
    """No change stands before the sixteenth word."""
    random = np.random.default_rng(4)
    return [f"{' '.join(random.choice(NAMES, 1))} went with them from the old house to the new one "
            "and told me later in a long letter that the gate is open on day "
            f"{random.integers(13, 99)}." for _ in range(n)]  # fmt: skip


def without_negation(given):
    return bag([" ".join(w for w in text.split() if w not in DROPPED) for text in given])


def test_a_kind_that_is_not_seen_is_no_cut_however_late_it_stands():
    found = measure_sensitivity(gates(), embedder=without_negation)
    assert found.cut_at is None
    told = {(one.code, one.numbers["kind"]) for one in found.findings()}
    assert told == {("robustness.blind", "negation"), ("robustness.sees", "number"),
                    ("robustness.order_blind", "names")}  # fmt: skip
    assert [row["n_unread"] for row in found.kinds] == [0, 0, 0]


def test_what_stands_behind_a_cut_says_nothing_of_its_kind():
    found = measure_sensitivity(late(), embedder=lambda given: ordered(given, 16))
    assert found.cut_at == 16
    assert codes(found) == {"cut", "unread"}
    told = {row["kind"]: (row["n"], row["n_unread"], row["movement"]) for row in found.kinds}
    assert told["negation"] == told["number"] == (0, 60, None)
    assert found.kinds[0]["reason"].code == "robustness.reasons.not_read"
    assert all(one.say("en") and one.say("ja") for one in found.findings())


def test_the_cut_lies_where_the_model_stops_and_not_behind_the_last_change():
    found = measure_sensitivity(gates(), embedder=lambda given: ordered(given, 12))
    assert found.cut_at == 12
    kinds = {one.code: one.numbers.get("kind") for one in found.findings()}
    assert kinds["robustness.unread"] == "negation"
    assert "robustness.blind" not in kinds


def test_a_model_that_reads_start_and_end_has_no_cut():
    def ends(given):
        return bag([" ".join([*text.split()[:3], *text.split()[-2:]]) for text in given])

    found = measure_sensitivity(gates(), embedder=ends)
    assert found.cut_at is None


def test_a_cut_in_japanese_is_counted_in_signs():
    def signs(given):
        return bag([" ".join(text[:12]) for text in given])

    places = ["東京", "大阪", "京都", "札幌", "福岡", "仙台"]
    given = [f"{places[i % 6]}の会社では{i + 10}人が働いていて、毎日とても忙しいそうです。"
             for i in range(30)]  # fmt: skip
    found = measure_sensitivity(given, embedder=signs, language="ja")
    assert found.cut_at == 12
    assert {row["kind"]: row["n_unread"] for row in found.kinds}["negation"] == 30


def test_an_encoder_that_hardly_sees_meaning():
    small = {"not": 0.001}

    def weak(given):
        return np.array([sum(small.get(w, 0.0 if w.isdigit() else 1.0) * vector(w)
                             for w in text.split()) for text in given])  # fmt: skip

    assert "blind" in codes(measure_sensitivity(texts(), embedder=weak))


def test_harmless_words_that_move_more_than_meaning():
    harmless = [f"well now then please listen {text}" for text in texts()]
    found = measure_sensitivity(texts(), embedder=bag, harmless=harmless)
    assert "less_than_harmless" in codes(found)
    negation = found.kinds[0]
    assert negation["separation"] < 0.5
    assert negation["separation_low"] <= negation["separation"] <= negation["separation_high"]
    again = measure_sensitivity(texts(), embedder=bag, harmless=texts())
    assert again.kinds[0]["separation"] == 1


def test_an_encoder_that_fails_on_spanish_shows_on_its_axis():
    rows = [{"model": m, "dataset": f"d{d}", "transformation": t, "generator": "g",
             "original": 70 + d, "transformed": 68 + d - lost - 0.1 * d}
            for m in ("sound", "no Spanish") for d in range(10)
            for t, lost in (("paraphrasing", 0),
                            ("translation", 30 if m == "no Spanish" else 1))]  # fmt: skip
    profile = {(one["model"], one["axis"]): one for one in robustness_statistics(rows).profile}
    assert profile["no Spanish", "language"]["low"] > profile["sound", "language"]["high"] + 20
    assert profile["no Spanish", "lexical"]["gap"] == profile["sound", "lexical"]["gap"]


@pytest.mark.parametrize(("language", "text", "expected"), [
    ("en", "It isn't 5 km from Oslo to Rome.",
     {"negation": "It is 5 km from Oslo to Rome.", "number": "It isn't 9 km from Oslo to Rome.",
      "names": "It isn't 5 km from Rome to Oslo."}),
    ("en", "You will never pay.", {"negation": "You will pay."}),
    ("en", "You won't pay.", {"negation": "You will pay."}),
    ("en", "How can I pay?", {"negation": "How can I not pay?"}),
    ("en", "The Bank of Spain sued Acme Corp.",
     {"names": "The Bank of Acme Corp sued Spain."}),
    ("ja", "カードは３枚あります。",
     {"negation": "カードは３枚ありません。", "number": "カードは７枚あります。"}),
    ("ja", "トヨタがソニーに払えますか？",
     {"negation": "トヨタがソニーに払えませんか？", "names": "ソニーがトヨタに払えますか？"}),
    ("ja", "田中さんは鈴木さんを見た", {"names": "鈴木さんは田中さんを見た"}),
])  # fmt: skip
def test_changes(language, text, expected):
    found = {one.kind: one.text for one in meaning_changes([text], language=language)}
    assert found == expected


def test_own_changes_and_refusals():
    own = [Change("amount", 1, "twenty miles", 0)]
    found = measure_sensitivity(["a b", "ten miles"], embedder=bag, changes=own)
    assert found.kinds[-1]["kind"] == "amount"
    for call in (lambda: meaning_changes(["hello"], language="en"),
                 lambda: meaning_changes(["hello"], language="xx"),
                 lambda: measure_sensitivity(["a"], embedder=bag, changes=[]),
                 lambda: measure_sensitivity(["a"], embedder=bag,
                                             changes=[Change("x", 3, "b", 0)]),
                 lambda: measure_sensitivity(texts(), embedder=lambda _: [[1.0]])):  # fmt: skip
        with pytest.raises(ms.DataError):
            call()


def test_findings_have_words_in_both_languages():
    for embedder in (ordered, bag, lambda given: np.ones((len(given), 2)),
                     lambda given: ordered(given, 16)):  # fmt: skip
        for one in measure_sensitivity(texts(filler=40), embedder=embedder).findings():
            assert one.say("en")
            assert one.say("ja")
