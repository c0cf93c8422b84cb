if (jointstats_available()) {
  simulate_roc(n = 20, independent = TRUE, cases = 50, tests = c("glrt", "bayes"))
}
