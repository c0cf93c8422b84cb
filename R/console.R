# A result's text for the console: in letters that it has, and no wider than it is. The core breaks
# its lines at 92 letters.

core_width <- 92

# Letters of the texts beside those of the figures.
more_ascii <- c(
  "\u00d7" = "x", "\u03c7" = "chi", "\u00b2" = "2", "\u2500" = "-", "\u03bb" = "lambda",
  "\u039b" = "Lambda"
)

for_console <- function(text, width = getOption("width"), plain = needs_ascii()) {
  if (plain) {
    text <- in_ascii(text, c(ascii, more_ascii))
  }
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  if (width < max(core_width, nchar(lines, "width"))) {
    lines <- fitted_lines(lines, width)
  }
  paste(lines, collapse = "\n")
}

needs_ascii <- function() {
  latex <- isNamespaceLoaded("knitr") && knitr::is_latex_output()
  latex || !l10n_info()[["UTF-8"]]
}

# Tables are split between columns, paragraphs are filled anew.
fitted_lines <- function(lines, width) {
  rules <- which(grepl("^ *-+(  -+)+$", lines))
  table <- rep(FALSE, length(lines))
  for (rule in rules) {
    ends <- which(!nzchar(lines) & seq_along(lines) > rule)
    table[seq(rule - 1, min(ends - 1, length(lines)))] <- TRUE
  }
  starts <- !table & !continues(lines, c(FALSE, utils::head(table, -1)))
  starts[rules - 1] <- TRUE
  parts <- split(lines, cumsum(starts | !nzchar(lines) | c(FALSE, diff(table) != 0)))
  unlist(lapply(unname(parts), function(part) {
    if (length(part) > 1L && part[2] %in% lines[rules]) {
      split_table(part, width)
    } else {
      filled(part, width)
    }
  }))
}

# Whether a line goes on with the sentence before it, which was broken because it was full.
continues <- function(lines, after_table) {
  before <- c("", utils::head(lines, -1))
  first <- sub("^ *([^ ]*).*$", "\\1", lines)
  full <- nchar(before, "width") <= core_width &
    nchar(before, "width") + 1 + nchar(first, "width") > core_width
  indented <- nchar(spaces(lines))
  hangs <- indented == nchar(spaces(before)) | indented == nchar(lead(before))
  nzchar(before) & nzchar(lines) & !after_table & full & hangs
}

# What the later lines of a paragraph stand right of: spaces, a bullet, "Note:", or a name in a
# column of its own.
lead <- function(lines) regmatches(lines, regexpr("^ *(- +|Note: +|[^ ]+  +)?", lines))
spaces <- function(lines) regmatches(lines, regexpr("^ *", lines))

filled <- function(lines, width) {
  if (length(lines) == 1L && nchar(lines, "width") <= width) {
    return(lines)
  }
  first <- lead(lines[1])
  said <- substring(lines[1], nchar(first) + 1L)
  plain <- length(lines) == 1L && nzchar(first) && !nzchar(trimws(first))
  strwrap(
    paste(c(said, trimws(lines[-1])), collapse = " "), width,
    initial = first, prefix = strrep(" ", nchar(first) + 2L * plain)
  )
}

# Columns that say what a row is about, where a table begins with them.
keys <- c("measure", "a", "b", "algorithm", "sample", "test")

# What the rows are about beside as many columns as fit, and the same again below.
split_table <- function(lines, width) {
  at <- gregexpr("-+", lines[2])[[1]]
  ends <- at + attr(at, "match.length") - 1L
  kept <- max(1L, match(FALSE, trimws(substring(lines[1], at, ends)) %in% keys, 2L) - 1L)
  wide <- ends - at + 3L
  first <- ends[kept]
  others <- seq_along(at)[-seq_len(kept)]
  if (max(nchar(lines, "width")) <= width || first + max(wide[others]) > width) {
    return(lines)
  }
  block <- integer(length(others))
  used <- Inf
  for (i in seq_along(block)) {
    used <- used + wide[others[i]]
    if (used > width) {
      block[i:length(block)] <- max(block) + 1L
      used <- first + wide[others[i]]
    }
  }
  blocks <- lapply(split(others, block), function(columns) {
    from <- at[columns[1]] - 2L
    to <- ends[columns[length(columns)]]
    sub(" +$", "", paste0(
      formatC(substr(lines, 1L, first), width = -first), substr(lines, from, to)
    ))
  })
  unlist(c(blocks[1], lapply(blocks[-1], function(one) c("", one))), use.names = FALSE)
}
