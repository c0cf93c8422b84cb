# Methods for generics that other packages own: registered when those are loaded.

#' @rdname jointstats_methods
#' @exportS3Method generics::tidy
tidy.jointstats_test <- function(x, ...) {
  as_tibble_if_any(if (inherits(x, "htest")) one_row(x, tidy_facts) else x$frame)
}

#' @rdname jointstats_methods
#' @exportS3Method generics::glance
glance.jointstats_test <- function(x, ...) {
  as_tibble_if_any(one_row(x, glance_facts))
}

# Column to the field that it shows; the names are broom's where broom has one.
tidy_facts <- c(
  statistic = "statistic", p.value = "p.value", p.value.exact = "p_value_exact",
  parameter = "parameter", method = "method"
)
glance_facts <- c(
  test = "test", n = "n", n.dropped = "n_dropped", statistic = "statistic", p.value = "p.value",
  p.value.exact = "p_value_exact", probability = "probability",
  probability.lower = "probability_lower", decided = "decided", alpha = "alpha",
  p.adjust = "p_adjust", verdict = "verdict"
)

# A one-row data frame of those facts that are single values in `x`.
one_row <- function(x, facts) {
  found <- lapply(facts, function(field) unname(x[[field]]))
  found <- found[vapply(found, function(v) is.atomic(v) && length(v) == 1L, logical(1))]
  structure(found, row.names = 1L, class = "data.frame")
}

as_tibble_if_any <- function(frame) {
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}
