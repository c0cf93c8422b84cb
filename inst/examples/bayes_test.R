# The test as a part of a saved comparison:
forest_comparison$tests$bayes

if (jointstats_available()) {
  bayes_test(
    cbind(accuracy, time) ~ algorithm | dataset, data = example1,
    measures = c(accuracy = "max", time = "min")
  )
}
