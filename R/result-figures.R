# What figures show, from the bridge's reply to data frames and lists: plain R.

# What a figure shows, as the core's jointstats.presentation.figures describes it: rows, cells,
# tiles, edges and keys are data frames; orders and curves are lists of lists.
new_figure <- function(node) {
  figure <- rapply(node, in_doubles, how = "replace") # rapply's classes know no integer matrices
  for (part in intersect(figure_tables, names(figure))) {
    places <- if (part == "tiles") c("row", "column") # names of algorithms in a matrix
    figure[[part]] <- figure_columns(figure[[part]], c(figure_numbers, places))
  }
  if (!is.null(figure$triangles)) {
    figure$triangles <- lapply(figure$triangles, lapply, unlist)
  }
  for (part in intersect(figure_words_of, names(figure))) {
    figure[[part]] <- as.character(figure[[part]])
  }
  if (!is.null(figure$panels)) {
    figure$panels <- lapply(figure$panels, panel_columns)
  }
  if (!is.null(figure$orders)) {
    figure$orders <- lapply(figure$orders, function(order) {
      order$cliques <- list_of_names(order$cliques)
      order
    })
  }
  figure
}

figure_words_of <- c("notes", "algorithms", "measures", "alone", "numbers")
figure_tables <- c(
  "rows", "cells", "tiles", "edges", "keys", "spots", "regions", "means", "middles", "dots"
)
figure_numbers <- c(
  "value", "low", "high", "reference", "probability", "x", "y", "count", "across", "up",
  "x_low", "x_high", "y_low", "y_high", "panel", "line", "median", "missing", "dataset", "lift"
)
figure_flags <- c("strong", "hatched", "told", "edge", "front", "named")

# A measure's points and intervals: numbers, of which none may be known.
panel_columns <- function(panel) {
  for (part in names(panel)) {
    number <- part %in% figure_numbers
    typed <- if (number) as.double else if (part == "strong") as.logical else as.character
    panel[[part]] <- typed(unlist(panel[[part]]))
  }
  panel
}

# A column of which nothing is known would be logical: its type goes by its name.
figure_columns <- function(columns, numbers = figure_numbers) {
  typed <- lapply(names(columns), function(name) {
    if (name %in% numbers) {
      as.double(columns[[name]])
    } else if (name %in% figure_flags) {
      as.logical(columns[[name]])
    } else {
      as.character(columns[[name]])
    }
  })
  structure(
    typed,
    names = names(columns), row.names = seq_along(typed[[1]]), class = "data.frame"
  )
}

in_doubles <- function(x) {
  if (is.integer(x)) storage.mode(x) <- "double"
  x
}
