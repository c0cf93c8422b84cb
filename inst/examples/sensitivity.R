if (jointstats_available()) {
  result <- compare_algorithms(load_dataset("example1"))
  found <- sensitivity(result, factors = c("level", "measure", "data set"))
  found
  # One data set alone keeps the two from being told apart.
  subset(as.data.frame(found), changed, c("setting", "gone", "new"))
  # Other results are asked together with their table.
  test <- glrt_test(load_dataset("example1"))
  sensitivity(test, load_dataset("example1"), factors = "level")$factors
}
