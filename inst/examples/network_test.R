# The test as a part of a saved comparison:
forest_comparison$tests$network

if (jointstats_available()) {
  network_test(
    cbind(accuracy, time) ~ algorithm | dataset, data = example1,
    measures = c(accuracy = "max", time = "min")
  )
}
