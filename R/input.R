# Making results tables. Each function is the twin of the core's function of the same name.

#' Make a results table
#'
#' A results table holds the results of two or more algorithms on one or more performance measures
#' over several data sets. All tests take one as their first argument.
#'
#' The arguments describe the layout of `x`. An argument that does not fit the layout is an error.
#'
#' * Long, with `dataset` and `algorithm`: a row for each data set and algorithm, a column for each
#'   measure.
#' * Folds of one data set, with `fold` or `run`, and `algorithm`: a row for each fold and
#'   algorithm.
#' * A leaderboard, with `algorithm` alone: a row for each algorithm, a column for each data set and
#'   measure.
#' * Wide, without `algorithm`: a data frame or matrix with a row for each data set and a column for
#'   each algorithm, or a list of these named by measure; or one data frame of all measures, with
#'   `columns`.
#' * Matrices: a list named by algorithm, whose rows are data sets and whose columns are measures.
#'
#' Columns of results are numeric, integer or logical (0 and 1), or text and factors whose labels
#' are numbers. Names of data sets and algorithms may be of any of these types. `NA` and `NaN` are
#' missing results.
#'
#' Algorithms keep the order of their first appearance, the order of a factor's levels without the
#' unused ones, or the order of `only`. In a comparison of two algorithms, `a` is the earlier one.
#'
#' @param x A data frame, tibble or matrix, or a list of these named by measure or by algorithm.
#' @param dataset,algorithm Names of the columns that hold the data set and the algorithm. In wide
#'   tables the default of `dataset` is the row names. In a long table each may be several columns,
#'   such as `c("task", "case")`, whose names are joined with " / ". So may `runs`, `fold`, `run`
#'   and `cluster`.
#' @param measures Named character vector of columns and their directions, such as
#'   `c(accuracy = "max", time = "min")`: `"max"` if higher is better, `"min"` if lower is better.
#'   `"maximize"` and `"minimize"` are accepted. Directions are never guessed.
#' @param rope Named numeric vector: two results of a measure are practically equal if they differ
#'   by at most this width, in the unit of the measure. A width of 0 declares that equal numbers are
#'   real ties. Without a rope a tie may hide a difference, and counts against the claims of a
#'   comparison. With one measure, a number without a name is enough.
#' @param missing Treatment of missing results. `"raise"`: an error that names the cells. `"drop"`:
#'   leave them out, which is right only if results are missing independently of all results; a
#'   comparison leaves the data set out of the pairs that lack it, other tests leave it out of all.
#'   `"unknown"`: claims count a missing result against them, other tests use the results that
#'   exist. `"worst"`: a failed run, which loses to every result and ties with other failures.
#' @param aggregate `"mean"` or `"median"`: combine several rows (folds, runs) of a data set and
#'   algorithm. Without it several rows are an error.
#' @param min_folds Smallest number of rows with a value for a valid combined result. By default all
#'   rows need a value, as do those of a data set with fewer rows.
#' @param failed_runs Meaning of a row without a value among several of a data set and algorithm, a
#'   failed run. `"drop"` combines the other rows; the notes count those left out. `"worst"` counts
#'   it as worse than every result. So is a mean with a failed run, and a median if at least half of
#'   its runs failed. No other algorithm matters. A failed run that has a value, such as 0 for
#'   "resolved", is better entered with it. `missing` treats data sets without
#'   any run, and cannot be `"drop"` or `"unknown"` next to `"worst"`.
#' @param only Character vector: keep only these algorithms.
#' @param cluster The family of each data set. Data sets of one family (versions of one source,
#'   tasks of one suite) resemble each other, and are not independent evidence. In a long table the
#'   name of a column, otherwise a character vector named by data set.
#' @param runs Name of the column that holds the run (fold, seed, trial) of each row. The table
#'   keeps the runs, and combines them by the mean.
#' @param run_kind `"cv"` for cross-validation or repeated splits, whose training sets overlap;
#'   `"independent"` for seeds and the like. Needed with `runs`.
#' @param test_share Share of the cases on which each run of cross-validation tests, such as 0.1 in
#'   tenfold cross-validation. Needed with `run_kind = "cv"`.
#' @param columns Pattern of the columns' names in a single wide data frame, such as
#'   `"{measure}_{algorithm}"`; other columns are ignored. By default every column is an algorithm.
#'   If every algorithm has a row, the pattern has `{measure}` and `{dataset}`, or `{dataset}` alone
#'   for one measure; by default the names of the measures show where they are.
#' @param per_algorithm Properties of the algorithms, such as their price: a named character vector
#'   of columns with `"max"` or `"min"`. A property is one known number for each algorithm, the same
#'   in all its rows. It is not a measurement, and is not tested.
#' @param datasets Names of the matrices' rows (default `"1"`, `"2"`, ...).
#' @param fold,run Names of the columns that hold the fold and the run of cross-validation on one
#'   data set; at least one makes a table of folds. Folds have the same names in every run. Repeated
#'   random splits have only runs. Without `dataset`, all rows belong to one data set.
#' @param of Data set whose folds are kept, if the column `dataset` holds several.
#' @param metric,value For a table with a row for each measure: names of the columns that name the
#'   measure of a row and hold its value. A value that is given twice is refused. Without `value`,
#'   the other columns are algorithms.
#' @param relative_to An algorithm, the baseline: every result is divided by that of the baseline on
#'   the same data set. A baseline that is missing, 0 or negative is refused.
#' @param where Rows to keep: a named vector or list with a value, or several, for each column, such
#'   as `c(settings = "default")`. It is applied first. A note counts the rows.
#' @param failed What marks a failed run: a named vector or list with a value, or several, for each
#'   column of a long table, such as `list(status = c("timeout", "memout"))`. A failed run has no
#'   result on any measure. `missing` and `failed_runs` treat it.
#' @param failed_words Words such as `"DNF"` that stand for a failed run in the cells of a measure.
#' @param limit Named numeric vector: for measures to minimise, the limit from which on a run has
#'   failed. Results up to 1 % below are noted.
#' @param even_failed Measures whose results count even if the run failed, such as its cost.
#' @return A list of class `jointstats_table`, plain R data that can be saved;
#'   `as.data.frame()` returns it in long form.
#' \describe{
#' \item{`values`}{(numeric array) Results by data set, measure and algorithm.}
#' \item{`datasets`, `algorithms`}{(character vectors) Names of the data sets and algorithms.}
#' \item{`measures`}{(named character vector) Direction of each measure.}
#' \item{`rope`}{(named numeric vector) Width of ties of each measure.}
#' \item{`roped`}{(character vector) Measures with a declared rope.}
#' \item{`missing`}{(string) The argument `missing`.}
#' \item{`dropped`}{(data frame) Data sets left out (`dataset`), and why (`reason`).}
#' \item{`aggregate`}{(string or `NULL`) The argument `aggregate`.}
#' \item{`n_rows`}{(number) Rows read.}
#' \item{`in_sample`}{(character vector) Measures that were learned on these rows.}
#' \item{`incomplete`}{(numeric array or `NULL`) Results of incomplete data sets.}
#' \item{`families`}{(named character vector or `NULL`) Family of each data set.}
#' \item{`all_runs`}{(list or `NULL`) Results run by run, and their kind.}
#' \item{`properties`}{(list or `NULL`) Direction and values of each property.}
#' \item{`notes`}{(character vector or `NULL`) What failed, was imputed or was left out.}
#' }
#' A table of folds has the class `jointstats_folds` too, with `grid` (data frame: `name` of each
#' row, its `run` and `fold`) and `of` (string: the data set). Every test accepts it, but only
#' [corrected_t_test()] and [hotelling_test()] correct for overlapping training sets.
#' @seealso [load_dataset()], [read_results()], [as_results_table()]
#' @export
#' @examples
#' # A results table that was saved with its comparison:
#' head(weka_comparison$asked$table, 3)
#'
#' df <- data.frame(
#'   data = c("iris", "iris", "wine", "wine"), method = c("A", "B", "A", "B"),
#'   acc = c(0.91, 0.93, 0.88, 0.90), secs = c(1.2, 0.8, 2.0, 1.5)
#' )
#' if (jointstats_available()) {
#'   results_table(df, "data", "method", measures = c(acc = "max", secs = "min"))
#'
#'   wide <- rbind(iris = c(A = 0.91, B = 0.93), wine = c(A = 0.88, B = 0.90))
#'   results_table(wide, measures = c(acc = "max"))
#'
#'   both <- data.frame(acc_A = c(0.9, 0.8), acc_B = c(0.7, 0.9), s_A = c(3, 2), s_B = c(1, 4))
#'   results_table(both, measures = c(acc = "max", s = "min"), columns = "{measure}_{algorithm}")
#'
#'   board <- data.frame(model = c("A", "B"), iris_acc = c(0.9, 0.8), wine_acc = c(0.7, 0.9),
#'                       price = c(20, 45))
#'   results_table(
#'     board, algorithm = "model", measures = c(acc = "max"), per_algorithm = c(price = "min")
#'   )
#'
#'   results_table(
#'     list(A = cbind(c(0.91, 0.88), c(1.2, 2.0)), B = cbind(c(0.93, 0.90), c(0.8, 1.5))),
#'     measures = c(acc = "max", secs = "min"), datasets = c("iris", "wine")
#'   )
#'
#'   folds <- data.frame(
#'     fold = c(1, 1, 2, 2, 3, 3), method = c("A", "B"), acc = c(0.8, 0.7, 0.9, 0.8, 0.7, 0.7)
#'   )
#'   results_table(folds, algorithm = "method", measures = c(acc = "max"), fold = "fold")
#' }
results_table <- function(x, dataset = NULL, algorithm = NULL, measures = NULL, rope = NULL,
                          missing = "raise", aggregate = NULL, min_folds = NULL,
                          failed_runs = NULL, only = NULL, cluster = NULL, runs = NULL,
                          run_kind = NULL, test_share = NULL, per_algorithm = NULL,
                          columns = NULL, datasets = NULL, fold = NULL, run = NULL, of = NULL,
                          metric = NULL, value = NULL, relative_to = NULL, where = NULL,
                          failed = NULL, failed_words = NULL, limit = NULL, even_failed = NULL) {
  ask_core("results_table", arguments())
}

