// What the columns are: the visitor says so. A proposal by a column's name is shown as one, and
// whether higher or lower is better is never proposed into the choice itself.
import { choice, h, number } from "./dom.js";

const LAYOUTS = [
  ["long", "A row for each data set and algorithm"],
  ["wide", "A row for each data set, columns for the algorithms"],
  ["leaderboard", "A row for each algorithm, columns for the data sets (a leaderboard)"],
];
const WAYS = [["", "not used"], ["max", "higher better"], ["min", "lower better"]];
const MISSING = [
  ["", "stop and say where"],
  ["drop", "leave the data set out"],
  ["unknown", "take it as unknown; it counts against every claim that it could help"],
  ["worst", "the run failed and loses to all others"],
];
const ROWS = [["", "are an error"], ["mean", "take their mean"], ["median", "take their median"]];
const FAILED = [["", "make the combined result missing"], ["drop", "combine the other runs"],
  ["worst", "a failed run is worse than every result"]];
const KINDS = [["", "choose"], ["cv", "folds of cross-validation"], ["independent", "independent runs, such as seeds"]];

// Keys, and what the heads of the preview call them.
const KEYS = { dataset: "the data sets", also: "the data sets, too", algorithm: "the algorithms", runs: "the runs", cluster: "the families" };

// A field of names and values as it is written: "status=timeout; found=False". The core reads it.
const written = (roles) => Object.entries(roles ?? {}).flatMap(([name, all]) => [all].flat().map((one) => `${name}=${one}`)).join("; ");

export class Roles {
  constructor(table) {
    this.table = table;
    this.names = table.columns.map((one) => one.name);
    this.ropes = {};
    this.percents = new Set();  // columns in percent, some cells with the sign and some without
    const seems = !table.known && table.wide.length && !this.proposed("algorithm")
      ? `Columns such as ${table.columns.find((one) => one.kind === "number")?.name} may hold a measure of one algorithm: then it is the second one.` : "";
    this.layout = choice("How is the table laid out?", LAYOUTS, { onchange: () => this.laid(), id: "layout" }, seems);
    this.body = h("div");
    this.shown = h("div", { className: "roles" }, this.layout, this.body);
    const known = table.known?.roles;
    this.laid(known);
    if (known) this.fill(known);
    if (table.stated) this.fillStated(table.stated);
  }

  get way() { return this.layout.querySelector("select").value; }

  proposed(role) {
    const found = this.table.columns.filter((one) => one.proposal?.role === role);
    return found.length === 1 || (role === "dataset" && found.length) ? found[0].name : "";
  }

  // A column that holds numbers.
  measurable(one) { return one.kind.startsWith("number") || this.percents.has(one.name); }

  // Whether every column that is used is an algorithm, or a data set, of one measure.
  get alone() { return this.pattern?.querySelector("select").value === ""; }

  column(label, role, id) {
    const own = this.table.columns.map((one) => [one.name, one.name]);
    const proposal = this.proposed(role);
    const stated = this.table.stated?.roles[role];
    const hint = stated ? "Stated by the file." : proposal && !this.table.known ? `Proposed from the name: ${proposal}. Change it if that is wrong.` : "";
    const made = choice(label, [["", "choose a column"], ...own], { id }, hint);
    if (own.some(([name]) => name === proposal)) made.querySelector("select").value = proposal;
    return made;
  }

  laid() {
    const long = this.way === "long", wide = this.way === "wide";
    this.dataset = this.way === "leaderboard" ? null
      : this.column("Data sets are in", "dataset", "dataset");
    this.algorithm = wide ? null : this.column("Algorithms are in", "algorithm", "algorithm");
    const rows = long && !this.table.stated && this.table.columns.some((one) => one.ways);
    this.metric = rows ? this.column("Names of measures are in", "metric", "metric") : null;
    this.value = rows ? this.column("Values of these measures are in", "value", "value") : null;
    this.used = new Set(this.table.columns.filter((one) => this.measurable(one)).map((one) => one.name));
    this.measures = h("div");
    this.pattern = long ? null : this.patterns();
    this.more = this.options();
    this.body.replaceChildren(...[this.dataset, this.algorithm, this.metric, this.value, this.pattern, this.measures, this.more]
      .filter(Boolean));
    for (const select of [this.dataset, this.also, this.algorithm, this.metric])
      select?.addEventListener("change", () => this.renewed());
    this.renewed();
  }

