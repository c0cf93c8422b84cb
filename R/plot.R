# Figures of results: the picture that Python draws, painted by R.

#' Figures of test results
#'
#' `plot()` draws a figure on the current device, laid out for its size; it is the picture that
#' Python draws. To change or combine figures, use [autoplot][jointstats_autoplot], which makes
#' ggplots of some of them.
#'
#' Results that were saved and loaded draw without Python, too. Each holds its figures for a page,
#' 6.9 inches wide, in the theme `"colour"`, and scales them to the device. A part of a result, such
#' as `x$tests$bayes`, has no figures; call its test for a result with figures.
#'
#' Colour-blind readers can distinguish the colours, and letters, marks, line types or hatching show
#' the same without colour. Devices with the letters of one alphabet, such as [pdf()], show arrows
#' as `->`; [cairo_pdf()] has all letters.
#'
#' Of a results table `plot()` shows the data, and tests nothing. `"results"`, the default, has a
#' panel for each measure and a row for each algorithm, with a dot for each result; `"quadrant"`
#' shows the differences of two algorithms on two measures. Of statement counts it shows the
#' statements as rows of tiles, with the number of data sets that show each.
#'
#' `plot()` fills the device. [graphics::par()] and [graphics::layout()] have no effect on it.
#'
#' @param x A result, such as of [compare_algorithms()], a results table or statement counts.
#' @param figure The name of the figure, one of `names(x$figures)`; by default the first.
#' @param main The same as `title`, as in [graphics::plot()].
#' @param width Width of the figure in inches: 3.3 for a column of a paper, 6.9 for a page; by
#'   default the width of the device.
#' @param theme Colours: `"colour"`, `"grey"` or `"dark"`. Every meaning has a shape, a frame or
#'   hatching as well.
#' @param title `TRUE` for the title of the figure, `FALSE` for none, or a string.
#' @param notes `FALSE` for no notes under the figure.
#' @param ... For a results table `measures`, the names of two measures (any number for
#'   `"results"`), and `pair`, the names of two algorithms (for `"quadrant"`); for statement counts
#'   the other arguments. Otherwise an argument that is not listed here is an error.
#' @return `plot()` returns `x` invisibly, `figure_caption()` a string: title and notes of the
#'   figure, for the caption in a paper.
#' @name jointstats_figures
#' @examples
#' names(forest_comparison$figures)
#' plot(forest_comparison)
#' cat(figure_caption(forest_comparison))
#' if (jointstats_available()) {
#'   plot(forest_comparison, "effects", width = 3.3, theme = "grey")
#'   weka <- load_dataset("weka")
#'   plot(weka, "quadrant", pair = c("RandomForest", "Logistic"), measures = c("auc", "mae"))
#'   plot(statement_counts(load_dataset("example1")))
#' }
NULL

#' @rdname jointstats_figures
#' @export
plot.jointstats_test <- function(x, figure = NULL, main = NULL, ..., width = NULL,
                                 theme = "colour", title = TRUE, notes = TRUE) {
  refuse_dots("plot", ...)
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
    stop_typed("plot_error", paste(
      "Without Python, `theme`, `title` and `notes` cannot be changed: see jointstats_sitrep()."
    ))
  }
  as_vectors(jsonlite::parse_json(text))
}

checked_width <- function(width) {
  if (!(is.numeric(width) && length(width) == 1L && is.finite(width) && width >= 2)) {
    stop_typed("plot_error", sprintf(
      "`width` must be a number of inches, at least 2; got %s.", in_code(width)
    ))
  }
  width
}

python_at_hand <- function() !is.null(tryCatch(core(FALSE), error = function(e) NULL))

# One figure of a result, by name; by default the first.
chosen_figure <- function(x, name) {
  known <- names(x$figures)
  if (is.null(x$figures)) {
    stop_typed("plot_error", sprintf(
      "A part of a result has no figures. Call %s for a result with figures.", test_of(x)
    ))
  }
  if (is.null(known)) {
    stop_typed(
      "plot_error", "This result has no figure. Use as.data.frame() for its numbers."
    )
  }
  if (is.null(name)) {
    return(x$figures[[1]])
  }
  if (!(is_word(name) && name %in% known)) {
    stop_typed("plot_error", sprintf(
      "This result has no figure %s: `figure` must be one of %s.",
      in_code(name), paste0('"', known, '"', collapse = ", ")
    ))
  }
  x$figures[[name]]
}
