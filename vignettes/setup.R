# What every lecture begins with. A chunk `x` of R and the chunk `x_py` of Python say the same thing: both are shown, and
# what comes out is shown once, below R's. Who gathers outputs for other pages sets the option `jointstats.lecture`.

library(jointstats)
here <- jointstats_available()
figures <- here && reticulate::py_module_available("matplotlib")
knitr::opts_chunk$set(
  eval = here, comment = "", warning = FALSE, results = "hold", fig.width = 7, fig.height = 4.2,
  dpi = if (is.function(getOption("jointstats.lecture"))) 150 else 90
)
options(width = 90)

local({
  shown <- knitr::knit_hooks$get(c("output", "plot"))
  elsewhere <- c(knitr::all_labels(engine == "python"), knitr::all_labels(identical(eval, FALSE)))
  in_r <- setdiff(knitr::all_labels(), elsewhere)
  once <- function(kind) {
    force(kind)
    function(x, options) {
      gather <- getOption("jointstats.lecture")
      if (is.function(gather)) {
        gather(kind, x, options)
      }
      said <- options$engine == "python" && sub("_py$", "", options$label) %in% in_r
      if (said) "" else shown[[kind]](x, options)
    }
  }
  knitr::knit_hooks$set(output = once("output"), plot = once("plot"))
})
