if (jointstats_available()) {
  glrt_test(load_dataset("example1"))
}