#' Performance measures from confusion counts
#'
#' @param df A data frame; a row is one confusion matrix (one fold, or one data set).
#' @param measures Character vector, among `"tpr"`, `"fpr"`, `"fnr"`, `"specificity"`,
#'   `"precision"`, `"recall"`, `"npv"`, `"fdr"`, `"f1"`, `"jaccard"`, `"accuracy"`, `"error"`,
#'   `"balanced_accuracy"`, `"informedness"`, `"markedness"`, `"g_mean"`, `"kappa"`, `"mcc"`.
#'   Default: all.
#' @param tp,fp,tn,fn Names of the columns of counts.
#' @return `df` with a column for every measure; its attribute `"measures"` is the named vector of
#'   their directions, as [results_table()] takes it. A measure that is 0/0 is `NA`, with a warning.
#' @export
#' @examples
#' counts <- data.frame(tp = c(40, 30), fp = c(10, 5), tn = c(45, 50), fn = c(5, 15))
#' if (jointstats_available()) {
#'   measures_from_confusion(counts, c("tpr", "fpr"))
#' }
measures_from_confusion <- function(df, measures = NULL, tp = "tp", fp = "fp", tn = "tn",
                                    fn = "fn") {
  add_columns(df, ask_core("measures_from_confusion", arguments()))
}

