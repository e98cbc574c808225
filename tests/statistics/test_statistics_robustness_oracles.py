"""The statistics of robustness against R, scipy, statsmodels, irrCAC and full enumeration."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from monosashi.embeddings import DataError
from monosashi.statistics.gwet import gwet_ac2
from monosashi.statistics.hodges_lehmann import exact_order, hodges_lehmann
from monosashi.statistics.holm_family import holm
from monosashi.statistics.krippendorff import krippendorff_alpha
from monosashi.statistics.rank_correlation import spearman, spearman_brown, tau_b
from monosashi.statistics.signed_rank import wilcoxon_signed_rank

FILE = Path(__file__).parents[3] / "shared" / "oracles" / "robustness" / "stats.json"
CASES = ({case["id"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))["cases"]}
         if FILE.exists() else {})  # fmt: skip
needs_file = pytest.mark.skipif(not CASES, reason="the reference cases are not beside the project")


@needs_file
@pytest.mark.parametrize("name", ["wsr16_all_positive", "wsr5_all_positive"])
def test_wilcoxon_and_hodges_lehmann(name):
    x, expected = CASES[name]["x"], CASES[name]["expected"]
    found = wilcoxon_signed_rank(x)
    assert found.statistic == expected["V_plus"]
    assert found.p_value == pytest.approx(expected["p_two_sided_exact"], abs=1e-15)
    assert found.smallest_p == found.p_value
    assert found.rank_biserial == 1
    centre = hodges_lehmann(x)
    assert centre.value == pytest.approx(expected["hl"], abs=1e-12)
    assert [centre.low, centre.high] == pytest.approx(expected["ci95"], abs=1e-12)
    assert centre.level == pytest.approx(expected["ci_achieved_level"], abs=1e-12)
    assert centre.order == expected["walsh_order_stat"]
    assert centre.reached == (len(x) > 5)


@needs_file
def test_ties_and_zeros():
    case = CASES["wsr10_ties_zeros"]
    expected = case["expected"]
    found = wilcoxon_signed_rank(case["x"])
    assert (found.n, found.n_zeros, found.n_tied) == (8, 2, 6)
    assert found.statistic == expected["exact_conditional_enumeration_zeros_dropped"]["V_plus"]
    assert found.p_value == expected["exact_conditional_enumeration_zeros_dropped"]["p"]
    # zeros kept, where R drops them: 1.0 and not 1.25
    assert hodges_lehmann(case["x"]).value == expected["hl_zeros_kept"]
    assert hodges_lehmann([x for x in case["x"] if x]).value == expected["hl_zeros_dropped"]
    pratt = wilcoxon_signed_rank(case["x"], zeros="pratt")
    assert pratt.opposite == expected["scipy_pratt_approx_nocc"]["T_min"]


@needs_file
def test_holm():
    case = CASES["holm8"]
    assert holm(case["p"]) == pytest.approx(case["expected"]["adjusted"], abs=1e-12)


@needs_file
def test_ranks():
    case = CASES["tau_b_ties"]
    x, y = np.array(case["x"]), np.array(case["y"])
    assert tau_b(x, y) == pytest.approx(case["expected"]["tau_b"], abs=1e-12)
    rho = spearman(x, y)
    assert rho == pytest.approx(case["expected"]["spearman"], abs=1e-12)
    assert spearman_brown(rho) == pytest.approx(case["expected"]["spearman_brown"], abs=1e-12)


@needs_file
@pytest.mark.parametrize("name", ["ac2_full_5cat", "ac2_unused_categories_declared"])
@pytest.mark.parametrize("weights", ["identity", "ordinal", "quadratic", "linear"])
def test_gwet(name, weights):
    case = CASES[name]
    expected = case["expected"]["gwet"][weights]
    found = gwet_ac2(case["ratings"], scale=case["categories"], weights=weights)
    told = [found.value, found.observed, found.expected, found.standard_error, found.low,
            found.high]  # fmt: skip
    wanted = [expected["coef"], expected["pa"], expected["pe"], expected["se"], *expected["ci"]]
    assert told == pytest.approx(wanted, abs=1e-10)


@needs_file
@pytest.mark.parametrize("name", ["ac2_full_5cat", "ac2_unused_categories_declared"])
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_krippendorff(name, level):
    case = CASES[name]
    found = krippendorff_alpha(case["ratings"], scale=case["categories"], level=level, rng=1)
    assert found.value == pytest.approx(case["expected"]["krippendorff_alpha"][level], abs=1e-12)
    assert found.low <= found.value <= found.high


def test_the_order_of_the_interval():
    orders = {5: 1, 6: 1, 8: 4, 10: 9, 13: 18, 16: 30, 19: 47}
    assert {n: exact_order(n, 0.95)[0] for n in orders} == orders


@pytest.mark.parametrize("n", [3, 8, 15, 24])
def test_without_ties_it_is_scipy(n):
    x = np.random.default_rng(n).normal(0.3, 1, n)
    found = wilcoxon_signed_rank(x)
    known = stats.wilcoxon(x, method="exact")
    assert found.p_value == pytest.approx(known.pvalue, rel=1e-12)
    assert min(found.statistic, found.opposite) == known.statistic


@pytest.mark.parametrize("zeros", ["drop", "pratt"])
def test_ties_are_those_of_all_patterns_of_signs(zeros):
    x = np.array([0.0, 1, 1, -2, 2, 2, 0, -1, 3, 5])
    moved = x != 0
    sizes = np.abs(x if zeros == "pratt" else x[moved])
    ranks = stats.rankdata(sizes)
    ranks = ranks[moved] if zeros == "pratt" else ranks
    signs = (np.arange(2 ** len(ranks))[:, None] >> np.arange(len(ranks))) & 1
    sums = signs @ ranks
    seen = ranks[x[moved] > 0].sum()
    far = max(seen, ranks.sum() - seen)
    expected = min(1, 2 * (sums >= far - 1e-9).mean())
    assert wilcoxon_signed_rank(x, zeros=zeros).p_value == pytest.approx(expected, rel=1e-12)
    # scipy's exact method takes the table without ties, whose p is another
    if zeros == "drop":
        assert stats.wilcoxon(x[moved], method="exact").pvalue != pytest.approx(expected)


def test_reported_cases():
    nothing = wilcoxon_signed_rank([0, 0, 0, 0, 0])
    assert (nothing.p_value, nothing.n, nothing.rank_biserial) == (1.0, 0, None)
    still = hodges_lehmann([0, 0, 0, 0, 0])
    assert (still.value, still.low, still.high) == (0, 0, 0)
    assert wilcoxon_signed_rank([1, 1, 2, 3, 4]).p_value == 0.0625
    assert hodges_lehmann([1, 1, 2, 3, 4]).value == 2.0
    assert holm([0.01, None, 0.04]) == [0.02, None, 0.04]
    assert holm([0.01, float("nan"), 0.04]) == [0.02, None, 0.04]
    assert holm([0.04, 0.01, 0.03]) == [0.06, 0.03, 0.06]
    rated = [[5, 5], [4, 5], [3, 4], [5, 5], [4, 4]]
    scale = range(1, 6)
    found = gwet_ac2(rated, scale=scale, weights="quadratic").value
    assert found == pytest.approx(0.9452054794520547, abs=1e-12)
    linear = gwet_ac2(rated, scale=scale, weights="linear").value
    assert linear == pytest.approx(0.823009, abs=1e-6)


def test_equal_on_paper_ties():
    assert 0.1 + 0.2 != 0.3
    assert wilcoxon_signed_rank([0.1 + 0.2, 0.3, -2]).n_tied == 2


def test_numbers_of_any_size():
    large = [1e308, 1e308, 1.5e308]
    assert wilcoxon_signed_rank(large).p_value == 0.25
    assert hodges_lehmann(large).value == pytest.approx(1.125e308)


def test_a_single_difference_has_no_interval():
    found = hodges_lehmann([2.0])
    assert (found.value, found.low, found.level, found.reached) == (2.0, None, None, False)


def test_many_values_are_searched_and_not_kept():
    x = np.random.default_rng(0).normal(size=1001)
    i, j = np.triu_indices(1001)
    walsh = np.sort((np.sort(x)[i] + np.sort(x)[j]) / 2)
    found = hodges_lehmann(x)
    assert found.value == (walsh[(len(walsh) - 1) // 2] + walsh[len(walsh) // 2]) / 2
    assert (found.low, found.high) == (walsh[found.order - 1], walsh[-found.order])
    assert found.level == pytest.approx(0.95, abs=1e-3)
    assert not found.exact


def test_the_normal_tail_joins_the_exact_one():
    x = np.round(np.random.default_rng(3).normal(0.05, 1, 501), 2)
    x = x[x != 0][:501]
    many, fewer = wilcoxon_signed_rank(x), wilcoxon_signed_rank(x[:500])
    known = stats.wilcoxon(x, method="asymptotic", correction=True)
    assert many.exact is (many.n <= 500)
    assert fewer.exact
    assert many.p_value == pytest.approx(known.pvalue, rel=0.02)


def test_skewed_ratings_and_gaps():
    rated = [[5, 5, 5]] * 30 + [[5, 5, 4], [5, 4, 5], [4, 5, None], [None, None, None]]
    found = gwet_ac2(rated, scale=range(1, 6))
    assert found.value > 0.95
    assert (found.n, found.n_unrated) == (33, 1)
    assert krippendorff_alpha(rated, scale=range(1, 6)).value < 0.1
    alike = krippendorff_alpha([[5, 5], [5, 5]], scale=range(1, 6))
    assert (alike.value, alike.low) == (None, None)


def test_raters_who_always_agree_show_no_spread():
    found = gwet_ac2([[5, 5], [5, 5], [5, 5]], scale=range(1, 6))
    assert (found.value, found.low, found.high, found.standard_error) == (1, None, None, None)


@pytest.mark.parametrize("call", [
    lambda: wilcoxon_signed_rank([1, float("nan")]),
    lambda: wilcoxon_signed_rank([]),
    lambda: wilcoxon_signed_rank([1, 2], zeros="split"),
    lambda: hodges_lehmann([1, 2], confidence=95),
    lambda: holm([0.1, 1.2]),
    lambda: gwet_ac2([[1, 6], [2, 2]], scale=range(1, 6)),
    lambda: gwet_ac2([[1, 2], [2, None]], scale=range(1, 6)),
    lambda: gwet_ac2([[1, 2], [2, 2]], scale=range(1, 6), weights="cubic"),
    lambda: krippendorff_alpha([[1, 2], [2, 2]], scale=[1]),
    lambda: krippendorff_alpha([[1, 2], [2, 2]], scale=[1, 2], level="ratio"),
])  # fmt: skip
def test_refused(call):
    with pytest.raises(DataError):
        call()
