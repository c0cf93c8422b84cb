# The R help pages as Markdown pages with HTML inside, for the documentation site.
#   Rscript docs/site/build_r_reference.R OUTPUT_DIRECTORY
# Needs base R only. Links to help of this package become links between the pages; links to other
# packages become plain text, since the site points at nothing that it cannot check.

output <- commandArgs(trailingOnly = TRUE)[1]
dir.create(output, recursive = TRUE, showWarnings = FALSE)

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

# What stands between <body> and </body>, without R's own heading and footer.
body_of <- function(html) {
  html <- paste(html, collapse = "\n")
  html <- sub(".*<h2[^>]*>.*?</h2>", "", html, perl = FALSE)
  html <- sub("<hr */?><div[^>]*>\\[Package.*", "", html)
  html <- sub("(</div>\\s*)?</body>.*", "", html)
  html <- gsub("<h3>(.*?)</h3>", "<h2>\\1</h2>", html, perl = TRUE)
  gsub("<code class='language-R'>", "<code class=\"language-r\">", html, fixed = TRUE)
}

write_page <- function(name, text) {
  rd <- tools::parse_Rd(textConnection(own_links_only(text)), encoding = "UTF-8")
  title <- trimws(paste(unlist(rd[vapply(rd, attr, "", "Rd_tag") == "\\title"]), collapse = ""))
  html <- tempfile(fileext = ".html")
  tools::Rd2HTML(rd, html, Links = links, stages = c("build", "install", "render"))
  page <- c(paste("#", name), "", paste0("*", title, "*"), "",
            "<div class=\"r-help\">", body_of(readLines(html, encoding = "UTF-8")), "</div>", "")
  writeLines(enc2utf8(page), file.path(output, paste0(name, ".md")), useBytes = TRUE)
  sprintf("| [`%s`](%s.md) | %s |", name, name, title)
}

rows <- Map(write_page, names(sources), sources)
index <- c("# R reference", "",
           "The help pages of the R package, as `?glrt_test` shows them. The functions carry the same",
           "names as in Python and call the same core.", "",
           "| topic | what it is |", "|---|---|", unlist(rows), "")
writeLines(index, file.path(output, "index.md"), useBytes = TRUE)
