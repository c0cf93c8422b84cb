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
