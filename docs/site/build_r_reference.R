# The R help pages as Markdown pages with HTML inside, for the documentation site; examples with
# what they print and draw.
#   Rscript docs/site/build_r_reference.R OUTPUT_DIRECTORY
# Links to help of this package become links between the pages; links to other packages become plain
# text, since the site points at nothing that it cannot check. The index is written by
# r_reference.py, of the titles that are left in topics.tsv.

output <- commandArgs(trailingOnly = TRUE)[1]
dir.create(file.path(output, "drawn"), recursive = TRUE, showWarnings = FALSE)
library(jointstats)

files <- sort(list.files("man", pattern = "[.]Rd$", full.names = TRUE))
sources <- lapply(files, readLines, encoding = "UTF-8")
names(sources) <- sub("[.]Rd$", "", basename(files))

# Topic -> page.
aliases <- lapply(sources, function(text) {
  sub("^\\\\alias\\{(.*)\\}$", "\\1", grep("^\\\\alias\\{", text, value = TRUE))
})
links <- setNames(paste0(rep(names(aliases), lengths(aliases)), ".html"), unlist(aliases))

# Links to topics of other packages become their text.
own_links_only <- function(text) {
  found <- gregexpr("\\\\link\\[=?([^]]+)\\]\\{([^{}]*)\\}", text)
  regmatches(text, found) <- lapply(regmatches(text, found), function(link) {
    topic <- sub("\\\\link\\[=?([^]]+)\\].*", "\\1", link)
    ifelse(topic %in% names(links), link, sub(".*\\{(.*)\\}$", "\\1", link))
  })
  text
}

# What stands between <body> and </body>, without R's own heading and footer, and without examples.
body_of <- function(html) {
  html <- paste(html, collapse = "\n")
  html <- sub(".*<h2[^>]*>.*?</h2>", "", html, perl = FALSE)
  html <- sub("<hr */?><div[^>]*>\\[Package.*", "", html)
  html <- sub("<h3>Examples</h3>.*", "", html)
  html <- sub("(</div>\\s*)?</body>.*", "", html)
  html <- gsub("<h3>(.*?)</h3>", "</div>\n\n## \\1\n\n<div class=\"r-help\">", html, perl = TRUE)
  gsub("<code class='language-R'>", "<code class=\"language-r\">", html, fixed = TRUE)
}

# The code of the examples, as a reader types it: without the condition that Python is there.
example_code <- function(rd) {
  file <- tempfile(fileext = ".R")
  tools::Rd2ex(rd, file)
  if (!file.exists(file)) {
    return(character())
  }
  code <- readLines(file, encoding = "UTF-8")
  code <- code[-seq_len(grep("^### \\*\\* Examples", code))]
  code <- code[!grepl("^## (End\\()?(No test|Not run):?|^## End\\(", code)]
  for (begin in rev(grep("^if \\(jointstats_available\\(\\)\\) \\{$", code))) {
    end <- begin + which(code[-seq_len(begin)] == "}")[1]
    code <- c(
      code[seq_len(begin - 1)], sub("^  ", "", code[seq(begin + 1, length.out = end - begin - 1)]),
      code[-seq_len(end)]
    )
  }
  code[rev(cumsum(nzchar(rev(trimws(code)))) > 0)]
}

fenced <- function(language, text) {
  c(sprintf("```%s", language), sub("\n+$", "", paste(text, collapse = "\n")), "```", "")
}

# The code with what it prints and draws.
run_examples <- function(name, code) {
  grDevices::pdf(NULL, width = 6.9, height = 4.6)
  grDevices::dev.control("enable")
  on.exit(grDevices::dev.off())
  done <- tryCatch(
    evaluate::evaluate(
      paste(code, collapse = "\n"),
      envir = new.env(parent = globalenv()), new_device = FALSE, stop_on_error = 2L
    ),
    error = function(e) {
      stop("The example of ", name, " fails: ", conditionMessage(e), call. = FALSE)
    }
  )
  drawn <- 0
  kept <- list()
  for (piece in done) {
    kind <- if (inherits(piece, "source")) "code" else "output"
    text <- if (kind == "code") {
      sub("\n$", "", piece$src)
    } else if (is.character(piece)) {
      piece
    } else if (inherits(piece, "warning")) {
      paste("Warning:", conditionMessage(piece))
    } else if (inherits(piece, "condition")) {
      conditionMessage(piece)
    }
    if (inherits(piece, "recordedplot")) {
      drawn <- drawn + 1
      kind <- "picture"
      text <- sprintf("drawn/%s-%d.png", name, drawn)
      grDevices::png(file.path(output, text), 6.9, 4.6, "in", res = 110, type = "cairo")
      grDevices::replayPlot(piece)
      grDevices::dev.off()
    }
    last <- length(kept)
    if (last > 0 && kept[[last]]$kind == kind && kind != "picture") {
      kept[[last]]$text <- c(kept[[last]]$text, text)
    } else {
      kept[[last + 1]] <- list(kind = kind, text = text)
    }
  }
  unlist(lapply(kept, function(piece) {
    switch(piece$kind,
      code = fenced("r", piece$text),
      output = fenced("text title=\"prints\"", piece$text),
      picture = c(sprintf(
        "![What the example of %s draws](%s){ .drawn }", name, piece$text
      ), "")
    )
  }))
}

write_page <- function(name, text) {
  rd <- tools::parse_Rd(textConnection(own_links_only(text)), encoding = "UTF-8")
  title <- trimws(paste(unlist(rd[vapply(rd, attr, "", "Rd_tag") == "\\title"]), collapse = ""))
  html <- tempfile(fileext = ".html")
  tools::Rd2HTML(rd, html, Links = links, stages = c("build", "install", "render"))
  code <- example_code(rd)
  page <- c(
    paste("#", name), "", paste0("*", title, "*"), "",
    "<div class=\"r-help\">", body_of(readLines(html, encoding = "UTF-8")), "</div>", "",
    if (length(code)) c("## Examples", "", run_examples(name, code))
  )
  writeLines(enc2utf8(page), file.path(output, paste0(name, ".md")), useBytes = TRUE)
  paste(name, title, sep = "\t")
}

topics <- Map(write_page, names(sources), sources)
writeLines(enc2utf8(unlist(topics)), file.path(output, "topics.tsv"), useBytes = TRUE)
