"""Fields of Despair: France 1914-1918. One module a chapter, in the words of its rulebook."""

from .game import GAME

__all__ = ["GAME"]
