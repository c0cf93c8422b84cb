if (jointstats_available()) {
  pairwise_tests(load_dataset("example1"), test = "glrt")
}
