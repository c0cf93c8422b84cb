# Methods for generics that other packages own: registered when those are loaded.

#' @rdname jointstats_methods
#' @exportS3Method generics::tidy
tidy.jointstats_test <- function(x, ...) {
  as_tibble_if_any(if (inherits(x, "htest")) one_row(with_df(x), tidy_facts) else in_broom(x$frame))
}

#' @rdname jointstats_methods
#' @exportS3Method generics::glance
glance.jointstats_test <- function(x, ...) {
  as_tibble_if_any(one_row(x, glance_facts))
}

# Column to the field that it shows; the names are broom's where broom has one.
tidy_facts <- c(
  statistic = "statistic", p.value = "p.value", p.value.exact = "p_value_exact",
  parameter = "parameter", num.df = "num_df", den.df = "den_df", method = "method"
)

# Columns as broom calls them; of an interval and what it is about one is the `estimate`.
broom_names <- c(
  p_value = "p.value", p_adjusted = "adj.p.value", p_value_exact = "p.value.exact",
  df1 = "num.df", df2 = "den.df", standard_error = "std.error", error = "std.error",
  t = "statistic", f = "statistic"
)
estimates <- list(
  c("mean_difference", "low", "high"), c("median_difference", "median_low", "median_high"),
  c("share", "share_low", "share_high"), c("worth", "worth_low", "worth_high"), "area"
)

in_broom <- function(frame) {
  about <- Filter(function(one) all(one %in% names(frame)), estimates)
  if (length(about)) {
    one <- about[[1]]
    names(frame)[match(one, names(frame))] <- c("estimate", "conf.low", "conf.high")[seq_along(one)]
  }
  for (name in intersect(names(broom_names), names(frame))) {
    if (!(broom_names[[name]] %in% names(frame))) {
      names(frame)[names(frame) == name] <- broom_names[[name]]
    }
  }
  frame
}

# The two parameters of an F distribution, each under its own name.
with_df <- function(x) {
  x$num_df <- unname(x$parameter["num df"])
  x$den_df <- unname(x$parameter["denom df"])
  if (is.na(x$num_df)) x[c("num_df", "den_df")] <- NULL
  x
}
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
