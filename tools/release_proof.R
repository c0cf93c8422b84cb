# What `release_proof.py numbers` prints, from R: run by `release.py` with the package in a library
# of its own.
library(jointstats)

weka <- load_dataset("weka")
example <- load_dataset("example1")
cat(jsonlite::toJSON(compare_algorithms(weka)$verdict, auto_unbox = TRUE), "\n", sep = "")
bayes <- bayes_test(example)
shown <- c(
  glrt_test(example)$p_value, bayes$statements$probability,
  as.data.frame(wilcoxon_test(weka, p_adjust = "holm"))$p_adjusted
)
cat(sprintf("%.17g\n", shown), sep = "")
