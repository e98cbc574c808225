"""Pieces of a report for a paper or a page of one's own: tables, figures, references."""

from monosashi.report.exports.files import figure_files, table_files
from monosashi.report.exports.pieces import Pieces, pieces
from monosashi.report.exports.references import bibliography

__all__ = ["Pieces", "bibliography", "figure_files", "pieces", "table_files"]
