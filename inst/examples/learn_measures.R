if (jointstats_available()) {
  set.seed(1)
  counts <- lapply(c(A = 5, B = 8, C = 12), function(mean) {
    cbind(rpois(30, 40), rpois(30, mean), rpois(30, 45), rpois(30, 10))
  })
  measures <- c(tp = "max", fp = "min", tn = "max", fn = "min")
  learned <- learn_measures(results_table(counts, measures = measures), share = 0.5)
  manova_test(learned$applied)
}