  // The measures that a column names, each with the direction that its name speaks for.
  get named() {
    const ways = this.table.columns.find((one) => one.name === this.metric?.querySelector("select").value)?.ways;
    return ways && Object.entries(ways).map(([name, way]) => ({ name, proposal: { way } }));
  }

  patterns() {
    const what = this.way === "wide" ? "algorithm" : "dataset";
    const found = this.table.wide.map((one, i) => [String(i),
      `${one.pattern.replace("{algorithm}", `{${what}}`)}: ${one.measures.slice(0, 4).join(", ")}`]);
    const alone = what === "algorithm" ? "every other column is an algorithm; one measure"
      : "every other column is a data set; one measure";
    return choice("How are the columns named?", [["", alone], ...found],
      { id: "pattern", onchange: () => this.renewed() });
  }

  // The measures that can be chosen, and the algorithms that can be left out.
  renewed() {
    this.listMeasures();
    this.listAlgorithms();
  }

  listMeasures() {
    const before = this.directions();
    this.ropes = { ...this.ropes, ...this.widths() };
    const taken = ["dataset", "algorithm", "also"].flatMap((role) => this.chosen(role));
    let rows;
    if (this.way === "long") {
      rows = this.table.stated ? this.ofTheFile() : this.named ? this.named
        : this.table.columns.filter((one) => this.measurable(one) && !taken.includes(one.name));
    } else {
      const at = this.pattern.querySelector("select").value;
      rows = at === "" ? [{ name: "", own: true }] : this.table.wide[+at].measures.map((name) => ({ name }));
    }
    const list = rows.map((one, i) => this.measure(one, i, before[one.name] ?? this.table.stated?.measures[one.name] ?? ""));
    const empty = !list.length && h("p", { className: "absent" },
      "No column holds only numbers, so there is no measure to choose.");
    this.measures.replaceChildren(h("fieldset", { id: "measures" },
      h("legend", {}, this.table.stated ? "Measures: for some, the file states whether higher or lower is better"
        : this.table.known ? "Measures, with the directions that come with this table"
        : "Measures: choose for each whether higher or lower is better"),
      this.accept(rows), h("div", { className: "measures" }, list), empty || null, this.leftOut(taken)));
  }

  // One button takes every direction that a name speaks for.
  accept(rows) {
    const proposed = this.table.known ? [] : rows.filter((one) => one.proposal?.way && !this.statedWay(one.name));
    if (!proposed.length) return null;
    const take = () => {
      for (const one of proposed) this.direct(one.name, one.proposal.way);
      this.shown.dispatchEvent(new Event("change"));
    };
    const said = proposed.map((one) => `${one.name} ${one.proposal.way === "max" ? "↑" : "↓"}`).join(", ");
    return h("div", { className: "bar" }, h("button", { type: "button", id: "accept", onclick: take },
      proposed.length === 1 ? "Accept the proposed direction" : `Accept all ${proposed.length} proposed directions`), said);
  }

  direct(name, way) {
    const row = [...this.measures.querySelectorAll(".measure")].find((one) => one.dataset.name === name);
    const radio = row?.querySelector(`input[type=radio][value="${way}"]`);
    if (radio && !radio.disabled) radio.checked = true;
  }

  // --- What the heads of the preview say and change ---

  marks(one) {
    if (this.table.stated || this.named || (this.pattern && !this.alone)) return [];
    const numbers = this.measurable(one);
    if (this.way === "long") return [["", "not used"], ...(numbers ? [["max", "higher is better"], ["min", "lower is better"]] : []), ...Object.entries(KEYS)];
    const own = this.way === "wide" ? "dataset" : "algorithm";
    return [["", "not used"], [own, KEYS[own]], ...(numbers ? [["one", this.way === "wide" ? "an algorithm" : "a data set"]] : [])];
  }

  // The columns that are chosen for a key.
  chosen(role) {
    return [...(this[role]?.querySelector("select").selectedOptions ?? [])].map((one) => one.value).filter(Boolean);
  }

