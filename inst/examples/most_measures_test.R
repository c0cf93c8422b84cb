if (jointstats_available()) {
  table <- results_table(load_frame("weka"),
    dataset = "dataset", algorithm = "algorithm",
    measures = c(
      accuracy = "max", f_measure = "max", auc = "max", kappa = "max", rmse = "min", mae = "min"
    ),
    only = c("AODE", "J48graft", "RandomForest")
  )
  most_measures_test(table)
}
