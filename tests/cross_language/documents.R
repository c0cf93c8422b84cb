# What R makes of results for documents and figures: Rscript documents.R <folder of the exchange>
folder <- commandArgs(TRUE)[1]
library(jointstats)

path <- function(name) file.path(folder, name)
numbers <- function(x, name) writeLines(sprintf("%.17g", as.vector(x)), path(name))

# Before any use of R's generator: the seed is Python's default.
compared <- compare_algorithms(load_dataset("example1"), prior = c(0.1, 0.2, 0.3, 0.4))
to_html(compared, path("example1.html"))
cat(references(compared), file = path("references.bib"))

# Names that need escaping everywhere, and numbers that decimal text would lose.
set.seed(3)
awkward <- expand.grid(
  algorithm = c("A & B", "50 % <b>", "a_#"), dataset = 1:9, stringsAsFactors = FALSE
)
awkward$`F1 score` <- round(stats::rnorm(27), 2)
awkward$time <- 1 / (3:29)
roles <- list(
  dataset = "dataset", algorithm = "algorithm", measures = c(`F1 score` = "max", time = "min"),
  rope = c(`F1 score` = 0.05)
)
for (name in names(awkward)) {
  column <- awkward[[name]]
  if (is.numeric(column)) numbers(column, name) else writeLines(column, path(name))
}
compared <- do.call(compare_algorithms, c(list(awkward), roles, list(control = "A & B", rng = 4)))
to_html(compared, path("awkward.html"))

set.seed(11) # R's generator chooses the seed
drawn <- compare_algorithms(load_dataset("example1"), normal = TRUE, rng = NULL)
to_html(drawn, path("drawn.html"))
writeLines(format(drawn$call$rng, scientific = FALSE), path("seed.txt"))

hotelling <- hotelling_test(load_dataset("weka"), only = c("AODE", "Logistic"))
numbers(ellipse(hotelling), "ellipse.txt")
numbers(ellipse(hotelling, c("rmse", "auc"), points = 12), "shadow.txt")
roc <- simulate_roc(n = 20, cases = 50, tests = c("glrt", "bayes"), rng = 2)
numbers(curve_frame(roc)$true_positive_rate, "curves.txt")
writeLines(curve_frame(roc)$test, path("tests.txt"))
