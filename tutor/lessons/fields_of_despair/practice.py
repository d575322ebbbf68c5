"""What can be practised in Fields of Despair, by topic. Each topic has a module of its own."""

from __future__ import annotations

from . import practice_combat, practice_movement, practice_production, practice_sequence, practice_supply

TOPICS = tuple(
    module.TOPIC
    for module in (practice_supply, practice_movement, practice_combat, practice_sequence, practice_production)
)
