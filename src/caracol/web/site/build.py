"""The ``caracol site`` command: the workbench as a folder of static files."""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from caracol.errors import CaracolError, count_noun
from caracol.support.writing import write_file
from caracol.verbs import ANSWERED
from caracol.verbs.parameters import FORCE, positive_int
from caracol.verbs.verb import Verb, argument, option, switch
from caracol.web.page import join_page
from caracol.web.security import DIRECTIVES, HEADERS
from caracol.web.site.known import answer_questions
from caracol.web.site.parts import Parts

FILES = Path(__file__).with_name("files")
STATIC = Path(__file__).parents[1] / "static"
DAYS = 8
"""Number of days whose puzzles are made with a site."""
MARK = ".caracol-site"
"""A file in every site, so that nothing else is ever replaced."""
START = ("./", "favicon.svg", "manifest.webmanifest", "answers/index.json")
"""Files that the page starts with, besides its style sheet and script."""
PACKED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip")
"""Files of which compressed copies are written."""

POLICY = {**DIRECTIVES, "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'"}
"""Permissions of a site's page: those of a served page, and to run WebAssembly."""
IN_PAGE = {name: value for name, value in POLICY.items() if name != "frame-ancestors"}
"""The part of it that a page can state for itself."""
ISOLATED = {
    "Content-Security-Policy": "; ".join(map(" ".join, POLICY.items())),
    "Cross-Origin-Embedder-Policy": "require-corp",
    **{
        name.decode().title(): value.decode()
        for name, value in HEADERS
        if name != b"content-security-policy"
    },
}
"""Headers of all files. The service worker adds them where the host of a site does not."""

Files = dict[str, bytes]


def run(arguments: argparse.Namespace) -> int:
    """Write a site."""
    folder, parts = arguments.folder, Parts(arguments.parts)
    parts.check()
    check_folder(folder, force=arguments.force)
    if not parts.has_kernel:
        words = "caracol: the wheel of caracol with the kernel is missing; the site will be slower"
        print(words, file=sys.stderr)
    print("caracol: making the site, which takes a minute or two …", file=sys.stderr)
    files = make_site(parts, arguments.days, quick=arguments.quick)
    packed = {} if arguments.quick else compress(files)
    write_site(folder, {**files, **packed})
    print(describe_sizes(folder, files, packed))
    return ANSWERED


def check_folder(folder: Path, *, force: bool) -> None:
    """Raise unless a folder is free for a site: new, empty, or a site that may be replaced."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not folder.is_dir():
        raise CaracolError(f"'{folder}' is a file; name a folder")
    if not (folder / MARK).is_file():
        raise CaracolError(f"'{folder}' has other files; name a new or empty folder")
    if not force:
        raise CaracolError(f"'{folder}' exists; choose another folder, or replace it with --force")


def write_site(folder: Path, files: Files) -> None:
    """Write the files of a site, and delete all others."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.rglob("*"):
        if old.is_file() and old.relative_to(folder).as_posix() not in files:
            old.unlink()
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_file(data, folder / name, force=True)


def make_site(parts: Parts, days: int, *, quick: bool = False) -> Files:
    """Return the files of a site by their names."""
    python = {**parts.read_python(), "packages.zip": parts.pack()}
    if not quick:
        python = compile_python(python)
    files = make_page()
    files |= {f"answers/{name}": data for name, data in answer_questions(days)}
    files |= {f"python/{name}": data for name, data in python.items()}
    files["service-worker.js"] = make_service_worker(files)
    lines = "".join(f"  {name}: {value}\n" for name, value in ISOLATED.items())
    files["_headers"] = f"/*\n{lines}".encode()
    files[MARK] = b"The files of a site that 'caracol site' made; it may replace them.\n"
    return files


