if (jointstats_available()) {
  x <- cbind(tpr = sin(1:20), fpr = cos(1:20))
  y <- cbind(sin(3 * (1:20)), cos(5 * (1:20))) / 5
  manova_test(
    list(A = x, B = x + y, C = x + 1 - 2 * y[20:1, ]), measures = c(tpr = "max", fpr = "min")
  )
}
