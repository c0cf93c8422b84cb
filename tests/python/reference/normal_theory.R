# Numbers of the normal-theory tests, computed by R alone.
#
#   Rscript tests/python/reference/normal_theory.R > tests/python/reference/normal_theory.json
#
# summary(manova()), aov(), t.test(), and otherwise the textbook formulas with solve() and pf().
# Inputs are R's own data sets, or come from a small linear congruential generator that the tests
# repeat. Everything is written with 17 significant digits.

# ---- output -------------------------------------------------------------------------------------
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
json <- function(x) {
  if (is.list(x)) {
    if (is.null(names(x))) return(paste0("[", paste(vapply(x, json, ""), collapse = ", "), "]"))
    items <- paste0('"', names(x), '": ', vapply(x, json, ""))
    return(paste0("{", paste(items, collapse = ",\n"), "}"))
  }
  if (length(dim(x)) == 2) {
    return(paste0("[", paste(apply(x, 1, function(r) json(unname(r))), collapse = ", "), "]"))
  }
  if (is.character(x)) items <- paste0('"', x, '"') else items <- number(as.double(x))
  if (length(x) == 1 && !inherits(x, "AsIs")) items else paste0("[", paste(items, collapse = ", "), "]")
}
vec <- function(x) I(as.vector(unname(x)))
# A matrix of one column would lose its shape in apply(): keep it.
mat <- function(x) { x <- unname(as.matrix(x)); lapply(seq_len(nrow(x)), function(i) vec(x[i, ])) }

# ---- generated input ----------------------------------------------------------------------------
# Minimal standard generator; a "normal" is the sum of twelve uniforms minus six.
uniforms <- function(n, seed) {
  u <- numeric(n)
  for (i in seq_len(n)) {
    seed <- (16807 * seed) %% 2147483647
    u[i] <- seed / 2147483647
  }
  u
}
normals <- function(n, seed) {
  u <- uniforms(12 * n, seed)
  z <- numeric(n)
  for (i in seq_len(n)) {
    total <- 0
    for (j in 1:12) total <- total + u[12 * (i - 1) + j]
    z[i] <- total - 6
  }
  z
}
# n rows of p correlated measures: each adds half of its left neighbour.
correlated <- function(n, p, seed) {
  x <- matrix(normals(n * p, seed), n, p, byrow = TRUE)
  for (j in seq_len(p)[-1]) x[, j] <- x[, j] + 0.5 * x[, j - 1]
  x
}

# ---- Hotelling ----------------------------------------------------------------------------------
t_squared <- function(d, S, df, c, level = 0.95) {
  p <- length(d)
  T2 <- c * drop(t(d) %*% solve(S) %*% d)
  df2 <- df - p + 1
  f <- df2 / (df * p) * T2
  t <- d / sqrt(diag(S) / c)
  critical <- df * p / df2 * qf(level, p, df2)
  half <- sqrt(critical * diag(S) / c)
  list(
    t2 = T2, f = f, df1 = p, df2 = df2, p_value = pf(f, p, df2, lower.tail = FALSE),
    weights = vec(solve(S, d)), t = vec(t), t_p = vec(2 * pt(-abs(t), df)),
    radii = vec(sqrt(critical * eigen(S, symmetric = TRUE)$values / c)),
    lower = vec(d - half), upper = vec(d + half)
  )
}
one_sample <- function(x, mu, ratio = 0) {
  x <- as.matrix(x); n <- nrow(x)
  r <- t_squared(colMeans(x) - mu, cov(x), n - 1, 1 / (1 / n + ratio))
  if (ratio == 0) { # the t tests as R gives them
    tests <- lapply(seq_len(ncol(x)), function(j) t.test(x[, j], mu = mu[j]))
    r$t <- vec(sapply(tests, function(t) t$statistic)); r$t_p <- vec(sapply(tests, function(t) t$p.value))
  }
  c(list(x = mat(x), mean = vec(mu), ratio = ratio), r)
}
two_sample <- function(x, y) {
  x <- as.matrix(x); y <- as.matrix(y); n1 <- nrow(x); n2 <- nrow(y)
  df <- n1 + n2 - 2
  S <- ((n1 - 1) * cov(x) + (n2 - 1) * cov(y)) / df
  r <- t_squared(colMeans(x) - colMeans(y), S, df, n1 * n2 / (n1 + n2))
  tests <- lapply(seq_len(ncol(x)), function(j) t.test(x[, j], y[, j], var.equal = TRUE))
  r$t <- vec(sapply(tests, function(t) t$statistic)); r$t_p <- vec(sapply(tests, function(t) t$p.value))
  c(list(x = mat(x), y = mat(y)), r)
}
paired <- function(x, y, ratio = 0) {
  r <- one_sample(as.matrix(x) - as.matrix(y), rep(0, ncol(as.matrix(x))), ratio)
  r$mean <- NULL; r$x <- mat(x)
  c(list(y = mat(y)), r)
}

