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
    withCallingHandlers(list(value = call), jointstats_warning = function(w) {
      warnings <<- c(warnings, conditionMessage(w))
      invokeRestart("muffleWarning")
    }),
    jointstats_error = function(e) list(error = class(e)[1], message = conditionMessage(e))
  )
  if (inherits(value$value, "jointstats_test")) {
    value$value$asked <- NULL # the arguments as given: here R's defaults are among them
  }
  c(value, list(warnings = warnings))
}

# For Python: the values as text.
dumped <- function(outcome) {
  if (!is.null(outcome$error)) {
    return(json_object(c(error = json_text(outcome$error), message = json_text(outcome$message))))
  }
  said <- json_array(json_text(outcome$warnings))
  json_object(c(value = dump_value(outcome$value), warnings = said))
}

inputs <- readRDS(file.path(folder, "inputs.rds"))
questions <- jsonlite::read_json(file.path(here, "questions.json"), simplifyVector = TRUE, simplifyDataFrame = FALSE)
ask_all <- function(name, table) {
  asked <- Filter(function(question) {
    !(name %in% question$not_on) && name %in% c(question$only_on, name[is.null(question$only_on)])
  }, questions)
  answers <- lapply(asked, function(question) {
    outcome(do.call(question$"function", c(list(table), question$options)))
  })
  stats::setNames(answers, vapply(asked, `[[`, "", "name"))
}

results <- list()
for (name in names(inputs)) {
  one <- inputs[[name]]
  table <- NULL
  made <- outcome(table <- do.call(results_table, c(list(one$df), one$args)))
  results[[name]] <- c(list(made = made), if (!is.null(table)) ask_all(name, table))
}
for (name in names(list_datasets())) {
  table <- load_dataset(name)
  key <- paste0("@", name)
  results[[key]] <- c(
    list(load_dataset = outcome(table), load_frame = outcome(load_frame(name))), ask_all(key, table)
  )
}
saveRDS(results, file.path(folder, "from_r.rds"), compress = FALSE)
texts <- vapply(results, function(answers) json_object(vapply(answers, dumped, "")), "")
write_text(json_object(texts), file.path(folder, "from_r.json"))
