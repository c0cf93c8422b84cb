if (jointstats_available()) {
  a <- cbind(c(0.82, 0.85, 0.81, 0.84, 0.83, 0.80), c(3.1, 2.9, 3.3, 3.2, 3.0, 2.7))
  b <- cbind(c(0.80, 0.80, 0.80, 0.80, 0.80, 0.79), 3)
  hotelling_test(list(A = a, B = b), measures = c(accuracy = "max", time = "min"))
}
