// A lecture's Python cells run in its page: edited, run; their names are kept while the page is open. One engine
// for all of them, started at the first Run. Without this script, or where no engine can run, the page is only read.
"use strict";

(() => {
  const made = (tag, properties = {}, ...inside) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...inside);
    return node;
  };
  let engine = null;
  let running = false;
  let unrun = 0; // raised whenever the names of the cells are gone

  // What a run says while it runs, and what came of it.
  class Output {
    constructor(name) {
      this.name = name;
      this.said = made("p", { className: "live-said", hidden: true });
      this.said.setAttribute("role", "status");
      this.made = made("div", { className: "live-made" });
      this.node = made("div", { className: "live-output" }, this.said, this.made);
    }

    say(text, kind = "") {
      this.said.textContent = text;
      this.said.hidden = !text;
      this.said.dataset.kind = kind;
    }

    show(reply, alternative) {
      this.made.replaceChildren();
      if (reply.text) this.made.append(scrolling("live-text", reply.text, `Output of ${this.name}`));
      for (const figure of reply.figures) {
        this.made.append(made("img", { src: `data:image/svg+xml,${encodeURIComponent(figure)}`, alt: alternative, className: "live-figure" }));
      }
      if (reply.notes) this.made.append(scrolling("live-notes", reply.notes, `Notes of ${this.name}`));
      if (reply.fault) this.say(reply.fault, "fault");
      else this.say(reply.text || reply.figures.length ? "" : "Run; nothing was printed.");
    }
  }

  // Wide text scrolls by itself, which the keyboard must reach.
  function scrolling(className, text, name) {
    const pre = made("pre", { className, tabIndex: 0 }, text);
    pre.setAttribute("role", "region");
    pre.setAttribute("aria-label", name);
    return pre;
  }

  // The picture that the page has of a cell: below its code and what it prints.
  function pictureOf(block) {
    let next = block.nextElementSibling;
    if (next?.classList.contains("printed")) next = next.nextElementSibling;
    return next?.querySelector("img.drawn") ?? null;
  }

  const inWords = ({ text, share }) => (share && !/MB$/.test(text) ? `${text} (${Math.round(100 * share)} %)` : text) + " …";

  class Cell {
    constructor(block, number) {
      this.block = block;
      this.number = number;
      this.original = block.querySelector("code").textContent.replace(/\n$/, "");
      this.ran = -1; // as of which state of the names
      this.picture = pictureOf(block);
      const named = `cell ${number}`;
      this.output = new Output(named);
      this.runs = button("Run", `Run ${named}`, () => runTo(this));
      this.edits = button("Edit", `Edit ${named}`, () => this.edit());
      this.bar = made("div", { className: "live-bar" }, this.runs, this.edits);
      block.after(this.bar, this.output.node);
    }

    get code() {
      return this.area ? this.area.value : this.original;
    }

    get answers() {
      return this.block.closest("details.success") !== null;
    }

    get alternative() {
      return this.picture && this.code === this.original ? this.picture.alt : "The figure that this cell draws";
    }

    edit() {
      if (this.area) {
        this.area.remove();
        this.area = null;
        this.block.hidden = false;
        this.edits.textContent = "Edit";
        this.edits.setAttribute("aria-label", `Edit cell ${this.number}`);
        this.runs.focus();
        return;
      }
      this.area = editor(this.original, `Code of cell ${this.number}`, () => runTo(this));
      this.block.hidden = true;
      this.block.after(this.area);
      this.edits.textContent = "As it was";
      this.edits.setAttribute("aria-label", `Cell ${this.number} as it was`);
      this.area.focus();
    }

    run(onProgress) {
      return engine.run(this.code, onProgress);
    }

    show(reply) {
      this.output.show(reply, this.alternative);
    }
  }

  function button(text, label, onclick) {
    const node = made("button", { type: "button", className: "live-button", onclick }, text);
    node.setAttribute("aria-label", label);
    return node;
  }

  function editor(text, label, run) {
    const area = made("textarea", { className: "live-code", value: text, rows: text.split("\n").length + 1, spellcheck: false });
    area.setAttribute("aria-label", label);
    area.autocapitalize = "off";
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        run();
      }
    });
    return area;
  }

  // The cells above come first, as far as they have not been run; answers only for an answer.
  function before(cell) {
    const above = (one) => one.block.compareDocumentPosition(cell.block) & Node.DOCUMENT_POSITION_FOLLOWING;
    return cells.filter((one) => one !== cell && above(one) && one.ran !== unrun && (!one.answers || cell.answers));
  }

  async function runTo(cell) {
    if (running) return;
    running = true;
    cells.forEach((one) => (one.runs.disabled = true));
    const stop = button("Cancel", "Cancel the run", () => {
      if (engine.cancel() === "ended") unrun += 1;
    });
    cell.bar.append(stop);
    const first = before(cell);
    try {
      for (const [i, one] of [...first, cell].entries()) {
        const which = one === cell ? "" : `first cell ${one.number} (${i + 1} of ${first.length} above): `;
        const reply = await one.run((now) => cell.output.say(which + inWords(now), "busy"));
        one.show(reply);
        one.ran = reply.fault ? -1 : unrun;
        if (reply.fault && one !== cell) {
          cell.output.say(`Cell ${one.number} above ended with: ${reply.fault}`, "fault");
          break;
        }
      }
    } catch (error) {
      cell.output.say(error.message, "fault");
      if (error.kind !== "stopped") unrun += 1;
    } finally {
      running = false;
      stop.remove();
      cells.forEach((one) => (one.runs.disabled = false));
    }
  }

  // --- The page ---

  let cells = [];

  async function enliven() {
    if (location.protocol === "file:") return; // browsers start no worker there
    const { WorkerEngine, obstacle } = await import("./worker-engine.js");
    if (obstacle()) return;
    engine = new WorkerEngine("live/");
    const { files } = (await engine.known()).engine;
    cells = [...document.querySelectorAll("div.live")].map((block, i) => new Cell(block, i + 1));
    // Code that is too wide can be scrolled by the keyboard, also once its fold is opened.
    const watch = new ResizeObserver((seen) => {
      for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
    });
    document.querySelectorAll("article pre > code").forEach((code) => watch.observe(code));
    const size = files.reduce((sum, file) => sum + file.size, 0) / 1e6;
    const note =
      `The Python cells run in this page, and nothing is sent anywhere. The first Run loads Python (${size.toFixed(0)} MB, which ` +
      "the browser keeps). A Run runs the cells above first; Ctrl+Enter runs the cell that is edited.";
    document.querySelector(".lecture-links")?.after(made("p", { className: "live-note" }, note));
  }

  // Without an engine beside the page, or in an old browser, the page is what it is without this script.
  const ready = enliven().catch(() => {});
  self.lectureCells = () => ready.then(() => ({ cells, engine }));
})();
