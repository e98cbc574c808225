"""The page a person reads: findings, figures, tables, in English and Japanese."""

from monosashi.report.sentences import (
    FindingSentences,
    MissingWordsError,
    finding_sentences,
    reason_sentence,
    remedy_sentence,
    verdict_sentence,
)
from monosashi.report.writer import Report

__all__ = [
    "FindingSentences",
    "MissingWordsError",
    "Report",
    "finding_sentences",
    "reason_sentence",
    "remedy_sentence",
    "verdict_sentence",
]