# ---- MANOVA -------------------------------------------------------------------------------------
statistics <- function(fit, term) {
  names <- c(wilks = "Wilks", pillai = "Pillai", hotelling_lawley = "Hotelling-Lawley", roy = "Roy")
  lapply(names, function(test) vec(summary(fit, test = test)$stats[term, c(2, 3, 4, 5, 6)]))
}
learned <- function(fit, term, df_e, df_h) {
  SS <- summary(fit)$SS; E <- SS$Residuals; H <- SS[[term]]
  # Symmetric form, so that eigen() is at its most accurate.
  R <- chol(E); K <- t(solve(R)) %*% H %*% solve(R)
  e <- eigen((K + t(K)) / 2, symmetric = TRUE)
  s <- min(nrow(E), df_h)
  W <- solve(R) %*% e$vectors[, 1:s, drop = FALSE] * sqrt(df_e)
  for (j in 1:s) if (W[which.max(abs(W[, j])), j] < 0) W[, j] <- -W[, j]
  roots <- e$values[1:s]; p <- nrow(E)
  d <- 0:(s - 1)
  chi2 <- (df_e - (p - df_h + 1) / 2) * sapply(d, function(k) sum(log(1 + roots[(k + 1):s])))
  list(roots = vec(roots), weights = mat(W), chi2 = vec(chi2), chi2_df = vec((p - d) * (df_h - d)),
       chi2_p = vec(pchisq(chi2, (p - d) * (df_h - d), lower.tail = FALSE)))
}
anovas <- function(formula, x, data, term) {
  tables <- lapply(seq_len(ncol(x)), function(j) {
    data$response <- x[, j]
    summary(aov(formula, data))[[1]]
  })
  row <- which(trimws(rownames(tables[[1]])) == term)
  list(f = vec(sapply(tables, function(t) t[row, "F value"])),
       p = vec(sapply(tables, function(t) t[row, "Pr(>F)"])))
}
one_way <- function(x, group) {
  x <- as.matrix(x); group <- factor(group)
  r <- list(values = mat(x), groups = vec(as.character(group)))
  r$anova <- anovas(response ~ group, x, data.frame(group = group), "group")
  if (ncol(x) > 1) {
    fit <- manova(x ~ group)
    r$statistics <- statistics(fit, "group")
    r$learned <- learned(fit, "group", nrow(x) - nlevels(group), nlevels(group) - 1)
  }
  r
}
# x: rows ordered by data set, then algorithm
blocked <- function(x, n, l) {
  x <- as.matrix(x)
  dataset <- rep(seq_len(n), each = l); algorithm <- factor(rep(seq_len(l), n))
  r <- list(values = mat(x), n = n, l = l)
  frame <- data.frame(dataset = factor(dataset), algorithm = algorithm)
  r$anova <- anovas(response ~ dataset + algorithm, x, frame, "algorithm")
  if (ncol(x) > 1) {
    fit <- manova(x ~ factor(dataset) + algorithm)
    r$statistics <- statistics(fit, "algorithm")
    r$learned <- learned(fit, "algorithm", (l - 1) * (n - 1), l - 1)
  }
  first <- x[algorithm == 1, , drop = FALSE]
  D <- do.call(cbind, lapply(2:l, function(a) x[algorithm == a, , drop = FALSE] - first))
  if (n > ncol(D)) {
    r$stacked <- t_squared(colMeans(D), cov(D), n - 1, n)[c("t2", "f", "df1", "df2", "p_value")]
  }
  r
}
iris3_rows <- matrix(aperm(iris3, c(3, 1, 2)), 150, 4) # flower 1 of each species, flower 2, ...

