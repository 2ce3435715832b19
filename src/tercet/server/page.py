"""The files of the browser client, built from `web/`, and of the documentation, built from `docs/`.

They are kept in memory, plain and compressed.
"""

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

BUILT = Path(__file__).parent / "web"
DOCS = Path(__file__).parent / "docs"
"""The documentation site. It is there only if somebody has built it (`make docs`)."""
IMMUTABLE = "public, max-age=31536000, immutable"
"""The cache header of assets, whose names contain a hash of their content."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tercet</title>
<p>The browser client is not built yet: run <code>make web</code>, which needs Node, and start the server again.</p>
<p lang="de">Die Browseroberfläche ist noch nicht gebaut: <code>make web</code>, dann den Server neu starten.</p></html>
"""


class BuiltFile:
    """A file of the client or of the documentation, compressed once if that makes it smaller by a tenth."""

    def __init__(self, path: Path) -> None:
        self.plain = path.read_bytes()
        self.media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix == ".webmanifest":
            self.media_type = "application/manifest+json"
        compressed = gzip.compress(self.plain, 9)
        self.gzipped = compressed if len(compressed) < 0.9 * len(self.plain) else None
        self.cache_control = IMMUTABLE if path.parent.name == "assets" else "no-cache"

    def response(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Return the file, compressed if the client accepts that."""
        headers = {"cache-control": self.cache_control, "vary": "accept-encoding"}
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzipped, media_type=self.media_type, headers=headers | {"content-encoding": "gzip"})
        return Response(self.plain, media_type=self.media_type, headers=headers)


def files_in(folder: Path) -> dict[str, Path]:
    """Return all files in a folder, by their path below it. Whatever else is asked for does not exist."""
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


FILES = {name: BuiltFile(path) for name, path in files_in(BUILT).items()}
DOCS_FILES = files_in(DOCS)


@get(["/", "/{path:path}"], sync_to_thread=False, include_in_schema=False)
def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return a file of the client, or else `index.html`, which shows the screen of the address. Raise 404 for files."""
    path = request.url.path.removeprefix("/")
    if path in FILES:
        return FILES[path].response(request)
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        raise NotFoundException
    if "index.html" not in FILES:
        return Response(MISSING, media_type=MediaType.HTML)
    return FILES["index.html"].response(request)


@cache
def built_file(path: Path) -> BuiltFile:
    """Return a file, read when it is first asked for: the start need not wait for documentation that few read."""
    return BuiltFile(path)


@get(["/docs", "/docs/{path:path}"], sync_to_thread=False, include_in_schema=False)
def documentation(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return a file of the documentation. Raise 404 if there is none, as where the site was not built."""
    name = request.url.path.removeprefix("/docs").removeprefix("/")
    if (name or "index.html") not in DOCS_FILES:
        raise NotFoundException
    if not name:
        return Redirect("/docs/index.html")  # links in the pages are relative, and /docs/ is /docs to Litestar
    return built_file(DOCS_FILES[name]).response(request)
