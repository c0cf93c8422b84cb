// A lecture's exercises are checked in its page, without an engine; and the site remembers the reader's language, where
// its tabs remember it, too. The page of Python sends readers of R on to theirs. Runs before the theme's script.
"use strict";

(() => {
  const made = (tag, properties = {}, ...inside) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...inside);
    return node;
  };

  // --- The language ---

  const tabs = () => __md_get("__tabs") ?? [];
  const remember = (language) => __md_set("__tabs", [language, ...tabs().filter((tab) => tab !== language)]);
  document.querySelectorAll("[data-language]").forEach((link) => {
    link.addEventListener("click", () => remember(link.dataset.language));
  });
  const other = document.querySelector("a.lecture-other");
  if (other?.dataset.language === "Python") remember("R");
  else if (other && tabs().find((tab) => tab === "R" || tab === "Python") === "R") location.replace(other.href + location.hash);

  // --- The search: its index is larger than a lecture, and is loaded when a reader comes to the search ---

  const search = document.querySelector("[data-md-component=search]");
  const reached = new Promise((resolve) => {
    for (const kind of ["focusin", "click"]) search?.addEventListener(kind, resolve);
    document.addEventListener("keydown", resolve); // a key may open it
  });
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, url, ...others) {
    open.call(this, method, url, ...others);
    if (!search || !/search\.json$/.test(url)) return;
    const { send } = this;
    this.send = (...given) => reached.then(() => send.apply(this, given));
  };

  // --- Exercises ---

  // "1,000" is a thousand, "0,5" a half, "39/51" and "39 of 51" are shares.
  function number(text) {
    const parts = text.split(/\/|\bof\b/);
    if (parts.length === 2) return number(parts[0]) / number(parts[1]);
    const plain = text.replace(/\s|%/g, "");
    return Number(/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", "."));
  }

  // Where per cents are wanted, a share up to 1 is right as well.
  function inUnits(text, percent) {
    const value = number(text);
    return percent !== undefined && !text.includes("%") && value <= 1 ? 100 * value : value;
  }

  function verdict(text, { answer, within, percent }) {
    if (!text.trim()) return ["Type your answer first.", "fault"];
    if (within !== undefined && Number.isNaN(number(text))) return ["Type a number.", "fault"];
    const right =
      within === undefined
        ? text.trim().replace(/^["'`]|["'`]$/g, "").toLowerCase() === answer.toLowerCase()
        : Math.abs(inUnits(text, percent) - Number(answer)) <= Number(within);
    return right ? ["Right.", "right"] : ["Not yet. The hint below may help.", "fault"];
  }

  document.querySelectorAll("div.live-exercise").forEach((node, i) => {
    const { ask } = node.dataset;
    const field = made("input", { className: "live-answer", type: "text", autocomplete: "off", id: `answer-${i + 1}` });
    if (node.dataset.within !== undefined) field.inputMode = "decimal";
    const said = made("p", { className: "live-said", hidden: true });
    said.setAttribute("role", "status");
    const button = made("button", { type: "submit", className: "live-button" }, "Check");
    button.setAttribute("aria-label", `Check the answer: ${ask}`);
    const form = made("form", { className: "live-bar" }, field, button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [text, kind] = verdict(field.value, node.dataset);
      Object.assign(said, { textContent: text, hidden: false });
      said.dataset.kind = kind;
    });
    node.append(made("label", { htmlFor: field.id }, made("strong", {}, "Check yourself: "), ask), form, said);
    node.hidden = false;
  });
})();
