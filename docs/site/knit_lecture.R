# Render one lecture as R shows it, and gather what its chunks print and draw, in both languages:
# Rscript docs/site/knit_lecture.R vignettes/NAME.Rmd FOLDER
# writes FOLDER/NAME.html, FOLDER/NAME.jsonl (a line for each output) and FOLDER/NAME/*.png.

arguments <- commandArgs(trailingOnly = TRUE)
source_file <- arguments[1]
folder <- normalizePath(arguments[2], mustWork = TRUE)
name <- tools::file_path_sans_ext(basename(source_file))
lines <- file.path(folder, paste0(name, ".jsonl"))
pictures <- file.path(folder, name)
unlink(c(lines, pictures), recursive = TRUE)
dir.create(pictures)

options(jointstats.lecture = function(kind, x, options) {
  value <- paste(x, collapse = "\n")
  if (kind == "plot") {
    file.copy(x, pictures, overwrite = TRUE)
    value <- basename(x)
  }
  row <- list(label = options$label, language = options$engine, kind = kind, value = value)
  cat(jsonlite::toJSON(row, auto_unbox = TRUE), "\n", file = lines, append = TRUE, sep = "")
})
rmarkdown::render(source_file, output_dir = folder, quiet = TRUE)
