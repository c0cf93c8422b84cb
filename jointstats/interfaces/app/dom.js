// Letters that command, turn or end what is written, or have no width, are shown by their numbers.
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const SHORT = { "\t": "\\t", "\r": "\\r" };

const escaped = (letter) => {
  const digits = letter.codePointAt(0).toString(16);
  const [mark, width] = digits.length < 3 ? ["x", 2] : digits.length < 5 ? ["u", 4] : ["U", 8];
  return SHORT[letter] ?? `\\${mark}${digits.padStart(width, "0")}`;
};

export const visible = (one) => (typeof one === "string" ? one.replace(UNSEEN, escaped) : one);

// Elements of the page. What comes from a file only ever becomes text here; markup that is put in
// whole (`framed`) was written by the desk, which escapes every name.
export const h = (tag, known = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(known)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && !name.startsWith("aria") && name !== "list") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  const there = inside.flat().filter((one) => one !== null && one !== undefined && one !== false);
  made.append(...there.map(visible));
  return made;
};

export const framed = (markup) => {
  const box = h("div");
  box.innerHTML = markup;
  return box;
};

export const items = (sentences) => h("ul", {}, sentences.map((one) => h("li", {}, one)));

export const choice = (label, options, known = {}, hint = "") => {
  const select = h("select", known, options.map(([value, words]) => h("option", { value }, words)));
  return h("label", { className: "field" }, h("span", {}, label), select,
    hint && h("small", {}, hint));
};

export const number = (value) => {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-4 ? value.toExponential(1) : String(+value.toPrecision(4));
};

export const bytesOf = (file) => {
  const words = atob(file.base64);
  return Uint8Array.from(words, (letter) => letter.charCodeAt(0));
};

// A drawing as pixels, three for each of the page's.
export const inPixels = async (file) => {
  const address = URL.createObjectURL(new Blob([bytesOf(file)], { type: file.type }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const paper = h("canvas", { width: 3 * image.naturalWidth, height: 3 * image.naturalHeight });
  paper.getContext("2d").drawImage(image, 0, 0, paper.width, paper.height);
  URL.revokeObjectURL(address);
  const base64 = paper.toDataURL("image/png").split(",")[1];
  return { name: file.name.replace(/svg$/, "png"), type: "image/png", base64 };
};

export const save = (file) => {
  const address = URL.createObjectURL(new Blob([bytesOf(file)], { type: file.type }));
  h("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
