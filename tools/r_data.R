# Writes data/*.rda: the packaged tables as data frames, and two saved results (make r-data). A test
# says when they are stale. Text is stored in ASCII, as CRAN wants of data.

library(jointstats)

# Letters as they are printed where there is no UTF-8; within JSON, which keeps all, as escapes.
in_ascii <- function(x) {
  if (is.character(x)) {
    json <- startsWith(x, "{\"") %in% TRUE
    x[json] <- vapply(x[json], escaped, "", USE.NAMES = FALSE)
    x[!json] <- with(asNamespace("jointstats"), in_ascii)(x[!json])
    stopifnot(is.na(x) | !is.na(iconv(x, "UTF-8", "ASCII")))
  } else if (is.list(x)) {
    about <- attributes(x)
    x <- lapply(x, in_ascii)
    attributes(x) <- lapply(about, in_ascii)
  }
  x
}
# The core lays the texts out in ASCII.
assignInNamespace("needs_ascii", function() TRUE, "jointstats")

escaped <- function(json) {
  codes <- utf8ToInt(json)
  stopifnot(codes < 65536L)
  letters <- intToUtf8(codes, multiple = TRUE)
  paste(ifelse(codes < 128L, letters, sprintf("\\u%04x", codes)), collapse = "")
}

weka <- load_frame("weka")
example1 <- load_frame("example1")
pnn <- load_frame("pnn")
table <- results_table(weka, "dataset", "algorithm", c(accuracy = "max", training_time = "min"))
weka_comparison <- in_ascii(compare_algorithms(table))
forest_comparison <- in_ascii(compare_algorithms(table[, c("RandomForest", "J48graft"), ]))

dir.create("data", showWarnings = FALSE)
for (name in c("weka", "example1", "pnn", "weka_comparison", "forest_comparison")) {
  file <- file.path("data", paste0(name, ".rda"))
  save(list = name, file = file, version = 2, compress = "xz")
}
