# Colours by role: what a mark means decides its colour, a theme says which one that is. The same
# roles and colours as in Python (presentation/plot/themes.py). Of two colours the first is for what
# is shown, the second, paler, for what is not.

# Okabe and Ito (2008): told apart by colour-blind readers. Blue prints dark, orange prints light.
themes <- list(
  colour = list(
    better = c("#0072B2", "#CCE3F0"), worse = c("#E69F00", "#FAEBCC"),
    trade = c("#CC79A7", "#F5E4ED"), equal = c("#009E73", "#CCECE3"), open = "#E4E4E4",
    ink = "#000000", quiet = "#595959", line = "#8C8C8C", paper = "#FFFFFF",
    series = c("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")
  ),
  grey = list(
    better = c("#404040", "#C8C8C8"), worse = c("#B4B4B4", "#F2F2F2"),
    trade = c("#8C8C8C", "#DCDCDC"), equal = c("#FFFFFF", "#FFFFFF"), open = "#E8E8E8",
    ink = "#000000", quiet = "#595959", line = "#8C8C8C", paper = "#FFFFFF",
    series = c("#000000", "#8C8C8C", "#404040", "#B4B4B4", "#6E6E6E", "#C8C8C8", "#202020")
  ),
  dark = list(
    better = c("#56B4E9", "#1E4660"), worse = c("#E69F00", "#5A4312"),
    trade = c("#CC79A7", "#563648"), equal = c("#2DB892", "#14483A"), open = "#3A424B",
    ink = "#F0F0F0", quiet = "#B4BCC4", line = "#7A838C", paper = "#14181D",
    series = c("#56B4E9", "#E69F00", "#2DB892", "#E8773D", "#CC79A7", "#F0E442", "#F0F0F0")
  )
)

look_of <- function(theme) {
  if (!(is.character(theme) && length(theme) == 1L && theme %in% names(themes))) {
    stop_typed("option_error", sprintf(
      "There is no theme %s: the themes are %s.", paste(deparse(theme), collapse = ""),
      paste0('"', names(themes), '"', collapse = ", ")
    ))
  }
  themes[[theme]]
}

# The colours of roles ("better", "worse", "trade", "equal", "open"), each shown or not.
fill_of <- function(look, role, shown = TRUE) {
  pick <- function(one, pale) look[[one]][min(pale, length(look[[one]]))]
  as.character(unlist(Map(pick, role, 2L - shown), use.names = FALSE))
}

# Black or white: what can be read on these colours.
on_fill <- function(fill) {
  part <- grDevices::col2rgb(fill) / 255
  light <- ifelse(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055)^2.4)
  ifelse(colSums(light * c(0.2126, 0.7152, 0.0722)) > 0.18, "#000000", "#FFFFFF")
}

# Colours between two: these shares of the second.
mixed <- function(first, second, share) {
  ends <- grDevices::col2rgb(c(first, second))
  part <- ends[, 1] + outer(ends[, 2] - ends[, 1], share)
  grDevices::rgb(part[1, ], part[2, ], part[3, ], maxColorValue = 255)
}
