# From what R users have to a results table: one generic, a method for each kind of object.

#' Results tables from what you have
#'
#' `as_results_table()` makes a results table from a data frame, from a formula with its data, or
#' from caret's `resamples`. Directions are never guessed: `measures` states for every measure
#' whether higher (`"max"`) or lower (`"min"`) is better.
#'
#' * A data frame with a column for every measure, as for [results_table()].
#' * A data frame with a row for every measure, such as that of `collect_metrics(summarize = FALSE)`
#'   of tidymodels. `metric` names the column with the name of the measure, `value` the column with
#'   its value.
#' * A formula such as `cbind(accuracy, time) ~ method | dataset`, with `data`: measures on the
#'   left, the algorithm and, behind the bar, the data set on the right. A key of several columns
#'   is `accuracy ~ model:optimizer | task:case`. Other columns need no
#'   quotes either (`cluster = suite`, `runs = seed`). Every test takes such a formula as well, also
#'   behind its data, as in `df |> compare_algorithms(accuracy ~ method | dataset, measures = m)`.
#' * caret's `resamples()`: a table of folds of one data set, see [results_table()]. Use tests that
#'   correct for overlapping training sets ([corrected_t_test()], [hotelling_test()]).
#'
#' @param x A data frame, formula, `resamples`, or a results table, which is returned unchanged.
#' @param data A data frame with the columns of the formula.
#' @inheritParams results_table
#' @param ... Other arguments of [results_table()], such as `metric` and `value`.
#' @return A results table, see [results_table()]; from `resamples` a table of folds.
#' @export
#' @examples
#' long <- data.frame(
#'   data = rep(c("iris", "wine"), each = 4), method = rep(c("A", "B"), each = 2),
#'   .metric = c("accuracy", "seconds"), .estimate = c(0.9, 3, 0.8, 1, 0.7, 2, 0.9, 2)
#' )
#' directions <- c(accuracy = "max", seconds = "min")
#' wide <- data.frame(
#'   data = rep(c("iris", "wine"), each = 2), method = c("A", "B"),
#'   accuracy = c(0.9, 0.8, 0.7, 0.9), seconds = c(3, 1, 2, 2)
#' )
#' if (jointstats_available()) {
#'   as_results_table(long, "data", "method", directions, metric = ".metric", value = ".estimate")
#'   as_results_table(cbind(accuracy, seconds) ~ method | data, wide, directions)
#' }
as_results_table <- function(x, ...) {
  UseMethod("as_results_table")
}

#' @rdname as_results_table
#' @export
as_results_table.jointstats_table <- function(x, ...) x

#' @rdname as_results_table
#' @export
as_results_table.data.frame <- function(x, dataset, algorithm, measures, ...) {
  do.call(results_table, in_columns(arguments()))
}

#' @rdname as_results_table
#' @export
as_results_table.formula <- function(x, data, measures, ...) {
  do.call(results_table, in_columns(arguments()))
}

# The arguments of a call; of a formula with its `data`, the data frame in its place, with the
# columns that the formula names. All functions that take a table come through here.
in_columns <- function(given) {
  data <- given[["data"]] # `$` would take `dataset` for it
  given$data <- NULL
  place <- names(Filter(is_formula, given))[1]
  if (is.na(place)) {
    if (!is.null(data)) {
      stop_typed("argument_error", paste(
        "`data` needs a formula, such as cbind(accuracy, time) ~ method | dataset. Without one,",
        "give the data frame in its place, and name its columns: dataset, algorithm and measures."
      ))
    }
    return(given)
  }
  sides <- formula_names(given[[place]])
  check_formula(sides, given, data)
  given[[place]] <- data
  given[c("dataset", "algorithm")] <- sides[c("dataset", "algorithm")]
  if (!is.null(given$measures)) {
    given$measures <- given$measures[sides$measures]
  }
  given
}

