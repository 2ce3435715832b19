"""The files of the browser client, built from `web/`, kept in memory plain and compressed."""

import gzip
import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

BUILT = Path(__file__).parent / "web"
IMMUTABLE = "public, max-age=31536000, immutable"
"""The cache header of assets, whose names contain a hash of their content."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tercet</title>
<p>The browser client is not built yet: run <code>make web</code>, which needs Node, and start the server again.</p>
<p lang="de">Die Browseroberfläche ist noch nicht gebaut: <code>make web</code>, dann den Server neu starten.</p></html>
"""


class BuiltFile:
    """A file of the client, compressed once at the start if that makes it smaller by a tenth."""

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


FILES = {path.relative_to(BUILT).as_posix(): BuiltFile(path) for path in BUILT.rglob("*") if path.is_file()}


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
