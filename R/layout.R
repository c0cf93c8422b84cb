# A result's text for the console: the core's headings, paragraphs and tables, in lines no wider
# than it is and in letters that it has.

# Letters of the texts beside those of the figures; the first ones stand before theirs.
text_ascii <- c(
  "\u2191 higher, \u2193 lower is better" = "max: higher, min: lower is better",
  "\u2191" = "(max)", "\u2193" = "(min)", "\u2264" = "at most", "\u2265" = "at least"
)
more_ascii <- c(
  "\u00d7" = "x", "\u03c7" = "chi", "\u00b2" = "2", "\u2500" = "-", "\u03bb" = "lambda",
  "\u039b" = "Lambda", "\u00b1" = "+-", "\u03a3" = "Sigma", "\u2018" = "'"
)

screen <- 40 # lines, at most, of what print() shows
least_name <- 10 # letters that are left of a name, however narrow the console
least_text <- 24 # of a sentence in a cell, before the table is split instead

# A document, as the core packs it, as one text; with `most`, in no more lines.
lay_out <- function(document, width = getOption("width"), plain = needs_ascii(), most = Inf,
                    bold = FALSE) {
  if (plain) {
    document <- rapply(
      document, in_ascii,
      classes = "character", how = "replace", letters = c(text_ascii, ascii, more_ascii)
    )
  }
  units <- lapply(document, units_of, width, bold)
  empty <- list(list(lines = ""))
  every <- do.call(c, c(units[1], lapply(units[-1], function(own) c(empty, own))))
  text <- paste(if (height(every) <= most) flat(every) else on_screen(every, most), collapse = "\n")
  if (!plain) {
    return(text)
  }
  gsub("\u2026", ".", gsub("\u2026 ", "... ", text, fixed = TRUE), fixed = TRUE)
}

flat <- function(units) unlist(lapply(units, `[[`, "lines"))

height <- function(units) length(flat(units))

# The first units, as many as there is room for, how many lines are left out, and what always stays.
on_screen <- function(units, most) {
  stays <- vapply(units, function(unit) isTRUE(unit$stays), logical(1))
  last <- units[stays]
  others <- units[!stays]
  room <- most - height(last) - 2
  kept <- cumsum(vapply(others, function(unit) length(unit$lines), integer(1))) <= room
  rest <- others[!kept]
  said <- paste0("\u2026 ", counted(sum(nzchar(flat(rest))), "more line"), ": summary(x)")
  shown <- flat(others[kept])
  shown <- shown[seq_len(max(which(nzchar(shown))))]
  c(shown, "", said, flat(last))
}

counted <- function(n, word) sprintf("%d %s%s", n, word, if (n == 1) "" else "s")

needs_ascii <- function() {
  latex <- isNamespaceLoaded("knitr") && knitr::is_latex_output()
  latex || !l10n_info()[["UTF-8"]]
}

# Whether the console is a terminal that shows bold, and nobody has asked for none.
shows_bold <- function() {
  isatty(stdout()) && sink.number() == 0L && !nzchar(Sys.getenv("NO_COLOR")) &&
    !Sys.getenv("TERM") %in% c("", "dumb")
}

# The lines of a part, in units that are shown together or not at all.
units_of <- function(part, width, bold = FALSE) {
  one <- function(lines, ...) list(list(lines = lines, ...))
  switch(part$is,
    heading = one(c(part$text, strrep("=", nchar(part$text)))),
    words = one(
      words_lines(part, width, bold),
      stays = isTRUE(part$stays)
    ),
    grid = lapply(grid_lines(part, width), function(lines) list(lines = lines)),
    stack = do.call(c, lapply(part$parts, units_of, width, bold))
  )
}

words_lines <- function(part, width, bold) {
  lines <- folded(part$text, width, part$indent)
  if (bold && isTRUE(part$strong)) paste0("\033[1m", lines, "\033[22m") else lines
}

# As strwrap(), but spaces within a line stay as they are, and a word that is wider than all of a
# line is broken.
folded <- function(text, width, indent = "") {
  indent <- substr(indent, 1, max(0, width - 10))
  lines <- character()
  line <- ""
  for (piece in regmatches(text, gregexpr("[^ ]+| +", text))[[1]]) {
    if (nzchar(trimws(line)) && nchar(paste0(line, piece), "width") > width) {
      lines <- c(lines, line)
      line <- indent
    }
    if (nzchar(trimws(piece))) {
      pieces <- cut_to(paste0(line, piece), width, indent)
      lines <- c(lines, pieces[-length(pieces)])
      line <- pieces[length(pieces)]
    } else if (!length(lines) || line != indent) {
      line <- paste0(line, piece)
    }
  }
  sub(" +$", "", c(lines, line))
}

# A line that is too wide, in pieces that are not.
cut_to <- function(line, width, indent) {
  pieces <- character()
  while (nchar(line, "width") > width) {
    pieces <- c(pieces, substr(line, 1, width))
    line <- paste0(indent, substr(line, width + 1, nchar(line)))
  }
  c(pieces, line)
}

