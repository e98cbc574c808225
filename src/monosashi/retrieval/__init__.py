"""Retrieval: how well known answers are found, and what that rests on."""
