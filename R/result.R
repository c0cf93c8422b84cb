# From the bridge's reply to R objects. Everything in this file and in the files of the methods
# (table.R, methods.R, tidy.R) is plain R and never calls the core.

# The value of a reply: JSON text, and the flat vector of numbers that it points at.
decode_reply <- function(json, numbers) {
  decode_node(as_vectors(jsonlite::parse_json(json)), numbers)
}

# Lists of single values become vectors, with NA for null, and lists of such lists of numbers of one
# length matrices. jsonlite's simplifyVector takes twice the time, reads the name "NA" as missing,
# and makes matrices of names where groups happen to be of one size.
as_vectors <- function(x) {
  if (!is.list(x) || !length(x)) {
    return(x)
  }
  if (is_flat(x)) {
    x[lengths(x) == 0L] <- NA
    return(unlist(x))
  }
  values <- lapply(x, as_vectors)
  rows <- is.null(names(x)) && all(lengths(x) == length(x[[1]])) &&
    all(vapply(x, function(one) is.list(one) && is_flat(one), NA))
  if (rows && all(vapply(values, is.numeric, NA))) do.call(rbind, values) else values
}

is_flat <- function(x) {
  is.null(names(x)) && all(lengths(x) <= 1L) && !is.list(unlist(x, recursive = FALSE))
}

decode_node <- function(node, numbers, control = NULL) {
  switch(node$kind,
    table = new_table(node, numbers),
    counts = new_counts(node, numbers),
    result = new_result(node, numbers),
    frame = new_frame(node, numbers, control),
    orders = new_orders(node, control),
    figure = new_figure(node, numbers),
    value = node$value
  )
}

# Numbers from `at[1]` (from 0) to before `at[2]`; what is missing in Python is NA in R.
take_numbers <- function(at, numbers) {
  x <- numbers[seq_len(at[2] - at[1]) + at[1]]
  x[is.na(x)] <- NA_real_
  x
}

# Tables and counts cross in R's own structure, each field a node.
new_table <- function(node, numbers) {
  class <- c(if (node$folds) "jointstats_folds", "jointstats_table")
  structure(lapply(node$of, decode_field, numbers), class = class)
}

new_counts <- function(node, numbers) {
  counts <- lapply(node$of, decode_field, numbers)
  colnames(counts$codes) <- names(counts$measures)
  counts$frame <- new_frame(node$frame, numbers)
  structure(counts, class = "jointstats_counts")
}

decode_field <- function(x, numbers) {
  if (!is.list(x)) {
    return(x)
  }
  inner <- function() lapply(x$of, decode_field, numbers)
  switch(x$is,
    list = inner(),
    frame = data.frame(inner()),
    text = with_names(as.character(x$values), x$names),
    numbers = with_names(take_numbers(x$at, numbers), x$names, x$dim)
  )
}

with_names <- function(values, names, dim = NULL) {
  if (is.null(dim)) {
    return(if (is.null(names)) values else stats::setNames(values, as.character(names)))
  }
  array(values, dim, if (length(names)) lapply(names, as.character))
}

new_frame <- function(node, numbers, control = NULL) {
  columns <- lapply(node$columns, function(column) {
    switch(column$type,
      double = take_numbers(column$at, numbers),
      logical = as.logical(column$values),
      time = as.POSIXct(take_numbers(column$at, numbers), origin = "1970-01-01", tz = column$zone),
      complex = new_complex(take_numbers(column$at, numbers)),
      as.character(column$values)
    )
  })
  frame <- structure(
    columns,
    names = as.character(node$names),
    row.names = if (is.null(node$index)) seq_len(node$rows) else as.character(node$index),
    class = "data.frame"
  )
  attr(frame, "measures") <- unlist(node$measures)
  if (!is.null(node$orders)) {
    frame$order <- new_orders(node$orders, control)
  }
  frame
}

# All real parts, then all imaginary ones.
new_complex <- function(parts) {
  first <- seq_len(length(parts) / 2)
  complex(real = parts[first], imaginary = parts[-first])
}

# The frame of the user as it was, with the columns that the core has added.
add_columns <- function(df, made) {
  new <- setdiff(names(made), names(df))
  df[new] <- lapply(new, function(name) made[[name]])
  attr(df, "measures") <- attr(made, "measures")
  df
}

