# League and bump chart say what the leaderboard says, and the rankings where mean ranks are.

layer_with_column <- function(figure, geom, column) {
  has <- vapply(figure$layers, function(one) {
    inherits(one$geom, geom) && column %in% names(one$data)
  }, logical(1))
  figure$layers[[which(has)[1]]]$data
}

drawn <- function(content, size, theme = "colour") {
  jointstats:::figure_of(content, size, jointstats:::look_of(theme))
}

words_of <- function(figure) {
  has <- vapply(figure$layers, function(one) "label" %in% names(one$data), logical(1))
  unlist(lapply(figure$layers[has], function(one) one$data$label))
}

test_that("bars of the league are as long as their numbers", {
  x <- reply("leaderboard")
  content <- x$figures$league
  boxes <- layer_with_column(drawn(content, c(6.9, 5)), "GeomRect", "role")
  board <- as.data.frame(x)
  counted <- c(better = "wins", worse = "losses")
  for (role in names(counted)) {
    bars <- boxes[boxes$role == role & boxes$shown & boxes$xmax - boxes$xmin > 0.11, ]
    numbers <- board[[counted[[role]]]]
    expect_identical(nrow(bars), sum(numbers > 0))
    if (nrow(bars)) {
      expect_equal(
        (bars$xmax - bars$xmin) / (bars$xmax - bars$xmin)[1],
        numbers[numbers > 0] / numbers[numbers > 0][1]
      )
    }
  }
})

test_that("the league has every algorithm, mean rank and measure, in the order of the board", {
  content <- reply("leaderboard")$figures$league
  said <- words_of(drawn(content, c(6.9, 5)))
  expect_true(all(content$algorithms %in% said))
  expect_true(all(names(reply("leaderboard")$measures) %in% said))
  expect_true(all(sprintf("%.1f", unlist(content$ranks)) %in% said))
})

test_that("a narrow league has fewer columns, a low one fewer rows, and says so", {
  content <- reply("leaderboard")$figures$league
  notes <- function(size) gsub("\n", " ", drawn(content, size)$labels$caption)
  narrow <- notes(c(3.3, 5))
  possible <- "Possible ranks:"
  expect_false(grepl(possible, narrow, fixed = TRUE))
  expect_identical(grepl(possible, notes(c(6.9, 5)), fixed = TRUE), length(content[["sets"]]) > 0)
  many <- content
  for (part in c("algorithms", "strong", "counts", "ranks", "sets")) {
    one <- content[[part]]
    many[[part]] <- if (is.matrix(one)) one[rep(1, 40), , drop = FALSE] else rep(one[1], 40)
  }
  many$algorithms <- sprintf("algorithm number %02d", 1:40)
  expect_match(drawn(many, c(6.9, 4))$labels$caption, "more algorithms are left out.", fixed = TRUE)
})

test_that("every theme draws the league, the bump chart and the rankings", {
  board <- reply("leaderboard")$figures
  figures <- c(board[c("league", "bump")], reply("friedman")$figures["rankings"])
  for (theme in c("colour", "grey", "dark")) {
    for (content in figures) {
      for (size in list(c(6.9, 4), c(3.3, 4))) {
        with_device(expect_silent(print(drawn(content, size, theme))))
      }
    }
  }
})

test_that("lines of the bump chart go through the mean ranks", {
  content <- reply("leaderboard")$figures$bump
  ranks <- jointstats:::row_by_row(content$ranks)
  points <- layer_with_column(drawn(content, c(6.9, 4)), "GeomPoint", "algorithm")
  expect_equal(stats::cor(points$y, -c(ranks)), 1)
  expect_identical(order(points$x), seq_len(nrow(points)))
})

test_that("the critical difference is as long as that many ranks", {
  x <- reply("friedman")
  content <- x$figures$rankings
  content$critical <- 0.8
  figure <- drawn(content, c(6.9, 6))
  ranks <- layer_with_column(figure, "GeomPoint", "rank")
  one <- ranks[seq_along(content$orders[[1]]$mean_ranks), ]
  per_rank <- diff(range(one$x)) / diff(range(one$rank))
  wide <- vapply(figure$layers, function(layer) {
    inherits(layer$geom, "GeomSegment") && identical(layer$aes_params$linewidth, 0.5)
  }, logical(1))
  bar <- figure$layers[[which(wide)[1]]]$data[1, ]
  expect_equal(bar$xend - bar$x, 0.8 * per_rank)
  expect_true("CD 0.80" %in% words_of(figure))
})

test_that("rankings are LaTeX as well, without Python", {
  x <- reply("friedman")
  expect_match(to_tikz(x), "begin{tikzpicture}", fixed = TRUE)
  expect_match(to_tikz(x), sprintf("(%.2f)", x$rankings[[1]]$mean_ranks[[1]]), fixed = TRUE)
  expect_error(to_tikz(reply("glrt")), class = "jointstats_plot_error")
  expect_error(to_tikz(1), class = "jointstats_argument_error")
})
