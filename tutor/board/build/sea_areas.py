"""The sea areas of the World in Flames family, grown from the seed points of ``sea-areas.csv``."""

from __future__ import annotations

import csv
from pathlib import Path

from ..files import BoardHead, Feature, MapFile
from .growing import coordinates, grow_sea, slimmed, with_discs
from .sources import Sources

TOLERANCE = 0.08  # degrees
FIELDS = ("boxes", "ports", "weather_zone", "games", "source", "line")
DRAWN = ("strait", "canal")


def build(sources: Sources, home: Path) -> MapFile:
    with (home / "sea-areas.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    seeds = {area: [(float(row["lat"]), float(row["lon"])), *_pairs(row["seeds"])] for area, row in rows.items()}
    shapes = slimmed(with_discs(grow_sea(sources, seeds), seeds), TOLERANCE)
    features = []
    for area, row in rows.items():
        told: dict[str, object] = {"kind": "sea", "name": row["name"], "terrain": "sea"}
        told |= {"lat": float(row["lat"]), "lon": float(row["lon"])}
        told |= {field: row[field] for field in FIELDS if row[field]}
        told["neighbours"] = row["neighbours"].split()
        features.append(Feature(told, {"type": "MultiPolygon", "coordinates": coordinates(shapes[area])}, area))
    with (home / "sea-links.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ends = [rows.get(row["from"]), rows.get(row["to"])]
            points = [[float(end["lon"]), float(end["lat"])] for end in ends if end]
            kind = "line" if row["kind"] in DRAWN and len(points) == 2 else "link"
            link = {"kind": kind, "what": row["kind"]}
            link |= {field: row[field] for field in ("from", "to", "name", "condition", "book", "line") if row[field]}
            features.append(Feature(link, {"type": "LineString", "coordinates": points}))
    head = BoardHead(
        name="sea-areas",
        title="Sea areas of the World in Flames family",
        terrains=["sea"],
        source="Reconstructed: the published map is not ours. See sea-areas-README.md beside this file.",
    )
    return MapFile(features, head)


def _pairs(text: str) -> list[tuple[float, float]]:
    found = [pair.split() for pair in text.split(";") if pair.strip()]
    return [(float(lat), float(lon)) for lat, lon in found]
