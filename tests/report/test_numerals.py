import pytest

from monosashi.report.numerals import ends, interval, number, percent, value_of, written

ESTIMATE = {"value": 0.7321, "low": 0.7, "high": 0.766, "standard_error": 0.01,
            "method": "bootstrap", "n": 676, "bias_corrected": None, "clipped": False}  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (3, "3"),
        (1234567, "1,234,567"),
        (-5, "−5"),
        (-0.0123, "−0.012"),
        (0.99951, "1.000"),
        (0.0004, "0.000400"),
        (3e-9, "3e−09"),
        (123.456, "123.5"),
        (98765.4, "98,765"),
    ],
)
def test_number(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.0001, "0.01%"),
        (0.000762, "0.08%"),
        (0.00001, "<0.01%"),
        (0.012, "1.2%"),
        (0.18, "18%"),
        (1.0, "100%"),
    ],
)
def test_percent(share, text):
    assert percent(share) == text


def test_estimate():
    assert written(ESTIMATE) == "0.732 [0.700, 0.766]"
    assert value_of(ESTIMATE) == 0.7321
    assert ends(ESTIMATE) == (0.7, 0.766)
    assert written({**ESTIMATE, "low": None, "high": None}) == "0.732"
    assert written(0.5) == "0.500"
    assert written(None) == "–"
    assert interval(None, 1.0) == ""
