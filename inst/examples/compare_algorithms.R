if (jointstats_available()) {
  compare_algorithms(load_dataset("example1"))
}