# ---- Mardia -------------------------------------------------------------------------------------
mardia <- function(x) {
  x <- as.matrix(x); n <- nrow(x); p <- ncol(x)
  centred <- sweep(x, 2, colMeans(x))
  g <- centred %*% solve(crossprod(centred) / n) %*% t(centred)
  b1 <- sum(g^3) / n^2; b2 <- sum(diag(g)^2) / n
  df <- p * (p + 1) * (p + 2) / 6
  chi2 <- n * b1 / 6
  k <- (p + 1) * (n + 1) * (n + 3) / (n * ((n + 1) * (p + 1) - 6))
  z <- (b2 - p * (p + 2)) / sqrt(8 * p * (p + 2) / n)
  z74 <- ((n + 1) * b2 - p * (p + 2) * (n - 1)) * sqrt((n + 3) * (n + 5)) /
    sqrt(8 * p * (p + 2) * (n - 3) * (n - p - 1) * (n - p + 1))
  list(x = mat(x), b1 = b1, b2 = b2,
       skewness = vec(c(chi2, pchisq(chi2, df, lower.tail = FALSE),
                        k * chi2, pchisq(k * chi2, df, lower.tail = FALSE))),
       kurtosis = vec(c(z, 2 * pnorm(-abs(z)), z74, 2 * pnorm(-abs(z74)))))
}

# ---- permutation, by plain enumeration ------------------------------------------------------------
flips <- function(d) {
  k <- nrow(d)
  t2 <- function(x) k * drop(t(colMeans(x)) %*% solve(cov(x), colMeans(x)))
  all <- apply(expand.grid(rep(list(c(-1, 1)), k)), 1, function(s) t2(d * s))
  list(x = mat(d), p_value = mean(all >= t2(d) * (1 - 1e-9)))
}
block_flips <- function(x, n, l) { # rows ordered by data set, then algorithm
  block <- rep(seq_len(n), each = l)
  within <- x - apply(x, 2, function(v) ave(v, block))
  four <- function(y) { # the MANOVA of the flipped deviations, blocks included
    fit <- manova(y ~ factor(block) + factor(rep(seq_len(l), n)))
    at <- summary(fit, test = "Wilks")$SS
    roots <- Re(eigen(solve(at[[3]], at[[2]]))$values)
    c(wilks = sum(log1p(roots)), pillai = sum(roots / (1 + roots)),
      hotelling_lawley = sum(roots), roy = max(roots))
  }
  all <- apply(expand.grid(rep(list(c(-1, 1)), n)), 1, function(s) four(within * s[block]))
  observed <- four(x)
  alone <- apply(x, 2, function(v) {
    f <- function(v) summary(aov(v ~ factor(block) + factor(rep(seq_len(l), n))))[[1]][2, 4]
    w <- v - ave(v, block)
    mean(apply(expand.grid(rep(list(c(-1, 1)), n)), 1, function(s) f(w * s[block])) >=
           f(v) * (1 - 1e-9))
  })
  c(list(values = mat(x), n = n, l = l, single = vec(alone)),
    as.list(rowMeans(all >= observed * (1 - 1e-9))))
}
relabellings <- function(x, n, l) { # rows ordered by data set, then algorithm
  orders <- as.matrix(expand.grid(rep(list(seq_len(l)), l)))
  orders <- orders[apply(orders, 1, function(o) !any(duplicated(o))), ]
  within <- x - apply(x, 2, function(v) ave(v, rep(seq_len(n), each = l)))
  total <- crossprod(within)
  four <- function(y) {
    means <- apply(y, 2, function(v) tapply(v, rep(seq_len(l), n), mean))
    H <- n * crossprod(means); E <- total - H
    roots <- Re(eigen(solve(E, H))$values)
    c(wilks = -det(E) / det(total), pillai = sum(roots / (1 + roots)),
      hotelling_lawley = sum(roots), roy = max(roots))
  }
  choice <- as.matrix(expand.grid(rep(list(seq_len(nrow(orders))), n)))
  all <- apply(choice, 1, function(ch) {
    rows <- unlist(lapply(seq_len(n), function(i) (i - 1) * l + orders[ch[i], ]))
    four(within[rows, ])
  })
  observed <- four(within)
  c(list(values = mat(x), n = n, l = l),
    as.list(rowMeans(all >= observed - 1e-9 * abs(observed))))
}

