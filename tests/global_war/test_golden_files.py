"""All worked examples of the digest are played; some from two sides, by the chapters that share them."""

from __future__ import annotations

from pathlib import Path

import yaml

IN_THE_DIGEST = 64


def test_no_example_of_the_digest_is_missing():
    files = Path(__file__).parent.glob("golden_*.yaml")
    ids = {case["id"] for path in files for case in yaml.safe_load(path.read_text("utf-8"))["examples"]}
    assert len(ids) >= IN_THE_DIGEST
