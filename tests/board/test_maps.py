"""Maps: read with checks, hold together, and are drawn."""

import copy
import json
import xml.etree.ElementTree as ET

import pytest

from tutor.board import maps, read_board
from tutor.board.draw import draw
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
        "europe": {"W1536", "London", "Paris", "Leningrad", "mountain", "river course"},
        "sea-areas": {"North Sea", "Bay of Biscay", "canal"},
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
    for space in board:
        for field in ("river_sides", "rail"):
            for other in board.fact(space, field).split():
                assert other in board.neighbours[space] and space in board.fact(other, field).split()
    railway = {space: board.fact(space, "rail").split() for space in board}
    reached, queue = {named["Paris"]}, [named["Paris"]]
    while queue:
        for other in railway[queue.pop()]:
            if other not in reached:
                reached.add(other)
                queue.append(other)
    assert {named[c] for c in ("Berlin", "Warsaw", "Moscow", "Istanbul", "Rome", "Madrid")} <= reached
