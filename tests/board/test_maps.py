"""Maps: read with checks, hold together, and are drawn."""

import copy
import json
import re
import xml.etree.ElementTree as ET

import pytest

from tutor.board import maps, read_board
from tutor.board.draw import Picture, draw
from tutor.board.hex_facts import HexFact, disagreements
from tutor.board.spaces import Board, hex_name, hex_place
from tutor.board.zones import ZoneIndex
from tutor.cli import main
from tutor.engine.errors import BadFile, BadInput

WESTERN_FRONT = json.loads(maps.map_path("western-front").read_text(encoding="utf-8"))


def feature(raw, space):
    return next(f for f in raw["features"] if f.get("id") == space)


def write(tmp_path, change):
    raw = copy.deepcopy(WESTERN_FRONT)
    change(raw)
    path = tmp_path / "map.geojson"
    path.write_text(json.dumps(raw))
    return path


@pytest.mark.parametrize("name", maps.map_names())
def test_every_map_holds_together(name):
    failed = [f for f in maps.check(name) if not f.holds]
    assert failed == []


def test_places_that_lie_elsewhere_are_told(monkeypatch, tmp_path):
    board = maps.load_map("western-front")
    path = tmp_path / "places.csv"
    path.write_text("place,spaces,lat,lon\nParis,M01,48.86,2.35\n")
    finding = maps._places(board, path)
    assert finding.details == ["Paris lies in B06, not M01"] and not finding.holds


@pytest.mark.parametrize(
    "change, words",
    [
        (
            lambda r: feature(r, "H05")["properties"]["neighbours"].append("Z99"),
            "space H05, field 'neighbours': there is no space Z99",
        ),
        (
            lambda r: feature(r, "H05")["properties"]["neighbours"].remove("H04"),
            "space H05, field 'neighbours': H04 is missing",
        ),
        (lambda r: feature(r, "H05")["properties"].pop("neighbours"), r"\(H05\), field 'neighbours'"),
        (
            lambda r: feature(r, "H05")["properties"].update(terrain="lava"),
            r"\(H05\), field 'terrain': 'lava' is unknown",
        ),
        (lambda r: r["features"].append(feature(r, "H05")), r"\(H05\), field 'id': H05 is there twice"),
        (lambda r: feature(r, "H05").update(id=""), "field 'id': a space needs one"),
        (
            lambda r: feature(r, "H05").update(geometry={"type": "Point", "coordinates": [1, 2]}),
            r"\(H05\), field 'geometry'",
        ),
        (lambda r: r["features"][-1]["properties"].update(kind="dragon"), "field 'kind': 'dragon'"),
        (lambda r: r.pop("board"), "board"),
        (lambda r: r["board"].update(colour="red"), "colour"),
    ],
)
def test_a_broken_map_names_the_feature_and_the_field(tmp_path, change, words):
    with pytest.raises(BadFile, match=words):
        read_board(write(tmp_path, change))


def test_links_must_be_true_on_the_grid(tmp_path):
    def change(raw):
        feature(raw, "H05")["properties"]["neighbours"].append("B06")
        feature(raw, "B06")["properties"]["neighbours"].append("H05")

    with pytest.raises(BadFile, match="does not touch it on the grid"):
        read_board(write(tmp_path, change))


def test_a_file_that_is_no_map(tmp_path):
    path = tmp_path / "map.geojson"
    path.write_text("{")
    with pytest.raises(BadFile, match=r"map\.geojson"):
        read_board(path)
    with pytest.raises(BadFile, match="cannot be read"):
        read_board(tmp_path / "none.geojson")


def test_the_space_of_a_point_is_found_by_arithmetic():
    board = maps.load_map("western-front")
    for space in board:
        assert board.space_at(*board.centre(space)) == space
    assert board.space_at(49.16, 5.39) in ("H05", "H06")
    assert board.space_at(0, 0) is None
    assert all(hex_name(hex_place(s)) == s for s in board)


def test_a_path_goes_through_passable_spaces_only():
    board = Board("ring", {"a": "bd", "b": "ac", "c": "bd", "d": "ca"}, {s: {} for s in "abcd"})
    assert board.path("a", "c", lambda s: s != "b") == ["a", "d", "c"]
    assert board.path("a", "c", lambda s: s == "a") is None
    assert board.path("a", "a", lambda s: False) == ["a"]


