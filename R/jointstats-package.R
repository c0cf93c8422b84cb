#' Joint tests of algorithms on several performance measures
#'
#' Given the results of two or more algorithms, on several performance measures, over several data
#' sets: which algorithm is jointly better, on what, and how sure is that? The computing is done by
#' a Python core that comes with the package; R and Python give the same numbers to the last bit.
#' Start with [load_dataset()], [results_table()] and [compare_algorithms()]; [jointstats_sitrep()]
#' says whether Python is ready, [install_jointstats()] makes it so.
#'
#' Every result prints, plots and becomes a data frame: [jointstats_methods],
#' [jointstats_figures], [to_html()].
#'
#' @section Lectures:
#' `browseVignettes("jointstats")` lists nine lectures, from a first comparison to a clinical trial.
#' `R CMD INSTALL` of the sources leaves them out: install what `R CMD build` makes, or read them in
#' the folder `vignettes` of the sources.
#'
#' @references
#' Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of performance
#' measures. In *Advanced Methodologies for Bayesian Networks*, LNCS 9505, 76--92.
#' \doi{10.1007/978-3-319-28379-1_6}
#' @keywords internal
"_PACKAGE"
