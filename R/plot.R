# Figures of results: the picture that Python draws, painted by R.

#' Figures of test results
#'
#' `plot()` draws a figure on the current device: the picture that Python's `result.plot()` gives,
#' laid out for the size of the device. What it means is on the page "How to read the figures". For
#' figures to be changed and combined, [autoplot][jointstats_autoplot] makes a ggplot of some.
#'
#' Without Python, results that were saved and loaded draw as well: each holds its figures as they
#' are on a page, 6.9 inches wide, in the theme `"colour"`; they are then made smaller or larger
#' with the device. A part of a result, such as `x$tests$bayes`, has no figures of its own: its
#' test makes a result that has.
#'
#' Colours can be told apart by colour-blind readers, and letters, marks, line types or hatching say
#' the same without colour. On devices with the letters of one alphabet only, such as [pdf()],
#' arrows are written as `->`; [cairo_pdf()] has all letters.
#'
#' `plot()` fills the device: [graphics::par()] and [graphics::layout()] have no effect on it.
#'
#' @param x A result, such as of [compare_algorithms()].
#' @param figure The name of the figure, one of `names(x$figures)`; by default the first.
#' @param main The same as `title`, for those who know [graphics::plot()].
#' @param width Inches that the figure is wide on the device: 3.3 for a column of a paper, 6.9 for
#'   a page; by default as wide as the device.
#' @param theme Colours: `"colour"`, `"grey"` or `"dark"`. Every meaning has a shape, a frame or
#'   hatching, too.
#' @param title `TRUE` for the figure's own, `FALSE` for none, or yours.
#' @param notes `FALSE` for no notes under the figure.
#' @param ... Not used.
#' @return `plot()` returns `x` invisibly, `figure_caption()` title and notes of the figure as text,
#'   for the caption in a paper.
#' @name jointstats_figures
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   names(result$figures)
#'   plot(result)
#'   plot(result, "effects", width = 3.3, theme = "grey")
#'   figure_caption(result)
#' }
NULL

#' @rdname jointstats_figures
#' @export
plot.jointstats_test <- function(x, figure = NULL, main = NULL, ..., width = NULL,
                                 theme = "colour", title = TRUE, notes = TRUE) {
  title <- if (is.null(main)) title else main
  paint(chosen_figure(x, figure), width, theme = theme, title = title, notes = notes)
  invisible(x)
}

#' @rdname jointstats_figures
#' @export
figure_caption <- function(x, figure = NULL) {
  chosen_figure(x, figure)$caption
}

# Paints a figure of a result on a new page of the device.
paint <- function(figure, width = NULL, ...) {
  grid::grid.newpage()
  room <- grDevices::dev.size()
  if (!is.null(width)) {
    room[1] <- checked_width(width)
  }
  drawing <- drawing_of(figure, room, ...)
  grid::grid.draw(picture(drawing, min(room / c(drawing$width, drawing$height))))
}

# The figure laid out for this room by the core; where Python cannot be had, as it is on a page.
drawing_of <- function(figure, room, theme = "colour", title = TRUE, notes = TRUE) {
  asked <- list(theme = theme, title = title, notes = notes)
  text <- if (python_at_hand()) {
    call_core(
      "drawing", c(list(content = figure$content, width = room[1], height = room[2]), asked)
    )
  } else if (identical(asked, list(theme = "colour", title = TRUE, notes = TRUE))) {
    figure$drawing
  } else {
    stop_typed("plot_error", "Another theme, title or notes need Python: see jointstats_sitrep().")
  }
  as_vectors(jsonlite::parse_json(text))
}

checked_width <- function(width) {
  if (!(is.numeric(width) && length(width) == 1L && is.finite(width) && width >= 2)) {
    stop_typed("plot_error", sprintf(
      "A width is a number of inches, at least 2, not %s.", paste(deparse(width), collapse = "")
    ))
  }
  width
}

python_at_hand <- function() !is.null(tryCatch(core(FALSE), error = function(e) NULL))

# One figure of a result, by name.
chosen_figure <- function(x, name) {
  known <- names(x$figures)
  if (is.null(x$figures)) {
    stop_typed("plot_error", sprintf(
      "A part of a result has no figures of its own: %s makes a result that has.",
      if (is.null(x$call$`function`)) "its test" else paste0(x$call$`function`, "()")
    ))
  }
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
