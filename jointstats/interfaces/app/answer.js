// The answer: verdict, picture, what it rests on, files to take away; and where the verdict holds.
import { bytesOf, framed, h, inPixels, items, save } from "./dom.js";

const FILES = [["report", "Report (HTML)"], ["json", "JSON"], ["csv", "Pairs (CSV)"],
  ["python", "Python code"], ["r", "R code"]];
const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

export class Answer {
  // `page` asks (`ask(request, words)`, which says what is wrong by itself) and shows messages.
  constructor(page, answer) {
    this.page = page;
    this.answer = answer;
    this.shown = h("div", { className: "answer" }, this.first(), this.rest());
  }

  first() {
    const one = this.answer;
    return h("div", {},
      one.note && h("p", { className: "absent changed", role: "note" }, one.note),
      h("p", { className: "verdict", id: "verdict", tabIndex: -1 }, one.verdict),
      h("p", { className: "note" }, `${one.table.replace(/^@/, "")}: ${one.size}.`),
      h("div", { className: "first" }, framed(one.picture),
        h("section", { className: "answers", "aria-label": "The answers" }, one.answers.map(([question, said]) =>
          h("div", {}, h("h3", {}, question), h("p", {}, said))))),
      framed(one.league),
      one.cautions.length > 0 && h("div", { className: "cautions" }, h("h3", {}, "Before you rely on it"), items(one.cautions)),
      one.n_left_out > 0 && h("details", {}, h("summary", {}, `Data sets left out: ${one.n_left_out}`), items(one.left_out)));
  }

  rest() {
    const one = this.answer;
    this.frame = h("div");
    this.drawing = h("div");
    return h("div", {},
      h("details", {}, h("summary", {}, one.pairs_title), framed(one.pairs)),
      h("details", {}, h("summary", {}, "The verdict in sentences"), items(one.sentences)),
      this.figures(),
      h("details", { ontoggle: (event) => event.target.open && this.report() },
        h("summary", {}, "The whole report: every pair, other settings, text for a paper"),
        this.frame),
      this.files());
  }

  // --- The report, in a frame that can reach nothing of this page ---

  async report() {
    if (this.frame.firstChild) return;
    const reply = await this.page.ask({ ask: "report" }, "Writing the report");
    if (!reply?.ok) return;
    const shown = h("iframe", { title: "The report", className: "report", srcdoc: reply.html });
    shown.setAttribute("sandbox", "allow-scripts allow-downloads allow-modals");
    this.frame.replaceChildren(shown);
  }

  figures() {
    const names = this.answer.figures;
    this.name = h("select", { id: "figure", onchange: () => this.draw() }, names.map((name) => h("option", { value: name }, name)));
    const take = this.answer.formats.map((kind) => h("button", { type: "button", onclick: () => this.take(kind) }, kind.toUpperCase()));
    return h("details", { ontoggle: (event) => event.target.open && !this.drawing.firstChild && this.draw() },
      h("summary", {}, "Figures"),
      h("div", { className: "bar" }, h("label", {}, "Figure ", this.name), "Save as ", take), this.drawing);
  }

  async draw() {
    const request = { ask: "figure", name: this.name.value, format: "svg", theme: dark() ? "dark" : "colour" };
    const reply = await this.page.ask(request, "Drawing");
    if (!reply?.ok) return;
    const address = URL.createObjectURL(new Blob([bytesOf(reply.file)], { type: reply.file.type }));
    const drawn = h("img", { src: address, alt: reply.alt, className: "drawn" });
    drawn.onload = () => URL.revokeObjectURL(address);
    this.drawing.replaceChildren(h("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": reply.title }, drawn));
  }

  async take(format) {
    const asked = format === "png" ? "svg" : format;
    const reply = await this.page.ask({ ask: "figure", name: this.name.value, format: asked }, "Drawing");
    if (reply?.ok) save(format === "png" ? await inPixels(reply.file) : reply.file);
  }

  files() {
    const take = async (what) => {
      const reply = await this.page.ask({ ask: "download", what }, "Writing the file");
      if (reply?.ok) save(reply.file);
    };
    return h("div", { className: "bar files" }, h("span", {}, "Take away:"),
      FILES.map(([what, words]) => h("button", { type: "button", onclick: () => take(what) }, words)),
      h("button", { type: "button", onclick: () => this.page.link() }, "Copy a link to these choices"),
      h("span", { role: "status", id: "copied" }));
  }
}

// --- Where the verdict holds: other settings of one factor after another ---

class Factor {
  constructor(page, { setting, name, about }) {
    this.page = page;
    this.setting = setting;
    this.name = name;
    this.said = h("p", { className: "note", role: "status" });
    this.tables = h("div");
    this.button = h("button", { type: "button", onclick: () => this.explore() }, "Where does it hold?");
    this.shown = h("div", { className: "setting", role: "group", "aria-label": name }, h("strong", {}, name),
      h("p", { className: "note" }, about), h("div", { className: "bar" }, this.button), this.said, this.tables);
  }

  get explored() { return this.button.hidden; }

  async explore() {
    const reply = await this.page.ask({ ask: "explore", setting: this.setting }, `Trying other settings: ${this.name}`);
    if (!reply?.ok) return false;
    this.said.textContent = reply.explored.said;
    this.tables.replaceChildren(framed(reply.explored.tables));
    this.button.hidden = true;
    return true;
  }
}

export const holding = (page, explore) => {
  const factors = explore.map((one) => new Factor(page, one));
  const all = h("button", { type: "button", onclick: async () => {
    for (const one of factors) if (!one.explored && !(await one.explore())) return;
  } }, "Try all of them");
  return h("details", { className: "holding", open: true },
    h("summary", {}, h("h2", {}, "Does the verdict hold?")),
    h("p", {}, "The same comparison under other settings, and what is shown there no longer, or in addition. ",
      "A verdict that holds under all of them does not depend on that setting. Choosing the setting whose verdict ",
      "pleases most would make the error rate worthless, so every further answer states ",
      "that it is not the first."),
    h("div", { className: "bar" }, all),
    h("div", { className: "settings" }, factors.map((one) => one.shown)));
};
