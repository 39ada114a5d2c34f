/**
 * The events of a stream (HTML standard, "server-sent events") as they come.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [heard] called with whatever comes, also with a sign of life
 * @returns {AsyncGenerator<{id: string|null, data: any}>}
 */
export async function* events(body, heard = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split("\n");
      const data = valuesOf("data", lines);
      const id = valuesOf("id", lines).at(-1) ?? null;
      if (data.length > 0) yield { id, data: JSON.parse(data.join("\n")) };
    }
  }
}

const valuesOf = (name, lines) =>
  lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