# A table as units: its head, then row by row. One that is too wide gets narrower keys, if that is
# enough; else it is split between its groups of columns, what its rows are about repeated.
grid_lines <- function(grid, width) {
  cells <- unname(Map(c, grid$names, grid$columns))
  sides <- strsplit(grid$sides, "")[[1]]
  keys <- seq_len(min(grid$keys, length(cells)))
  others <- seq_along(cells)[-keys]
  wide <- vapply(cells, function(column) max(nchar(column, "width")), integer(1))
  if (sum(wide + 2) <= width || !length(others)) {
    return(side_by_side(cells, sides))
  }
  limit <- key_limit(cells[keys], wide, keys, width)
  if (!is.null(limit)) {
    cells[keys] <- lapply(cells[keys], narrowed, limit)
    return(side_by_side(cells, sides))
  }
  room <- width - sum(wide[keys] + 2)
  if (max(wide[others] + 2) > room) {
    each <- max(least_name, (width - min(max(wide[others]) + 2, width %/% 2)) %/% length(keys) - 2)
    short <- lapply(cells[keys], narrowed, each)
    alike <- !tells_apart(short, cells[keys])
    cells[keys] <- if (alike) lapply(cells[keys], narrowed, each, whole = TRUE) else short
    room <- max(least_name + 2, width - sum(pmin(wide[keys], each) + 2))
    cells[others] <- lapply(cells[others], narrowed, room - 2, whole = alike)
    wide <- vapply(cells, function(column) max(nchar(pieces_of(column), "width")), integer(1))
  }
  sizes <- if (length(grid$groups)) grid$groups else rep(1, length(others))
  blocks <- blocks_of(split(others, rep(seq_along(sizes), sizes)), wide + 2, room)
  made <- lapply(blocks, function(some) side_by_side(cells[c(keys, some)], sides[c(keys, some)]))
  do.call(c, c(made[1], lapply(made[-1], function(one) c(list(""), one))))
}

# To how many letters the keys must be cut for the whole table to fit; NULL if that is too few.
key_limit <- function(cells, wide, keys, width) {
  room <- width - sum(wide[-keys]) - 2 * length(wide)
  sentences <- any(grepl(" ", cells[[1]][-1], fixed = TRUE))
  limits <- seq(max(wide[keys]), if (sentences) least_text else least_name)
  if (max(wide[keys]) < min(limits)) {
    return(NULL)
  }
  fits <- vapply(limits, function(limit) sum(pmin(wide[keys], limit)) <= room, logical(1))
  if (!any(fits)) {
    return(NULL)
  }
  limit <- limits[fits][1]
  if (tells_apart(lapply(cells, narrowed, limit), cells)) limit
}

# Whether what rows are about still differs where it did.
tells_apart <- function(narrow, cells) {
  rows <- function(columns) {
    length(unique(do.call(paste, c(lapply(columns, `[`, -1), sep = "\r"))))
  }
  rows(narrow) == rows(cells)
}

# Groups of columns as blocks that fit; a group that is too wide by itself is split as well.
blocks_of <- function(groups, wide, room) {
  blocks <- list()
  beside <- integer()
  add <- function(some) {
    if (length(beside) && sum(wide[c(beside, some)]) > room) {
      blocks[[length(blocks) + 1L]] <<- beside
      beside <<- integer()
    }
  }
  for (group in groups) {
    add(group)
    for (column in group) {
      add(column)
      beside <- c(beside, column)
    }
  }
  c(blocks, list(beside))
}

# Cells folded, and words in them shortened (or broken), to so many letters.
narrowed <- function(cells, limit, whole = FALSE) {
  vapply(cells, function(cell) {
    if (nchar(cell, "width") <= limit) {
      return(cell)
    }
    words <- strsplit(cell, " ", fixed = TRUE)[[1]]
    if (!whole) words <- vapply(words, cut_in_the_middle, "", limit)
    paste(folded(paste(words, collapse = " "), limit), collapse = "\n")
  }, "", USE.NAMES = FALSE)
}

# A word that keeps its ends.
cut_in_the_middle <- function(word, limit) {
  if (nchar(word, "width") <= limit) {
    return(word)
  }
  tail <- (limit - 1) %/% 2
  head <- limit - 1 - tail
  cut <- function() paste0(substr(word, 1, head), "\u2026", substring(word, nchar(word) - tail + 1))
  while (head > 1 && nchar(cut(), "width") > limit) { # letters that take two columns
    head <- head - 1
    tail <- max(1, tail - 1)
  }
  cut()
}

pieces_of <- function(cells) unlist(strsplit(cells, "\n", fixed = TRUE))

# Columns as units of lines: the names with the rule below them, then the rows.
side_by_side <- function(cells, sides) {
  wide <- vapply(cells, function(column) max(0L, nchar(pieces_of(column), "width")), integer(1))
  rows <- lapply(seq_along(cells[[1]]), function(i) {
    row <- lapply(cells, function(column) {
      if (nzchar(column[i])) strsplit(column[i], "\n", fixed = TRUE)[[1]] else ""
    })
    tall <- max(lengths(row))
    lines <- Map(function(own, wide, side) {
      padded(c(own, rep("", tall - length(own))), wide, side)
    }, row, wide, sides)
    sub(" +$", "", do.call(paste0, unname(lines)))
  })
  rule <- paste0("  ", strrep("-", wide), collapse = "")
  rows[[1]] <- c(rows[[1]], rule)
  rows
}

padded <- function(cells, width, side) {
  space <- strrep(" ", width - nchar(cells, "width"))
  paste0("  ", if (side == "r") paste0(space, cells) else paste0(cells, space))
}
