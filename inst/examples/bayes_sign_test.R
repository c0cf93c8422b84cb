if (jointstats_available()) {
  bayes_sign_test(load_dataset("example1"))
}