  markOf(name) {
    const key = Object.keys(KEYS).find((role) => this.chosen(role).includes(name));
    if (key) return key;
    return this.alone ? (this.used.has(name) ? "one" : "") : this.directions()[name] ?? "";
  }

  mark(name, value) {
    for (const role of Object.keys(KEYS)) {
      const select = this[role]?.querySelector("select");
      if (select?.multiple) [...select.options].find((option) => option.value === name).selected = role === value;
      else if (select && role === value) select.value = name;
      else if (select?.value === name) select.value = "";
    }
    if (value === "one") this.used.add(name);
    else this.used.delete(name);
    this.renewed();
    if (!this.pattern) this.direct(name, value === "max" || value === "min" ? value : "");
  }

  inPercent(name, yes) {
    if (yes) this.percents.add(name).size && this.used.add(name);
    else this.percents.delete(name);
    this.renewed();
  }

  readLeaderboard(algorithm, datasets) {
    this.layout.querySelector("select").value = "leaderboard";
    this.laid();
    this.algorithm.querySelector("select").value = algorithm;
    this.used = new Set(datasets);
    this.renewed();
  }

  // The columns that are nothing else and can be no measure, each with the reason.
  leftOut(taken) {
    const rest = this.way === "long" && !this.table.stated && !this.table.known
      ? this.table.columns.filter((one) => one.why && !this.measurable(one) && !taken.includes(one.name)) : [];
    return rest.length ? h("p", { className: "note", id: "left-out" },
      `Cannot be measures: ${rest.map((one) => `${one.name} (${one.why})`).join("; ")}.`) : null;
  }

  // The measures that the file is known to have, those with stated directions first.
  ofTheFile() {
    const { measures, also, undirected } = this.table.stated;
    const names = [...Object.keys(measures), ...Object.keys(also), ...undirected];
    return names.map((name) => this.table.columns.find((one) => one.name === name)).filter(Boolean);
  }

  // Which way is stated of a measure; nothing if none is.
  statedWay(name) {
    return this.table.stated?.measures[name] ?? this.table.stated?.also[name] ?? "";
  }

  measure(one, i, way) {
    const stated = this.statedWay(one.name);
    const name = `way-${i}`;
    const label = one.own
      ? h("input", { type: "text", className: "own", placeholder: "name of the measure", "aria-label": "Name of the measure" })
      : h("strong", {}, one.name);
    const facts = [];
    if (one.kind === "number") facts.push(`${number(one.low)} to ${number(one.high)}`);
    if (one.missing) facts.push(`${one.missing} missing`);
    if (one.kind === "number with text") facts.push(`text in ${one.n_odd} cells`);
    if (stated) facts.push(`${WAYS.find(([key]) => key === stated)[1]}: stated by the file`);
    else if (one.proposal?.way && !this.table.known)
      facts.push(`from the name, ${WAYS.find(([key]) => key === one.proposal.way)[1]}?`);
    const radios = WAYS.map(([value, words]) => h("label", {},
      h("input", { type: "radio", name, value, checked: value === way,
        disabled: !!stated && value !== "" && value !== stated }), words));
    const rope = h("input", { type: "number", className: "rope", min: 0, step: "any", placeholder: "none",
      value: this.ropes[one.name] ?? "", "aria-label": `Differences on ${one.name || "the measure"} that do not matter` });
    return h("div", { className: "measure", role: "radiogroup", "aria-label": one.name || "The measure",
      "data-name": one.name }, h("div", {}, label, " ", h("small", {}, facts.join("; "))),
    h("div", { className: "ways" }, radios),
    h("label", { className: "equal" }, "Practically equal up to a difference of ", rope));
  }

  listAlgorithms() {
    const names = this.algorithms();
    this.only.replaceChildren(...(names.length > 2 ? [h("fieldset", {},
      h("legend", {}, "Only these algorithms"),
      h("div", { className: "names" }, names.map((name) => h("label", {},
        h("input", { type: "checkbox", value: name, checked: true }), name))))] : []));
    this.control.querySelector("select").replaceChildren(
      ...[["", "all with all"], ...names.map((name) => [name, name])]
        .map(([value, words]) => h("option", { value }, words)));
  }

