if (jointstats_available()) {
  pareto_test(load_dataset("example1"))
}
