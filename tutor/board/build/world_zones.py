"""The world of Global War 1936-1945: land and sea zones grown from the seed points of ``world-zones.csv``."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from ..files import BoardHead, Feature, MapFile
from .growing import coordinates, grow_land, grow_sea, slimmed, with_discs
from .sources import Sources

TOLERANCE = 0.06  # degrees
FIELDS = ("owner", "status", "city", "victory_city", "factory", "port", "rail", "source", "line")


def seeds_of(row: dict[str, str]) -> list[tuple[float, float]]:
    """The seed point of a zone, and the further ones in its note."""
    found = [(float(row["lat"]), float(row["lon"]))]
    told = re.search(r"seeds: ([-\d. ;]+)", row["note"])
    if told:
        pairs = [pair.split() for pair in told.group(1).split(";") if pair.strip()]
        found += [(float(lat), float(lon)) for lat, lon in pairs]
    return list(dict.fromkeys(found))


def build(sources: Sources, home: Path) -> MapFile:
    with (home / "world-zones.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    land = {zone: seeds_of(row) for zone, row in rows.items() if row["kind"] == "land"}
    sea = {zone: seeds_of(row) for zone, row in rows.items() if row["kind"] == "sea"}
    shapes = slimmed(with_discs({**grow_land(sources, land), **grow_sea(sources, sea)}, {**land, **sea}), TOLERANCE)
    features = []
    for zone, row in rows.items():
        told: dict[str, object] = {"kind": "sea" if zone in sea else "zone", "name": row["name"]}
        told |= {"terrain": row["terrain"] or row["kind"], "lat": float(row["lat"]), "lon": float(row["lon"])}
        told |= {field: row[field] for field in FIELDS if row[field]}
        told["neighbours"] = row["neighbours"].split()
        shape = {"type": "MultiPolygon", "coordinates": coordinates(shapes[zone])}
        features.append(Feature(told, shape, zone))
    with (home / "world-links.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ends = [[float(rows[row[end]]["lon"]), float(rows[row[end]]["lat"])] for end in ("from", "to")]
            link = {"kind": "line", "what": row["kind"], "name": row["name"], "from": row["from"], "to": row["to"]}
            features.append(
                Feature(link | {"condition": row["condition"]}, {"type": "LineString", "coordinates": ends})
            )
    head = BoardHead(
        name="world-zones",
        title="The world, 1936",
        terrains=sorted({row["terrain"] or row["kind"] for row in rows.values()}),
        source="Reconstructed: the published map is not ours. See README.md beside this file.",
    )
    return MapFile(features, head)
