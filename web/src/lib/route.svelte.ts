// Which screen: the path of the address, changed without loading the page anew.
let path = $state(location.pathname);

addEventListener("popstate", () => (path = location.pathname));

export const route = {
  get path(): string {
    return path;
  },
  /** The path's parts: /t/abc is ["t", "abc"]. */
  get parts(): string[] {
    return path.split("/").filter(Boolean);
  },
};

export function go(to: string): void {
  history.pushState(null, "", to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Links within the page go without loading it anew; modified clicks and downloads are left to the browser. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
