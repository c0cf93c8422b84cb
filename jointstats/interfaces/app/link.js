// A link that restores the choices: what is where, the settings, a packaged table's name, and that
// answers were seen. Never the data: of a file of one's own not even the verdicts are part of it.
export const made = (state) => {
  const own = !state.packaged;
  const answers = state.answers.map((one) => (own ? { asked: one.asked, verdict: "" } : one));
  const words = JSON.stringify({ packaged: state.packaged, ...state.asked, answers });
  const bytes = new TextEncoder().encode(words);
  const letters = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return `#${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
};

// What a link holds; nothing if it is none.
export const read = (address) => {
  const letters = address.slice(address.indexOf("#") + 1);
  if (!address.includes("#") || letters.length < 8) return null;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")),
      (one) => one.charCodeAt(0));
    const found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof found?.roles === "object" && found.roles ? found : null;
  } catch {
    return null;
  }
};
