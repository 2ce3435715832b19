// Values that this browser stores. If it forbids storage, nothing is stored and everything else still works.
const PREFIX = "tercet.";

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Return the names of the stored values that begin with this. */
export function storedNames(beginning: string): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + beginning));
    return names.map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}

export function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Private windows may have no storage.
  }
}
