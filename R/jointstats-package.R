#' Joint tests of algorithms on several performance measures
#'
#' Given the results of two or more algorithms, on several performance measures, over several data
#' sets: which algorithm is jointly better, on what, and how sure is that? The computing is done by
#' a Python core that comes with the package; R and Python give the same numbers to the last bit.
#' Start with [load_dataset()] and [results_table()]; [jointstats_sitrep()] says whether Python is
#' ready.
#'
#' @references
#' Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of performance
#' measures. In *Advanced Methodologies for Bayesian Networks*, LNCS 9505, 76--92.
#' \doi{10.1007/978-3-319-28379-1_6}
#' @keywords internal
"_PACKAGE"
