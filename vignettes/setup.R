# What every lecture begins with. A chunk `x` of R and the chunk `x_py` of Python do the same thing; here R is shown and
# run. Pages for readers of Python are made elsewhere, which sets the option `jointstats.lecture` to gather both outputs.

library(jointstats)
here <- jointstats_available()
gather <- getOption("jointstats.lecture")
figures <- is.function(gather)
knitr::opts_chunk$set(
  eval = here, comment = "", warning = FALSE, results = "hold", fig.width = 7, fig.height = 4.2,
  dpi = if (figures) 150 else 90
)
options(width = 90)

local({
  shown <- knitr::knit_hooks$get(c("output", "plot"))
  of_r <- function(kind) {
    force(kind)
    function(x, options) {
      if (is.function(gather)) {
        gather(kind, x, options)
      }
      if (options$engine == "python") "" else shown[[kind]](x, options)
    }
  }
  knitr::knit_hooks$set(output = of_r("output"), plot = of_r("plot"))
  knitr::opts_hooks$set(engine = function(options) {
    if (options$engine == "python") {
      options$echo <- FALSE
      options$eval <- options$eval && is.function(gather)
    }
    options
  })
})

# Without Python no chunk is run: the page says so before its first heading.
if (!here) {
  local({
    note <- paste(
      "> **This page was made without Python, and its code was not run.** Call",
      "`jointstats::install_jointstats()` once, then build the page again.",
      "`jointstats::jointstats_sitrep()` states what is missing."
    )
    whole <- knitr::knit_hooks$get("document")
    knitr::knit_hooks$set(document = function(x) {
      sub("\n## ", paste0("\n", note, "\n\n## "), paste(whole(x), collapse = "\n"), fixed = TRUE)
    })
  })
}
