# Any R value as JSON that is equal if and only if the values are: doubles by their bits. Written by
# hand, because jsonlite takes a minute for what is compared here.

dump_value <- function(x) {
  attributes <- attributes(x)
  names <- attributes$names
  attributes <- attributes[names(attributes) != "names"]
  bare <- unclass(x)
  attributes(bare) <- NULL
  values <- switch(typeof(x),
    `NULL` = "null",
    list = json_array(vapply(bare, dump_value, "")),
    double = json_text(bits(ifelse(is.na(bare), 0, bare))),
    integer = json_array(ifelse(is.na(bare), "null", bare)),
    logical = json_array(ifelse(is.na(bare), "null", tolower(bare))),
    character = json_array(json_text(bare)),
    stop("cannot dump a ", typeof(x))
  )
  json_object(c(
    type = json_text(typeof(x)), values = values,
    # NA and NaN are both "unknown" here.
    unknown = if (is.double(x)) json_array(which(is.na(bare)) - 1L) else "null",
    names = if (is.null(names)) "null" else json_array(json_text(names)),
    attributes = if (length(attributes)) json_object(vapply(attributes, dump_value, "")) else "null"
  ))
}

# Sixteen hexadecimal digits for each double.
bits <- function(x) {
  paste(as.character(writeBin(as.double(x), raw(), endian = "big")), collapse = "")
}

json_text <- function(x) {
  escaped <- enc2utf8(x)
  if (any(grepl("[\\\\\"\n\t\033]", escaped))) {
    pairs <- list(
      c("\\", "\\\\"), c("\"", "\\\""), c("\n", "\\n"), c("\t", "\\t"), c("\033", "\\u001b")
    )
    for (pair in pairs) {
      escaped <- gsub(pair[1], pair[2], escaped, fixed = TRUE)
    }
  }
  said <- paste0("\"", escaped, "\"", recycle0 = TRUE)
  said[is.na(x)] <- "null"
  said
}

json_array <- function(items) paste0("[", paste(items, collapse = ","), "]")

json_object <- function(items) {
  paste0("{", paste0(json_text(names(items)), ":", items, collapse = ","), "}")
}

write_text <- function(text, file) writeLines(enc2utf8(text), file, useBytes = TRUE)
