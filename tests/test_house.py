"""The house: what is shipped, what imports what, and what may not be written in it."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def sources() -> list[str]:
    """Files that are part of the project, as paths from the root: what git ignores is not."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):  # a plain folder, or a machine without git
        made = re.compile(r"(^|/)(__pycache__|build|dist|\.(?!ci/)[^/]*)/")
        paths = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*"))
        listed = [path for path in paths if not made.search(path)]
    return sorted(path for path in listed if (ROOT / path).is_file())


# --- The wheel, in an empty environment ---------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built from a copy, by way of the source distribution, so that both are known to be whole."""
    folder = tmp_path_factory.mktemp("wheel")
    for path in sources():
        target = folder / "copy" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", folder / "copy")
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The folder of commands of a new environment that holds the wheel and its core dependencies only."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    # This environment's pip installs into it: some systems' venv cannot bring a pip of its own.
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", commands / "python", "install", "-qq"]
    run(*pip, "-c", ROOT / "constraints.txt", wheel)
    return commands


def run(*command: str | Path, **options) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_wheel_holds_every_scenario_file(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    files = {path for path in sources() if path.startswith("scenarios/")}
    assert files
    assert {f"tutor/_{path}" for path in files} <= names


OPEN_EACH = """
import json, sys, tutor
decisions = {}
for scenario in sys.argv[1:]:
    try:
        decisions[scenario] = str(tutor.open(scenario).decision)
    except Exception as error:
        decisions[scenario] = f"FAILED {type(error).__name__}: {error}"
print(json.dumps({"file": tutor.__file__, "decisions": decisions}))
"""


def test_installed_wheel_opens_every_scenario_from_an_unrelated_folder(installed, tmp_path):
    # A clean environment: nothing of the checkout may help.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TMPDIR", "TEMP") if name in os.environ}
    elsewhere = {"cwd": tmp_path, "env": {**kept, "PATH": os.defpath, "HOME": str(tmp_path)}}
    listed = json.loads(run(installed / "staff-ride", "scenarios", "--json", **elsewhere))
    ids = [scenario["id"] for scenario in listed["scenarios"]]
    assert ids
    opened = json.loads(run(installed / "python", "-c", OPEN_EACH, *ids, **elsewhere))
    assert Path(opened["file"]).is_relative_to(installed.parent)
    assert list(opened["decisions"]) == ids
    wrong = {id: shown for id, shown in opened["decisions"].items() if shown == "None" or "FAILED" in shown}
    assert not wrong


# --- Dependencies point one way -----------------------------------------------------------------

# Each may import itself and what stands before it. "tutor" is its top: __init__, cli.
LAYERS = [
    "tutor.engine",
    "tutor.board",
    "tutor.games",
    "tutor.odds",
    "tutor.lessons",
    "tutor",
    "widgets",
    "notebooks",
]
JUPYTER = re.compile(r"(jupyter\w*|ipywidgets|ipyleaflet|bqplot|voila|ipykernel|traitlets|nbformat)(\.|$)")
HEAVY = re.compile(r"(pandas|IPython)(\.|$)")


def layer(module: str) -> int | None:
    """Where a module stands in LAYERS; None for other people's packages."""
    for number, name in enumerate(LAYERS):
        if f"{module}.".startswith(f"{name}."):
            return number
    return None


def code(path: str) -> str:
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".ipynb"):
        return text
    cells = [cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    lines = "\n".join("".join(source) for source in cells).splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith(("%", "!")))


def module_name(path: str) -> str:
    return path.rsplit(".", 1)[0].replace("/", ".").removesuffix(".__init__")


def is_module(name: str) -> bool:
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file()


