// One request at a time, with what is shown meanwhile: what is being done, how far, and a way to stop.
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
      if (this.lost && this.renew && request.ask !== "open") {
        const renewed = await this.renew((again, data) => this.send(again, data));
        if (renewed.error) return renewed;
        this.lost = false;
      }
      return await this.send(request, bytes);
    } finally {
      this.end();
    }
  }

  async send(request, bytes) {
    const reply = await engine.ask(request, bytes, (said) => said && this.tell(said));
    if (reply.about === "stopped") this.lost = true;
    else if (request.ask === "open" && reply.ok) this.lost = false;
    return reply;
  }
}
