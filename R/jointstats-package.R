#' Joint tests of algorithms on several performance measures
#'
#' Compares two or more algorithms on several performance measures jointly, over several data sets:
#' which algorithm wins, on which measures, at what price, and with what confidence. A Python core
#' that comes with the package computes; R and Python return the same numbers to the last bit.
#'
#' Start with [weka], [results_table()] and [compare_algorithms()]. [jointstats_sitrep()] reports
#' whether Python is ready, and [install_jointstats()] installs what it needs.
#'
#' Every result prints, plots and becomes a data frame: see [jointstats_methods],
#' [jointstats_figures] and [to_html()]. [weka_comparison] is a saved one.
#'
#' @section Lectures:
#' `browseVignettes("jointstats")` lists nine lectures, from a first comparison to the price of a
#' trade-off. `R CMD INSTALL` of the sources leaves them out: install what `R CMD build` makes, or
#' read them in the folder `vignettes` of the sources.
#'
#' @references
#' Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of performance
#' measures. In *Advanced Methodologies for Bayesian Networks*, LNCS 9505, 76--92.
#' \doi{10.1007/978-3-319-28379-1_6}
#' @keywords internal
"_PACKAGE"
