# Runs every question on every input through the installed R package, in this fresh process, and
# writes what came back: Rscript run_r.R <folder of the tests> <folder of the exchange>
arguments <- commandArgs(TRUE)
here <- arguments[1]
folder <- arguments[2]
source(file.path(here, "dump.R"), encoding = "UTF-8")
library(jointstats)

outcome <- function(call) {
  warnings <- character()
  value <- tryCatch(
    withCallingHandlers(dump_value(call), jointstats_warning = function(w) {
      warnings <<- c(warnings, conditionMessage(w))
      invokeRestart("muffleWarning")
    }),
    jointstats_error = function(e) list(error = class(e)[1], message = conditionMessage(e))
  )
  list(value = value, warnings = as.list(warnings))
}

inputs <- readRDS(file.path(folder, "inputs.rds"))
questions <- jsonlite::read_json(file.path(here, "questions.json"), simplifyVector = TRUE, simplifyDataFrame = FALSE)
ask_all <- function(name, table) {
  asked <- Filter(function(question) !(name %in% question$not_on), questions)
  answers <- lapply(asked, function(question) {
    outcome(do.call(question$"function", c(list(table), question$options)))
  })
  stats::setNames(answers, vapply(asked, `[[`, "", "name"))
}

results <- list()
for (name in names(inputs)) {
  one <- inputs[[name]]
  table <- NULL
  made <- outcome(table <- do.call(one$make, c(list(one$df), one$args)))
  results[[name]] <- c(list(made = made), if (!is.null(table)) ask_all(name, table))
}
for (name in names(list_datasets())) {
  table <- load_dataset(name)
  key <- paste0("@", name)
  results[[key]] <- c(
    list(load_dataset = outcome(table), load_frame = outcome(load_frame(name))), ask_all(key, table)
  )
}
writeLines(to_text(results), file.path(folder, "from_r.json"), useBytes = TRUE)