def imports(path: str) -> Iterator[tuple[str, int, bool]]:
    """Every module that a file imports, with the line, and whether importing the file imports it."""
    own = module_name(path)
    package = own if path.endswith("__init__.py") else own.rpartition(".")[0]

    def walk(node: ast.AST, at_once: bool) -> Iterator[tuple[str, int, bool]]:
        for child in ast.iter_child_nodes(node):
            for name in named(child):
                yield name, child.lineno, at_once
            later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
                isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            )
            yield from walk(child, at_once and not later)

    def named(node: ast.AST) -> list[str]:
        match node:
            case ast.Import():
                return [alias.name for alias in node.names]
            case ast.ImportFrom():
                parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*parents, *([node.module] if node.module else [])])
                inner = [f"{base}.{alias.name}" for alias in node.names]
                return [name if is_module(name) else base for name in inner]
            # import_module("tutor.games.x"), and f"tutor.games.{name}"
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[target, *_]):
                if called in ("import_module", "__import__"):
                    start = target.values[0] if isinstance(target, ast.JoinedStr) else target
                    if isinstance(start, ast.Constant) and isinstance(start.value, str):
                        return [start.value.rstrip(".")]
        return []

    yield from walk(ast.parse(code(path), path), True)


def project_code() -> list[str]:
    ours = re.compile(r"(tutor|widgets)/.*\.py$|notebooks/.*\.(py|ipynb)$")
    return [path for path in sources() if ours.match(path)]


def test_dependencies_point_one_way():
    back = []
    for path in project_code():
        own = layer(module_name(path))
        for name, line, _ in imports(path):
            other = layer(name)
            if other is not None and other > own:
                back.append(f"{path}:{line} imports {name}, which stands above {LAYERS[own]}")
    assert not back, "\n".join(back)


def test_tutor_imports_no_jupyter_and_nothing_heavy_at_once():
    wrong = []
    for path in project_code():
        if not path.startswith("tutor/"):
            continue
        for name, line, at_once in imports(path):
            yaml_outside_engine = name == "yaml" and not path.startswith("tutor/engine/")
            if JUPYTER.match(name) or (at_once and (HEAVY.match(name) or yaml_outside_engine)):
                wrong.append(f"{path}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_import_tutor_is_light(tmp_path):
    report = "import sys, tutor; print(*{'yaml', 'pandas', 'numpy', 'IPython'}.intersection(sys.modules))"
    assert run(sys.executable, "-c", report, cwd=tmp_path).split() == []


# --- What may not be written in it --------------------------------------------------------------

LINK = re.compile(r"https?://(?!(?:localhost|127\.0\.0\.1|www\.w3\.org)(?![\w.-]))[^\s\"'<>)]*")
REGISTRY = re.compile(r"\b(pypi\.org|pythonhosted\.org|npmjs\.(org|com)|deb\.debian\.org|anaconda\.org)\b")
MACHINE_PATH = re.compile(r"(?<![\w.})*/-])/(work|root|home)(?![\w-])")


def test_no_links_registries_or_paths_of_one_machine():
    shipped = ("tutor/", "widgets/", "notebooks/", "scenarios/", "binder/", ".ci/")
    single = ("run.py", "pyproject.toml", "constraints.txt")
    found = []
    for path in sources():
        if not path.startswith(shipped) and path not in single:
            continue
        try:
            text = (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for pattern in (LINK, REGISTRY, MACHINE_PATH):
                found += [f"{path}:{number} {hit.group()}" for hit in pattern.finditer(line)]
    assert not found, "\n".join(found)


# --- run.py -------------------------------------------------------------------------------------


def test_run_py_refuses_an_unknown_command_in_one_sentence():
    done = subprocess.run([sys.executable, ROOT / "run.py", "parade"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert '"parade"' in done.stderr


# --- The notebooks ------------------------------------------------------------------------------


def test_notebooks_hold_no_saved_widgets_and_only_the_output_they_have_checked():
    books = [path for path in sources() if path.startswith("notebooks/") and path.endswith(".ipynb")]
    assert len(books) > 20
    for path in books:
        book = json.loads((ROOT / path).read_text(encoding="utf-8"))
        assert "widgets" not in book["metadata"], path
        for cell in book["cells"]:
            outputs = cell.get("outputs", [])
            assert not outputs or "NBVAL_CHECK_OUTPUT" in "".join(cell["source"]), f"{path}: {cell['id']}"
            kinds = {kind for output in outputs for kind in output.get("data", {"text/plain": ""})}
            assert kinds <= {"text/plain"}, f"{path}: {cell['id']} keeps {kinds}"
