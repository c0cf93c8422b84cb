# From R values to the bridge's request: names, flags and structure as JSON text, every number of
# the user in one vector of doubles, so that no digit is lost on the way.

#
# This file, result.R and the files of the methods are plain R: they never start Python, and a
# Python process that embeds R reads them as they are.

# Arguments that hold results: tables, counts, data frames, matrices.
holds_results <- c("table", "df", "frames", "matrices", "fit", "apply")

# A whole call as JSON text and numbers.
encode_call <- function(name, options) {
  packer <- new_packer()
  values <- lapply(names(options), function(n) {
    if (n %in% holds_results) {
      encode_source(options[[n]], n, options, packer)
    } else {
      encode_value(options[[n]], n, packer)
    }
  })
  names(values) <- names(options)
  request <- list(
    `function` = name,
    options = if (length(values)) values else stats::setNames(list(), character())
  )
  json <- jsonlite::toJSON(request, auto_unbox = TRUE, null = "null", na = "null", digits = NA)
  list(json = as.character(json), numbers = packed_numbers(packer))
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
  if (is.null(x)) {
    return(NULL)
  }
  if (inherits(x, "jointstats_table")) {
    return(encode_table(x, packer))
  }
  if (inherits(x, "jointstats_counts")) {
    return(encode_counts(x, packer))
  }
  if (is.data.frame(x)) {
    return(encode_frame(x, packer))
  }
  if (is.factor(x)) {
    x <- stats::setNames(as.character(x), names(x))
  }
  if (is.matrix(x)) {
    return(encode_matrix(x, name, packer))
  }
  if (is.object(x) && !inherits(x, "AsIs")) {
    stop_typed("option_error", sprintf(
      "%s must be plain R data; got an object of class \"%s\".", name, class(x)[1]
    ))
  }
  if (!is.null(names(x))) {
    return(encode_mapping(x, name, packer))
  }
  if (is.list(x)) {
    return(lapply(unname(x), encode_value, name = name, packer = packer))
  }
  if (is.character(x)) {
    return(encode_text(x, name))
  }
  if (is.logical(x) && !anyNA(x)) {
    return(if (length(x) == 1L) x else as.list(x))
  }
  if (is.numeric(x) || is.logical(x)) {
    at <- put_numbers(x, packer)
    return(if (length(x) == 1L) list(is = "number", at = at[1]) else list(is = "numbers", at = at))
  }
  stop_typed("option_error", sprintf("%s must be plain R data; got a %s.", name, typeof(x)))
}

encode_text <- function(x, name) {
  if (anyNA(x)) {
    stop_typed("option_error", sprintf("%s holds NA where a name or word is needed.", name))
  }
  if (length(x) == 1L && !inherits(x, "AsIs")) utf8(x) else array_of(x)
}

# Text that is an array in JSON, even if there is only one.
array_of <- function(x) {
  I(utf8(x))
}

encode_mapping <- function(x, name, packer) {
  keys <- names(x)
  keys[is.na(keys)] <- ""
  values <- lapply(seq_along(x), function(i) {
    encode_value(x[[i]], sprintf("%s[[\"%s\"]]", name, keys[i]), packer)
  })
  list(is = "mapping", of = name, keys = array_of(keys), values = values)
}

encode_matrix <- function(x, name, packer) {
  if (!(is.numeric(x) || is.logical(x))) {
    return(encode_frame(matrix_frame(x), packer))
  }
  list(is = "matrix", at = put_numbers(x, packer), rows = nrow(x), columns = ncol(x))
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
      "The data set \"%s\" has several rows in the matrix.", rows[anyDuplicated(rows)]
    ))
  }
  structure(frame, names = columns, row.names = rows, class = "data.frame")
}

# A data frame's columns. `names_in` are the columns that hold names (data sets, algorithms);
# `used`, if given, says which columns the call needs: the others cross by name only.
encode_frame <- function(x, packer, names_in = character(), used = NULL) {
  columns <- lapply(seq_along(x), function(j) {
    name <- names(x)[j]
    if (!is.null(used) && !(name %in% used)) {
      return(list(is = "unused"))
    }
    encode_column(x[[j]], name, name %in% names_in, packer)
  })
  rows <- nrow(x)
  labels <- attr(x, "row.names")
  list(
    is = "frame", names = array_of(names(x)), columns = columns, rows = rows,
    index = if (is.character(labels) && is.null(used)) array_of(labels)
  )
}

