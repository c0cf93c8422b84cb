if (jointstats_available()) {
  results <- load_frame("weka")
  known <- unique(results$dataset)
  ledger <- tempfile(fileext = ".json")
  # Written down before any result:
  watch_claim(ledger, NULL, "AODE", "J48graft",
    not_worse = "auc", better = "training_time",
    measures = c(auc = "max", training_time = "min"), rope = c(auc = 0.01, training_time = 0.0005)
  )
  # Data sets arrive, and each call looks once more:
  watch_claim(ledger, results[results$dataset %in% known[1:10], ],
    dataset = "dataset", algorithm = "algorithm"
  )
  watch_claim(ledger, results[results$dataset %in% known[1:20], ],
    dataset = "dataset", algorithm = "algorithm"
  )
  # What the ledger says, without another look:
  watch_claim(ledger)$verdict
}
