# From the bridge's reply to R objects. Everything in this file and in the files of the methods
# (table.R, methods.R, plot.R, tidy.R) is plain R and never calls the core.

# The value of a reply: JSON text, and the flat vector of numbers that it points at.
decode_reply <- function(json, numbers) {
  node <- jsonlite::parse_json(
    json,
    simplifyVector = TRUE, simplifyDataFrame = FALSE, simplifyMatrix = FALSE
  )
  switch(node$kind,
    table = new_table(node, numbers),
    counts = new_counts(node, numbers),
    result = new_result(node, numbers),
    frame = new_frame(node, numbers),
    value = node$value
  )
}

# Numbers from `at[1]` (from 0) to before `at[2]`; what is missing in Python is NA in R.
take_numbers <- function(at, numbers) {
  x <- numbers[seq_len(at[2] - at[1]) + at[1]]
  x[is.na(x)] <- NA_real_
  x
}

new_table <- function(node, numbers) {
  datasets <- as.character(node$datasets)
  algorithms <- as.character(node$algorithms)
  measures <- as.character(node$measures)
  dropped <- new_dropped(node$dropped)
  cells <- function(at, rows) {
    size <- c(length(algorithms), length(measures), length(rows))
    values <- aperm(array(take_numbers(at, numbers), dim = size), c(3, 2, 1))
    dimnames(values) <- list(dataset = rows, measure = measures, algorithm = algorithms)
    values
  }
  structure(
    list(
      values = cells(node$at, datasets),
      datasets = datasets,
      algorithms = algorithms,
      measures = stats::setNames(as.character(node$directions), measures),
      rope = stats::setNames(take_numbers(node$rope, numbers), measures),
      missing = node$missing,
      dropped = dropped,
      aggregate = node$aggregate,
      n_rows = as.numeric(node$n_rows),
      in_sample = as.character(node$in_sample),
      incomplete = if (!is.null(node$incomplete)) {
        rows <- diff(node$incomplete) / (length(algorithms) * length(measures))
        cells(node$incomplete, dropped$dataset[seq_len(rows)])
      }
    ),
    class = "jointstats_table"
  )
}

new_counts <- function(node, numbers) {
  measures <- as.character(node$measures)
  codes <- matrix(take_numbers(node$codes, numbers), ncol = length(measures))
  colnames(codes) <- measures
  structure(
    list(
      algorithms = as.character(node$algorithms),
      measures = stats::setNames(as.character(node$directions), measures),
      codes = codes,
      weights = take_numbers(node$weights, numbers),
      question = node$question,
      control = node$control,
      n = take_numbers(node$n, numbers),
      n_tied = as.numeric(node$n_tied),
      ties = stats::setNames(take_numbers(node$ties, numbers), measures),
      rope = stats::setNames(take_numbers(node$rope, numbers), measures),
      dropped = new_dropped(node$dropped),
      n_failed = as.numeric(node$n_failed),
      shown = node$shown,
      frame = new_frame(node$frame, numbers)
    ),
    class = "jointstats_counts"
  )
}

new_dropped <- function(node) {
  data.frame(dataset = as.character(node$dataset), reason = as.character(node$reason))
}

new_frame <- function(node, numbers) {
  columns <- lapply(node$columns, function(column) {
    switch(column$type,
      double = take_numbers(column$at, numbers),
      integer = as.integer(column$values),
      logical = as.logical(column$values),
      as.character(column$values)
    )
  })
  structure(
    columns,
    names = as.character(node$names),
    row.names = if (is.null(node$index)) seq_len(node$rows) else as.character(node$index),
    class = "data.frame"
  )
}

# Tests with one p-value are R's "htest": what print.htest and broom need beside the core's facts.
# A test needs one entry here: its title, and the names of its statistic and its parameters, each
# with the core's key (or, of a constant, its value).
htests <- list(
  glrt = list(
    title = "Likelihood-ratio test of dominance statements",
    statistic = list(`-2 ln lambda` = "statistic"), parameter = list(df = 1)
  )
)

new_result <- function(node, numbers) {
  result <- node$result
  for (field in names(node$parts)) {
    result[[field]] <- lapply(node$parts[[field]], function(part) {
      if (!is.null(part)) new_result(part, numbers)
    })
  }
  measures <- result$measures
  result$measures <- stats::setNames(as.character(measures), names(measures))
  # The text is Python's; only the name of the method differs in R.
  result$summary <- gsub("to_frame()", "as.data.frame()", node$summary, fixed = TRUE)
  result$report_text <- node$report_text
  result$frame <- new_frame(node$frame, numbers)
  if (!is.null(node$matrix)) {
    result$matrix <- new_frame(node$matrix, numbers)
  }
  class <- c(paste0("jointstats_", result$test), "jointstats_test")
  about <- htests[[result$test]]
  if (is.null(about) || length(result$p_value) > 1L) {
    return(structure(result, class = class))
  }
  structure(as_htest(result, about), class = c(class, "htest"))
}

as_htest <- function(result, about) {
  result$computation <- result$method
  result$statistic <- named_facts(result, about$statistic)
  result$parameter <- named_facts(result, about$parameter)
  result$p.value <- if (is.null(result$p_value)) NA_real_ else result$p_value
  result$method <- about$title
  result$data.name <- data_name(result)
  result
}

# `labels` maps the name to show to a key of the core, or to a constant; what the result lacks is
# left out.
named_facts <- function(result, labels) {
  found <- lapply(labels, function(key) if (is.character(key)) result[[key]] else key)
  found <- found[lengths(found) == 1L]
  if (length(found)) unlist(found) else NULL
}

data_name <- function(result) {
  n <- result$n
  sprintf(
    "%s on %s (%s data set%s)",
    paste(result$algorithms, collapse = ", "),
    paste0(names(result$measures), " (", result$measures, ")", collapse = ", "),
    format(n, big.mark = "", scientific = FALSE), if (identical(as.numeric(n), 1)) "" else "s"
  )
}
