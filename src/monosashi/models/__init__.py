"""Embedders: texts to vectors."""

from monosashi.models.answers import AnswerStore
from monosashi.models.callables import CallableEmbedder, import_callable
from monosashi.models.command import CommandEmbedder
from monosashi.models.embed_folder import EmbeddedFolder, embed_to_folder
from monosashi.models.embedder import CountsTokens, Embedder, NeedsFit, Role
from monosashi.models.embedding import embed
from monosashi.models.forgetting import forget_answers
from monosashi.models.gemini import Gemini
from monosashi.models.hashing import HashingNgrams
from monosashi.models.makers import EMBEDDERS, PREFIXES
from monosashi.models.minilm import MiniLm
from monosashi.models.multilingual_e5 import E5Small
from monosashi.models.openai_compatible import OpenAICompatible
from monosashi.models.polite_client import Patience, PoliteClient
from monosashi.models.refusals import RefusedError
from monosashi.models.registry import embedder, split_specs
from monosashi.models.sentence_transformer import SentenceTransformerModel
from monosashi.models.tfidf import TfidfSvd
from monosashi.models.use_multilingual import UseMultilingual

__all__ = [
    "EMBEDDERS",
    "PREFIXES",
    "AnswerStore",
    "CallableEmbedder",
    "CommandEmbedder",
    "CountsTokens",
    "E5Small",
    "EmbeddedFolder",
    "Embedder",
    "Gemini",
    "HashingNgrams",
    "MiniLm",
    "NeedsFit",
    "OpenAICompatible",
    "Patience",
    "PoliteClient",
    "RefusedError",
    "Role",
    "SentenceTransformerModel",
    "TfidfSvd",
    "UseMultilingual",
    "embed",
    "embed_to_folder",
    "embedder",
    "forget_answers",
    "import_callable",
    "split_specs",
]
