// Reads a streamed answer that has one JSON value in each line.

/** Yield the values as they arrive: all that have come together at once. A line that was cut off is left out. */
export async function* readJsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop()!;
      const values = lines.filter(Boolean).map((line) => JSON.parse(line) as T);
      if (values.length) yield values;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
