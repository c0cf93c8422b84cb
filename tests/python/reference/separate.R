# Reference values of the separate tests, by R itself. Run in this folder: Rscript separate.R
# Writes separate.json: wilcox.test(paired), binom.test and p.adjust on fixed inputs.
set.seed(1)
paired <- list(
  small = c(1.1, 2.2, 3.3, -4.4, 5.5),
  one = 0.7,
  two = c(-0.2, 0.3),
  ties = c(1, 1, -1, 2, 2, 3, -3, 4),
  zeros = c(0, 0, 1.5, -2.5, 3.5, 4.5, 0),
  zeros_and_ties = c(0, 1, 1, -1, 2, 0, 2, 2, -3),
  one_value = c(1, 1, 1, 1, 1),
  one_left = c(0, 0, 2),
  balanced = c(-1.5, 2.5, 3.5, -4.5, 5.25, -5.5),
  all_positive = 1:12 + 0.25,
  n49 = round(rnorm(49, 0.3), 6),
  n50 = round(rnorm(50, 0.3), 6),
  n51_with_one_zero = c(0, round(rnorm(50, 0.3), 6)),
  n49_ties = round(rnorm(49, 0.3), 1),
  n200 = round(rnorm(200, -0.1), 6),
  n200_ties = (1:200 * 37) %% 61 - 26,
  n220_ties = (1:220 * 37) %% 61 - 26
)
# Given the ties: a group of t equal differences of mean rank r adds r times a binomial number to V.
given_ties <- function(d) {
  d <- d[d != 0]
  r <- rank(abs(d))
  law <- data.frame(v = 0, p = 1)
  for (one in unique(r)) {
    t <- sum(r == one)
    both <- merge(law, data.frame(by = one * 0:t, q = dbinom(0:t, t, 0.5)))
    law <- aggregate(p ~ v, data.frame(v = both$v + both$by, p = both$p * both$q), sum)
  }
  v <- sum(r[d > 0])
  min(1, 2 * min(sum(law$p[law$v <= v]), sum(law$p[law$v >= v])))
}
# All patterns of signs, one by one.
patterns <- function(d) {
  d <- d[d != 0]
  r <- rank(abs(d))
  sums <- drop(as.matrix(expand.grid(rep(list(0:1), length(d)))) %*% r)
  v <- sum(r[d > 0])
  min(1, 2 * min(mean(sums <= v), mean(sums >= v)))
}
wilcoxon <- lapply(paired, function(d) {
  test <- suppressWarnings(wilcox.test(d))
  list(d = I(d), v = unname(test$statistic), p = test$p.value,
       exact = !grepl("continuity", test$method), given_ties = if (any(d == 0) || anyDuplicated(abs(d))) given_ties(d),
       patterns = if (sum(d != 0) <= 12) patterns(d))
})
wins <- list(c(0, 0), c(1, 0), c(3, 9), c(6, 6), c(5, 6), c(0, 12), c(40, 61), c(200, 260))
sign <- lapply(wins, function(w) {
  p <- if (sum(w) == 0) 1 else binom.test(w[1], sum(w))$p.value
  list(wins = I(w), p = p)
})
p <- list(
  I(c(0.01, 0.02, 0.03, 0.04, 0.05)), I(0.2), I(c(0.9, 0.001, 0.04, 0.04, 1, 0.3, 1e-10)),
  I(round(runif(40)^3, 8)), I(c(0.5, 0.5, 0.5)), I(c(0, 1))
)
adjust <- lapply(p, function(x) {
  methods <- c("holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none")
  list(p = x, adjusted = lapply(setNames(methods, methods), function(m) I(p.adjust(x, m))))
})
json <- jsonlite::toJSON(
  list(R = R.version.string, wilcoxon = wilcoxon, sign = sign, adjust = adjust),
  digits = NA, auto_unbox = TRUE, pretty = TRUE
)
writeLines(json, "separate.json")
