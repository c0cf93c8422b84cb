# The gallery's pictures in R: Rscript tools/gallery.R FOLDER, as tools/gallery.py calls it. The
# folder holds the tables, jobs.json, and Python's pictures.

folder <- commandArgs(trailingOnly = TRUE)[1]
library(jointstats)
jobs <- jsonlite::fromJSON(file.path(folder, "jobs.json"), simplifyDataFrame = FALSE)

table_of <- function(name) {
  if (name == "none") {
    return(NULL)
  }
  about <- jsonlite::fromJSON(file.path(folder, paste0(name, ".json")))
  rows <- utils::read.csv(file.path(folder, paste0(name, ".csv")), check.names = FALSE)
  results_table(
    rows,
    dataset = "dataset", algorithm = "algorithm", measures = unlist(about$measures),
    rope = unlist(about$rope), only = about$algorithms
  )
}

results <- list()
result_of <- function(job) {
  key <- paste(job$call, job$table)
  if (is.null(results[[key]])) {
    table <- table_of(job$table)
    results[[key]] <<- suppressWarnings(eval(parse(text = job$call)))
  }
  results[[key]]
}

for (job in jobs) {
  problem <- tryCatch(
    {
      made <- ggplot2::autoplot(
        result_of(job), if (nzchar(job$figure)) job$figure,
        size = c(job$width, job$height), theme = job$theme
      )
      grDevices::png(
        file.path(folder, paste0(job$file, "-r.png")), job$width, job$height, "in",
        res = job$dpi, type = "cairo"
      )
      print(made)
      grDevices::dev.off()
      NULL
    },
    error = conditionMessage
  )
  if (!is.null(problem)) {
    grDevices::graphics.off()
    cat(job$file, ": ", problem, "\n", sep = "")
  }
}
