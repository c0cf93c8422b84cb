#' Critical-difference diagrams for LaTeX
#'
#' Returns the figure `"rankings"` of a result in TikZ. Results that were saved and loaded need no
#' Python for it.
#'
#' @param x A result of [friedman_test()].
#' @return A string with line breaks, ready for [cat()]: a complete LaTeX document. Each
#'   `tikzpicture` in it can be copied into a paper.
#' @export
#' @examples
#' if (jointstats_available()) {
#'   cat(to_tikz(friedman_test(load_dataset("weka"))))
#' }
to_tikz <- function(x) {
  figure <- chosen_figure(result_of_a_test(x, "to_tikz"), "rankings")
  jsonlite::parse_json(figure$content)$tikz
}
