# A saved result: RandomForest and J48graft, on accuracy and training time.
forest_comparison

# The call that made it, by a formula:
if (jointstats_available()) {
  compare_algorithms(
    cbind(accuracy, training_time) ~ algorithm | dataset, data = weka,
    measures = c(accuracy = "max", training_time = "min"), only = c("RandomForest", "J48graft")
  )
}

# Groups of measures, named before the results are seen:
if (jointstats_available()) {
  compare_algorithms(
    cbind(accuracy, auc, training_time) ~ algorithm | dataset, data = weka,
    measures = c(accuracy = "max", auc = "max", training_time = "min"),
    groups = list(quality = c("accuracy", "auc"), cost = "training_time")
  )
}
