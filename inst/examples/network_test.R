if (jointstats_available()) {
  network_test(load_dataset("example1"))
}
