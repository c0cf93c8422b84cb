# Data frames and their columns as nodes of the bridge's request: see encode.R.

# A data frame's columns. `names_in` are the columns that hold names (data sets, algorithms);
# `needed`, if given, says which columns the call needs: of the others those that hold what no
# column of the core can, such as lists, cross as numbers that are equal where rows are. Rows of a
# matrix or data frame within a data frame are not looked into: none is a copy.
encode_frame <- function(x, packer, names_in = character(), needed = NULL) {
  columns <- lapply(seq_along(x), function(j) {
    name <- names(x)[j]
    encode <- function() encode_column(x[[j]], name, name %in% names_in, packer)
    if (is.null(needed) || name %in% needed) {
      return(encode())
    }
    tryCatch(encode(), jointstats_column_error = function(e) {
      own <- if (length(dim(x[[j]]))) seq_len(nrow(x)) else match(x[[j]], unique(x[[j]]))
      list(is = "unused", at = put_numbers(own, packer))
    })
  })
  labels <- attr(x, "row.names")
  list(
    is = "frame", names = array_of(names(x)), columns = columns, rows = nrow(x),
    index = if (is.character(labels) && is.null(needed)) array_of(labels)
  )
}

# A column. Factors travel by label: the codes of unused levels never occur, and a level that is
# itself NA is a missing value.
encode_column <- function(x, name, holds_names, packer) {
  UseMethod("encode_column")
}

encode_column.factor <- function(x, name, holds_names, packer) {
  c(text_node(as.integer(x) - 1, levels(x), packer), factor = TRUE)
}

encode_column.character <- function(x, name, holds_names, packer) {
  levels <- unique(x)
  text_node(match(x, levels) - 1, levels, packer)
}

encode_column.logical <- function(x, name, holds_names, packer) {
  if (holds_names) {
    return(encode_column(as.character(x), name, holds_names, packer))
  }
  list(is = "numbers", at = put_numbers(x, packer))
}

encode_column.numeric <- function(x, name, holds_names, packer) {
  list(is = "numbers", at = put_numbers(x, packer))
}

# 64-bit integers are doubles in disguise: their bits mean nothing without their package.
encode_column.integer64 <- function(x, name, holds_names, packer) {
  if (!isNamespaceLoaded("bit64")) {
    stop_typed("column_error", sprintf(paste(
      "The column \"%s\" holds 64-bit integers: load the package bit64, or convert the column",
      "with as.numeric() where it is made."
    ), name))
  }
  plain <- if (holds_names) as.character(x) else as.double(x)
  encode_column(plain, name, holds_names, packer)
}

# Labelled columns (haven): as names their labels, as numbers the values; a value that was declared
# missing is missing.
encode_column.haven_labelled <- function(x, name, holds_names, packer) {
  values <- as.vector(unclass(x))
  range <- attr(x, "na_range")
  within <- if (!is.null(range)) which(values >= range[1] & values <= range[2])
  values[c(which(values %in% attr(x, "na_values")), within)] <- NA
  labels <- attr(x, "labels")
  if (holds_names) {
    labelled <- names(labels)[match(values, labels)]
    values <- ifelse(is.na(labelled), as.character(values), labelled)
  }
  encode_column(values, name, holds_names, packer)
}

# Days and instants as seconds of the epoch; an instant with the time zone that it is shown in.
encode_column.Date <- function(x, name, holds_names, packer) {
  if (holds_names) {
    return(encode_column(format(x), name, holds_names, packer))
  }
  list(is = "time", at = put_numbers(floor(as.double(x)) * 86400, packer))
}

encode_column.POSIXt <- function(x, name, holds_names, packer) {
  if (holds_names) {
    return(encode_column(instant_names(x, name), name, holds_names, packer))
  }
  zone <- c(attr(x, "tzone"), "")[1]
  if (!nzchar(zone)) {
    zone <- c(Sys.timezone(), "UTC")[1]
  }
  zone <- if (is.na(zone)) "UTC" else utf8(zone)
  list(is = "time", at = put_numbers(as.POSIXct(x), packer), zone = zone)
}

# Instants as names: with fractions of a second only where these tell them apart.
instant_names <- function(x, column) {
  distinct <- length(unique(as.double(as.POSIXct(x))))
  for (form in c("", "%Y-%m-%d %H:%M:%OS6", "%Y-%m-%d %H:%M:%OS6 %z")) {
    names <- format(x, form)
    if (length(unique(names)) == distinct) {
      return(names)
    }
  }
  stop_typed("column_error", sprintf(paste(
    "The column \"%s\" holds instants that differ by less than a microsecond. Use a column of",
    "names instead."
  ), column))
}

encode_column.complex <- function(x, name, holds_names, packer) {
  list(is = "complex", at = put_numbers(c(Re(x), Im(x)), packer))
}

encode_column.AsIs <- function(x, name, holds_names, packer) {
  class(x) <- setdiff(class(x), "AsIs")
  encode_column(x, name, holds_names, packer)
}

encode_column.default <- function(x, name, holds_names, packer) {
  several <- is.list(x) || length(dim(x)) > 1L
  if (several || !is.object(x)) {
    holds <- if (several) "several values per row (a list, matrix or data frame)" else typeof(x)
    stop_typed("column_error", sprintf("The column \"%s\" holds %s.", name, holds))
  }
  encode_column(if (holds_names) format(x) else as.vector(unclass(x)), name, holds_names, packer)
}

encode_column.matrix <- encode_column.default

text_node <- function(codes, levels, packer) {
  list(is = "text", at = put_numbers(codes, packer), levels = array_of(levels))
}
