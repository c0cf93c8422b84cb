# Results in the forms of other packages: their generics get a method when they are loaded.

#' Results in tables of other packages
#'
#' `flextable::as_flextable()` makes a table for Word, PowerPoint or HTML, with the same cells as
#' [to_latex()]. `parameters::model_parameters()` (easystats) returns the rows of a result with
#' easystats' names of columns: `Parameter`, `Coefficient`, `CI_low`, `CI_high`, `p` and so on, with
#' corrected p-values if there are any. In documents that 'knitr' makes, the chunk option
#' `jointstats = "table"` prints the verdict and the table of a result.
#'
#' @param x,model A result, such as that of [glrt_test()].
#' @param options Options of the chunk, which knitr passes on.
#' @param ... Passed on to the method for data frames, or not used.
#' @return `as_flextable()`: a flextable, for a comparison the leaderboard. `model_parameters()`: a
#'   data frame of class `parameters_model`. `knit_print()`: the text for the document.
#' @name jointstats_tables
#' @examples
#' if (requireNamespace("flextable", quietly = TRUE)) {
#'   flextable::as_flextable(weka_comparison)
#' }
NULL

#' @rdname jointstats_tables
#' @exportS3Method flextable::as_flextable
as_flextable.jointstats_test <- function(x, ...) {
  table <- x$table
  cells <- table_cells(table, own_frame(x))
  keys <- paste0("column", seq_along(cells)) # names in words may be alike
  made <- flextable::flextable(stats::setNames(cells, keys))
  made <- flextable::set_header_labels(made, values = stats::setNames(as.list(names(cells)), keys))
  right <- strsplit(table$sides, "")[[1]] == "r"
  made <- flextable::align(made, j = which(right), align = "right", part = "all")
  if (!is.null(table$note) && nzchar(table$note)) {
    made <- flextable::add_footer_lines(made, table$note)
  }
  flextable::autofit(made)
}

# The text cells of a table, a column each: some are columns of the result's own frame.
table_cells <- function(table, frame) {
  columns <- lapply(table$columns, function(column) {
    if (is.null(column$of)) as.character(column$cells) else as.character(frame[[column$of]])
  })
  names(columns) <- unlist(table$names)
  data.frame(columns, check.names = FALSE)
}

# broom's names of columns and what easystats calls the same; the first that is there is taken.
easystats_names <- c(
  estimate = "Coefficient", conf.low = "CI_low", conf.high = "CI_high", statistic = "Statistic",
  parameter = "df", num.df = "df", den.df = "df_error", adj.p.value = "p", p.value = "p",
  std.error = "SE", probability = "Probability", probability_lower = "Probability_low",
  n = "n_Obs"
)

# caret and yardstick have a generic of the same name: whichever is attached last, a result of this
# package is asked by sensitivity() of this package.
#' @noRd
#' @exportS3Method caret::sensitivity
#' @exportS3Method yardstick::sensitivity
sensitivity.jointstats_test <- function(data, ...) {
  sensitivity(data, ...)
}

#' @rdname jointstats_tables
#' @exportS3Method parameters::model_parameters
model_parameters.jointstats_test <- function(model, ...) { # nolint: object_length_linter.
  rows <- in_broom(model)
  named <- easystats_names[names(easystats_names) %in% names(rows)]
  named <- named[!duplicated(named)]
  found <- stats::setNames(rows[names(named)], named)
  parameter <- if (inherits(model, "htest")) model$method else row_labels(rows)
  found <- data.frame(Parameter = parameter, found, check.names = FALSE)
  structure(
    found,
    class = c("parameters_model", "see_parameters_model", "data.frame"),
    ci = level_of(model), model_class = class(model), title = model$verdict
  )
}

#' @rdname jointstats_tables
#' @exportS3Method knitr::knit_print
knit_print.jointstats_test <- function(x, options = list(), ...) {
  if (!identical(options$jointstats, "table")) {
    return(knitr::normal_print(x))
  }
  knitr::asis_output(paste0("\n", x$verdict, "\n\n", to_markdown(x), "\n"))
}
