// The engine of `jointstats app`: requests go to the server on this machine that sent the page.
// A request is the length of its JSON in four bytes, the JSON, and the file's bytes; what comes back
// are lines of JSON, {progress} while it computes and {reply} at the end.
const header = { "X-Jointstats": "page", "Content-Type": "application/octet-stream" };

const packed = (request, bytes) => {
  const words = new TextEncoder().encode(JSON.stringify(request));
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, words.length);
  return new Blob([size.buffer, words, ...(bytes ? [bytes] : [])]);
};

const gone = {
  error: "The program behind this page has ended. Start it again with “jointstats app”.",
  about: "engine",
};

const lines = async function* (body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = parts.pop();
    yield* parts;
    if (done) return;
  }
};

export const engine = {
  where: "machine",

  async start() {},

  // The files that the command named: the page opens them first.
  async given() {
    const [names, bytes] = await Promise.all([
      fetch("given.json").then((reply) => reply.json()), fetch("given.bin").then((reply) => reply.arrayBuffer())]);
    let at = 0;
    return names.map(({ name, size }) => Object.assign(new File([bytes.slice(at, (at += size))], name.split("/").pop()), { path: name }));
  },

  async ask(request, bytes, onProgress) {
    let answer;
    try {
      if (bytes) {
        const fits = await fetch("fits", { method: "POST", headers: { ...header, "X-Size": bytes.length } });
        if (!fits.ok) return { error: (await fits.text()).trim(), about: "file" };
      }
      answer = await fetch("ask", { method: "POST", headers: header, body: packed(request, bytes) });
    } catch {
      return gone;
    }
    if (!answer.ok) return { error: (await answer.text()).trim(), about: "file" };
    try {
      for await (const line of lines(answer.body)) {
        const said = JSON.parse(line);
        if (said.reply) return said.reply;
        onProgress?.(said.progress);
      }
    } catch { /* the connection broke: the program has ended */ }
    return gone;
  },

  async cancel() {
    try {
      await fetch("cancel", { method: "POST", headers: header });
    } catch { /* the pending request says so */ }
  },
};
