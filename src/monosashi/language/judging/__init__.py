"""What scores are worth: ranks of all golds, precision over all languages, and guards."""

from monosashi.language.judging.abstention import Abstention
from monosashi.language.judging.gamed import gamed
from monosashi.language.judging.gold_pages import GoldPages, open_gold_pages
from monosashi.language.judging.heads import head_scores
from monosashi.language.judging.judge import judge
from monosashi.language.judging.judged import Judged
from monosashi.language.judging.question import Question
from monosashi.language.judging.thinned import judge_thinned, thin_cosines

__all__ = [
    "Abstention", "GoldPages", "Judged", "Question", "gamed", "head_scores", "judge",
    "judge_thinned", "open_gold_pages", "thin_cosines",
]  # fmt: skip
