if (jointstats_available()) {
  wilcoxon_test(load_dataset("pnn"))
}
