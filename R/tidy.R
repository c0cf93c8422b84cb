# Methods for generics that other packages own: registered when those are loaded.

#' @rdname jointstats_methods
#' @exportS3Method generics::tidy
tidy.jointstats_test <- function(x, ...) {
  refuse_dots("tidy", ...)
  as_tibble_if_any(in_broom(x))
}

#' @rdname jointstats_methods
#' @exportS3Method generics::glance
glance.jointstats_test <- function(x, ...) {
  refuse_dots("glance", ...)
  as_tibble_if_any(one_row(with_smallest_p(x), glance_facts))
}

# The statistic and p-value of the one test, or of that with the smallest corrected p-value, which
# is the p-value of "nothing differs" then; or the reason why there is none.
with_smallest_p <- function(x) {
  if (inherits(x, "htest")) {
    return(x)
  }
  rows <- own_frame(x)
  p <- c(grep("p_adjusted$", names(rows), value = TRUE), intersect("p_value", names(rows)))
  if (!is.null(x$p_value)) { # of all looks at a claim
    x$p.value <- x$p_value
  } else if (length(p) && nrow(rows)) {
    smallest <- do.call(pmin, c(rows[grep(sub(".*_", "", p[1]), p, value = TRUE)], na.rm = TRUE))
    best <- c(which.min(smallest), NA)[1]
    x$statistic <- rows[[c(intersect(c("statistic", "chi2", "f", "t"), names(rows)), NA)[1]]][best]
    x$p.value <- smallest[best]
  }
  if (is.null(x$p.value)) {
    x$p.value <- NA_real_
    x$no.p.value <- attr(x, "no_p_value")
  }
  x
}

# Column to the field that it shows; the names are broom's where broom has one.
tidy_facts <- c(
  estimate = "estimate", statistic = "statistic", p.value = "p.value",
  p.value.asymptotic = "p_value_asymptotic", parameter = "parameter", num.df = "num_df",
  den.df = "den_df", conf.low = "conf_low", conf.high = "conf_high", method = "method",
  alternative = "alternative"
)

# The rows of a result, by measure if it has such, their columns as broom calls such values; of a
# test with one p-value its only row.
in_broom <- function(x) {
  if (inherits(x, "htest")) {
    return(one_row(single_values(x), tidy_facts))
  }
  frame <- if (is.null(x$by_measure)) own_frame(x) else x$by_measure
  broom <- attr(x, "broom")
  broom <- broom[names(broom) %in% names(frame)]
  names(frame)[match(names(broom), names(frame))] <- broom
  frame
}

# The two parameters of an F distribution, and the ends of an interval, each under its own name.
single_values <- function(x) {
  x$conf_low <- x$conf.int[1]
  x$conf_high <- x$conf.int[2]
  x$num_df <- unname(x$parameter["num df"])
  x$den_df <- unname(x$parameter["denom df"])
  if (is.na(x$num_df)) x[c("num_df", "den_df")] <- NULL
  x
}
glance_facts <- c(
  test = "test", n = "n", n.dropped = "n_dropped", statistic = "statistic", p.value = "p.value",
  no.p.value = "no.p.value", p.value.asymptotic = "p_value_asymptotic", probability = "probability",
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
