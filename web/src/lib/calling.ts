// Calls players back whose turn it is while the page is in the background: by a dot on the icon of the tab, a badge on
// that of the installed page and, if they want it, a notification. The screen itself marks its title and plays the sound.
import { settings } from "./settings.svelte";

/** Whether this browser can notify at all: not on plain http, except on the same machine. */
export const canNotify = typeof Notification !== "undefined" && isSecureContext;

let shown: Notification | null = null;

/** Ask the browser for the permission to notify. Return whether it is given. */
export async function allowNotifications(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

/** Show that the player is awaited, until the returned function is called; notify if the page is in the background. */
export function callPlayer(title: string, text: string): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const before = icon?.href;
  if (icon) icon.href = "/icon-turn.svg";
  void navigator.setAppBadge?.(1).catch(() => undefined);
  if (document.hidden) notify(title, text);
  return () => {
    if (icon && before) icon.href = before;
    void navigator.clearAppBadge?.().catch(() => undefined);
    shown?.close();
    shown = null;
  };
}

function notify(title: string, text: string): void {
  if (!settings.isNotifying || !canNotify || Notification.permission !== "granted") return;
  try {
    shown = new Notification(title, { body: text, icon: "/icon-192.png", tag: "turn" });
    shown.onclick = () => window.focus();
  } catch {
    // Browsers on Android only notify through a service worker; the title and the icon have to do there.
  }
}
