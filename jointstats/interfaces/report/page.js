// What the report does beyond being read: sort, choose, copy and save tables, open parts.
// Everything is in the page without it. Texts of the page are only ever used as text.
"use strict";
(() => {
  const all = (what, of = document) => [...of.querySelectorAll(what)];
  const make = (tag, words = "", known = {}) =>
    Object.assign(document.createElement(tag), { textContent: words }, known);

  const number = (words) => {
    const found = words.replace(/[−–]/g, "-").match(/^[<>≈~]?\s*(-?\d+(\.\d+)?(e[-+]?\d+)?)/i);
    return found ? +found[1] - (words[0] === "<") * 1e-9 + (words[0] === ">") * 1e-9 : NaN;
  };
  const compare = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (!isNaN(x) && !isNaN(y)) return x - y;
    return isNaN(x) - isNaN(y) || a.localeCompare(b);
  };

  // --- Tables ---

  const FEW = 12;  // rows that are seen at a glance: there is nothing to choose

  const columns = (table) => {
    const heads = all("thead th[scope=col]", table);
    const above = heads.filter((head) => !head.dataset.of);
    return [...above, ...heads.filter((head) => head.dataset.of)];
  };

  const sortable = (table, heads) => heads.forEach((head, i) => {
    // No button element: browsers leave those out where a head is repeated on the next sheet of paper.
    const button = make("span", head.textContent, { role: "button", tabIndex: 0, title: "Sort" });
    head.replaceChildren(button);
    button.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      button.click();
    };
    button.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down > 0 ? "ascending" : "descending");
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [row.cells[i].textContent, row]);
      rows.sort(([a], [b]) => down * compare(a, b));
      body.append(...rows.map(([, row]) => row));
    };
  });

  const choosing = (table, heads, bar) => {
    const chosen = {};
    const left = make("span", "", { role: "status" });
    const show = () => {
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        row.hidden = Object.entries(chosen).some(([by, value]) => value && !heads.some(
          (head, i) => head.dataset.by === by && row.cells[i].textContent === value));
        shown += !row.hidden;
      }
      left.textContent = shown < table.tBodies[0].rows.length
        ? `${shown} of ${table.tBodies[0].rows.length} rows` : "";
    };
    const choice = (by, values, act) => {
      const label = make("label", `${by} `);
      const select = make("select");
      select.append(make("option", "all", { value: "" }));
      select.append(...values.map((value) => make("option", value, { value })));
      select.onchange = () => act(select.value);
      label.append(select);
      bar.append(label);
    };
    const rows = [...table.tBodies[0].rows];
    for (const by of rows.length > FEW ? ["algorithm", "measure", "state"] : []) {
      const own = heads.flatMap((head, i) => (head.dataset.by === by ? [i] : []));
      const values = [...new Set(rows.flatMap((row) => own.map((i) => row.cells[i].textContent)))];
      if (values.length > 1) choice(by, values, (value) => { chosen[by] = value; show(); });
    }
    const measures = [...new Set(heads.map((head) => head.dataset.m).filter(Boolean))];
    if (measures.length > 2) choice("measure", measures, (value) => {
      const hide = (cell) => value !== "" && !!cell.dataset.m && cell.dataset.m !== value;
      all("thead th", table).forEach((head) => { head.hidden = hide(head); });
      for (const row of table.tBodies[0].rows)
        heads.forEach((head, i) => { row.cells[i].hidden = head.hidden; });
    });
    bar.append(left);
  };

  const cells = (table) => [
    columns(table).map((head) => [head.dataset.of, head.textContent].filter(Boolean).join(" ")),
    ...[...table.tBodies[0].rows].filter((row) => !row.hidden)
      .map((row) => [...row.cells].map((cell) => cell.textContent)),
  ];
  const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

  const copy = async (words) => {
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      const area = make("textarea", words);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };
  const said = (button, words) => {
    const before = button.textContent;
    button.textContent = words;
    setTimeout(() => { button.textContent = before; }, 1200);
  };
  const copies = (words) => {
    const button = make("button", "Copy", { type: "button" });
    button.onclick = () => copy(words()).then(() => said(button, "Copied"));
    return button;
  };
  const saves = (table) => {
    const button = make("button", "CSV", { type: "button", title: "Save as CSV" });
    button.onclick = () => {
      const lines = cells(table).map((row) => row.map(quoted).join(","));
      const file = new Blob(["\ufeff", lines.join("\r\n"), "\r\n"], { type: "text/csv" });
      const link = make("a", "", { href: URL.createObjectURL(file) });
      link.download = `${table.caption.textContent.split(":")[0].trim()}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    };
    return button;
  };

  for (const table of all("table.tools")) {
    const bar = make("div", "", { className: "bar" });
    const heads = columns(table);
    sortable(table, heads);
    choosing(table, heads, bar);
    bar.append(copies(() => cells(table).map((row) => row.join("\t")).join("\n")), saves(table));
    table.parentElement.before(bar);
  }
  for (const block of all("pre,.paper")) {
    const bar = make("div", "", { className: "bar" });
    bar.append(copies(() => block.innerText));
    block.before(bar);
  }

  // --- Parts, and light or dark ---

  const open = () => {
    const part = location.hash && document.getElementById(location.hash.slice(1));
    if (part && part.tagName === "DETAILS") part.open = true;
  };
  addEventListener("hashchange", open);
  open();
  const printed = [];  // parts that are open on paper alone
  addEventListener("beforeprint", () => {
    printed.push(...all("details.printed:not([open])"));
    printed.forEach((part) => { part.open = true; });
  });
  addEventListener("afterprint", () => printed.splice(0).forEach((part) => { part.open = false; }));
  const bar = document.getElementById("bar");
  const every = make("button", "Open all parts", { type: "button" });
  every.onclick = () => {
    const parts = all("details");
    const close = parts.every((part) => part.open);
    parts.forEach((part) => { part.open = !close; });
    every.textContent = close ? "Open all parts" : "Close all parts";
  };
  const light = make("button", "Dark or light", { type: "button" });
  light.onclick = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  };
  bar.append(every, light);
})();
