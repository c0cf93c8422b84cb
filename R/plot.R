# Figures of results. What a figure shows is the core's, and part of the result: words and numbers,
# by kind. A file figure-KIND.R draws each kind.

#' Figures of test results
#'
#' `autoplot()` makes a figure with 'ggplot2', and `plot()` draws it on the current device. Figures
#' have the same content as those of the Python package: what it means is on the page "How to read
#' the figures". Results that were saved and loaded draw as well; Python is not needed. A part of a
#' result, such as `x$joint$bayes`, has no figures of its own: its test makes a result that has.
#'
#' Colours can be told apart by colour-blind readers, and letters, marks, line types or hatching say
#' the same without colour. Arrows are written as `->`, which every device has.
#'
#' `autoplot()` returns an ordinary ggplot: scales, themes and labels can be added to it. It is made
#' for one size, that of the open device, or 7 by 5 inches if there is none; drawn smaller, its text
#' shrinks so that names do not overlap. For a file of another size say so:
#' `ggsave("figure.pdf", autoplot(x, size = c(4, 3)), width = 4, height = 3)`. `plot()` fills the
#' device: to have several figures on one page use `print(autoplot(x), vp = )` or a package that
#' arranges ggplots ([graphics::par()] and [graphics::layout()] have no effect on them).
#'
#' @param x,object A result, such as of [compare_algorithms()].
#' @param figure The name of the figure, one of `names(x$figures)`; by default the first.
#' @param main A title instead of the figure's own; `""` for none.
#' @param size Width and height in inches at which the figure will be drawn; by default those of the
#'   open device, or 7 by 5.
#' @param ... Not used.
#' @return `plot()` returns `x` invisibly, `autoplot()` a ggplot.
#' @name jointstats_figures
#' @examples
#' if (jointstats_available()) {
#'   result <- compare_algorithms(load_dataset("example1"))
#'   names(result$figures)
#'   plot(result)
#'   plot(result, "effects")
#'   ggplot2::autoplot(result, "effects") + ggplot2::labs(title = "Cliff's delta")
#' }
NULL

# What makes the parts of a ggplot from the content of a kind and the page that they fill: the
# function figure_KIND() of the file figure-KIND.R.
figure_maker <- function(kind) {
  get(paste0("figure_", kind), envir = parent.env(environment()), mode = "function")
}

#' @rdname jointstats_figures
#' @export
plot.jointstats_test <- function(x, figure = NULL, main = NULL, ...) {
  content <- titled(chosen_figure(x, figure), main)
  print(figure_of(content, device_size()))
  invisible(x)
}

#' @rdname jointstats_figures
#' @exportS3Method ggplot2::autoplot jointstats_test
autoplot.jointstats_test <- function(object, figure = NULL, size = NULL, ...) {
  figure_of(chosen_figure(object, figure), figure_size(size))
}

figure_of <- function(content, size) {
  content <- plain(content)
  force(size) # of the device, before there is paper
  on_paper({
    page <- page_for(content, size)
    ggplot2::ggplot() + theme_figure(page) + figure_maker(content$kind)(content, page) +
      figure_words(content, page)
  })
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
  require_current(x)
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

titled <- function(content, main) {
  if (!is.null(main)) {
    content$title <- paste(main, collapse = " ")
  }
  content
}
