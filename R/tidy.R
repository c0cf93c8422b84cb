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

#' @rdname jointstats_methods
#' @exportS3Method ggplot2::autoplot
autoplot.jointstats_test <- function(object, ...) {
  shown <- plot_data(object)
  shown$label <- factor(shown$label, levels = rev(unique(shown$label)))
  # The columns are reached through .data, which ggplot2 exports.
  .data <- ggplot2::.data
  about <- attr(shown, "about")
  figure <- ggplot2::ggplot(shown, ggplot2::aes(x = .data$value, y = .data$label))
  if (is.finite(about$reference)) {
    figure <- figure + ggplot2::geom_vline(xintercept = about$reference, linetype = 3)
  }
  if (any(is.finite(shown$low))) {
    figure <- figure + ggplot2::geom_segment(
      data = shown[is.finite(shown$low), ],
      ggplot2::aes(x = .data$low, xend = .data$high, yend = .data$label)
    )
  }
  figure + ggplot2::geom_point() +
    ggplot2::labs(x = about$axis, y = NULL, title = about$title)
}
