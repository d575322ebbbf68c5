"""Boards: spaces and geometry. Maps are GeoJSON files; rules ask a ``Board``."""

from .files import read_board
from .spaces import Board

__all__ = ["Board", "read_board"]
