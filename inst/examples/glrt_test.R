# The test as a part of a saved comparison:
forest_comparison$tests$glrt

if (jointstats_available()) {
  glrt_test(
    cbind(accuracy, time) ~ algorithm | dataset, data = example1,
    measures = c(accuracy = "max", time = "min")
  )
}
