# A result's text on the console. The core lays it out for the console that the result is made on,
# and for narrower ones: nothing is folded here.

# For the core: the columns of the console, and whether it has the letters of ASCII only.
console <- function() list(width = getOption("width"), plain = needs_ascii())

needs_ascii <- function() {
  latex <- isNamespaceLoaded("knitr") && knitr::is_latex_output()
  latex || !l10n_info()[["UTF-8"]]
}

# A part of the text ("whole", "short" or "verdict"), in the longest lines that the console has room
# for.
lines_of <- function(text, part) {
  said <- text[[part]][max(1L, which(text$widths <= getOption("width")))]
  if (!shows_bold()) said <- gsub("\033\\[[0-9]+m", "", said)
  if (needs_ascii()) in_ascii(said) else said
}

# Whether the console is a terminal that shows bold, and nobody has asked for none.
shows_bold <- function() {
  isatty(stdout()) && sink.number() == 0L && !nzchar(Sys.getenv("NO_COLOR")) &&
    !Sys.getenv("TERM") %in% c("", "dumb")
}
