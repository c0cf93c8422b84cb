# Results of tests with one p-value as R's own "htest".

# Tests with one p-value are R's "htest". For print.htest and broom, a test has one entry here: its
# title, and the names of its statistic and its parameters, each with the core's key (or the value
# of a constant); if it estimates what it tests, also the names of the estimate and the tested
# value, and the keys of the interval.
htests <- list(
  glrt = list(
    title = "Likelihood-ratio test of dominance statements",
    statistic = list(`-2 ln lambda` = "statistic"), parameter = list(df = 1)
  ),
  hotelling = list(
    title = "Hotelling's T-squared test of equal means",
    statistic = list(T2 = "statistic"), parameter = list(`num df` = "df1", `denom df` = "df2")
  ),
  manova = list(
    title = "Multivariate analysis of variance of equal means",
    statistic = list(statistic = "statistic"),
    parameter = list(`num df` = "df1", `denom df` = "df2")
  ),
  claim = list(
    title = "Exact binomial test of a claim",
    statistic = list(`votes for it` = "yes"), parameter = list(votes = "votes"),
    estimate = list(`share of votes` = "share"),
    null.value = list(`share of votes` = "threshold"), conf.int = c("share_low", "share_high")
  )
)

as_htest <- function(result, about) {
  result$computation <- result$method
  if (!is.null(result$yes)) result$votes <- result$yes + result$no
  result$statistic <- named_facts(result, about$statistic)
  if (!is.null(result$statistic_name)) {
    names(result$statistic) <- result$statistic_name
  }
  result$parameter <- named_facts(result, about$parameter)
  result$p.value <- if (is.null(result$p_value)) NA_real_ else result$p_value
  if (!is.null(about$estimate)) {
    result <- with_estimate(result, about)
  }
  result$method <- about$title
  result$data.name <- data_name(result)
  result
}

# Estimate, interval and hypothesis in the words of R's own tests.
with_estimate <- function(result, about) {
  result$estimate <- named_facts(result, about$estimate)
  result$null.value <- named_facts(result, about$null.value)
  result$conf.int <- structure(unlist(result[about$conf.int]), names = NULL)
  attr(result$conf.int, "conf.level") <- result$level
  result$alternative <- sub("-", ".", result$alternative, fixed = TRUE)
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
  rows <- if (is.null(result$cases)) "data set" else result$cases
  sprintf(
    "%s on %s (%s %s%s)",
    paste(result$algorithms, collapse = ", "),
    paste0(names(result$measures), " (", result$measures, ")", collapse = ", "),
    format(result$n, scientific = FALSE), rows, plural(result$n)
  )
}

plural <- function(n) if (n == 1) "" else "s"
