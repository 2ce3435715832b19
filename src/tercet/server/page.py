"""The page that greets whoever opens the address, or a table's link, in a browser."""

from litestar import MediaType, get

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tercet</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.0625rem/1.5 system-ui, sans-serif;
  background: light-dark(#E3CBA3, #432D1C); color: light-dark(#2A1F16, #F6ECDD); }
main { box-sizing: border-box; width: min(34rem, calc(100% - 2rem)); padding: 1.5rem 2rem; border-radius: 14px;
  background: light-dark(#FFFBF3, #281D14); box-shadow: 0 8px 24px #00000040; }
h1 { margin: 0; font: 600 2.25rem/1.2 Palatino, P052, Georgia, serif; }
a { color: light-dark(#7A4305, #F6C679); }
</style>
<main>
<h1>Tercet</h1>
<p>Z3BRA, ZATRE and TRIPLE³: this server keeps their tables.</p>
<p>Programs find the games at <a href="/api/games">/api/games</a> and the interface at
<a href="/api/openapi.json">/api/openapi.json</a>. In the terminal: <code>tercet play</code>.</p>
<p lang="de">Dieser Server führt die Tische. Programme finden die Spiele unter <a href="/api/games">/api/games</a>,
im Terminal spielt man mit <code>tercet play</code>.</p>
</main>
</html>
"""


@get(["/", "/t/{table_id:str}"], media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def page() -> str:
    """A word of welcome."""
    return PAGE
