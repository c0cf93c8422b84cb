#' Compact letters of a leaderboard
#'
#' On each measure, algorithms that share a letter are not separated by the tests of the pairs,
#' which does not mean that they are equal. Above 52 overlapping tiers a letter is a run of
#' neighbours by mean rank, such as "c-f".
#'
#' @param x A result of [compare_algorithms()] (three algorithms or more) or [leaderboard()].
#' @return A data frame with a row for each measure and algorithm, best first: `measure`,
#'   `algorithm`, `mean_rank` and `letters`. With a control there are no letters, which is an error.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   compact_letters(leaderboard(load_dataset("weka")))
#' }
compact_letters <- function(x) {
  x <- result_of_a_test(x, "compact_letters")
  board <- if (is.null(x$leaderboard)) x$board else x$leaderboard$board
  measures <- names(x$measures)
  if (is.null(board) || !all(paste0("letters_", measures) %in% names(board))) {
    stop_typed("argument_error", paste(
      "compact_letters() takes a leaderboard of all pairs, or a comparison that has one: three",
      "algorithms or more, without a control."
    ))
  }
  each <- lapply(measures, function(measure) {
    data.frame(
      measure = measure, algorithm = board$algorithm,
      mean_rank = board[[paste0("mean_rank_", measure)]],
      letters = board[[paste0("letters_", measure)]]
    )
  })
  each <- lapply(each, function(one) one[order(one$mean_rank), ])
  made <- do.call(rbind, each)
  rownames(made) <- NULL
  made
}
