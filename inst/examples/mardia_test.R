if (jointstats_available()) {
  mardia_test(load_dataset("example1"), draws = 999)
}
