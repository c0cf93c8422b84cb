# Tables of results and counts by R's own verbs. Plain R: nothing here calls the core.

#' Parts of results tables, and tables put together
#'
#' `x[datasets, algorithms, measures]` selects parts of a results table by names, numbers or logical
#' values. An empty index keeps all, and the result is a results table. `head()` and `tail()` select
#' the first and last data sets. `subset()` selects data sets and algorithms by an expression about
#' the columns of `as.data.frame(x)` and the `family` of a data set, and measures by name. `rbind()`
#' combines tables of different data sets, `c()` and `sum()` add statement counts. `dim()` counts
#' data sets, algorithms and measures.
#'
#' `generics::tidy()` of a table returns a row for each measure and algorithm, `generics::augment()`
#' a row for each result with its ranks (1 is best, equal results share their mean rank), and
#' `generics::glance()` one row of sizes. `tibble::as_tibble()` of a table, of counts and of a test
#' returns their `as.data.frame()` as a tibble.
#'
#' @param x A results table, such as that of [load_dataset()].
#' @param i,j,k Data sets, algorithms and measures to keep.
#' @param drop Not used; part of the generic.
#' @param n Number of data sets; if negative, all but this number.
#' @param subset Expression that is true for what to keep. It must keep the same algorithms on every
#'   data set.
#' @param select Measures to keep, as names without quotes: `c(accuracy, auc)` or `-mae`.
#' @param ... More tables or counts with the same algorithms and measures; otherwise not used.
#' @param deparse.level,na.rm Not used; part of the generics.
#' @return A results table; `dim()` three whole numbers; `c()` and `sum()` statement counts.
#' @name jointstats_verbs
#' @examples
#' table <- weka_comparison$asked$table # a results table that a comparison keeps
#' dim(table)
#' table[1:3, c("RandomForest", "Bagging"), "accuracy"]
#' subset(table, dataset < "c" & algorithm != "AODE", select = accuracy)
#' rbind(table[1:3, , ], table[4:6, , ])
#' head(generics::augment(table), 3)
NULL

#' @rdname jointstats_verbs
#' @export
dim.jointstats_table <- function(x) {
  c(length(x$datasets), length(x$algorithms), length(x$measures))
}

#' @rdname jointstats_verbs
#' @export
`[.jointstats_table` <- function(x, i, j, k, ..., drop = FALSE) {
  if (nargs() - as.integer(!missing(drop)) != 4L) {
    stop_typed(
      "argument_error", "A results table has three indices: x[datasets, algorithms, measures]."
    )
  }
  rows <- if (missing(i)) seq_along(x$datasets) else places(i, x$datasets, "data set")
  columns <- if (missing(j)) seq_along(x$algorithms) else places(j, x$algorithms, "algorithm")
  layers <- if (missing(k)) seq_along(x$measures) else places(k, names(x$measures), "measure")
  part_of_table(x, rows, columns, layers)
}

# Where names, numbers or truth values are among the names, each at most once.
places <- function(which, names, what) {
  found <- if (is.character(which) || is.factor(which)) {
    match(as.character(which), names)
  } else {
    seq_along(names)[which]
  }
  if (anyNA(found)) {
    fault <- if (is.character(which)) sprintf("\"%s\"", which[is.na(found)][1]) else "that number"
    stop_typed("argument_error", sprintf("The table has no %s %s.", what, fault))
  }
  if (anyDuplicated(found)) {
    stop_typed("argument_error", sprintf(
      "The %s \"%s\" is selected twice.", what, names[found[anyDuplicated(found)]]
    ))
  }
  if (!length(found)) {
    stop_typed("argument_error", sprintf("No %s remains. Select at least one.", what))
  }
  found
}

part_of_table <- function(x, rows, columns, layers) {
  part <- x
  part$n_rows <- round(x$n_rows * length(rows) / length(x$datasets) * length(columns) /
    length(x$algorithms))
  part$datasets <- x$datasets[rows]
  part$algorithms <- x$algorithms[columns]
  part$measures <- x$measures[layers]
  part$rope <- x$rope[layers]
  part$roped <- intersect(x$roped, names(part$measures))
  part$in_sample <- intersect(x$in_sample, names(part$measures))
  part$values <- x$values[rows, layers, columns, drop = FALSE]
  if (!is.null(x$incomplete)) {
    part$incomplete <- x$incomplete[, layers, columns, drop = FALSE]
  }
  kept <- c(part$datasets, rownames(part$incomplete))
  if (!is.null(x$families)) {
    part$families <- x$families[names(x$families) %in% kept]
  }
  if (!is.null(x$all_runs)) {
    those <- rownames(x$all_runs$values) %in% kept
    part$all_runs$values <- x$all_runs$values[those, layers, columns, , drop = FALSE]
  }
  if (!is.null(x$grid)) {
    part$grid <- x$grid[match(part$datasets, x$grid$name), , drop = FALSE]
    rownames(part$grid) <- NULL
  }
  part
}

