#' Critical-difference diagrams for LaTeX
#'
#' The figure `"rankings"` of a result in TikZ: the text that Python's `result.to_tikz()` gives.
#' It needs no Python: results that were saved and loaded have it as well.
#'
#' @param x A result with that figure, of [compare_algorithms()] or [friedman_test()].
#' @return A string with line breaks, ready for [cat()]: a LaTeX document that compiles by itself.
#'   Each `tikzpicture` of it can be copied into a paper.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   cat(to_tikz(friedman_test(load_dataset("weka"))))
#' }
to_tikz <- function(x) {
  figure <- chosen_figure(result_of_a_test(x, "to_tikz"), "rankings")
  jsonlite::parse_json(figure$content)$tikz
}