# ---- the data sets --------------------------------------------------------------------------------
complete_air <- na.omit(airquality)
shifted <- function(x, by, index) { for (i in seq_len(nrow(x))) x[i, ] <- x[i, ] + by[index[i], ]; x }
effects <- rbind(c(0, 0, 0), c(0.6, -0.3, 0.2), c(0.2, 0.5, -0.4))
generated_blocks <- shifted(correlated(45, 3, 11), effects, rep(1:3, 15))
generated_groups <- shifted(correlated(30, 3, 12), effects, rep(1:3, c(8, 12, 10)))
folds <- correlated(100, 2, 13) / 100 + 0.002

cat(json(list(
  r_version = R.version.string,
  uniforms = vec(uniforms(5, 11)),
  generated_blocks = mat(generated_blocks),
  one_sample = list(
    attitude = one_sample(attitude, c(65, 65, 55, 55, 65, 75, 42)),
    trees = one_sample(trees, c(13, 75, 30)),
    stackloss = one_sample(stackloss, c(58, 21, 86, 17)),
    generated = one_sample(correlated(10, 3, 14), c(0.1, 0.2, 0.3)),
    corrected = one_sample(folds, c(0, 0), ratio = 1 / 9)
  ),
  paired = list(
    iris = paired(iris3[, , 2], iris3[, , 3]),
    sleep = paired(sleep$extra[1:10], sleep$extra[11:20]),
    generated = paired(correlated(12, 4, 15) + 0.5, correlated(12, 4, 16)),
    attitude = paired(attitude[, 1:3], attitude[, 4:6])
  ),
  two_sample = list(
    iris = two_sample(iris[51:100, 1:4], iris[101:150, 1:4]),
    mtcars = two_sample(mtcars[mtcars$am == 1, c(1, 4, 6)], mtcars[mtcars$am == 0, c(1, 4, 6)]),
    generated = two_sample(correlated(9, 2, 17) + 1, correlated(14, 2, 18))
  ),
  one_way = list(
    iris = one_way(iris[, 1:4], iris$Species),
    mtcars = one_way(mtcars[, c("mpg", "disp", "hp", "wt")], mtcars$cyl),
    airquality = one_way(complete_air[, 1:4], complete_air$Month),
    swiss = one_way(swiss[, -5], swiss$Catholic > 50),
    generated = one_way(generated_groups, rep(c("a", "b", "c"), c(8, 12, 10))),
    plant_growth = one_way(PlantGrowth$weight, PlantGrowth$group),
    insect_sprays = one_way(InsectSprays$count, InsectSprays$spray)
  ),
  blocked = list(
    iris = blocked(iris3_rows, 50, 3),
    co2 = blocked(cbind(CO2$uptake, 1000 / CO2$uptake), 12, 7),
    orange = blocked(cbind(Orange$circumference, log(Orange$circumference)), 5, 7),
    generated = blocked(generated_blocks, 15, 3),
    generated_5 = blocked(correlated(60, 4, 19), 12, 5),
    generated_2 = blocked(correlated(40, 3, 20), 20, 2),
    morley = blocked(morley$Speed[order(morley$Run, morley$Expt)], 20, 5)
  ),
  mardia = list(
    setosa = mardia(iris[1:50, 1:4]),
    swiss = mardia(swiss),
    attitude = mardia(attitude),
    stackloss = mardia(stackloss),
    trees = mardia(trees),
    generated = mardia(correlated(12, 2, 21)),
    women = mardia(women$weight)
  ),
  flips = list(generated = flips(correlated(8, 2, 22) + 0.7), iris = flips(iris3[1:7, , 2] - iris3[1:7, , 3])),
  relabellings = list(generated = relabellings(correlated(12, 2, 23) + rep(c(0.5, 0, -0.5), 4), 4, 3)),
  block_flips = list(generated = block_flips(correlated(28, 2, 24) + rep(c(1.2, 0.4, 0, -0.4), 7), 7, 4))
)), "\n")