#' @rdname jointstats_verbs
#' @importFrom utils head
#' @export
head.jointstats_table <- function(x, n = 6L, ...) {
  x[head(seq_along(x$datasets), n), , ]
}

#' @rdname jointstats_verbs
#' @importFrom utils tail
#' @export
tail.jointstats_table <- function(x, n = 6L, ...) {
  x[tail(seq_along(x$datasets), n), , ]
}

#' @rdname jointstats_verbs
#' @export
subset.jointstats_table <- function(x, subset, select, ...) {
  refuse_dots("subset", ...)
  if (!missing(subset)) {
    rows <- as.data.frame(x)
    rows$family <- unname(x$families[rows$dataset])
    parts <- selected_parts(eval(substitute(subset), rows, parent.frame()), x)
    x <- x[parts$datasets, parts$algorithms, ]
  }
  if (missing(select)) {
    return(x)
  }
  measures <- stats::setNames(as.list(seq_along(x$measures)), names(x$measures))
  x[, , eval(substitute(select), measures, parent.frame())]
}

# Which data sets and algorithms an expression about the rows of a table keeps.
selected_parts <- function(keep, x) {
  if (!is.logical(keep)) {
    said <- "`subset` must be true or false for each data set and algorithm"
    stop_typed("argument_error", paste0(said, ", as in subset(x, dataset != \"iris\")."))
  }
  keep <- matrix(keep & !is.na(keep), length(x$algorithms), length(x$datasets))
  datasets <- colSums(keep) > 0
  algorithms <- rowSums(keep) > 0
  n <- rowSums(keep)
  partly <- which(n > 0 & n < sum(datasets))
  if (length(partly)) {
    stop_typed("argument_error", sprintf(
      "`subset` must keep the same algorithms on every data set: it keeps %s on %d of %d.",
      x$algorithms[partly[1]], n[partly[1]], sum(datasets)
    ))
  }
  list(datasets = datasets, algorithms = algorithms)
}

#' @rdname jointstats_verbs
#' @export
rbind.jointstats_table <- function(..., deparse.level = 1) {
  tables <- Filter(Negate(is.null), list(...))
  Reduce(bind_tables, tables)
}

bind_tables <- function(x, y) {
  require_alike(x, y)
  y <- y[, x$algorithms, names(x$measures)]
  again <- intersect(y$datasets, x$datasets)
  if (length(again)) {
    stop_typed("duplicate_rows_error", sprintf(
      "The data set \"%s\" is in several of the tables.", again[1]
    ))
  }
  x$values <- bind_rows(x$values, y$values)
  x$datasets <- c(x$datasets, y$datasets)
  x$n_rows <- x$n_rows + y$n_rows
  if (!is.null(x$families)) {
    x$families <- c(x$families, y$families)
  }
  # Those that are incomplete come first among the dropped, in the same order.
  one <- seq_len(NROW(x$incomplete)) * !is.null(x$incomplete)
  two <- seq_len(NROW(y$incomplete)) * !is.null(y$incomplete)
  rest <- function(frame, first) frame[setdiff(seq_len(nrow(frame)), first), ]
  x$dropped <- rbind(
    x$dropped[one, ], y$dropped[two, ], rest(x$dropped, one), rest(y$dropped, two)
  )
  rownames(x$dropped) <- NULL
  if (!is.null(y$incomplete)) {
    x$incomplete <- bind_rows(x$incomplete, y$incomplete)
  }
  if (!is.null(x$all_runs)) {
    x$all_runs$values <- bind_rows(x$all_runs$values, y$all_runs$values)
  }
  x
}

