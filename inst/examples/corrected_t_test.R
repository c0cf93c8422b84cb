df <- data.frame(
  fold = rep(1:5, 2), method = rep(c("A", "B"), each = 5),
  acc = c(0.82, 0.85, 0.81, 0.86, 0.83, 0.80, 0.81, 0.80, 0.80, 0.79)
)
if (jointstats_available()) {
  corrected_t_test(df, fold = "fold", algorithm = "method", measures = c(acc = "max"))
}