def make_page() -> Files:
    """Return the files of the page, whose questions workers answer."""
    joined = {name: sent.body for name, sent in join_page(STATIC).items()}
    policy = "; ".join(map(" ".join, IN_PAGE.items()))
    changes = {
        '<html lang="en">': '<html lang="en" data-answers="browser">',
        '<meta charset="utf-8">': '<meta charset="utf-8">\n  '
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n  '
        '<link rel="manifest" href="manifest.webmanifest">',
        'href="api/genres"': 'href="answers/index.json"',
    }
    document = joined["index.html"].decode()
    for old, new in changes.items():
        assert document.count(old) == 1, old
        document = document.replace(old, new)
    icons = [path.name for path in FILES.glob("icon-*.png")]
    own = {
        name: (FILES / name).read_bytes()
        for name in ("worker.js", "manifest.webmanifest", *sorted(icons))
    }
    icon = (STATIC / "favicon.svg").read_bytes()
    return {**joined, "index.html": document.encode(), "favicon.svg": icon, **own}


def compile_python(files: Files) -> Files:
    """Return Pyodide and packages with all modules compiled that are loaded first."""
    node = shutil.which("node")
    if node is None:
        words = "caracol: the site will start more slowly, because node is not installed"
        print(words, file=sys.stderr)
        return files
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in files.items():
            (folder / file).write_bytes(data)
        run = [node, str(FILES / "compile.mjs"), str(folder)]
        done = subprocess.run(run, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            lines = (done.stderr or "").strip().splitlines()[-6:]
            raise CaracolError("Python for browsers does not run: " + " ".join(lines))
        return {file: (folder / file).read_bytes() for file in files}


def make_service_worker(files: Files) -> bytes:
    """Return the script that keeps the files of a site for use without a connection."""
    version = sha256(b"".join(name.encode() + files[name] for name in sorted(files)))
    known = {
        "VERSION": version.hexdigest()[:16],
        "HEADERS": ISOLATED,
        "START": [*START, *(name for name in files if name.startswith("page-"))],
        "FILES": sorted(name for name in files if name != "index.html"),
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return head.encode() + (FILES / "service-worker.js").read_bytes()


def compress(files: Files) -> Files:
    """Return compressed copies of files, for hosts that send those to browsers that take them."""
    ways: dict[str, Callable[[bytes], bytes]] = {"gz": lambda data: gzip.compress(data, 9, mtime=0)}
    try:
        ways["br"] = import_module("brotli").compress
    except ImportError:
        print(
            "caracol: no copies for Brotli, because it is not installed (pip install brotli)",
            file=sys.stderr,
        )
    return {
        f"{name}.{end}": way(data)
        for name, data in files.items()
        if name.endswith(PACKED)
        for end, way in ways.items()
    }


def describe_sizes(folder: Path, files: Files, packed: Files) -> str:
    """Return what was written, and what its visitors load."""
    start = ("index.html", "page-")
    groups = {
        "until the page shows": [name for name in files if name.startswith(start)],
        "known answers": [name for name in files if name.startswith("answers/")],
        "Python and Caracol": [name for name in files if name.startswith("python/")],
    }
    groups["everything"] = list(files)
    lines = [f"{folder}: {count_noun(len(files), 'file')}"]
    for words, names in groups.items():
        plain = sum(len(files[name]) for name in names)
        sizes = [f"{plain / 1e6:.2f} MB"]
        for end, way in (("gz", "gzip"), ("br", "Brotli")):
            if f"index.html.{end}" in packed:
                size = sum(len(packed.get(f"{name}.{end}", files[name])) for name in names)
                sizes.append(f"{size / 1e6:.2f} MB with {way}")
        lines.append(f"  {words}: {', '.join(sizes)}")
    lines.append(f"Serve it with any web server, such as: python -m http.server -d {folder}")
    return "\n".join(lines)


VERBS = (
    Verb(
        "site",
        "write the workbench as a folder of static files, which needs no server",
        (
            argument("folder", "folder to write", metavar="FOLDER", read=Path, files=True),
            option(
                "parts",
                "folder with what runs in browsers, which scripts/browser-parts builds "
                "(default: build/browser)",
                metavar="FOLDER",
                read=Path,
                default=Path("build", "browser"),
                files=True,
            ),
            option(
                "days",
                f"number of days whose puzzles are made now (default: {DAYS}); "
                "browsers make those of later days themselves",
                metavar="N",
                read=positive_int,
                default=DAYS,
            ),
            switch("quick", "leave out compressed copies and compiled modules, to try something"),
            FORCE,
        ),
        run=run,
    ),
)
