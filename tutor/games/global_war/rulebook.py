"""The tags of this game: ``@rule`` judges actions, ``@procedure`` carries out a section."""

from __future__ import annotations

from ...engine.rulings import Rulebook

RULES = Rulebook("global-war")
rule = RULES.rule
procedure = RULES.procedure
