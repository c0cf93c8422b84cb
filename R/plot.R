# Figures of results. What a figure shows is the core's, and part of the result: words and numbers,
# by kind. The files figure-*.R draw one kind each, with base graphics and with ggplot2.

#' Figures of test results
#'
#' `plot()` draws with base graphics, `autoplot()` with 'ggplot2'. Both show the same content as the
#' figures of the Python package: what it means is on the page "How to read the figures". Results
#' that were saved and loaded draw as well; Python is not needed.
#'
#' Colours can be told apart by colour-blind readers, and letters, marks, line types or hatching say
#' the same without colour. Text shrinks until it fits, so that names do not overlap. On devices
#' whose fonts lack arrows (such as [grDevices::pdf()]; [grDevices::cairo_pdf()] has them) these are
#' written as `->`.
#'
#' `plot()` fills one panel of the device and leaves the settings of [graphics::par()] as they were.
#' `autoplot()` returns an ordinary ggplot: scales, themes and labels can be added to it. When it is
#' made it does not know yet where it will be drawn: arrows are always written as `->`, and title
#' and notes are wrapped to the width of the open device, 7 inches if there is none. For a file of
#' another size say so: `ggsave("figure.pdf", autoplot(x, size = c(4, 3)), width = 4, height = 3)`.
#'
#' @param x,object A result, such as of [compare_algorithms()].
#' @param figure The name of the figure, one of `names(x$figures)`; by default the first.
#' @param main A title instead of the figure's own; `""` for none.
#' @param size Width and height in inches at which the ggplot will be drawn; by default those of the
#'   open device, or 7 by 5.
#' @param ... For `plot()`, graphical parameters while drawing, such as `cex` or `family`; not used
#'   by `autoplot()`.
#' @return `plot()` returns `x` invisibly, `autoplot()` a ggplot.
#' @name jointstats_figures
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   names(result$figures)
#'   plot(result)
#'   plot(result, "effects")
#'   if (requireNamespace("ggplot2", quietly = TRUE)) {
#'     ggplot2::autoplot(result, "effects") + ggplot2::labs(title = "Cliff's delta")
#'   }
#' }
NULL

#' @rdname jointstats_figures
#' @export
plot.jointstats_test <- function(x, figure = NULL, main = NULL, ...) {
  content <- titled(chosen_figure(x, figure), main)
  old <- graphics::par(mai = rep(0.12, 4), xpd = NA, ...)
  on.exit(graphics::par(old))
  graphics::plot.new()
  draw_on_canvas(readable(content))
  invisible(x)
}

#' @rdname jointstats_figures
#' @exportS3Method ggplot2::autoplot
autoplot.jointstats_test <- function(object, figure = NULL, size = NULL, ...) {
  content <- plain(chosen_figure(object, figure))
  asked$size <- size
  on.exit(asked$size <- NULL)
  drawn <- switch(content$kind,
    rows = ggplot_rows(content),
    pairs = ggplot_pairs(content),
    network = ggplot_network(content),
    orders = ggplot_orders(content),
    curves = ggplot_curves(content),
    plane = ggplot_plane(content)
  )
  drawn + ggplot_words(content)
}

# The content of one figure of a result, by name.
chosen_figure <- function(x, name) {
  known <- names(x$figures)
  if (is.null(known)) {
    stop_typed(
      "plot_error", "There is no figure for this result: as.data.frame() has its numbers."
    )
  }
  if (is.null(name)) {
    name <- known[1]
  }
  if (!(is.character(name) && length(name) == 1L && name %in% known)) {
    stop_typed("plot_error", sprintf(
      "There is no figure %s of this result: figure is one of %s.",
      paste(deparse(name), collapse = ""), paste0('"', known, '"', collapse = ", ")
    ))
  }
  x$figures[[name]]
}

titled <- function(content, main) {
  if (!is.null(main)) {
    content$title <- paste(main, collapse = " ")
  }
  content
}
