# Making results tables. Each function is the twin of the core's function of the same name.

#' Make a results table
#'
#' A results table holds the results of two or more algorithms on one or more performance measures
#' over several data sets. All tests take one as their first argument.
#'
#' The arguments say how the results are laid out; one that has no meaning for the layout is
#' refused.
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
#' Columns may be numeric, integer, logical (0 and 1), or text and factors that read as numbers
#' (by label, not by code). Data sets and algorithms may be named by any of these. `NA` and `NaN`
#' are missing results.
#'
#' Algorithms come in the order in which they first appear, those of a factor in the order of its
#' levels (unused ones are left out), with `only` in the order given there. Where two algorithms are
#' compared, `a` is the earlier one.
#'
#' @param x A data frame, tibble or matrix, or a list of these named by measure or by algorithm.
#' @param dataset,algorithm Names of the columns that hold the data set and the algorithm. Of wide
#'   tables, `dataset` is by default the row names.
#' @param measures Named character vector: each measure's column and its direction, `"max"` if
#'   higher is better, `"min"` if lower is better, as in `c(accuracy = "max", time = "min")`;
#'   `"maximize"` and `"minimize"` will do. Never guessed.
#' @param rope Named numeric vector: the width within which two results of a measure are a tie,
#'   in the measure's own units; 0 declares that equal numbers are real ties. Without a rope a tie
#'   may hide a difference, and counts against the claims of a comparison. With one measure a bare
#'   number will do.
#' @param missing What to do where a result is missing: `"raise"` (stop and name the cells),
#'   `"drop"` (leave it out, as if results were missing at random: a comparison does without the
#'   data set in the pairs that lack it, other tests altogether; counted in the result),
#'   `"unknown"` (claims count a missing result against them; other tests use what is there) or
#'   `"worst"` (a failed run, that loses to every result and ties with other failures).
#' @param aggregate `"mean"` or `"median"`: combine several rows (folds, runs) of a data set and
#'   algorithm. Without it they are an error.
#' @param min_folds Smallest number of rows with a value that makes a combined result valid
#'   (default: all); of a data set with fewer rows, all are needed.
#' @param only Character vector: keep only these algorithms.
#' @param cluster The family of each data set: data sets of one family (versions of one source,
#'   tasks of one suite) answer alike, and are not independent evidence. Of a long table the name of
#'   a column; otherwise a character vector named by data set.
#' @param runs Name of the column that holds the run (fold, seed, trial) of each row. Runs are
#'   combined by their mean, and kept.
#' @param run_kind What the runs are: `"cv"`, of cross-validation or repeated splits, whose training
#'   sets overlap; or `"independent"`, such as seeds. Needed with `runs`.
#' @param test_share Share of the cases on which each run of cross-validation tests, such as 0.1 in
#'   tenfold cross-validation. Needed with `run_kind = "cv"`.
#' @param columns How the columns of a single wide frame are named, with `{measure}` and
#'   `{algorithm}` in their places, such as `"{measure}_{algorithm}"`; other columns are left aside.
#'   Default: every column is an algorithm. Where every algorithm has a row, `{measure}` and
#'   `{dataset}`, such as `"{dataset}_{measure}"`, or `"{dataset}"` alone, if all other columns are
#'   data sets of one measure; by default the names of the measures, before or after those of the
#'   data sets, tell.
#' @param per_algorithm Properties of the algorithms, such as their price: a named character vector
#'   or list, each column with `"max"` or `"min"`. Each is one number of an algorithm, the same in
#'   all its rows: it is known, and never counted once per data set.
#' @param datasets Names of the matrices' rows (default `"1"`, `"2"`, ...).
#' @param fold,run Names of the columns that hold the fold and the run of cross-validation on one
#'   data set; at least one makes a table of folds. Folds are named alike in every run. Repeated
#'   random splits have only runs. `dataset` may be left out: all rows are of one.
#' @param of Of folds, the data set to keep, if the column holds several.
#' @param metric,value Of a table with a row for each measure: names of the columns that name the
#'   measure of a row and hold its value. A value that is given twice is refused. Without `value`,
#'   the other columns are algorithms.
#' @param relative_to An algorithm, the baseline: every result is divided by that of the baseline on
#'   the same data set. A baseline that is missing, 0 or negative is refused.
#' @return An object of class `jointstats_table`: a list with `values` (an array: data set, measure,
#'   algorithm), `datasets`, `algorithms`, `measures`, `rope`, `roped` (the measures whose rope was
#'   given), `missing`, `dropped`, `aggregate`, `n_rows` and `in_sample`; `families`, `all_runs`,
#'   `properties` and `notes` if there are any. It is plain R data and can be saved.
#'   `as.data.frame()` gives it back in long form. A table of folds is also of class
#'   `jointstats_folds`: `grid` has the run and fold behind each row's name, `of` the data set.
#'   Every test takes it; only the corrected tests allow for what folds share.
#' @seealso [load_dataset()], [read_results()]
#' @export
#' @examples
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
                          missing = "raise", aggregate = NULL, min_folds = NULL, only = NULL,
                          cluster = NULL, runs = NULL, run_kind = NULL, test_share = NULL,
                          per_algorithm = NULL, columns = NULL, datasets = NULL, fold = NULL,
                          run = NULL, of = NULL, metric = NULL, value = NULL,
                          relative_to = NULL) {
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
#' Reads results as other programs write them. Many formats say what is where: of these nothing
#' needs to be said. Of a plain table (CSV, Parquet and the like) `dataset`, `algorithm` and
#' `measures` say it; without `dataset`, every algorithm has a row.
#'
#' @param path A file, a folder or several files if the format takes them. Files ending in `.gz`,
#'   `.bz2`, `.xz` or `.zip` are decompressed. Nothing is fetched from elsewhere.
#' @param format `"auto"`: the format that recognises what is there, or else by the file's ending.
#'   Plain tables are `"csv"`, `"csv2"` (semicolons between the columns, and decimal commas or
#'   points, as [utils::read.csv2()]), `"tsv"`, `"parquet"` (needs the Python package pyarrow),
#'   `"excel"` (needs openpyxl), `"json"` and `"jsonl"`. Files of other programs are `"weka"`,
#'   `"tsml"`, `"jmetal"`, `"sklearn"`, `"lm-eval"`, `"inspect"`, `"amlb"`, `"tabarena"`, `"mteb"`,
#'   `"helm"`, `"open-llm-leaderboard"`, `"opencompass"`, `"harbor"`, `"mlflow"`, `"optuna"`, `"wandb"`,
#'   `"open-problems"` and `"omnibenchmark"`.
#' @param dataset,algorithm Columns that hold the data set and the algorithm; needed where the
#'   format does not say.
#' @param measures Measures and their directions, as in [results_table()]; or only their names,
#'   `c("accuracy", "time")`, where the format states the directions. Default: all measures of which
#'   it states one.
#' @param ... The other arguments of [results_table()]: `rope`, `missing`, `aggregate`, `min_folds`,
#'   `only`, `cluster`, `runs`, `run_kind`, `test_share`, `per_algorithm`; without `dataset`,
#'   `columns`. They stand above what the format says. And options of the formats: `sheet`
#'   (`"excel"`), `metrics` (`"jmetal"`), `unit` (`"lm-eval"`, `"inspect"`), `filter` (`"lm-eval"`)
#'   and `constraint` (`"amlb"`).
#' @return A results table, see [results_table()]; its `notes` say what had failed or was left out.
#'   If the results are folds of one data set, a table of folds.
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
    stop_typed("read_error", "R has its own standard input: give the name of a file.")
  }
  given$path <- file_names(given$path)
  ask_core("read_results", given)
}

# Names of files as Python needs them; NULL, which the core asks for, stays.
file_names <- function(path) {
  if (!(is.null(path) || is.character(path))) {
    stop_typed("read_error", sprintf(
      "path must be the name of a file; got %s.", paste(deparse(path), collapse = "")
    ))
  }
  if (is.character(path)) path.expand(path)
}

#' The packaged tables
#'
#' `load_dataset()` gives a packaged results table with its roles and directions set,
#' `load_frame()` all its columns as a data frame, and `list_datasets()` the names and titles of all
#' packaged tables.
#'
#' @param name Name of a packaged table: `"example1"` and `"pnn"` (Benavoli and de Campos 2016,
#'   Example 1 and Table 1), `"weka"` (seven classifiers on real data sets) or `"weka_folds"` (the
#'   same on eight binary data sets: means of the folds, which `load_frame()` has).
#' @return `load_dataset()`: a results table, see [results_table()]; `load_frame()`: a data frame;
#'   `list_datasets()`: a named character vector.
#' @export
#' @examples
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