  algorithms() {
    if (this.way === "wide") {
      const at = this.pattern.querySelector("select").value;
      if (at !== "") return this.table.wide[+at].algorithms;
      const key = this.dataset.querySelector("select").value;
      return this.names.filter((name) => name !== key && this.used.has(name));
    }
    const name = this.algorithm.querySelector("select").value;
    return this.table.columns.find((one) => one.name === name)?.names ?? [];
  }

  options() {
    const long = this.way === "long";
    this.missing = choice("Where a result is missing", MISSING, { id: "missing" });
    this.aggregate = long ? choice("Several rows of a data set and algorithm", ROWS, { id: "aggregate" }) : null;
    this.failed = long ? choice("Failed runs of several", FAILED, { id: "failed_runs" }) : null;
    const some = (label, id) => choice(label, [["", "no such column"], ...this.names.map((n) => [n, n])], { id });
    this.cluster = long ? some("Families of data sets (versions of one source) are in", "cluster") : null;
    this.runs = long ? some("Runs are in (instead of a mean)", "runs") : null;
    this.kind = long ? choice("What the runs are", KINDS, { id: "run_kind" }) : null;
    this.share = long ? h("label", { className: "field" }, h("span", {}, "Share of the cases that a run of cross-validation tests on"),
      h("input", { type: "number", min: 0, max: 1, step: "any", id: "test_share", placeholder: "such as 0.1" })) : null;
    const text = (label, id, placeholder) => h("label", { className: "field" }, h("span", {}, label),
      h("input", { type: "text", id, placeholder }));
    const rest = this.table.columns.filter((one) => one.proposal?.role === "dataset").slice(1).map((one) => one.name);
    this.also = long ? h("label", { className: "field" }, h("span", {}, "Data sets are also named by"),
      h("select", { id: "also", multiple: true }, this.names.map((name) => h("option", { value: name, selected: rest.includes(name) }, name)))) : null;
    this.where = text("Rows to keep", "where", "such as settings=default");
    this.mark_failed = long ? text("Failed runs have", "failed", "such as status=timeout; found=False") : null;
    this.words = this.way === "leaderboard" ? null : text("Words for a failed run", "failed_words", "such as DNF; TIMEOUT");
    this.limit = this.way === "leaderboard" ? null : text("Limits of a run", "limit", "such as runtime=3600");
    this.even = this.way === "leaderboard" ? null
      : text("Measures that count if the run failed", "even_failed", "such as cost; tokens");
    this.alpha = h("label", { className: "field" }, h("span", {}, "Threshold (alpha)"),
      h("input", { type: "number", id: "alpha", min: 0, max: 0.5, step: "any", placeholder: "0.05" }));
    this.control = choice("Compare", [["", "all with all"]], { id: "control" }, "One algorithm alone with each other one: choose it.");
    this.only = h("div");
    return h("details", { className: "more" }, h("summary", {}, "More choices: missing results, folds, families, which algorithms, the threshold"),
      h("div", { className: "fields" }, [this.missing, this.aggregate, this.failed, this.control, this.alpha, this.cluster, this.runs, this.kind,
        this.share, this.also, this.where, this.mark_failed, this.words, this.limit, this.even].filter(Boolean)), this.only);
  }

  // What the file states is filled in; of other choices the first one says it, and leaves it so.
  fillStated({ roles }) {
    this.layout.hidden = true;
    this.fill({ layout: "long", dataset: roles.dataset, algorithm: roles.algorithm, measures: this.table.stated.measures });
    for (const [name, field] of [["aggregate", this.aggregate], ["cluster", this.cluster], ["runs", this.runs], ["run_kind", this.kind]])
      if (roles[name]) {
        const words = [...ROWS, ...KINDS].find(([key]) => key === roles[name])?.[1] ?? roles[name];
        field.querySelector("option").textContent = `as the file states: ${words}`;
      }
    if (roles.test_share) this.share.querySelector("input").placeholder = `as the file states: ${number(roles.test_share)}`;
  }

  directions() {
    const found = {};
    for (const row of this.measures.querySelectorAll(".measure")) {
      const own = row.querySelector("input.own");
      const way = row.querySelector("input[type=radio]:checked")?.value;
      if (way) found[own ? own.value.trim() || "result" : row.dataset.name] = way;
    }
    return found;
  }

