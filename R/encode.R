# From R values to the bridge's request: names, flags and structure as JSON text, every number of
# the user in one vector of doubles, so that no digit is lost on the way.
#
# This file, result.R and the files of the methods are plain R: they never start Python, and a
# Python process that embeds R reads them as they are.

# Arguments that hold results: tables, counts, data frames, matrices.
holds_results <- c("table", "x", "df", "fit", "apply", "truth")

# A whole call as JSON text and numbers.
encode_call <- function(name, options) {
  packer <- new_packer()
  request <- list(
    `function` = name, options = encode_options(options, packer), console = console()
  )
  json <- jsonlite::toJSON(request, auto_unbox = TRUE, null = "null", na = "null", digits = NA)
  list(json = as.character(json), numbers = packed_numbers(packer))
}

# The arguments of a call by name; a result among them is the call that made it, on `table` if that
# is given: the core makes it again.
encode_options <- function(options, packer) {
  if (inherits(options$result, "jointstats_test")) {
    again <- asked_of(options$result, options$table)
    node <- list(
      is = "result", of = options$result$call$`function`, options = encode_options(again, packer)
    )
    rest <- options[setdiff(names(options), c("result", "table"))]
    return(c(list(result = node), encode_options(rest, packer)))
  }
  values <- Map(function(x, name) {
    known <- name %in% holds_results
    if (known) encode_source(x, name, options, packer) else encode_value(x, name, packer)
  }, options, names(options))
  if (length(values)) values else stats::setNames(list(), character())
}

new_packer <- function() {
  packer <- new.env(parent = emptyenv())
  packer$parts <- list()
  packer$length <- 0
  packer
}

# Appends numbers and returns where they are, from 0 and half open as Python slices.
put_numbers <- function(x, packer) {
  start <- packer$length
  packer$parts[[length(packer$parts) + 1L]] <- as.double(x)
  packer$length <- start + length(x)
  c(start, packer$length)
}

packed_numbers <- function(packer) {
  # The closing 0 keeps the vector from becoming a lone number when it holds a single one.
  c(unlist(packer$parts, use.names = FALSE), 0)
}

# One argument of a call, as a node of the request. `name` is the argument's, for messages.
encode_value <- function(x, name, packer) {
  if (!is.null(names(x)) && (is.factor(x) || !is.object(x))) {
    return(encode_mapping(x, name, packer))
  }
  UseMethod("encode_value")
}

encode_value.NULL <- function(x, name, packer) NULL

encode_value.jointstats_table <- function(x, name, packer) encode_table(x, packer)

encode_value.jointstats_counts <- function(x, name, packer) encode_counts(x, packer)

encode_value.data.frame <- function(x, name, packer) encode_frame(x, packer)

encode_value.factor <- function(x, name, packer) encode_value(as.character(x), name, packer)

# The methods are found from a function of this file only, not from lapply() itself.
encode_value.list <- function(x, name, packer) {
  lapply(x, function(item) encode_value(item, name, packer))
}

encode_value.matrix <- function(x, name, packer) {
  if (!(is.numeric(x) || is.logical(x))) {
    return(encode_frame(matrix_frame(x), packer))
  }
  list(is = "matrix", at = put_numbers(x, packer), rows = nrow(x), columns = ncol(x))
}

encode_value.character <- function(x, name, packer) {
  if (anyNA(x)) {
    stop_typed("option_error", sprintf("%s holds NA where a name or word is needed.", name))
  }
  if (length(x) == 1L) utf8(x) else array_of(x)
}

encode_value.logical <- function(x, name, packer) {
  if (anyNA(x)) {
    return(encode_value(as.double(x), name, packer))
  }
  if (length(x) == 1L) x else as.list(x)
}

encode_value.numeric <- function(x, name, packer) {
  at <- put_numbers(x, packer)
  if (length(x) == 1L) list(is = "number", at = at[1]) else list(is = "numbers", at = at)
}

encode_value.default <- function(x, name, packer) {
  stop_typed("option_error", sprintf(
    "%s must be plain R data; got an object of class \"%s\".", name, class(x)[1]
  ))
}

encode_mapping <- function(x, name, packer) {
  keys <- names(x)
  keys[is.na(keys)] <- ""
  values <- lapply(seq_along(x), function(i) {
    encode_value(x[[i]], sprintf("%s[[\"%s\"]]", name, keys[i]), packer)
  })
  list(is = "mapping", of = name, keys = array_of(keys), values = values)
}

# Text that is an array in JSON, even if there is only one.
array_of <- function(x) {
  I(utf8(x))
}

# A data frame with the matrix's own dimnames; as.data.frame() would make up names like V1.
matrix_frame <- function(x) {
  columns <- colnames(x)
  if (is.null(columns)) {
    columns <- as.character(seq_len(ncol(x)))
  }
  frame <- lapply(seq_len(ncol(x)), function(j) as.vector(x[, j]))
  rows <- rownames(x)
  if (is.null(rows)) {
    rows <- seq_len(nrow(x))
  } else if (anyDuplicated(rows)) {
    stop_typed("duplicate_rows_error", sprintf(
      "The matrix has several rows of the data set \"%s\". Keep one of them.",
      rows[anyDuplicated(rows)]
    ))
  }
  structure(frame, names = columns, row.names = rows, class = "data.frame")
}

