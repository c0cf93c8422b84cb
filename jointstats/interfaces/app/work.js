// One request at a time, with what is shown meanwhile: what is being done, how far, and a way to stop.
// Every request carries the marks of this window's table and answer: other windows may ask the same engine about others.
import { engine } from "./engine.js";
import { h } from "./dom.js";

export class Work {
  // `kept` says what the engine has to be told again after it was stopped.
  constructor() {
    this.words = h("span", { className: "doing", role: "status" });
    this.bar = h("progress", { max: 1, "aria-label": "Progress" });
    this.stop = h("button", { type: "button", onclick: () => this.cancel() }, "Stop");
    this.shown = h("div", { className: "work", hidden: true }, this.bar, this.words, this.stop);
    this.busy = false;
    this.renew = null;
    this.lost = false;
    this.marks = {};
  }

  begin(words) {
    this.busy = true;
    this.begun = performance.now();
    this.stop.disabled = false;
    this.tell({ text: words, share: null });
    this.shown.hidden = false;
    document.body.classList.add("busy");
    this.clock = setInterval(() => this.tick(), 1000);
  }

  tell(said) {
    this.said = said;
    if (said.share === null || said.share === undefined) this.bar.removeAttribute("value");
    else this.bar.value = said.share;
    this.tick();
  }

  tick() {
    const seconds = Math.round((performance.now() - this.begun) / 1000);
    const share = this.said.share;
    const left = share > 0.05 && share < 1 ? Math.round(seconds * (1 - share) / share) : null;
    const when = seconds < 2 ? "" : left === null ? `, ${seconds} s so far` : `, some ${left} s to go`;
    this.words.textContent = `${this.said.text}${when}`;
  }

  end() {
    this.busy = false;
    clearInterval(this.clock);
    this.shown.hidden = true;
    document.body.classList.remove("busy");
  }

  async start() {
    this.begin("Starting");
    this.stop.hidden = true;
    try {
      await engine.start((said) => this.tell(said));
    } finally {
      this.stop.hidden = false;
      this.end();
    }
  }

  cancel() {
    this.stop.disabled = true;
    this.words.textContent = "Stopping";
    engine.cancel();
  }

  // The reply to a request; nothing if another one is being answered.
  async ask(request, words, bytes = null) {
    if (this.busy) return null;
    this.begin(words);
    try {
      const wrong = this.lost && request.ask !== "open" && await this.renewed();
      if (wrong) return wrong;
      const reply = await this.send(request, bytes);
      if (reply.about !== "elsewhere") return reply;
      return (await this.renewed()) || await this.send(request, bytes);
    } finally {
      this.end();
    }
  }

  // Opens this window's table again; the reply to what failed, if anything did.
  async renewed() {
    if (!this.renew) return null;
    const reply = await this.renew((again, data) => this.send(again, data));
    if (reply.error) return reply;
    this.lost = false;
    return null;
  }

  async send(request, bytes) {
    const reply = await engine.ask({ ...this.marks, ...request }, bytes, (said) => said && this.tell(said));
    if (reply.about === "stopped") this.lost = true;
    if (!reply.ok) return reply;
    if (request.ask === "open") {
      this.lost = false;
      this.marks = { table: reply.table.mark };
    } else if (request.ask === "compare") {
      this.marks = { ...this.marks, answer: reply.answer.mark };
    }
    return reply;
  }
}