def test_the_zone_of_a_point():
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)]
    hole = [(0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5), (0.5, 0.5)]
    island = [(10.0, -3.0), (11.0, -3.0), (11.0, -1.5), (10.0, -3.0)]
    index = ZoneIndex({"land": [square, hole, island], "lake": [hole]})
    assert index.at(0.2, 0.2) == "land" and index.at(1.0, 1.0) == "lake"
    assert index.at(-2.5, 10.6) == "land" and index.at(5, 5) is None and index.at(1.0, 3.0) is None


def test_searches_agree_with_networkx():
    import networkx

    board = maps.load_map("western-front")
    graph = networkx.Graph([(a, b) for a, bs in board.neighbours.items() for b in bs])
    land = [s for s in board if board.fact(s, "nation") != "Germany"]
    net = board.reachable(["A04"], lambda s: s in land)
    assert net == networkx.node_connected_component(graph.subgraph(land), "A04")
    assert board.distances("B06") == dict(networkx.single_source_shortest_path_length(graph, "B06"))


@pytest.mark.parametrize("name", maps.map_names())
def test_a_map_is_drawn_with_names_numbers_and_legend(name):
    board = maps.load_map(name)
    picture = ET.fromstring(draw(board))
    words = {t.text for t in picture.iter("{http://www.w3.org/2000/svg}text")}
    expected = {
        "western-front": {"H05", "Verdun north", "Rhine", "river course", "frontier", "Fortress"},
        "world-zones": {"★ Paris", "Coral Sea", "canal", "convoy route"},
        "europe": {"W1536", "London", "Paris", "Leningrad", "mountain", "river side", "railway", "frontier", "lake"},
        "sea-areas": {"North Sea", "Bay of Biscay", "canal", "sea-box section", "4"},
    }
    assert {"Legend"} | expected[name] <= words, {"Legend"} | expected[name] - words
    assert picture.get("role") == "img" and picture.get("aria-label")


