// The page: take a table, say what its columns are, compare, see how far the verdict holds.
import { engine } from "./engine.js";
import { h, items, choice } from "./dom.js";
import { Work } from "./work.js";
import { Preview } from "./preview.js";
import { Roles } from "./roles.js";
import { Answer, holding } from "./answer.js";
import * as link from "./link.js";

const PRIVATE = {
  machine: "Your table stays on this machine. A program on it serves this page to no other machine.",
  browser: "Your table stays in this browser, which computes the answer; it is sent nowhere.",
};
const OWN = { sheet: "Sheet", constraint: "Constraint", unit: "A data set is", filter: "Filter of the answers", pattern: "Names in the paths, such as {algorithm}/results.csv" };

class Page {
  constructor(root) {
    this.work = new Work();
    this.work.renew = (send) => this.renew(send);
    this.wrong = h("div", { role: "alert", className: "wrong" });
    this.source = h("section", { "aria-labelledby": "one" });
    this.choices = h("section", { hidden: true, "aria-labelledby": "two" });
    this.result = h("section", { hidden: true, "aria-labelledby": "three" });
    this.answers = [];
    root.replaceChildren(
      h("header", {}, h("h1", {}, "Which algorithm is better?"),
        h("p", {}, "On which measures, at what price, and how sure that is: jointstats.")),
      h("main", {}, h("p", { className: "private" }, PRIVATE[engine.where]),
        this.source, this.wrong, this.choices, this.work.shown, this.result));
  }

  async start() {
    try {
      await this.work.start();
    } catch (error) {
      return this.complain({ error: String(error.message ?? error), about: "engine" });
    }
    let reply = await this.work.ask({ ask: "packaged" }, "Starting");
    while (reply?.about === "busy") {  // what this page asked before it was loaded again ends soon
      this.complain(reply);
      await new Promise((done) => setTimeout(done, 500));
      reply = await this.work.ask({ ask: "packaged" }, "Waiting");
    }
    this.quiet();
    if (!reply?.ok) return this.complain(reply ?? {});
    this.showSource(reply);
    addEventListener("hashchange", () => this.restore(location.hash));
    await this.restore(location.hash);
    const given = await engine.given?.();
    if (given?.length) await this.openFiles(given);
  }

  // --- What is asked, and what is wrong ---

  async ask(request, words) {
    this.quiet();
    const reply = await this.work.ask(request, words);
    if (reply && !reply.ok) this.complain(reply, request.ask !== "compare");
    return reply;
  }

  quiet() {
    this.wrong.classList.remove("floating");
    this.wrong.replaceChildren();
  }

