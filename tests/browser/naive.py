"""The map as one would first draw it: every space a feature of one GeoJSON layer, restyled from Python at each click."""

from __future__ import annotations

from typing import Any

import ipyleaflet

from tutor.board.maps import load_map


def naive_map(name: str) -> ipyleaflet.Map:
    board = load_map(name)
    features = [
        {
            "type": "Feature",
            "id": space,
            "properties": {
                "id": space,
                "style": {"fillColor": "#eee", "color": "#888", "weight": 1, "fillOpacity": 0.8},
            },
            "geometry": {"type": "MultiPolygon", "coordinates": [[ring] for ring in board.outlines[space]]},
        }
        for space in board
    ]
    points = [p for rings in board.outlines.values() for ring in rings for p in ring]
    lons, lats = [p[0] for p in points], [p[1] for p in points]
    layer = ipyleaflet.GeoJSON(data={"type": "FeatureCollection", "features": features})
    chosen: set[str] = set()

    def clicked(feature: dict[str, Any], **more: Any) -> None:
        chosen.symmetric_difference_update({feature["properties"]["id"]})

        def styled(one: dict[str, Any]) -> dict[str, Any]:
            colour = "#f4c430" if one["properties"]["id"] in chosen else "#eee"
            return {
                **one,
                "properties": {**one["properties"], "style": {**one["properties"]["style"], "fillColor": colour}},
            }

        layer.data = {"type": "FeatureCollection", "features": [styled(f) for f in features]}

    layer.on_click(clicked)
    middle = (sum(lats) / len(lats), sum(lons) / len(lons))
    shown = ipyleaflet.Map(layers=[layer], center=middle, zoom=7 if len(board) < 400 else 5, layout={"height": "740px"})
    return shown
