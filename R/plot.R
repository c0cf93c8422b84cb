# Figures of results. What a figure shows is the core's, and part of the result: words and numbers,
# by kind. A file figure-KIND.R draws each kind.

#' Figures of test results
#'
#' `autoplot()` makes a figure with 'ggplot2', and `plot()` draws it on the current device. Figures
#' have the same content as those of the Python package: what it means is on the page "How to read
#' the figures". Results that were saved and loaded draw as well; Python is not needed. A part of a
#' result, such as `x$tests$bayes`, has no figures of its own: its test makes a result that has.
#'
#' Colours can be told apart by colour-blind readers, and letters, marks, line types or hatching say
#' the same without colour. Arrows are written as `->`, which every device has.
#'
#' No letter is smaller than 6 points: rows or notes that do not fit are left out and counted.
#'
#' `autoplot()` returns an ordinary ggplot: scales, themes and labels can be added to it. It is made
#' for one size, that of the open device, or 7 by 5 inches if there is none. For a file of another
#' size say so:
#' `ggsave("figure.pdf", autoplot(x, size = c(4, 3)), width = 4, height = 3)`. `plot()` fills the
#' device: to have several figures on one page use `print(autoplot(x), vp = )` or a package that
#' arranges ggplots ([graphics::par()] and [graphics::layout()] have no effect on them).
#'
#' @param x,object A result, such as of [compare_algorithms()].
#' @param figure The name of the figure, one of `names(x$figures)`; by default the first.
#' @param main The same as `title`, for those who know [graphics::plot()].
#' @param width Inches that the figure is wide on the device: 3.3 for a column of a paper, 6.9 for
#'   a page; by default as wide as the device.
#' @param theme Colours: `"colour"`, `"grey"` or `"dark"`. Every meaning has a shape, a frame or
#'   hatching, too.
#' @param title `TRUE` for the figure's own, `FALSE` for none, or yours.
#' @param notes `FALSE` for no notes under the figure.
#' @param size Width and height in inches at which the figure will be drawn; by default those of the
#'   open device, or 7 by 5.
#' @param ... Not used.
#' @return `plot()` returns `x` invisibly, `autoplot()` a ggplot, `figure_caption()` title and notes
#'   of the figure as text, for the caption in a paper.
#' @name jointstats_figures
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   names(result$figures)
#'   plot(result)
#'   plot(result, "effects")
#'   ggplot2::autoplot(result, "effects") + ggplot2::labs(title = "Cliff's delta")
#'   figure_caption(result)
#' }
NULL

# What makes the parts of a ggplot from the content of a kind and the page that they fill: the
# function figure_KIND() of the file figure-KIND.R.
figure_maker <- function(kind) {
  get(paste0("figure_", kind), envir = parent.env(environment()), mode = "function")
}

#' @rdname jointstats_figures
#' @export
plot.jointstats_test <- function(x, figure = NULL, main = NULL, ..., width = NULL,
                                 theme = "colour", title = TRUE, notes = TRUE) {
  content <- with_words(chosen_figure(x, figure), if (is.null(main)) title else main, notes)
  look <- look_of(theme)
  size <- device_size()
  if (is.null(width)) {
    print(figure_of(content, size, look))
  } else {
    size[1] <- checked_width(width)
    grid::grid.newpage()
    left <- grid::viewport(0, 0.5, grid::unit(width, "inches"), 1, just = "left")
    print(figure_of(content, size, look), vp = left)
  }
  invisible(x)
}

#' @rdname jointstats_figures
#' @exportS3Method ggplot2::autoplot jointstats_test
autoplot.jointstats_test <- function(object, figure = NULL, size = NULL, ..., theme = "colour",
                                     title = TRUE, notes = TRUE) {
  content <- with_words(chosen_figure(object, figure), title, notes)
  figure_of(content, figure_size(size), look_of(theme))
}

#' @rdname jointstats_figures
#' @export
figure_caption <- function(x, figure = NULL) {
  content <- chosen_figure(x, figure)
  title <- sub("([^.?!])$", "\\1.", content$title)
  paste(c(title, unlist(content$notes)), collapse = " ")
}

figure_of <- function(content, size, look = look_of("colour")) {
  content <- plain(content)
  force(size) # of the device, before there is paper
  on_paper({
    page <- page_for(content, size, look)
    parts <- figure_maker(content$kind)(content, page)
    if (length(attr(parts, "left_out")) || length(attr(parts, "without"))) {
      # What is left out is counted in the first note, which takes room of its own; what explains it
      # is left out, too.
      page <- page_for(noted(content, parts), size, look)
      parts <- figure_maker(content$kind)(content, page)
      page$notes <- page_for(noted(content, parts), size, look)$notes
    }
    ggplot2::ggplot() + theme_figure(page) + parts + figure_words(content, page)
  })
}

# The content with the notes that hold for what was laid out.
noted <- function(content, parts) {
  kept <- setdiff(unlist(content$notes), attr(parts, "without"))
  content$notes <- c(attr(parts, "left_out"), kept)
  content
}

# Inches asked for, or those of the open device, or 7 by 5.
figure_size <- function(size = NULL) {
  if (!is.null(size)) {
    size
  } else if (grDevices::dev.cur() > 1L) {
    grDevices::dev.size()
  } else {
    c(7, 5)
  }
}

# Inches of the device that is drawn on, opened if there is none.
device_size <- function() {
  if (grDevices::dev.cur() == 1L) {
    grDevices::dev.new()
  }
  grDevices::dev.size()
}

# The content of one figure of a result, by name.
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

# Its content with the title and the notes that were asked for: TRUE for its own, FALSE for none.
with_words <- function(content, title = TRUE, notes = TRUE) {
  if (!isTRUE(title)) {
    content$title <- if (isFALSE(title)) "" else paste(title, collapse = " ")
  }
  if (!isTRUE(notes)) {
    content$notes <- NULL
  }
  content
}

checked_width <- function(width) {
  if (!(is.numeric(width) && length(width) == 1L && is.finite(width) && width >= 2)) {
    stop_typed("plot_error", sprintf(
      "A width is a number of inches, at least 2, not %s.", paste(deparse(width), collapse = "")
    ))
  }
  width
}