# The names of a place may be numbers, and numbers of equal length are a matrix.
list_of_names <- function(x) {
  if (is.matrix(x)) lapply(seq_len(nrow(x)), function(i) x[i, ]) else lapply(x, as.character)
}

# A result is a list of what the core's to_dict() gives, with tables of rows as data frames; beside
# that what it says (`text`), its table in words (`table`), and the core's names for `$` and
# tidy() as attributes. Its own rows are stored once, under their own name: see own_frame().
new_result <- function(node, numbers) {
  # Whether Python wrote 1 or 1.0 makes no difference here: numbers are doubles.
  result <- rapply(node$result, as.double, classes = "integer", how = "replace")
  result <- with_parts(result, node$parts, numbers, result$control)
  for (name in intersect(c("best", "tied_best"), names(result))) {
    result[[name]] <- with_ties(result[[name]])
  }
  measures <- result$measures
  result$measures <- stats::setNames(as.character(measures), names(measures))
  frame <- new_frame(c(node$frame, list(orders = node$orders)), numbers, result$control)
  result[[if (is.null(node$rows_in)) "frame" else node$rows_in]] <- frame
  result$text <- node$text
  result$table <- node$table
  if (!is.null(node$by_measure)) {
    result$by_measure <- new_frame(node$by_measure, numbers)
  }
  result$report_text <- node$report_text
  if (!is.null(node$figures)) { # a part has none
    result$figures <- lapply(node$figures, new_figure, numbers)
  }
  if (!is.null(node$matrix)) {
    result$matrix <- new_frame(node$matrix, numbers)
  }
  class <- c(paste0("jointstats_", result$test), "jointstats_test")
  about <- htests[[result$test]]
  if (!is.null(about) && length(result$p_value) <= 1L) {
    result <- as_htest(result, about)
    class <- c(class, "htest")
  }
  structure(
    result,
    rows_in = node$rows_in, broom = unlist(node$broom), cites = unlist(node$cites),
    no_p_value = node$no_p_value, class = class
  )
}

# Orders with their ties as lists, list(c("A", "B")): as_vectors() has made matrices of them.
with_ties <- function(order) {
  if (is.matrix(order)) {
    return(list(as.vector(order)))
  }
  if (is.list(order) && !is.data.frame(order)) lapply(order, with_ties) else order
}

# A figure: its words, what it shows as the core's own text, which `plot()` gives back to the core,
# how the core has laid it out on a page, and its data, if it has any for `autoplot()`.
new_figure <- function(node, numbers) {
  if (!is.null(node$data)) {
    node$data <- new_frame(node$data, numbers)
  }
  node[setdiff(names(node), "kind")]
}

# The facts with the nodes that travel beside them in their places.
with_parts <- function(facts, parts, numbers, control) {
  for (name in names(parts)) {
    part <- parts[[name]]
    facts[[name]] <- if (is.character(part$kind)) {
      decode_node(part, numbers, control)
    } else {
      with_parts(facts[[name]], part, numbers, control)
    }
  }
  facts
}

# The names of a place: "A", or "A = B" where two are practically equal.
named_place <- function(place, algorithms) {
  paste(algorithms[as.integer(strsplit(place, "=", fixed = TRUE)[[1]]) + 1L], collapse = " = ")
}

# Statements as a data frame: a column for each measure, such as "B > A", or "A = B" (practically
# equal); where only one algorithm is asked about, "B" or "not B".
new_orders <- function(node, control = NULL) {
  columns <- lapply(node$measures, function(places) {
    places <- as.character(places)
    said <- unique(places) # most statements share the orderings of a measure
    words <- strsplit(said, " ", fixed = TRUE)
    known <- unique(unlist(words))
    names <- vapply(known[!is.na(known)], named_place, "", node$algorithms)
    told <- vapply(words, function(place) {
      if (!length(place)) {
        paste("not", control)
      } else if (is.na(place[1])) {
        NA_character_
      } else {
        paste(names[place], collapse = " > ")
      }
    }, character(1))
    told[match(places, said)]
  })
  structure(columns, row.names = seq_along(columns[[1]]), class = "data.frame")
}
