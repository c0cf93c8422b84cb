# A saved result: RandomForest and J48graft, on accuracy and training time.
forest_comparison

# The call that made it, by a formula, and one on groups of measures:
if (jointstats_available()) {
  compare_algorithms(
    cbind(accuracy, training_time) ~ algorithm | dataset, data = weka,
    measures = c(accuracy = "max", training_time = "min"), only = c("RandomForest", "J48graft")
  )
  compare_algorithms(
    load_dataset("weka"), on = c("accuracy", "auc", "training_time"),
    groups = list(quality = c("accuracy", "auc"), cost = "training_time")
  )
}
