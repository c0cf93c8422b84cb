// The first rows of the table. Over each column stands what it is, which can be changed there.
import { h } from "./dom.js";

const COLUMNS = 40;

const kind = (one) => {
  if (one.kind === "number") return one.missing ? `number, ${one.missing} missing` : "number";
  if (one.kind === "text") return `text, ${one.distinct} different`;
  return one.kind;
};

// Long decimals are cut; what is compared is what the file says.
const brief = (cell) => (/^-?\d*\.\d{7,}$/.test(cell) ? `${cell.slice(0, cell.indexOf(".") + 6)}…` : cell);

export class Preview {
  constructor(table, roles) {
    this.roles = roles;
    this.columns = table.columns.slice(0, COLUMNS);
    const more = table.columns.length - this.columns.length;
    this.marks = this.columns.map((one) => this.mark(one));
    const heads = this.columns.map((one, i) => h("th", { scope: "col" }, one.name, h("br"),
      h("small", {}, one.account ? `${kind(one)}: ${one.account}` : kind(one)), this.marks[i].shown));
    const rows = table.first.map((row) => h("tr", {}, row.slice(0, COLUMNS).map((cell) => h("td", {}, brief(cell)))));
    this.shown = h("div", { className: "wide preview", tabIndex: 0, role: "region", "aria-label": "First rows" },
      h("table", {}, h("caption", {}, `The first ${rows.length} rows${more > 0 ? `, without ${more} further columns` : ""}`),
        h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)));
    roles.shown.addEventListener("change", () => this.renew());
    this.renew();
  }

  mark(one) {
    const select = h("select", { "aria-label": `What ${one.name} is`,
      onchange: () => { this.roles.mark(one.name, select.value); this.renew(); } });
    const percent = one.percent && h("label", {}, h("input", { type: "checkbox",
      onchange: (event) => { this.roles.inPercent(one.name, event.target.checked); this.renew(); } }), " in percent");
    return { select, shown: h("div", { className: "mark" }, select, percent) };
  }

  // What a column may be depends on how the table is laid out.
  renew() {
    this.columns.forEach((one, i) => {
      const { select } = this.marks[i], choices = this.roles.marks(one);
      const options = choices.map(([value, words]) => h("option", { value }, words));
      if (options.length !== select.length || options.some((made, j) => made.value !== select[j].value))
        select.replaceChildren(...options);
      select.hidden = !choices.length;
      select.value = this.roles.markOf(one.name);
    });
  }
}
