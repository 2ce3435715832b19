// The path of the address, which decides the screen. It changes without reloading the page.
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

export function navigate(to: string): void {
  history.pushState(null, "", to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Navigate to a link of this site without reloading the page. Files, modified clicks and downloads are left to the browser. */
export function handleLinkClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (/^\/api\/|\.txt$/.test(link.pathname) || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  navigate(link.pathname + link.hash);
}
