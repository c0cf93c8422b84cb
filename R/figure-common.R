# What the figures share: colours, sizes of text, words that fit.

# Okabe and Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
ink <- c(
  blue = "#0072B2", orange = "#E69F00", purple = "#CC79A7", green = "#009E73",
  vermilion = "#D55E00", sky = "#56B4E9", black = "#000000", white = "#FFFFFF",
  pale_blue = "#CCE3F0", pale_orange = "#FAEBCC", pale_purple = "#F5E4ED", grey = "#595959",
  pale_grey = "#E4E4E4", paler_blue = "#9ECAE1"
)

# Text sizes in parts of the device's (12 points), and the distance of lines in parts of theirs.
sizes <- c(text = 0.8, small = 0.68, heading = 0.92)
leading <- 1.3

# What fonts without these letters print instead.
ascii <- c(
  "\u2192" = "->", "\u2190" = "<-", "\u2191" = "(up)", "\u2193" = "(down)", "\u2212" = "-",
  "\u2013" = "-", "\u2026" = "...", "\u25c7" = "<>", "\u2264" = "<=", "\u2265" = ">=",
  "\u201c" = "\"", "\u201d" = "\"", "\u2019" = "'", "\u00b7" = "."
)

# The content in letters that the device has.
readable <- function(content) {
  if (has_arrows()) content else plain(content)
}

# The content in letters that every device has.
plain <- function(content) {
  rapply(content, in_ascii, classes = "character", how = "replace")
}

in_ascii <- function(text, letters = ascii) {
  for (letter in names(letters)) {
    text <- gsub(letter, letters[[letter]], text, fixed = TRUE)
  }
  text
}

has_arrows <- function() {
  open <- grDevices::dev.cur()
  next_one <- getOption("device")
  typeset <- if (open > 1L) {
    names(open) %in% c("pdf", "postscript", "xfig", "pictex", "tikz output")
  } else {
    identical(next_one, grDevices::pdf) || identical(next_one, "pdf")
  }
  l10n_info()[["UTF-8"]] && !typeset
}

# A name no longer than `most` letters, its middle left out: both ends tell names apart.
shortened <- function(names, most) {
  long <- nchar(names) > most
  kept <- max(most - 3L, 2L)
  ends <- paste0(
    substr(names, 1L, kept - kept %/% 2L), "...",
    substring(names, nchar(names) - kept %/% 2L + 1L)
  )
  ifelse(long, ends, names)
}

# Names no longer than `most` letters that differ: numbered if nothing else tells them apart.
distinct <- function(names, most) {
  short <- shortened(names, most)
  if (anyDuplicated(short)) paste(seq_along(names), shortened(names, most - 3L)) else short
}

# Places at least `step` apart, in the order given and near those wanted, inside the range.
apart <- function(wanted, step, low, high) {
  n <- length(wanted)
  starts <- stats::isoreg(wanted - (seq_len(n) - 1) * step)$yf
  pmin(pmax(starts, low), max(high - (n - 1) * step, low)) + (seq_len(n) - 1) * step
}

fallback <- function(x, default) if (is.null(x)) default else x