# Tables and counts cross as they are: text and numbers with their names, in lists.
encode_fields <- function(x, packer) {
  if (is.null(x)) {
    return(NULL)
  }
  if (is.list(x)) {
    return(list(is = "list", of = lapply(x, encode_fields, packer)))
  }
  names <- if (is.null(dim(x))) names(x) else dimnames(x)
  list(
    is = if (is.character(x)) "text" else "numbers",
    values = if (is.character(x)) array_of(unname(x)),
    at = if (!is.character(x)) put_numbers(x, packer),
    dim = if (!is.null(dim(x))) I(dim(x)),
    names = if (is.list(names)) lapply(names, array_of) else if (!is.null(names)) array_of(names)
  )
}

encode_table <- function(x, packer) {
  folds <- inherits(x, "jointstats_folds")
  list(is = "table", folds = folds, of = lapply(unclass(x), encode_fields, packer))
}

encode_counts <- function(x, packer) {
  x$codes <- unname(x$codes)
  fields <- unclass(x)[setdiff(names(x), c("shown", "frame"))]
  list(is = "counts", of = lapply(fields, encode_fields, packer))
}

# Checked before it is translated: R would write "caf<e9>" for what it cannot read, and say nothing.
utf8 <- function(x) {
  bad <- !validEnc(x) | Encoding(x) == "bytes"
  if (any(bad)) {
    shown <- iconv(x[bad][1], "latin1", "ASCII", sub = "byte")
    stop_typed("column_error", sprintf(
      "A name is not valid text (\"%s\"). Read the data with the right encoding.", shown
    ))
  }
  enc2utf8(x)
}

# An argument that holds results. `options` are all of the call's.
encode_source <- function(x, name, options, packer) {
  if (is.data.frame(x)) {
    return(encode_rows(x, options, packer))
  }
  if (name != "truth") {
    refuse_unnamed(x, name)
  }
  if (is.matrix(x)) {
    x <- matrix_frame(x)
  } else if (named_by_measure(x, c(names(options$measures), names(options$per_algorithm)))) {
    x <- lapply(x, function(part) if (is.matrix(part)) matrix_frame(part) else part)
  }
  encode_value(x, name, packer)
}

# A data frame of results; only the columns that the call needs must be of a kind that can be used.
encode_rows <- function(x, options, packer) {
  named <- c("dataset", "algorithm", "run", "fold", "runs", "cluster", "metric")
  roles <- unlist(lapply(options[named], role_name))
  roles <- c(roles, names(options$where), names(options$failed))
  # All columns are needed if every algorithm, or every measure, has a row.
  rows <- unlist(options[c("dataset", "run", "fold")])
  long <- length(options$algorithm) && length(rows) > 0L && is.null(options$metric)
  counts <- unlist(lapply(options[c("tp", "fp", "tn", "fn")], role_name))
  family <- family_name(options$cluster, long)
  columns <- c(names(options$measures), names(options$per_algorithm))
  names_in <- c(roles, family, if (long) telling(x))
  # Without measures all are needed: a ledger knows which ones.
  needed <- if (long) {
    if (length(options$measures)) c(names_in, columns)
  } else if (length(counts)) {
    counts
  }
  encode_frame(x, packer, names_in = setdiff(names_in, columns), needed = needed)
}

# Columns of words, which the core looks at: some may mark failed runs.
telling <- function(x) {
  of_words <- function(column) is.character(column) || is.logical(column) || is.factor(column)
  names(x)[vapply(x, of_words, NA)]
}

# A list of results says by its names what they are of.
refuse_unnamed <- function(x, name) {
  if (!is.list(x) || is.object(x) || !is.null(names(x))) {
    return(invisible())
  }
  stop_typed("option_error", sprintf(
    "`%s` is a list without names. Name it by algorithm, as in list(A = ..., B = ...).", name
  ))
}

# Matrices named by measure are wide tables; named by algorithm they are matrices.
named_by_measure <- function(x, measures) {
  is.list(x) && !is.object(x) && length(measures) > 0L && setequal(names(x), measures)
}

# The column of families; of wide tables `cluster` maps data sets to their families.
family_name <- function(cluster, long) {
  if (long && is.null(names(cluster))) role_name(cluster)
}

role_name <- function(role) {
  if (is.character(role) || is.numeric(role)) as.character(role) else character()
}

# A value as R writes it, for messages; whether something is one text.
in_code <- function(x) paste(deparse(x), collapse = "")

is_word <- function(x) is.character(x) && length(x) == 1L && !is.na(x)

stop_typed <- function(type, message) {
  stop(typed_error(type, message))
}

typed_error <- function(type, message) {
  structure(
    class = c(paste0("jointstats_", type), "jointstats_error", "error", "condition"),
    list(message = message, call = NULL)
  )
}