# Whether the call has what its formula needs, and nothing that the formula has already.
check_formula <- function(sides, given, data) {
  if (!is.data.frame(data)) {
    stop_typed("argument_error", sprintf(
      "A formula needs `data`, the data frame with its columns; got %s.",
      if (is.null(data)) "none" else sprintf("an object of class \"%s\"", class(data)[1])
    ))
  }
  twice <- intersect(c("dataset", "algorithm"), names(Filter(Negate(is.null), given)))
  if (length(twice)) {
    stop_typed("argument_error", sprintf(
      "The formula names the %s \"%s\": leave out `%s`.",
      c(dataset = "data set", algorithm = "algorithm")[[twice[1]]],
      paste(sides[[twice[1]]], collapse = " / "), twice[1]
    ))
  }
  absent <- setdiff(unlist(sides), names(data))
  if (length(absent)) {
    stop_typed("column_error", sprintf(
      "`data` has no column \"%s\", which the formula names: it has %s.", absent[1],
      toString(names(data))
    ))
  }
  if (is.null(given$measures) && !is.null(given$ledger)) {
    return() # a ledger has its directions
  }
  known <- names(given$measures)
  differ <- c(setdiff(sides$measures, known), setdiff(known, sides$measures))
  if (length(differ)) {
    stop_typed("direction_error", sprintf(paste(
      "`measures` must give the direction of each measure of the formula, and of no other:",
      "\"%s\" has none, or is not in the formula. Write measures = c(%s), with \"max\" for each",
      "`?` where higher is better, and \"min\" where lower is better."
    ), differ[1], paste(sides$measures, "= ?", collapse = ", ")))
  }
}

# The names in cbind(accuracy, time) ~ method | dataset.
formula_names <- function(formula) {
  wrong <- function() {
    form <- "The formula must be like cbind(accuracy, time) ~ method | dataset; got %s."
    stop_typed("argument_error", sprintf(form, in_code(formula)))
  }
  is_call <- function(part, name) is.call(part) && identical(part[[1]], as.name(name))
  if (length(formula) != 3L || !is_call(formula[[3]], "|")) {
    wrong()
  }
  left <- formula[[2]]
  measures <- if (is_call(left, "cbind")) as.list(left)[-1] else list(left)
  # A key of several columns is task:case.
  columns <- function(part) {
    if (is_call(part, ":")) c(columns(part[[2]]), columns(part[[3]])) else list(part)
  }
  sides <- list(
    measures = unname(measures), algorithm = columns(formula[[3]][[2]]),
    dataset = columns(formula[[3]][[3]])
  )
  lapply(sides, function(side) {
    if (!all(vapply(side, is.name, NA))) {
      wrong()
    }
    vapply(side, as.character, "")
  })
}

#' @rdname as_results_table
#' @export
as_results_table.resamples <- function(x, measures, only = NULL, ...) {
  unknown <- setdiff(names(measures), x$metrics)
  if (length(unknown) || !length(measures)) {
    stop_typed("column_error", sprintf(
      "`measures` must name measures of the resamples, with directions. They have: %s.",
      toString(x$metrics)
    ))
  }
  resample <- as.character(x$values$Resample)
  long <- do.call(rbind, lapply(x$models, function(model) {
    own <- lapply(names(measures), function(measure) x$values[[paste0(model, "~", measure)]])
    data.frame(model = model, resample = resample, stats::setNames(own, names(measures)),
      check.names = FALSE
    )
  }))
  # Repeated cross-validation names its resamples Fold1.Rep1; others are repeated splits.
  pattern <- "^(.+)[.](Rep.+)$"
  roles <- if (all(grepl(pattern, resample))) {
    long$fold <- sub(pattern, "\\1", long$resample)
    long$run <- sub(pattern, "\\2", long$resample)
    list(fold = "fold", run = "run")
  } else {
    stats::setNames(list("resample"), if (all(grepl("^Fold", resample))) "fold" else "run")
  }
  given <- list(long, algorithm = "model", measures = measures, only = only, ...)
  do.call(results_table, c(given, roles))
}

#' @rdname as_results_table
#' @export
as_results_table.default <- function(x, ...) {
  stop_typed("option_error", sprintf(paste(
    "as_results_table() takes a data frame, a formula or caret's resamples; got an object of class",
    "\"%s\": give the data frame that its own functions make of it."
  ), class(x)[1]))
}
