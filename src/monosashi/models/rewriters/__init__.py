"""Rewriters: texts said otherwise, by a model, a program, a file or rules."""

from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.contract import DirectRewriter, Made, Reading, StepRewriter
from monosashi.models.rewriters.ollama import OllamaRewriter
from monosashi.models.rewriters.plan import RewritePlan, plan_rewrites
from monosashi.models.rewriters.programs import ProgramRewriter
from monosashi.models.rewriters.recorded import RecordedRewriter
from monosashi.models.rewriters.registry import REWRITERS, named_rewriter
from monosashi.models.rewriters.rewrite_row import RewriteRow
from monosashi.models.rewriters.rewrite_set import RewriteSet
from monosashi.models.rewriters.rewriting import rewrite
from monosashi.models.rewriters.rules import RulesRewriter
from monosashi.models.rewriters.selecting import select_rewriter
from monosashi.models.rewriters.selection import RewriteSelection
from monosashi.models.rewriters.store import RewriteStore
from monosashi.models.rewriters.summary import RewriteSummary, summarise_set
from monosashi.models.rewriters.transformations import EIGHT, RULES

__all__ = [
    "EIGHT",
    "REWRITERS",
    "RULES",
    "ChatRewriter",
    "DirectRewriter",
    "Made",
    "OllamaRewriter",
    "ProgramRewriter",
    "Reading",
    "RecordedRewriter",
    "RewritePlan",
    "RewriteRow",
    "RewriteSelection",
    "RewriteSet",
    "RewriteStore",
    "RewriteSummary",
    "RulesRewriter",
    "StepRewriter",
    "named_rewriter",
    "plan_rewrites",
    "rewrite",
    "select_rewriter",
    "summarise_set",
]
