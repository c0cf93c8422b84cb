# A result's text for the console: the core's headings, paragraphs and tables, in lines no wider
# than it is and in letters that it has.

# Letters of the texts beside those of the figures.
more_ascii <- c(
  "\u00d7" = "x", "\u03c7" = "chi", "\u00b2" = "2", "\u2500" = "-", "\u03bb" = "lambda",
  "\u039b" = "Lambda"
)

# A document, as the core packs it, as one text.
lay_out <- function(document, width = getOption("width"), plain = needs_ascii()) {
  if (plain) {
    document <- rapply(
      document, in_ascii,
      classes = "character", how = "replace", letters = c(ascii, more_ascii)
    )
  }
  parts <- vapply(document, function(part) {
    paste(lines_of(part, width), collapse = "\n")
  }, character(1))
  paste(parts, collapse = "\n\n")
}

needs_ascii <- function() {
  latex <- isNamespaceLoaded("knitr") && knitr::is_latex_output()
  latex || !l10n_info()[["UTF-8"]]
}

lines_of <- function(part, width) {
  switch(part$is,
    heading = c(part$text, strrep("=", nchar(part$text))),
    words = folded(part$text, width, part$indent),
    grid = grid_lines(part, width),
    stack = unlist(lapply(part$parts, lines_of, width), use.names = FALSE)
  )
}

# As strwrap(), but spaces within a line stay as they are.
folded <- function(text, width, indent = "") {
  pieces <- regmatches(text, gregexpr("[^ ]+| +", text))[[1]]
  lines <- character()
  line <- ""
  for (piece in pieces) {
    if (nzchar(trimws(line)) && nchar(paste0(line, piece), "width") > width) {
      lines <- c(lines, line)
      line <- indent
    }
    if (nzchar(trimws(piece)) || !length(lines) || line != indent) {
      line <- paste0(line, piece)
    }
  }
  sub(" +$", "", c(lines, line))
}

# A table; one that is too wide is split between columns, what its rows are about repeated.
grid_lines <- function(grid, width) {
  cells <- Map(c, grid$names, grid$columns)
  sides <- strsplit(grid$sides, "")[[1]]
  columns <- Map(padded, cells, sides)
  wide <- vapply(columns, function(column) nchar(column[1], "width"), integer(1)) + 2L
  keys <- seq_len(min(grid$keys, length(columns)))
  others <- seq_along(columns)[-keys]
  room <- width - sum(wide[keys])
  if (sum(wide) <= width || !length(others) || max(wide[others]) > room) {
    return(side_by_side(columns))
  }
  block <- integer(length(others))
  used <- Inf
  for (i in seq_along(block)) {
    used <- used + wide[others[i]]
    if (used > room) {
      block[i:length(block)] <- max(block) + 1L
      used <- wide[others[i]]
    }
  }
  blocks <- lapply(unname(split(others, block)), function(some) {
    side_by_side(columns[c(keys, some)])
  })
  unlist(c(blocks[1], lapply(blocks[-1], function(one) c("", one))))
}

# A column's name, rule and cells, all of one width.
padded <- function(cells, side) {
  width <- max(nchar(cells, "width"))
  space <- strrep(" ", width - nchar(cells, "width"))
  filled <- if (side == "r") paste0(space, cells) else paste0(cells, space)
  c(filled[1], strrep("-", width), filled[-1])
}

side_by_side <- function(columns) {
  sub(" +$", "", do.call(paste0, lapply(unname(columns), function(column) paste0("  ", column))))
}
