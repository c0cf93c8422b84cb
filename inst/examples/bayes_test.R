if (jointstats_available()) {
  bayes_test(load_dataset("example1"))
}