encode_column <- function(x, name, holds_names, packer) {
  if (inherits(x, "integer64")) {
    x <- integer64_values(x, holds_names)
  }
  if (!is.null(dim(x)) && length(dim(x)) > 1L || (is.list(x) && !inherits(x, "POSIXlt"))) {
    stop_typed("column_error", sprintf(
      "The column \"%s\" holds several values per row (a list, matrix or data frame).", name
    ))
  }
  if (is.factor(x)) {
    # Codes of unused levels never occur; a level that is itself NA is a missing value.
    return(text_node(as.integer(x) - 1, levels(x), packer))
  }
  if (holds_names && is.object(x)) {
    x <- format(x)
  }
  if (inherits(x, c("Date", "POSIXt"))) {
    return(list(is = "time"))
  }
  if (is.character(x) || (is.logical(x) && holds_names)) {
    x <- as.character(x)
    levels <- unique(x)
    return(text_node(match(x, levels) - 1, levels, packer))
  }
  if (is.complex(x)) {
    return(list(is = "complex"))
  }
  if (is.numeric(x) || is.logical(x)) {
    return(list(is = "numbers", at = put_numbers(x, packer)))
  }
  stop_typed("column_error", sprintf("The column \"%s\" holds %s data.", name, typeof(x)))
}

text_node <- function(codes, levels, packer) {
  list(is = "text", at = put_numbers(codes, packer), levels = array_of(levels))
}

# 64-bit integers are doubles in disguise: their bits mean nothing without their package.
integer64_values <- function(x, as_text) {
  if (!isNamespaceLoaded("bit64")) {
    stop_typed("column_error", paste(
      "A column holds 64-bit integers: load the package bit64,",
      "or convert the column with as.numeric() where it is made."
    ))
  }
  if (as_text) as.character(x) else as.double(x)
}

encode_table <- function(x, packer) {
  list(
    is = "table",
    at = put_numbers(aperm(x$values, c(3, 2, 1)), packer),
    incomplete = if (!is.null(x$incomplete)) put_numbers(aperm(x$incomplete, c(3, 2, 1)), packer),
    datasets = array_of(x$datasets),
    algorithms = array_of(x$algorithms),
    measures = array_of(names(x$measures)),
    directions = array_of(unname(x$measures)),
    rope = put_numbers(x$rope, packer),
    missing = x$missing,
    dropped = encode_dropped(x$dropped),
    aggregate = x$aggregate,
    n_rows = x$n_rows,
    in_sample = array_of(x$in_sample),
    folds = if (inherits(x, "jointstats_folds")) {
      list(
        names = array_of(x$grid$name), runs = array_of(x$grid$run), folds = array_of(x$grid$fold),
        of = if (!is.null(x$of)) utf8(x$of)
      )
    }
  )
}

encode_dropped <- function(dropped) {
  list(dataset = array_of(dropped$dataset), reason = array_of(dropped$reason))
}

encode_counts <- function(x, packer) {
  list(
    is = "counts",
    algorithms = array_of(x$algorithms),
    measures = array_of(names(x$measures)),
    directions = array_of(unname(x$measures)),
    codes = encode_matrix(x$codes, "codes", packer),
    weights = put_numbers(x$weights, packer),
    question = x$question,
    control = if (!is.null(x$control)) utf8(x$control),
    n = put_numbers(x$n, packer)[1],
    n_tied = x$n_tied,
    ties = put_numbers(x$ties, packer),
    rope = put_numbers(x$rope, packer),
    dropped = encode_dropped(x$dropped),
    n_failed = x$n_failed
  )
}

utf8 <- function(x) {
  text <- enc2utf8(x)
  bad <- !validUTF8(text)
  if (any(bad)) {
    stop_typed("column_error", sprintf(
      "A name is not valid text (%s): read the data with its right encoding.",
      encodeString(iconv(text[bad][1], "latin1", "ASCII", sub = "byte"), quote = "\"")
    ))
  }
  text
}

# An argument that holds results. `options` are all of the call's.
encode_source <- function(x, name, options, packer) {
  measures <- names(options$measures)
  if (is.matrix(x)) {
    return(encode_frame(matrix_frame(x), packer))
  }
  if (is.data.frame(x)) {
    roles <- unlist(lapply(options[c("dataset", "algorithm", "run", "fold")], role_name))
    long <- length(options$algorithm) == 1L
    return(encode_frame(x, packer, names_in = roles, used = if (long) c(roles, measures)))
  }
  if (is.list(x) && !is.object(x) && !is.null(names(x))) {
    by_measure <- length(measures) > 0L && setequal(names(x), measures)
    parts <- lapply(x, function(part) {
      if (is.matrix(part) && by_measure) matrix_frame(part) else part
    })
    return(encode_mapping(parts, name, packer))
  }
  encode_value(x, name, packer)
}

role_name <- function(role) {
  if (is.character(role) || is.numeric(role)) as.character(role) else character()
}

stop_typed <- function(type, message) {
  stop(structure(
    class = c(paste0("jointstats_", type), "jointstats_error", "error", "condition"),
    list(message = message, call = NULL)
  ))
}
