# What R reads of each path, in one call each: numbers as hexadecimal text, exact to the last bit.
suppressPackageStartupMessages(library(jointstats))

paths <- commandArgs(trailingOnly = TRUE)
read <- lapply(paths, function(path) {
  x <- read_results(path)
  list(
    measures = as.list(x$measures), datasets = I(x$datasets), algorithms = I(x$algorithms),
    values = I(sprintf("%a", as.vector(aperm(x$values, c(3, 2, 1))))), notes = I(x$notes)
  )
})
cat(jsonlite::toJSON(read, auto_unbox = TRUE))