require_alike <- function(x, y) {
  if (!inherits(y, "jointstats_table")) {
    stop_typed("argument_error", sprintf(
      "Only results tables can be combined; got an object of class \"%s\".", class(y)[1]
    ))
  }
  measures <- names(x$measures)
  sides <- list(
    algorithms = function(t) sort(t$algorithms),
    measures = function(t) sort(names(t$measures)),
    directions = function(t) t$measures[measures],
    ropes = function(t) list(t$rope[measures], measures %in% t$roped),
    kinds = class,
    `treatment of missing results` = function(t) t$missing,
    aggregation = function(t) t$aggregate,
    families = function(t) is.null(t$families),
    runs = function(t) c(t$all_runs[c("kind", "test_share")], dimnames(t$all_runs$values)[4])
  )
  for (what in names(sides)) {
    if (!identical(sides[[what]](x), sides[[what]](y))) {
      stop_typed("argument_error", sprintf("The tables differ in their %s.", what))
    }
  }
  if (!is.null(x$grid)) {
    stop_typed("argument_error", "Tables of folds cannot be combined: each is of one data set.")
  }
}

# Arrays one above the other; NULL is none.
bind_rows <- function(x, y) {
  if (is.null(x) || is.null(y)) {
    return(if (is.null(x)) y else x)
  }
  rows <- dim(x)[1] + dim(y)[1]
  names <- dimnames(x)
  names[[1]] <- c(rownames(x), rownames(y))
  flat <- rbind(matrix(x, dim(x)[1]), matrix(y, dim(y)[1]))
  array(flat, c(rows, dim(x)[-1]), names)
}

#' @rdname jointstats_verbs
#' @export
c.jointstats_counts <- function(...) {
  Reduce(`+`, list(...))
}

#' @rdname jointstats_verbs
#' @export
Summary.jointstats_counts <- function(..., na.rm = FALSE) {
  if (.Generic != "sum") {
    stop_typed("option_error", "Statement counts can only be added to each other.")
  }
  Reduce(`+`, list(...))
}

#' @rdname jointstats_verbs
#' @exportS3Method generics::tidy
tidy.jointstats_table <- function(x, ...) {
  refuse_dots("tidy", ...)
  as_tibble_if_any(summary(x))
}

#' @rdname jointstats_verbs
#' @exportS3Method generics::augment
augment.jointstats_table <- function(x, ...) {
  refuse_dots("augment", ...)
  frame <- as.data.frame(x)
  for (measure in names(x$measures)) {
    up <- frame[[measure]] * if (x$measures[[measure]] == "max") -1 else 1
    up[is.na(up) & identical(x$missing, "worst")] <- Inf # a failed run is behind all others
    frame[[paste0(".rank_", measure)]] <- stats::ave(up, frame$dataset, FUN = function(values) {
      rank(values, na.last = "keep")
    })
  }
  as_tibble_if_any(frame)
}

#' @rdname jointstats_verbs
#' @exportS3Method generics::glance
glance.jointstats_table <- function(x, ...) {
  refuse_dots("glance", ...)
  as_tibble_if_any(data.frame(
    n = length(x$datasets), n.algorithms = length(x$algorithms), n.measures = length(x$measures),
    n.dropped = nrow(x$dropped), n.failed = if (x$missing == "worst") sum(is.na(x$values)) else 0
  ))
}

#' @rdname jointstats_verbs
#' @exportS3Method generics::tidy
tidy.jointstats_counts <- function(x, ...) {
  refuse_dots("tidy", ...)
  as_tibble_if_any(x$frame)
}

#' @rdname jointstats_verbs
#' @exportS3Method generics::glance
glance.jointstats_counts <- function(x, ...) {
  refuse_dots("glance", ...)
  as_tibble_if_any(data.frame(
    n = x$n, n.algorithms = length(x$algorithms), n.measures = length(x$measures),
    n.statements = length(x$weights), n.dropped = nrow(x$dropped), n.tied = x$n_tied
  ))
}

#' @rdname jointstats_verbs
#' @exportS3Method tibble::as_tibble
as_tibble.jointstats_table <- function(x, ...) tibble::as_tibble(as.data.frame(x), ...)

#' @rdname jointstats_verbs
#' @exportS3Method tibble::as_tibble
as_tibble.jointstats_counts <- function(x, ...) tibble::as_tibble(as.data.frame(x), ...)

#' @rdname jointstats_verbs
#' @exportS3Method tibble::as_tibble
as_tibble.jointstats_test <- function(x, ...) tibble::as_tibble(as.data.frame(x), ...)

#' @export
str.jointstats_table <- function(object, ...) {
  cat(" ", format(object)[1], "\n", sep = "")
  invisible()
}
