if (jointstats_available()) {
  friedman_test(load_dataset("weka"))
}
