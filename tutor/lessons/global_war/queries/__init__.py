"""Questions about a position of Global War, answered by the functions that play it."""

from . import battles, economy, forces, score, world  # each registers its questions
from .register import QUERIES

__all__ = ["QUERIES", "battles", "economy", "forces", "score", "world"]
