if (jointstats_available()) {
  # points of accuracy per doubling of the training time
  result <- break_even(load_frame("weka"), "RandomForest", "J48graft",
    dataset = "dataset", algorithm = "algorithm",
    measures = c(accuracy = "max", training_time = "min"))
  result
  as.data.frame(result)
}
