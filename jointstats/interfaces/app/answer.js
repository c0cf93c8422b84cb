// The answer: verdict, picture, what it rests on, files to take away; and where the verdict holds.
import { bytesOf, framed, h, inPixels, items, number, save } from "./dom.js";

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
      h("p", { className: "verdict", id: "verdict", tabIndex: -1 }, one.headline),
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

// --- Where the verdict holds: a slider and a strip for each setting. The strip shows at which values the same is shown;
// another value can be asked for, and its answer then says that it is not the first.

// A value: a number, a name that is left out, or the usual: no rope, nothing left out.
const shown = (value) => (value === null ? "none" : typeof value === "number" ? number(value) : value);

class Setting {
  constructor(page, one, position) {
    this.page = page;
    this.one = one;
    this.values = one.values;
    this.points = null;
    const id = `setting-${position}`;
    this.slider = h("input", { type: "range", id, min: 0, step: 1, oninput: () => this.moved() });
    this.value = h("output", { for: id });
    this.strip = h("div", { className: "strip", hidden: true });
    this.ends = h("div", { className: "ends" });
    this.said = h("p", { className: "note", role: "status" });
    this.where = h("button", { type: "button", onclick: () => this.explore() }, "Where does it hold?");
    this.again = h("button", { type: "button", hidden: true, onclick: () => this.answer() }, "Answer again with this value");
    this.shown = h("div", { className: "setting" },
      h("label", { for: id }, h("strong", {}, one.name), " ", this.value),
      h("p", { className: "note" }, one.about),
      h("div", { className: "track" }, this.slider, this.strip, this.ends),
      h("div", { className: "bar" }, this.where, this.again), this.said);
    this.lay();
  }

  lay() {
    const at = this.points ? this.points.findIndex((point) => point.value === this.one.value)
      : this.values.indexOf(this.one.value);
    this.ends.replaceChildren(h("span", {}, shown(this.values[0])), h("span", {}, shown(this.values.at(-1))));
    this.slider.max = this.values.length - 1;
    this.slider.value = at;
    this.moved();
  }

  get chosen() { return this.values[+this.slider.value]; }

  moved() {
    const value = this.chosen, own = value === this.one.value;
    this.value.textContent = own ? `${shown(value)} (as answered)` : shown(value);
    this.slider.setAttribute("aria-valuetext", this.value.textContent);
    this.again.hidden = own;
    if (own) this.said.textContent = this.sentence ?? "";
    else if (!this.points) this.said.textContent = `At ${shown(value)}: not computed yet.`;
    else {
      const point = this.points[+this.slider.value];
      this.said.textContent = `At ${shown(value)}: ${point.holds ? "the same is shown" : point.said}.`;
    }
    [...this.strip.children].forEach((cell, i) => cell.classList.toggle("here", i === +this.slider.value));
  }

  async explore() {
    const { setting, measure } = this.one;
    const reply = await this.page.ask({ ask: "explore", setting, measure }, `Trying values: ${this.one.name}`);
    if (!reply?.ok) return false;
    this.points = reply.explored.points;
    this.values = this.points.map((point) => point.value);
    this.sentence = reply.explored.said;
    this.strip.replaceChildren(...this.points.map((point) => h("span", {
      className: point.holds ? "holds" : "changes", title: `${shown(point.value)}: ${point.holds ? "holds" : point.said}`,
    }, point.holds ? "✓" : "–")));
    this.strip.setAttribute("role", "img");
    this.strip.setAttribute("aria-label", this.sentence);
    this.strip.hidden = false;
    this.where.hidden = true;
    this.lay();
    return true;
  }

  answer() {
    this.page.again(this.one, this.chosen);
  }
}

export const holding = (page, explore) => {
  const settings = explore.map((one, i) => new Setting(page, one, i));
  const all = h("button", { type: "button", onclick: async () => {
    for (const one of settings) if (!one.points && !(await one.explore())) return;
  } }, "Try all of them");
  return h("details", { className: "holding", open: true },
    h("summary", {}, h("h2", {}, "Does the verdict hold?")),
    h("p", {}, "Each strip shows at which values of a setting the same is shown (✓), and at which not (–). ",
      "A verdict that holds over a wide range does not depend on that setting. Choosing the setting whose verdict ",
      "pleases most would make the error rate worthless, so every further answer states ",
      "that it is not the first."),
    h("div", { className: "bar" }, all),
    h("div", { className: "settings" }, settings.map((one) => one.shown)));
};