def test_maps_on_the_command_line(capsys, tmp_path):
    assert main(["maps", "check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["holds"] is True
    assert main(["maps", "draw", "western-front", str(tmp_path / "out.svg")]) == 0
    assert (tmp_path / "out.svg").read_text().startswith("<svg")
    for wrong in (
        ["maps", "draw", "atlantis", "x.svg"],
        ["maps", "draw"],
        ["maps", "check", "atlantis"],
        ["maps", "draw", "western-front"],
        ["maps", "paint"],
        ["maps", "draw", "western-front", "/nowhere/x.svg"],
    ):
        capsys.readouterr()
        assert main(wrong) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_building_needs_its_extra(monkeypatch, tmp_path):
    import builtins

    real = builtins.__import__

    def without_shapely(name, *args, **kwargs):
        if name.startswith("shapely"):
            raise ImportError("No module named 'shapely'")
        return real(name, *args, **kwargs)

    import sys

    monkeypatch.delitem(sys.modules, "tutor.board.build.western_front", raising=False)
    monkeypatch.setattr(builtins, "__import__", without_shapely)
    with pytest.raises(BadInput, match="extra 'maps'"):
        maps.build("western-front", tmp_path)


def test_europe_knows_its_rivers_rails_ports_and_countries():
    board = maps.load_map("europe")
    named = {name: space for space in board for name in board.fact(space, "name").split(", ") if name}
    assert board.fact(named["London"], "sea_area") and "port" in board.fact(named["Hamburg"], "port")
    assert (
        board.fact(named["Warsaw"], "country_1939") == "Poland"
        and board.fact(named["Warsaw"], "country_1914") == "Russia"
    )
    assert board.fact(named["Prague"], "country_1914") == "Austria-Hungary"
    railway = {space: board.across(space, "rail") for space in board}
    reached, queue = {named["Paris"]}, [named["Paris"]]
    while queue:
        for other in railway[queue.pop()]:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    assert {named[c] for c in ("Berlin", "Warsaw", "Moscow", "Istanbul", "Rome", "Madrid")} <= reached


def test_europe_has_two_political_layers_on_one_grid():
    board = maps.load_map("europe")
    named = {name: space for space in board for name in board.fact(space, "name").split(", ") if name}
    owners = {c: (board.fact(named[c], "country_1914"), board.fact(named[c], "country_1939")) for c in named}
    assert owners["Strasbourg"] == ("Germany", "France") and owners["Lvov"] == ("Austria-Hungary", "Poland")
    assert owners["Breslau"] == ("Germany", "Germany") and owners["Posen"] == ("Germany", "Poland")
    assert owners["Cluj"] == ("Austria-Hungary", "Romania") and owners["Kishinev"] == ("Russia", "Romania")
    assert owners["Konigsberg"] == ("Germany", "Germany")
    assert owners["Damascus"] == ("Ottoman Empire", "France") and owners["Sarajevo"][0] == "Austria-Hungary"
    assert "Bessarabia" in board.fact(named["Kishinev"], "regions")


def test_europe_has_the_ground_that_everyone_knows():
    board = maps.load_map("europe")

    def terrain(lat, lon):
        return board.fact(board.space_at(lat, lon), "terrain")

    for place in ((46.5, 9.8), (42.7, 0.7), (43.2, 42.8), (37.1, -3.3), (49.2, 20.1), (60.3, 7.8)):
        assert terrain(*place) == "mountain", place
    for place in ((52.5, 13.4), (48.85, 2.35), (47.0, 20.0), (50.0, 36.2), (52.2, 21.0), (38.0, 33.0)):
        assert terrain(*place) == "clear", place
    assert terrain(52.0, 26.0) == "swamp" and terrain(50.2, 5.6) == "forest"
    assert terrain(30.0, 26.0) == "desert" and terrain(33.0, 39.0) == "desert"
    assert {"Lake Ladoga", "Lake Geneva", "Balaton"} <= {e["name"] for e in board.extras("area", "lake")}
    assert not any("reservoir" in e["name"].lower() for e in board.extras("area", "lake"))


def test_sides_know_what_lies_between_two_hexes():
    board = maps.load_map("europe")
    assert board.side("E1127", "E1027") >= {"strait"} and board.side("E1027", "E1127") >= {"strait"}
    assert "lake" in board.side("W1137", "W1037") and "canal" in board.side("W1137", "W1038")
    assert {"fort"} <= board.side("W0930", "W0830") and "alpine" in board.side("E1515", "E1514")
    assert board.side("W1431", "E2050") == frozenset()
    for mark in board.about["sides"]:
        for one, other in board.sides_with(mark):
            assert other in board.across(one, mark) and one in board.across(other, mark)
    rhine = board.space_at(48.9, 7.9), board.space_at(48.78, 9.18)  # Alsace and Stuttgart's side of the river
    assert board.path(*rhine, lambda s: True, lambda a, b: "river" not in board.side(a, b)) != board.path(
        *rhine, lambda s: True
    )


def test_sea_areas_have_their_numbered_boxes():
    board = maps.load_map("sea-areas")
    assert set(board.boxes) == set(board)
    for area, row in board.boxes.items():
        assert [box.number for box in row] == [0, 1, 2, 3, 4]
        assert sum(board.space_at(*box.centre) == area for box in row) >= 3, area


def test_a_budget_buys_what_it_costs():
    board = Board("line", {"a": "b", "b": "ac", "c": "bd", "d": "c"}, {s: {} for s in "abcd"})
    prices = {"b": 1.0, "c": 2.0, "d": 1.0, "a": 1.0}
    assert board.spent(["a"], lambda here, there: prices[there], 3) == {"a": 0, "b": 1, "c": 3}
    assert board.spent(["a", "d"], lambda here, there: None if there == "b" else prices[there], 9) == {
        "a": 0,
        "d": 0,
        "c": 2,
    }


def test_prices_agree_with_networkx():
    import networkx

    board = maps.load_map("europe")
    land = {s for s in board if board.fact(s, "terrain") not in ("sea", "lake")}

    def price(here, there):
        return (2.0 if board.fact(there, "terrain") in ("mountain", "desert") else 1.0) if there in land else None

    graph = networkx.DiGraph(
        [(a, b, {"weight": price(a, b)}) for a in land for b in board.neighbours[a] if price(a, b) is not None]
    )
    start = "W1431"
    told = networkx.single_source_dijkstra_path_length(graph, start, cutoff=12)
    assert board.spent([start], price, 12) == told


EUROPE_SIDE = {
    "type": "Feature",
    "properties": {"kind": "side", "between": ["H05", "H04"], "marks": ["river"]},
    "geometry": {"type": "LineString", "coordinates": [[5, 49], [5.2, 49]]},
}


@pytest.mark.parametrize(
    "change, words",
    [
        ({"between": ["H05", "B06"]}, "side of B06 and H05, field 'between': they are not neighbours"),
        ({"between": ["H05"]}, "field 'between': a side names the two spaces"),
        ({"marks": ["lava"]}, "field 'marks': 'lava' is unknown; allowed: river"),
        ({"marks": []}, "field 'marks': a list"),
    ],
)
def test_a_broken_side_names_the_field(tmp_path, change, words):
    def broken(raw):
        raw["board"]["sides"] = ["river"]
        raw["features"].append({**EUROPE_SIDE, "properties": {**EUROPE_SIDE["properties"], **change}})

    with pytest.raises(BadFile, match=words):
        read_board(write(tmp_path, broken))


def test_sides_and_boxes_are_there_once(tmp_path):
    box = {
        "type": "Feature",
        "properties": {"kind": "box", "area": "H05", "number": 1},
        "geometry": {"type": "Polygon", "coordinates": [[[5, 49], [5.2, 49], [5.2, 49.2], [5, 49]]]},
    }

    def twice(feature):
        def change(raw):
            raw["board"]["sides"] = ["river"]
            raw["features"] += [feature, feature]

        return change

    with pytest.raises(BadFile, match="side of H04 and H05 is there twice"):
        read_board(write(tmp_path, twice(EUROPE_SIDE)))
    with pytest.raises(BadFile, match="H05 has a box 1 twice"):
        read_board(write(tmp_path, twice(box)))
    lost = {**box, "properties": {**box["properties"], "area": "Atlantis"}}
    with pytest.raises(BadFile, match="box of Atlantis, field 'area'"):
        read_board(write(tmp_path, lambda raw: raw["features"].append(lost)))


def test_a_false_statement_about_a_hex_is_found():
    board = maps.load_map("europe")
    facts = [
        HexFact("W1431", "adjacent", "W1430", "wif", "1", ""),
        HexFact("W1431", "adjacent", "W0437", "wif", "2", ""),
        HexFact("W1431", "country_1939", "Germany", "wif", "3", ""),
        HexFact("W1431", "country_1939", "Germany", "wif", "4", "contradiction: with line 3"),
        HexFact("W0437", "distance", "W0532 5", "wif", "1497", ""),
        HexFact("W0437", "distance", "W0532 4", "wif", "5", ""),
    ]
    assert [f.line for f in disagreements(board, facts)] == ["2", "3", "5"]


def test_overlapping_and_empty_outlines_are_found():
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)]
    across = [(x + 2, y) for x, y in square]
    told = {"a": {"lat": "2", "lon": "1"}, "b": {"lat": "2", "lon": "5"}}
    apart = Board("two", {"a": "b", "b": "a"}, told, outlines={"a": [square], "b": [[(x + 4, y) for x, y in square]]})
    assert maps.overlaps(apart) == []
    both = Board("two", {"a": "b", "b": "a"}, told, outlines={"a": [square], "b": [across]})
    assert "a and b overlap" in maps.overlaps(both)[0]
    flat = [(5.0, 1.0), (6.0, 1.0), (5.0, 1.0)]
    finding = maps._outlines(Board("two", {"a": "b", "b": "a"}, told, outlines={"a": [square], "b": [flat]}))
    assert not finding.holds and "b is empty" in finding.details


def test_a_route_over_the_date_line_leaves_the_map_and_comes_in_again():
    picture = Picture(maps.load_map("world-zones"))
    drawn = picture.route(("sydney", "tasman-sea", "fiji-sea", "hawaiian-sea"))
    left, _, right, _ = picture.frame()
    points = [tuple(map(float, p.split(","))) for line in re.findall(r'points="([^"]+)"', drawn) for p in line.split()]
    assert all(left <= x <= right for x, _ in points)
    assert {x for x, _ in points} >= {left, right}
    assert max(abs(a[0] - b[0]) for a, b in zip(points[::2], points[1::2], strict=True)) < picture.period / 2


def test_east_of_the_whole_earth_its_west_begins_again():
    world, front = Picture(maps.load_map("world-zones")), Picture(maps.load_map("western-front"))
    x, y = world.middle("alaska")
    assert world.space_at(x, y) == world.space_at(x + world.period, y) == "alaska"
    assert front.period == 0


def test_outlines_are_written_from_point_to_point():
    picture = Picture(maps.load_map("western-front"))
    x, y = picture.place(*picture.board.outlines["J03"][0][0])
    assert picture.path("J03").startswith(f"M{x:g} {y:g}l") and picture.path("J03").endswith("z")
