"""The browser client: the files that `web/` is built into, kept in memory with their compressed twins."""

import gzip
import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

BUILT = Path(__file__).parent / "web"
FOREVER = "public, max-age=31536000, immutable"
"""Assets have a hash in their name."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tercet</title>
<p>The browser client is not built yet: run <code>make web</code>, which needs Node, and start the server again.</p>
<p lang="de">Die Browseroberfläche ist noch nicht gebaut: <code>make web</code>, dann den Server neu starten.</p></html>
"""


class BuiltFile:
    """A file of the client."""

    def __init__(self, path: Path) -> None:
        self.plain = path.read_bytes()
        self.media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix == ".webmanifest":
            self.media_type = "application/manifest+json"
        squeezed = gzip.compress(self.plain, 9)
        self.gzipped = squeezed if len(squeezed) < 0.9 * len(self.plain) else None
        self.cache = FOREVER if path.parent.name == "assets" else "no-cache"

    def response(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Compressed for whoever takes it so."""
        headers = {"cache-control": self.cache, "vary": "accept-encoding"}
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzipped, media_type=self.media_type, headers=headers | {"content-encoding": "gzip"})
        return Response(self.plain, media_type=self.media_type, headers=headers)


FILES = {path.relative_to(BUILT).as_posix(): BuiltFile(path) for path in BUILT.rglob("*") if path.is_file()}


@get(["/", "/{path:path}"], sync_to_thread=False, include_in_schema=False)
def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """A file of the client, or the page itself: it looks at the address and shows the screen, or Home."""
    path = request.url.path.removeprefix("/")
    if path in FILES:
        return FILES[path].response(request)
    if path.startswith("api/") or "." in path.rpartition("/")[2]:
        raise NotFoundException
    if "index.html" not in FILES:
        return Response(MISSING, media_type=MediaType.HTML)
    return FILES["index.html"].response(request)
