# What R makes of results for documents: Rscript documents.R <folder of the exchange>
folder <- commandArgs(TRUE)[1]
library(jointstats)

path <- function(name) file.path(folder, name)
numbers <- function(x, name) writeLines(sprintf("%.17g", as.vector(x)), path(name))

compared <- compare_algorithms(load_dataset("example1"), groups = list(both = c("accuracy", "time")))
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
compared <- do.call(compare_algorithms, c(list(awkward), roles, list(control = "A & B")))
to_html(compared, path("awkward.html"))

set.seed(11) # R's generator chooses the seed
example <- load_dataset("example1")
drawn <- hotelling_test(example, permutation = TRUE, draws = 99, rng = NULL)
to_html(drawn, path("drawn.html"))
writeLines(format(drawn$call$rng, scientific = FALSE), path("seed.txt"))
