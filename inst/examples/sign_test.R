if (jointstats_available()) {
  sign_test(load_dataset("example1"))
  sign_test(accuracy ~ algorithm | dataset, data = pnn, measures = c(accuracy = "max"))
}
