if (jointstats_available()) {
  plackett_luce_test(load_dataset("example1"), draws = 500)
}