  // Differences that do not matter, of the measures that are used.
  widths() {
    const found = {};
    for (const row of this.measures.querySelectorAll(".measure")) {
      const own = row.querySelector("input.own"), width = row.querySelector("input.rope").value;
      const used = row.querySelector("input[type=radio]:checked")?.value;
      if (used && width !== "") found[own ? own.value.trim() || "result" : row.dataset.name] = Number(width);
    }
    return found;
  }

  read() {
    const value = (field) => field?.querySelector("select, input")?.value ?? "";
    const what = this.way === "wide" ? "algorithm" : "dataset";
    const at = value(this.pattern);
    const boxes = [...this.only.querySelectorAll("input")];
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    const measures = this.directions();
    const key = value(this.way === "wide" ? this.dataset : this.algorithm);
    const rest = this.names.filter((name) => name !== key);
    const keep = this.alone && key && rest.some((name) => !this.used.has(name))
      ? this.names.filter((name) => name === key || this.used.has(name)) : null;
    const dataset = [...new Set([value(this.dataset), ...this.chosen("also")])];
    const roles = {
      layout: this.way,
      dataset: dataset.length > 1 ? dataset : dataset[0], algorithm: value(this.algorithm), measures,
      ...(this.named ? { metric: value(this.metric), value: value(this.value) } : {}),
      missing: value(this.missing), aggregate: value(this.aggregate),
      failed_runs: value(this.failed), cluster: value(this.cluster),
      runs: value(this.runs), run_kind: value(this.kind),
      test_share: value(this.share) === "" ? null : Number(value(this.share)),
      only: wanted.length < boxes.length ? wanted : null,
      rope: this.widths(), keep, percent: [...this.percents],
      where: value(this.where), failed: value(this.mark_failed), limit: value(this.limit),
      failed_words: value(this.words), even_failed: value(this.even),
    };
    if (this.pattern) roles.columns = at === "" ? `{${what}}`
      : this.table.wide[+at].pattern.replace("{algorithm}", `{${what}}`);
    return { roles, settings: { control: value(this.control) || null, alpha: value(this.alpha) === "" ? null : Number(value(this.alpha)) } };
  }

  // Choices that are known: of a packaged table, or from a link.
  fill(roles, settings = null) {
    const put = (field, value) => { if (field && value) field.querySelector("select, input").value = value; };
    if (roles.layout && roles.layout !== this.way) {
      put(this.layout, roles.layout);
      this.laid();
    }
    const [dataset, ...also] = [roles.dataset].flat();
    put(this.dataset, dataset);
    put(this.algorithm, roles.algorithm);
    put(this.metric, roles.metric);
    put(this.value, roles.value);
    if (this.pattern && roles.columns) {
      const at = this.table.wide.findIndex((one) => one.pattern === roles.columns.replace("{dataset}", "{algorithm}"));
      put(this.pattern, at < 0 ? "" : String(at));
    }
    this.percents = new Set(roles.percent ?? []);
    if (roles.keep) this.used = new Set(roles.keep);
    this.renewed();
    for (const name of ["missing", "aggregate", "cluster", "runs"]) put(this[name], roles[name]);
    put(this.failed, roles.failed_runs);
    for (const option of this.also?.querySelectorAll("option") ?? []) option.selected = also.includes(option.value);
    for (const [field, said] of [[this.where, roles.where], [this.mark_failed, roles.failed], [this.limit, roles.limit]])
      put(field, written(said));
    put(this.words, (roles.failed_words ?? []).join("; "));
    put(this.even, (roles.even_failed ?? []).join("; "));
    put(this.kind, roles.run_kind);
    put(this.share, roles.test_share);
    put(this.control, settings?.control);
    put(this.alpha, settings?.alpha);
    this.ropes = roles.rope ?? {};
    for (const row of this.measures.querySelectorAll(".measure")) {
      const own = row.querySelector("input.own");
      if (own) own.value = Object.keys(roles.measures ?? {})[0] ?? "";
      const name = own?.value ?? row.dataset.name, way = roles.measures?.[name] ?? "";
      row.querySelector(`input[value="${way === "max" || way === "min" ? way : ""}"]`).checked = true;
      row.querySelector("input.rope").value = this.ropes[name] ?? "";
    }
    if (roles.only) for (const box of this.only.querySelectorAll("input")) box.checked = roles.only.includes(box.value);
  }
}
