# The inputs that the languages must agree on: data frames as R users have them, with the arguments
# of results_table(). Written as an .rds file for R, and as plain JSON (doubles as hexadecimal bits)
# for a Python that shares no code with the bridge.

noise <- function(n, digits = NULL) {
  x <- stats::rnorm(n)
  if (is.null(digits)) x else round(x, digits)
}

grid <- function(datasets, algorithms, ...) {
  df <- expand.grid(algorithm = algorithms, dataset = datasets, stringsAsFactors = FALSE)
  cbind(df[c("dataset", "algorithm")], ...)
}

case <- function(df, measures, ..., dataset = "dataset", algorithm = "algorithm") {
  list(
    df = df,
    args = list(dataset = dataset, algorithm = algorithm, measures = measures, ...)
  )
}

two <- c(acc = "max", time = "min")

make_inputs <- function() {
  set.seed(20160101)
  inputs <- list()
  for (l in c(2L, 4L)) {
    algorithms <- LETTERS[seq_len(l)]
    n <- 12L * l
    inputs[[paste(l, "algorithms")]] <- case(
      grid(paste0("d", 1:12), algorithms, acc = noise(n), time = exp(noise(n))), two
    )
    inputs[[paste(l, "algorithms with ties")]] <- case(
      grid(paste0("d", 1:9), algorithms, acc = noise(9L * l, 0), time = noise(9L * l)), two
    )
  }
  inputs[["ropes"]] <- case(
    grid(paste0("d", 1:15), c("A", "B", "C"), acc = noise(45, 2), time = exp(noise(45))), two,
    rope = c(time = 0.3, acc = 0.1)
  )
  gaps <- grid(paste0("d", 1:10), c("A", "B", "C"), acc = noise(30), time = exp(noise(30)))
  gaps$acc[c(4, 17)] <- NA
  gaps$time[9] <- NaN
  inputs[["missing, raise"]] <- case(gaps, two)
  inputs[["missing, drop"]] <- case(gaps, two, missing = "drop")
  inputs[["missing, worst"]] <- case(gaps, two, missing = "worst")
  typed <- grid(1:8, c("x", "y"), acc = noise(16, 1), time = 1:16)
  typed$dataset <- factor(
    paste("set", typed$dataset),
    levels = c("unused", paste("set", 8:1), "also unused")
  )
  typed$algorithm <- factor(typed$algorithm, levels = c("y", "none", "x"))
  typed$time <- as.integer(typed$time)
  typed$time[5] <- NA
  inputs[["factors with unused levels, integer NA"]] <- case(typed, two, missing = "drop")
  inputs[["integer NA, raise"]] <- case(typed, two)
  typed$time <- typed$time %% 2L == 0L
  typed$acc <- sprintf("%.1f", typed$acc)
  inputs[["truth values and numbers as text"]] <- case(typed, two, missing = "drop")
  inputs[["awkward names"]] <- case(
    stats::setNames(
      grid(
        c("a b", "\u00fc\u00df", "\u4e2d\u6587", "007", "NA", "1e5", "'quoted\"", "back\\slash", "tab\there"),
        c("A (new)", "\u00c4 & B", "\u4e2d"), noise(27), noise(27)
      ),
      c("data set", "M\u00e9thode", "\u00fc %", "\u65f6\u95f4")
    ),
    stats::setNames(c("max", "min"), c("\u00fc %", "\u65f6\u95f4")),
    dataset = "data set", algorithm = "M\u00e9thode"
  )
  inputs[["numbers as names"]] <- case(
    grid(c(3, 1, 2.5), c(10, 20), acc = noise(6), time = noise(6)), two
  )
  inputs[["one row each"]] <- case(grid("only", c("A", "B"), acc = c(1, 2), time = c(1, 2)), two)
  inputs[["one measure"]] <- case(grid(1:20, c("A", "B"), acc = noise(40)), c(acc = "max"))
  folds <- grid(rep(paste0("d", 1:6), each = 5), c("A", "B"), acc = noise(60), time = noise(60))
  inputs[["folds, mean"]] <- case(folds, two, aggregate = "mean")
  folds$acc[c(3, 8, 9)] <- NA
  inputs[["folds, median, some failed"]] <- case(folds, two, aggregate = "median", min_folds = 3)
  inputs[["folds, not said"]] <- case(folds, two)
  runs <- cbind(
    grid(c("iris", "wine"), c("A", "B"), row.names = NULL),
    run = rep(1:3, each = 20), fold = rep(1:5, each = 4), acc = noise(60), time = noise(60)
  )
  inputs[["a table of folds"]] <- case(runs, two, fold = "fold", run = "run", of = "wine")
  inputs[["folds of several data sets"]] <- case(runs, two, fold = "fold")
  inputs[["digits that decimal text would lose"]] <- case(
    grid(1:6, c("A", "B"), acc = c(0.1 + 0.2, 0.3) + rep(0:5, each = 2) / 3, time = 1 / (3:14)), two
  )
  inputs[["an unknown column"]] <- case(typed, c(acc = "max", times = "min"))
  inputs[["a wrong direction"]] <- case(typed, c(acc = "maximum"))
  inputs[["a negative rope"]] <- case(typed, c(acc = "max"), rope = -1)
  inputs[["text where numbers belong"]] <- case(
    grid(1:2, c("A", "B"), acc = c("0.5", "0,6", "1", "2")), c(acc = "max")
  )
  inputs[["an infinite value"]] <- case(
    grid(1:2, c("A", "B"), acc = c(0.5, Inf, 1, 2)), c(acc = "max")
  )
  inputs[["one algorithm"]] <- case(grid(1:5, "A", acc = noise(5)), c(acc = "max"))
  inputs[["a data set without a name"]] <- case(
    grid(c("a", NA), c("A", "B"), acc = noise(4)), c(acc = "max")
  )
  rows <- 1e4
  inputs[["10000 rows"]] <- case(
    grid(paste0("d", seq_len(rows / 2)), c("A", "B"), acc = noise(rows, 1), time = noise(rows)), two
  )
  inputs[["a rope of two"]] <- case(
    grid(paste0("d", 1:20), c("A", "B"), acc = noise(40, 1), time = noise(40, 0)), two,
    rope = c(acc = 0.5)
  )
  inputs[["missing, unknown"]] <- case(gaps, two, missing = "unknown")
  kept <- grid(rep(paste0("d", 1:12), each = 3), c("A", "B"), acc = noise(72), time = noise(72))
  kept$seed <- rep(1:3, each = 2)
  kept$kin <- paste("kin", (as.integer(sub("d", "", kept$dataset)) + 1) %/% 2)
  inputs[["runs in families"]] <- case(
    kept, two,
    runs = "seed", run_kind = "independent", cluster = "kin"
  )
  kept$acc[c(2, 40)] <- NA
  inputs[["runs of cross-validation, unknown where one failed"]] <- case(
    kept, two,
    runs = "seed", run_kind = "cv", test_share = 0.1, missing = "unknown"
  )
  inputs
}

# Column by column, argument by argument.
write_inputs <- function(folder) {
  inputs <- make_inputs()
  saveRDS(inputs, file.path(folder, "inputs.rds"))
  exported <- vapply(inputs, function(one) {
    json_object(c(
      columns = dump_value(unclass(one$df)), args = dump_value(one$args)
    ))
  }, "")
  write_text(json_object(exported), file.path(folder, "inputs.json"))
}