  // Shown where it can be mended; what is asked for from within the answer floats above the page.
  complain(reply, floats = false) {
    const before = { dataset: this.choices, algorithm: this.choices, measure: this.choices, option: this.choices };
    const place = before[reply.about];
    const floating = floats || ["stopped", "engine", "busy", "elsewhere"].includes(reply.about);
    if (place && !place.hidden) this.compare.before(this.wrong);
    else this.source.after(this.wrong);
    const close = h("button", { type: "button", onclick: () => this.quiet() }, "Close");
    this.wrong.classList.toggle("floating", floating);
    this.wrong.replaceChildren(h("p", {}, reply.error ?? "Something went wrong."), ...(floating ? [close] : []),
      ...(reply.cures ? [h("div", { className: "bar", id: "cures" }, "Compare again, and: ", reply.cures.map((one) => this.cure(one)))] : []));
    if (floating) return;
    if (reply.about === "option" && !reply.cures) this.choices.querySelector("details.more")?.setAttribute("open", "");
    for (const one of this.choices.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
    const at = { dataset: "#dataset", algorithm: "#algorithm" }[reply.about];
    if (at) this.choices.querySelector(at)?.setAttribute("aria-invalid", "true");
    this.wrong.scrollIntoView({ block: "nearest" });
  }

  // A choice that the message names: it is made, and the comparison with it.
  cure({ option, value, words }) {
    return h("button", { type: "button", onclick: () => {
      document.getElementById(option).value = value;
      this.compareNow();
    } }, words);
  }

  // After the engine was stopped it knows nothing, and after another window asked, another table: this window's table is
  // opened again, and the answer made again.
  async renew(send) {
    if (!this.opened) return { ok: true };
    const reply = await send({ ...this.opened.request, answers: this.answers }, this.opened.bytes);
    if (reply.ok && this.answer) return send({ ask: "compare", ...this.answer.asked }, null);
    return reply;
  }

  // --- The table ---

  showSource(known) {
    this.formats = known.formats;
    const chooser = (id, words, more) => h("input", { type: "file", id, className: "hidden", "aria-label": words,
      onchange: (event) => this.openFiles([...event.target.files]), ...more });
    const input = chooser("file", "Choose files", { multiple: true });
    const folder = chooser("folder", "Choose a folder", { webkitdirectory: true });
    const area = h("textarea", { id: "pasted", rows: 6, spellcheck: false, "aria-label": "A table as text",
      placeholder: "dataset,algorithm,accuracy,seconds\niris,A,0.95,1.2\niris,B,0.93,0.4\n…" });
    const paste = h("button", { type: "button", onclick: () => this.openText(area.value) }, "Open what was pasted");
    const drop = h("div", { className: "drop" },
      h("p", {}, h("strong", {}, "Drop a table here"), ": CSV, TSV, JSON, Excel or Parquet, a row for each data set and algorithm; other layouts work, too. ",
        `Or what a benchmark wrote, file or folder: ${known.formats.filter((one) => one.states).map((one) => one.title.replace(/ \(.*/, "").replace(/^the /, "")).join(", ")}.`),
      h("div", { className: "bar" }, h("button", { type: "button", className: "main", onclick: () => input.click() }, "Choose a file"), input,
        h("button", { type: "button", onclick: () => folder.click() }, "Choose a folder"), folder),
      h("details", {}, h("summary", {}, "Paste a table"), area, h("div", { className: "bar" }, paste)));
    for (const [kind, over] of [["dragover", true], ["dragleave", false], ["drop", false]])
      drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.toggle("over", over); });
    drop.addEventListener("drop", (event) => this.dropped(event.dataTransfer));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => event.preventDefault());
    const packaged = known.tables.map(({ name, title }) => h("li", {},
      h("button", { type: "button", "data-packaged": name, onclick: () => this.openPackaged(name) }, title)));
    const given = h("input", { type: "text", id: "given", "aria-label": "A link to choices" });
    const restore = h("button", { type: "button", onclick: () => this.restoreGiven(given.value) }, "Restore");
    this.about = h("div", { id: "about" });
    this.source.replaceChildren(h("h2", { id: "one" }, "1. The table"),
      h("div", { className: "sources" }, drop, h("div", {}, h("p", {}, "No table at hand? Take one of these:"), h("ul", { className: "packaged" }, packaged),
        h("details", {}, h("summary", {}, "I have a link to choices"), h("div", { className: "bar" }, given, restore)))), this.about);
  }

  async dropped(transfer) {
    const entries = [...transfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.length) return this.openText(transfer.getData("text"));
    try {
      return await this.openFiles((await Promise.all(entries.map(filesOf))).flat());
    } catch {
      return this.complain({ error: "The dropped file cannot be read. It may have been moved.", about: "file" });
    }
  }

  // Files of a folder are opened under its name; hidden ones are none of the results.
  async openFiles(given) {
    const named = given.map((file) => ({ file, name: file.path ?? (file.webkitRelativePath || file.name) }))
      .filter(({ name }) => given.length === 1 || !name.split("/").some((part) => part.startsWith(".")));
    if (!named.length) return;
    let bytes;
    try {
      const parts = new Blob(named.map(({ file }) => file));
      bytes = new Uint8Array(await parts.arrayBuffer());
    } catch {
      return this.complain({ error: `${named[0].name} cannot be read. It may be a folder, have been moved, or be too large for the browser.`, about: "file" });
    }
    const files = named.map(({ file, name }) => ({ name, size: file.size }));
    await this.open({ ask: "open", ...(files.length > 1 ? { files } : { file: files[0].name }) }, bytes);
  }

  async openText(text) {
    if (!text.trim()) return this.complain({ error: "Nothing was pasted. Paste a table with a line of names above.", about: "file" });
    await this.open({ ask: "open", file: "pasted.csv" }, new TextEncoder().encode(text));
  }

  async openPackaged(name, answers = []) {
    await this.open({ ask: "open", packaged: name, answers }, null);
  }

  async open(request, bytes) {
    if (this.work.busy) return;
    this.quiet();
    const answers = request.answers ?? this.waiting?.answers ?? [];
    const reply = await this.work.ask({ ...request, answers }, "Reading the table", bytes);
    if (!reply) return;
    if (!reply.ok) {
      this.choices.hidden = this.result.hidden = true;
      this.opened = this.answer = null;
      this.about.replaceChildren(...(reply.format && !request.packaged ? this.readAs({ request, bytes }, reply.format) : []));
      return this.complain(reply);
    }
    this.opened = { request, bytes };
    this.answer = null;
    this.answers = reply.answers;
    this.result.hidden = true;
    this.showTable(reply.table);
    if (this.waiting) {
      this.roles.fill(this.waiting.roles, this.waiting.settings);
      this.preview.renew();
      this.waiting = null;
    }
    this.choices.scrollIntoView({ block: "nearest" });
  }

  // As what the files are read, and what that format asks for; a change reads them again.
  readAs({ request, bytes }, kind) {
    const again = (change) => this.open({ ...request, answers: undefined, ...change }, bytes);
    const format = choice("Read as", [["", "automatically"], ...this.formats.map((one) => [one.name, one.title])],
      { id: "format", onchange: () => again({ format: format.querySelector("select").value || null, own: {} }) });
    format.querySelector("select").value = request.format ?? "";
    const own = Object.entries(this.formats.find((one) => one.name === kind)?.own ?? {}).map(([name, values]) => {
      const value = request.own?.[name] ?? "";
      const known = { id: `own-${name}`, onchange: (event) => again({ own: { ...request.own, [name]: event.target.value.trim() } }) };
      if (!values.length) return h("label", { className: "field" }, h("span", {}, OWN[name] ?? name), h("input", { type: "text", value, ...known }));
      const made = choice(OWN[name] ?? name, [["", "as usual"], ...values.map((one) => [one, one])], known);
      made.querySelector("select").value = value;
      return made;
    });
    return [h("div", { className: "fields" }, format, own)];
  }

  showTable(table) {
    const stated = table.stated;
    this.about.replaceChildren(
      h("p", {}, h("strong", {}, table.known?.title ?? table.name), `: ${table.rows.toLocaleString("en")} rows, ${table.columns.length} columns. `,
        table.known ? "" : `Read as ${table.read_as}.`),
      ...[table.known ? h("details", {}, h("summary", {}, "About this table"), h("p", { className: "note" }, table.known.description)) : this.readAs(this.opened, table.kind)].flat(),
      stated ? h("p", { className: "note", id: "stated" }, `The file says what is where. Directions: ${stated.directions}.`) : "",
      stated?.notes.length ? h("div", { className: "absent", id: "notes" }, items(stated.notes)) : "",
      table.problems.length ? h("div", { className: "absent" }, items(table.problems)) : "",
      table.one_row_each ? this.oneRowEach(table.one_row_each) : "");
    this.roles = new Roles(table);
    this.preview = new Preview(table, this.roles);
    this.compare = h("button", { type: "button", className: "main", id: "compare", onclick: () => this.compareNow() }, "Compare");
    this.choices.replaceChildren(h("h2", { id: "two" }, "2. What is what"), this.preview.shown, this.roles.shown, this.compare);
    this.choices.hidden = false;
  }

  // A leaderboard with one row for each algorithm: what can be compared in it, and what is needed.
  oneRowEach({ algorithm, datasets }) {
    const named = datasets.length > 4 ? `${datasets.slice(0, 3).join(", ")} and ${datasets.length - 3} more` : datasets.join(", ");
    const read = () => {
      this.roles.readLeaderboard(algorithm, datasets);
      this.preview.renew();
      this.choices.scrollIntoView({ block: "nearest" });
    };
    return h("div", { className: "absent", id: "one-row" },
      h("p", {}, `Every row of “${algorithm}” is a different algorithm, with one result in each column. ` +
        "A comparison counts data sets and needs results on several."),
      datasets.length ? h("p", {}, `If ${named} are results on one data set each, they can be read as one measure on ${datasets.length} data sets; you give its name and direction below. `,
        h("button", { type: "button", onclick: read }, "Read these columns as data sets")) : "",
      h("p", {}, "If each row is a data set and each column an algorithm, choose that layout below. ",
        "Otherwise you need a table with a row for each data set and algorithm, or with a column for each data set and measure, such as iris_accuracy and iris_seconds."));
  }

  // --- The answer ---

  async compareNow() {
    const reply = await this.ask({ ask: "compare", ...this.roles.read() }, "Comparing");
    if (!reply?.ok) return;
    this.answer = reply.answer;
    this.answers = reply.answers;
    const shown = new Answer(this, reply.answer);
    this.result.replaceChildren(h("h2", { id: "three" }, `3. The answer${reply.answer.number > 1 ? `: number ${reply.answer.number}` : ""}`),
      shown.shown, holding(this, reply.answer.explore));
    this.result.hidden = false;
    this.result.querySelector("#verdict").focus({ preventScroll: true });
    this.result.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  // --- Links ---

  async link() {
    const address = link.made({ packaged: this.opened.request.packaged ?? null, asked: this.answer.asked, answers: this.answers });
    const whole = engine.where === "machine" ? address : location.href.split("#")[0] + address;
    const said = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(whole);
      said.textContent = "Copied. It holds the choices, not the table.";
    } catch {
      said.replaceChildren("Copy this: ", h("input", { type: "text", value: whole, readOnly: true, "aria-label": "The link" }));
    }
  }

  restoreGiven(words) {
    if (!link.read(words)) return this.complain({ error: "This is not a link to choices. Copy the whole link.", about: "file" });
    return this.restore(words);
  }

  async restore(words) {
    const found = link.read(words);
    if (!found) return;
    this.waiting = { roles: found.roles, settings: found.settings ?? {}, answers: Array.isArray(found.answers) ? found.answers : [] };
    if (typeof found.packaged === "string") {
      await this.openPackaged(found.packaged, this.waiting.answers);
      if (this.opened) await this.compareNow();
      return;
    }
    this.about.replaceChildren(h("p", { className: "absent" },
      "The link holds choices, not the table. Open their table, and they are filled in."));
  }
}

// The files of what was dropped, those in folders under their folders' names.
const filesOf = async (entry) => {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    file.path = entry.fullPath.replace(/^\//, "");
    return [file];
  }
  const reader = entry.createReader(), found = [];
  for (;;) {  // a reader gives a hundred entries at a time
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return (await Promise.all(found.map(filesOf))).flat();
    found.push(...some);
  }
};

const page = new Page(document.getElementById("app"));
await page.start();
document.documentElement.dataset.ready = "yes";
