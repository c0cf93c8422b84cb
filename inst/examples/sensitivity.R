if (jointstats_available()) {
  result <- compare_algorithms(load_dataset("example1"))
  found <- sensitivity(result, factors = c("level", "rope", "data set"))
  found
  # The nearest level and ropes that would change what is shown.
  subset(as.data.frame(found), changed, c("setting", "gone", "new"))
  # Other results are given together with their table.
  test <- glrt_test(load_dataset("example1"))
  sensitivity(test, load_dataset("example1"), factors = "level")$factors
}