#' Read a results table from files
#'
#' Reads results as other programs write them. Many formats need no further arguments. A plain
#' table (CSV, Parquet and the like) needs `algorithm`, `measures` and `dataset`; without `dataset`,
#' every algorithm has a row.
#'
#' @param path A file, a folder or several files. Several plain tables become one. A path may have
#'   places for names, such as `"results/{algorithm}/all_results.csv"`; in a folder, the argument
#'   `pattern` has them. Files ending in `.gz`, `.bz2`, `.xz` or `.zip` are decompressed. Nothing
#'   is downloaded.
#' @param format `"auto"`: the format that recognises the files, otherwise the ending of the name.
#'   Plain tables are `"csv"`, `"csv2"` (semicolons between the columns, and decimal commas or
#'   points, as [utils::read.csv2()]), `"tsv"`, `"parquet"` (needs the Python package pyarrow),
#'   `"excel"` (needs python-calamine), `"json"` and `"jsonl"`; several of them are `"tables"`.
#'   Files of other programs are `"weka"`, `"tsml"`, `"jmetal"`, `"sklearn"`, `"lm-eval"`,
#'   `"inspect"`, `"amlb"`, `"tabarena"`, `"mteb"`, `"helm"`, `"open-llm-leaderboard"`,
#'   `"opencompass"`, `"harbor"`, `"mlflow"`, `"optuna"`, `"wandb"`, `"open-problems"` and
#'   `"omnibenchmark"`.
#' @param dataset,algorithm Columns that hold the data set and the algorithm, if the format does not
#'   define them.
#' @param measures Measures and their directions, as in [results_table()]; or only their names,
#'   `c("accuracy", "time")`, if the format states the directions. Default: all measures with a
#'   stated direction.
#' @param ... The other arguments of [results_table()] for long tables, or `columns` if there is no
#'   `dataset`; they override the format. And options of the formats: `sheet` (`"excel"`), `metrics`
#'   (`"jmetal"`), `unit` (`"inspect"`), `filter` (`"lm-eval"`) and `constraint` (`"amlb"`).
#' @return A results table, see [results_table()]; its `notes` list what failed or was left out.
#'   Results of folds of one data set become a table of folds.
#' @export
#' @examples
#' path <- tempfile(fileext = ".csv")
#' writeLines(c("data,method,acc", "iris,A,0.91", "iris,B,0.93"), path)
#' if (jointstats_available()) {
#'   read_results(path, dataset = "data", algorithm = "method", measures = c(acc = "max"))
#' }
read_results <- function(path, format = "auto", dataset = NULL, algorithm = NULL, measures = NULL,
                         ...) {
  given <- arguments()
  if (identical(given$path, "-")) {
    stop_typed("read_error", "`path` cannot be \"-\" in R. Give the name of a file.")
  }
  given$path <- file_names(given$path)
  ask_core("read_results", given)
}

