"""rulings.yaml and not_played.yaml: what they name exists, and every reading that can be switched has its ruling."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tutor.engine.data import read_yaml
from tutor.engine.registry import coverage, reasons, rule_cards
from tutor.games.global_war import GAME
from tutor.games.global_war.options import OPTIONS

RULINGS = read_yaml(GAME.home / "rulings.yaml")
READINGS = [name for name in OPTIONS if name.startswith("reading-")]
SWITCH = re.compile(r"reading-[a-z-]+")


def test_every_ruling_is_whole_and_told_once():
    assert all(set(entry) == {"id", "sections", "question", "ruling", "why"} for entry in RULINGS)
    assert all(isinstance(text, str) and text.strip() for entry in RULINGS for text in (entry["ruling"], entry["why"]))
    assert all(entry["question"].rstrip().endswith(("?", ".")) and "?" in entry["question"] for entry in RULINGS)
    assert [id for id, count in Counter(entry["id"] for entry in RULINGS).items() if count > 1] == []


def test_the_sections_of_every_ruling_exist():
    known = {card.section for card in rule_cards(GAME)}
    assert {(e["id"], section) for e in RULINGS for section in e["sections"] if section not in known} == set()
    assert all(entry["sections"] for entry in RULINGS)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_is_named_by_a_ruling_about_its_section(reading: str):
    naming = [entry for entry in RULINGS if reading in SWITCH.findall(entry["ruling"])]
    assert len(naming) == 1, [entry["id"] for entry in naming]
    assert OPTIONS[reading].section in naming[0]["sections"]


def test_rulings_name_no_reading_that_cannot_be_switched():
    named = {switch for entry in RULINGS for text in entry.values() for switch in SWITCH.findall(str(text))}
    assert named == set(READINGS)


def test_every_section_is_played_and_tested_or_told_why_not():
    known = {card.section for card in rule_cards(GAME)}
    told, found = reasons(GAME), coverage(GAME)
    assert set(told) <= known
    assert not set(told) & set(found.done)
    assert set(found.missing) <= set(told)
