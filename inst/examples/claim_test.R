if (jointstats_available()) {
  table <- results_table(load_frame("weka"),
    dataset = "dataset", algorithm = "algorithm",
    measures = c(auc = "max", training_time = "min"),
    rope = c(auc = 0.01, training_time = 0.0005)
  )
  # Not worse by more than 0.01, and faster:
  claim_test(table, "AODE", "J48graft", not_worse = "auc", better = "training_time")
}
