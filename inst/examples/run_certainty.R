if (jointstats_available()) {
  folds <- load_frame("weka_folds")
  first <- folds[folds$run == 1, ]
  table <- results_table(first,
    dataset = "dataset", algorithm = "algorithm", measures = c(accuracy = "max", auc = "max"),
    only = c("AODE", "J48graft"), runs = "fold", run_kind = "cv", test_share = 0.1
  )
  run_certainty(table)
  # The same runs as evidence of the most probable statement: they lean, they decide nothing.
  bayes_test(table, runs_as = "uncertain")$verdict
}
