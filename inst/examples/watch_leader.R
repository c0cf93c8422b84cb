if (jointstats_available()) {
  results <- load_frame("weka")
  known <- unique(results$dataset)
  ledger <- tempfile(fileext = ".json")
  # Written down before any result; others may join later (position = 1):
  watch_leader(ledger,
    only = c("AODE", "J48graft"), measures = c(auc = "max", rmse = "min"), position = 1
  )
  # Data sets arrive, and each call looks once more:
  for (n in c(15, 30, 51)) {
    result <- watch_leader(ledger, results[results$dataset %in% known[1:n], ],
      dataset = "dataset", algorithm = "algorithm", only = c("AODE", "J48graft")
    )
  }
  result
  # A third algorithm joins, and spends the next part of alpha:
  watch_leader(ledger, results,
    dataset = "dataset", algorithm = "algorithm", only = c("AODE", "J48graft", "Logistic")
  )
}
