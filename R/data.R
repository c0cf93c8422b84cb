# The data sets of the package: `make r-data` writes them.

#' Results of seven classifiers on 51 data sets
#'
#' Means over ten runs of tenfold cross-validation of seven classifiers of WEKA, with its default
#' options. The data frame is `load_frame("weka")`, and needs no Python.
#'
#' @format A data frame with 357 rows, one for each data set and classifier, and 10 columns:
#' \describe{
#'   \item{`dataset`, `algorithm`}{(character) the data set and the classifier.}
#'   \item{`accuracy`}{(numeric) share of correct predictions; higher is better.}
#'   \item{`f_measure`, `auc`, `kappa`}{(numeric) F-measure, area under the ROC curve, and Cohen's
#'     kappa; higher is better. F-measure, area and `fpr` are averages over the classes, weighted by
#'     class size.}
#'   \item{`rmse`, `mae`, `fpr`}{(numeric) root mean squared error, mean absolute error, and false
#'     positive rate; lower is better.}
#'   \item{`training_time`}{(numeric) user CPU time in seconds per fold; lower is better. The clock
#'     counts ticks of 0.01 seconds.}
#' }
#' @source Computed for this package with WEKA.
#' @seealso [weka_comparison], the comparison of these classifiers; [load_dataset()], which gives
#'   the results table.
#' @examples
#' head(weka)
#' aggregate(cbind(accuracy, training_time) ~ algorithm, data = weka, FUN = median)
#' @name weka
#' @docType data
#' @usage data(weka)
#' @keywords datasets
NULL

#' Results of two algorithms on 12 data sets, and of two methods on 4
#'
#' The example and the table of Benavoli and de Campos (2016). The data frames are
#' `load_frame("example1")` and `load_frame("pnn")`, and need no Python.
#'
#' @format Data frames with a row for each data set and algorithm, and the columns
#' \describe{
#'   \item{`dataset`, `algorithm`}{(character) the data set and the algorithm.}
#'   \item{`accuracy`}{(numeric) accuracy in percent; higher is better.}
#'   \item{`time`}{(numeric) of `example1`: seconds; lower is better.}
#'   \item{`complexity`}{(numeric) of `pnn`: complexity of the network; lower is better.}
#' }
#' @source Benavoli, A. and de Campos, C. P. (2016). Statistical tests for joint analysis of
#'   performance measures. In *Advanced Methodologies for Bayesian Networks*, LNCS 9505, 76--92.
#'   \doi{10.1007/978-3-319-28379-1_6}. Example 1 and Table 1.
#' @seealso [load_dataset()], which gives the results tables.
#' @examples
#' head(example1)
#' pnn
#' @name example1
#' @aliases pnn
#' @docType data
#' @usage
#' data(example1)
#' data(pnn)
#' @keywords datasets
NULL

#' Saved results: comparisons of classifiers
#'
#' Results of [compare_algorithms()] on accuracy and training time in [weka]: `weka_comparison` of
#' all seven classifiers, `forest_comparison` of RandomForest and J48graft. They print, plot and
#' become data frames without Python. Their text is in ASCII.
#'
#' @format Objects of class `jointstats_compare`: see [compare_algorithms()].
#' @source `x$asked` has the arguments of each, with the data.
#' @examples
#' forest_comparison
#' subset(as.data.frame(weka_comparison), state == "win", c(a, b, winner, p_adjusted))
#' weka_comparison$leaderboard$unbeaten
#' if (jointstats_available()) {
#'   seven <- update(weka_comparison) # the call that made it
#'   identical(seven$pairs, weka_comparison$pairs)
#' }
#' @name weka_comparison
#' @aliases forest_comparison
#' @docType data
#' @usage
#' data(weka_comparison)
#' data(forest_comparison)
#' @keywords datasets
NULL
