#' Compact letters of Friedman's test
#'
#' The tests of the pairs do not separate algorithms that share a letter on a measure. That does not
#' show that the algorithms are equal.
#'
#' @param x A result of [friedman_test()] with tests of the pairs (`post_hoc`).
#' @return A data frame with a row for each measure and algorithm, best first, and the columns
#'   `measure`, `algorithm`, `letters` (character) and `mean_rank` (numeric).
#' @export
#' @examples
#' if (jointstats_available()) {
#'   compact_letters(friedman_test(load_dataset("weka")))
#' }
compact_letters <- function(x) {
  x <- result_of_a_test(x, "compact_letters")
  each <- Map(letters_of, names(x$rankings), x$rankings)
  made <- do.call(rbind, unname(each))
  if (is.null(made)) {
    stop_typed("argument_error", paste(
      "compact_letters() needs a result of friedman_test() with tests of the pairs. Set",
      "post_hoc = \"exact\"."
    ))
  }
  made
}

# A letter for each group, best first; who is in no group is one alone.
letters_of <- function(measure, ranking) {
  if (is.null(ranking$groups)) {
    return(NULL)
  }
  order <- ranking$order
  groups <- list_of_names(ranking$groups)
  groups <- c(groups, as.list(setdiff(order, unlist(groups))))
  groups <- groups[order(vapply(groups, function(group) min(match(group, order)), 1L))]
  symbols <- c(letters, LETTERS, paste0("(", seq_along(groups), ")"))
  marks <- vapply(order, function(algorithm) {
    inside <- vapply(groups, function(group) algorithm %in% group, NA)
    paste(symbols[which(inside)], collapse = "")
  }, "")
  data.frame(
    measure = measure, algorithm = order, mean_rank = ranking$mean_ranks, letters = unname(marks)
  )
}
