# Figures as plot() paints them: from recorded replies and a list of marks made by hand.

drawing <- list(
  width = 4, height = 2, paper = "#FFFFFF", alt = "Marks", title = "Marks", middle = 0.36,
  marks = list(
    list(
      kind = "polygons", polygons = list(cbind(c(0, 1, 1), c(0, 0, 1)), cbind(c(2, 3, 3, 2), c(1, 1, 2, 2))),
      fill = c("#0072B2", NA), edge = "#000000", lw = 0.75
    ),
    list(kind = "lines", segments = rbind(c(0, 0.5, 4, 0.5)), colour = "#8C8C8C", lw = 0.75, dash = c(3, 1.5)),
    list(kind = "lines", points = cbind(c(0, 1, 2), c(2, 1, 2)), colour = "#8C8C8C", lw = 1.5, dash = list()),
    list(kind = "dots", x = c(1, 2), y = c(1, 1.5), radius = 0.05, fill = "#E69F00", lw = 0.5),
    list(
      kind = "text", x = 0.5, y = 0.25, text = "a \u2192 b", size = 8, width = 3, align = "left",
      angle = 0, bold = FALSE, colour = "#000000"
    ),
    list(
      kind = "text", x = 3.9, y = 1.5, text = "wider than its room", size = 8, width = 0.5,
      align = "center", angle = 90, bold = TRUE, colour = "#595959"
    )
  )
)

on_pdf <- function(code, width = 7, height = 5) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  force(code)
}

grobs_of <- function(drawing, scale = 1) {
  unclass(on_pdf(jointstats:::picture(drawing, scale)$children))
}

values <- function(unit) as.numeric(unit)

listed <- function(figure) jointstats:::as_vectors(jsonlite::parse_json(figure$drawing))

test_that("each mark of a list becomes a grob with its places, and texts that follow each other one", {
  grobs <- grobs_of(drawing)
  kinds <- vapply(grobs, function(one) class(one)[1], "")
  expect_identical(unname(kinds), c("rect", "polygon", "segments", "polyline", "circle", "text"))
  expect_identical(values(grobs[[2]]$x), c(0, 1, 1, 2, 3, 3, 2))
  expect_identical(grobs[[2]]$id.lengths, c(3L, 4L))
  expect_identical(grobs[[2]]$gp$fill, c("#0072B2", NA))
  expect_identical(values(grobs[[3]]$x1), 4)
  expect_identical(grobs[[3]]$gp$lty, "32") # three and one and a half points, of lines of one unit
  expect_equal(grobs[[3]]$gp$lwd, 1)
  expect_identical(values(grobs[[4]]$y), c(2, 1, 2))
  expect_identical(grobs[[4]]$gp$lty, "solid")
  expect_true(is.na(grobs[[5]]$gp$col))
  text <- grobs[[6]]
  expect_identical(text$label, c("a -> b", "wider than its room")) # letters of a PDF
  expect_equal(values(text$y), c(0.25 + 0.36 * 8 / 72, 1.5))
  expect_equal(values(text$x), c(0.5, 3.9 + 0.36 * 8 / 72))
  expect_identical(text$rot, c(0, 90))
  expect_identical(text$gp$font, c(1L, 2L))
  expect_equal(text$gp$fontsize[1], 8)
  expect_lt(text$gp$fontsize[2], 8)
})

test_that("letters that are wider than their room are squeezed into it, at every scale", {
  for (scale in c(0.8, 1, 3)) {
    text <- grobs_of(drawing, scale)[[6]]
    wide <- on_pdf({
      grid::pushViewport(grid::viewport(gp = grid::gpar(fontsize = text$gp$fontsize[2], fontface = 2)))
      grid::convertWidth(grid::stringWidth(text$label[2]), "inches", TRUE)
    })
    expect_lte(wide, 0.5 * scale)
    expect_gt(wide, 0.35 * scale) # a PDF has letters of whole points
    expect_equal(values(grobs_of(drawing, scale)[[5]]$r), 0.05 * scale)
  }
})

