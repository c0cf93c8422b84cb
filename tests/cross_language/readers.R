# What R reads, or how it refuses, for each call of a file: Rscript readers.R <calls.json>. Numbers
# are hexadecimal text, exact to the last bit.
suppressPackageStartupMessages(library(jointstats))

exact <- function(x) {
  by_rows <- as.vector(aperm(x, rev(seq_along(dim(x)))))
  I(ifelse(is.na(by_rows), "nan", sprintf("%a", by_rows)))
}

told <- function(x) {
  list(
    measures = as.list(x$measures), datasets = I(x$datasets), algorithms = I(x$algorithms),
    values = exact(x$values), notes = I(as.character(x$notes)),
    families = I(as.character(x$families[x$datasets])),
    runs = if (is.null(x$all_runs)) I(character()) else exact(x$all_runs$values)
  )
}

calls <- jsonlite::read_json(commandArgs(trailingOnly = TRUE), simplifyVector = TRUE, simplifyDataFrame = FALSE)
read <- lapply(calls, function(call) {
  tryCatch(
    told(do.call(read_results, lapply(call, unlist))),
    jointstats_error = function(e) list(error = class(e)[1], message = conditionMessage(e))
  )
})
cat(jsonlite::toJSON(read, auto_unbox = TRUE))
