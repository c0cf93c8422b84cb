if (jointstats_available()) {
  sign_test(load_dataset("example1"))
  as.data.frame(wilcoxon_test(load_dataset("pnn")))
}