test_that("every figure of every recorded result is painted with all of its marks", {
  for (name in replies) {
    for (figure in reply(name)$figures) {
      marks <- listed(figure)
      grobs <- grobs_of(marks)[-1]
      kinds <- vapply(marks$marks, function(mark) mark$kind, "")
      texts <- Filter(function(one) inherits(one, "text"), grobs)
      said <- vapply(marks$marks[kinds == "text"], function(mark) mark$text, "")
      expect_identical(unlist(lapply(texts, `[[`, "label"), use.names = FALSE), jointstats:::in_ascii(said))
      expect_identical(length(grobs) - length(texts), sum(kinds != "text"))
      for (kind in c("circle", "polygon")) {
        of <- c(circle = "dots", polygon = "polygons")[[kind]]
        across <- function(mark) if (of == "dots") mark$x else do.call(rbind, mark$polygons)[, 1]
        painted <- lapply(Filter(function(one) inherits(one, kind), grobs), function(one) values(one$x))
        expect_equal(
          unlist(painted, use.names = FALSE), unlist(lapply(marks$marks[kinds == of], across))
        )
      }
    }
  }
})

test_that("every figure of every recorded result draws, on a column and a page, and on paper and screen", {
  skip_if_not(capabilities("png"))
  file <- tempfile(fileext = ".png")
  on.exit(unlink(file))
  for (name in replies) {
    x <- reply(name)
    for (figure in names(x$figures)) {
      for (size in list(c(3.3, 2.6), c(6.9, 7))) {
        expect_silent(on_pdf(plot(x, figure), size[1], size[2]))
      }
      grDevices::png(file, 6.9, 4, "in", res = 50)
      expect_silent(plot(x, figure))
      grDevices::dev.off()
      expect_gt(file.size(file), 500)
    }
  }
})

test_that("plot() returns its result, fills the device and takes what Python's takes", {
  need_python()
  x <- reply("bayes")
  expect_identical(on_pdf(plot(x)), x)
  drawn <- function(..., width = 7, height = 5) {
    on_pdf(jointstats:::drawing_of(x$figures$statements, c(width, height), ...))
  }
  expect_equal(unlist(drawn(width = 3.3, height = 3)[c("width", "height")]), c(width = 3.3, height = 3))
  expect_identical(drawn(theme = "dark")$paper, "#14181D")
  said <- function(made) vapply(Filter(function(mark) mark$kind == "text", made$marks), `[[`, "", "text")
  expect_true("Mine" %in% said(drawn(title = "Mine")))
  expect_false(any(said(drawn(title = FALSE)) %in% x$figures$statements$title))
  expect_lt(length(said(drawn(notes = FALSE))), length(said(drawn())))
  expect_error(on_pdf(plot(x, theme = "pink")), class = "jointstats_option_error")
  expect_silent(on_pdf(plot(x, main = "Mine", width = 3.3)))
  for (wrong in list("wide", 1, c(3, 4), NA)) {
    expect_error(on_pdf(plot(x, width = wrong)), "at least 2", class = "jointstats_plot_error")
  }
})

test_that("a figure that is not there is an error that names those that are", {
  x <- reply("bayes")
  expect_error(plot(x, "nothing"), "\"quadrant\", \"statements\"", class = "jointstats_plot_error")
  expect_error(plot(x, 2), "no figure 2", class = "jointstats_plot_error")
  expect_error(figure_caption(x, "nothing"), "no figure", class = "jointstats_plot_error")
})

test_that("a caption is the title and the notes", {
  caption <- figure_caption(reply("glrt"))
  expect_true(startsWith(caption, sub("[.]$", "", reply("glrt")$figures[[1]]$title)))
  expect_match(caption, "[.]$")
})

test_that("rankings have their TikZ, and other results none", {
  expect_match(to_tikz(reply("friedman")), "^%|documentclass")
  expect_match(to_tikz(reply("friedman")), "tikzpicture", fixed = TRUE)
  expect_error(to_tikz(reply("glrt")), class = "jointstats_plot_error")
})
