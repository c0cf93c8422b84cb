# Any R value as text that is equal if and only if the values are: doubles by their bits.

dump_value <- function(x) {
  attributes <- attributes(x)
  attributes <- attributes[setdiff(names(attributes), "names")]
  bare <- unname(unclass(x))
  attributes(bare) <- NULL
  values <- switch(typeof(x),
    `NULL` = NULL,
    list = lapply(bare, dump_value),
    double = bits(ifelse(is.na(bare), 0, bare)),
    integer = , logical = , character = I(bare),
    stop("cannot dump a ", typeof(x))
  )
  list(
    type = typeof(x), values = values,
    # NA and NaN are both "unknown" here.
    unknown = if (is.double(x)) I(which(is.na(bare)) - 1L),
    names = if (!is.null(names(x))) I(names(x)),
    attributes = if (length(attributes)) lapply(attributes, dump_value)
  )
}

# Sixteen hexadecimal digits for each double.
bits <- function(x) {
  paste(as.character(writeBin(as.double(x), raw(), endian = "big")), collapse = "")
}

to_text <- function(x) {
  enc2utf8(as.character(
    jsonlite::toJSON(x, auto_unbox = TRUE, null = "null", na = "null", digits = NA)
  ))
}

dump_json <- function(x) to_text(dump_value(x))
