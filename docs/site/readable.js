// What the theme leaves to be done for readers without a mouse, or without sight.
function mend() {
  // The button that copies a block of code is in a landmark without a name. It is none.
  for (const nav of document.querySelectorAll(".md-code__nav:not([role])")) nav.setAttribute("role", "none");
  // An empty heading of a table's column heads nothing.
  for (const head of document.querySelectorAll("th:empty")) head.replaceWith(document.createElement("td"));
  // What is wider than its place is scrolled by keys, too.
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}
new MutationObserver(mend).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("load", mend);
addEventListener("resize", mend);
