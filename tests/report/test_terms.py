"""Every quantity that a section shows has a name in both languages."""

import pytest

from monosashi.report.sections import facts, hubs, layers, repairs, shape, switch
from monosashi.report.sentences import has_sentence
from monosashi.report.tongue import Tongue
from monosashi.words import LANGUAGES

TERMS = {
    "advice": (*facts.QUANTITIES,
               *(name for names in layers.LAYERS.values() for name in names)),
    "retrieval.switch": (*switch.SHARES, *switch.MOVES, "difference"),
    "shape": (*shape.QUANTITIES, *shape.TESTS, *shape.SHARES, "group", "n", "w_tilde", "statistic",
              "bias_corrected", "p_value", "p_adjusted", "knn_overlap", "chance"),
    "hubs": (*hubs.STATISTICS, *hubs.REFERENCES),
    "language": (*repairs.COLUMNS, "target_only", "mixed", "drop", "same_language_share",
                 "neutral_share", "partner_ranks", "query_id", "gold_id", "first_id", "rank_mixed",
                 "rank_target_only"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", TERMS)
def test_terms(room, language):
    assert [
        name for name in TERMS[room] if not has_sentence(f"{room}.terms.{name}", language)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["advice.limits.facts", "shape.limits", "language.limits",
                                 "hubs.limits", "report.comparison.limits", "report.layers.limits",
                                 "report.switch.limits"])  # fmt: skip
def test_limits(key, language):
    assert Tongue(language).limits(key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["says", "not"])
def test_layers_say_what_each_quantity_tells_and_does_not(part, language):
    for names in layers.LAYERS.values():
        for name in names:
            assert has_sentence(f"report.layers.{part}.{name}", language)