# Names of files as Python needs them; NULL, which the core asks for, stays.
file_names <- function(path) {
  if (!(is.null(path) || is.character(path))) {
    stop_typed("read_error", sprintf(
      "`path` must be the name of a file; got %s.", in_code(path)
    ))
  }
  if (is.character(path)) path.expand(path)
}

#' The packaged tables
#'
#' `load_dataset()` returns a packaged results table with its roles and directions, `load_frame()`
#' all its columns as a data frame, and `list_datasets()` the names and titles of all packaged
#' tables.
#'
#' @param name Name of a packaged table: `"example1"` and `"pnn"` (Benavoli and de Campos 2016,
#'   Example 1 and Table 1), `"weka"` (seven classifiers on 51 data sets) or `"weka_folds"` (the
#'   same on eight binary data sets: means of the folds, which `load_frame()` has).
#' @return `load_dataset()`: a results table, see [results_table()]; `load_frame()`: a data frame;
#'   `list_datasets()`: a named character vector of titles.
#' @seealso [weka], [example1] and [pnn], the same data frames without Python.
#' @export
#' @examples
#' head(pnn)
#' if (jointstats_available()) {
#'   list_datasets()
#'   load_dataset("example1")
#'   load_frame("pnn")
#' }
load_dataset <- function(name) {
  ask_core("load_dataset", arguments())
}

#' @rdname load_dataset
#' @export
load_frame <- function(name) {
  ask_core("load_frame", arguments())
}

#' @rdname load_dataset
#' @export
list_datasets <- function() {
  unlist(call_core("list_datasets"))
}
