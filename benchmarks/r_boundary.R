# What crossing from R to the core costs, beyond the core's own time: run on an idle machine, with
# the package installed (make bench-r).
library(jointstats)

# The core's own time is taken inside Python, of the same call on the same table.
timed <- "
import time, statistics, warnings
import jointstats
from jointstats.interfaces import bridge
def own_time(name, repeats, data):
    warnings.simplefilter('ignore')
    table = jointstats.load_dataset(data)
    function = getattr(jointstats, name)
    times = []
    for _ in range(int(repeats)):
        start = time.perf_counter()
        function(table)
        times.append(time.perf_counter() - start)
    return statistics.median(times)
"

median_time <- function(call, repeats) {
  stats::median(replicate(repeats, system.time(suppressWarnings(call()))[["elapsed"]]))
}

cat("load average:", strsplit(readLines("/proc/loadavg"), " ")[[1]][1:3], "\n")
start <- system.time(jointstats:::core())[["elapsed"]]
cat(sprintf("starting Python and checking the packages: %.2f s (once a session)\n", start))
reticulate::py_run_string(timed)
own_time <- reticulate::import_main()$own_time

crossing <- function(name, data, repeats) {
  test <- get(name)
  table <- load_dataset(data)
  test(table) |> suppressWarnings()
  from_r <- 1000 * median_time(function() test(table), repeats)
  own <- 1000 * own_time(name, repeats, data)
  cat(sprintf("%-28s %8.1f %8.1f %10.1f\n", paste(name, data), from_r, own, from_r - own))
}

cat("\nOne call on a small table, median of 50 (weka: of 20), in milliseconds\n")
cat(sprintf("%-28s %8s %8s %10s\n", "", "from R", "core", "crossing"))
for (name in c("glrt_test", "bayes_test", "sign_test", "wilcoxon_test", "compare_algorithms")) {
  crossing(name, "example1", 50)
}
crossing("compare_algorithms", "weka", 20)

cat("\n10^6 rows x 5 measures, in seconds\n")
n <- 5e5
big <- data.frame(
  dataset = rep(paste0("d", seq_len(n)), each = 2), algorithm = rep(c("A", "B"), n),
  matrix(stats::rnorm(1e7 / 2), ncol = 5)
)
measures <- stats::setNames(rep("max", 5), names(big)[3:7])
options <- list(df = big, dataset = "dataset", algorithm = "algorithm", measures = measures)
out <- system.time(request <- jointstats:::encode_call("results_table", options))[["elapsed"]]
both <- system.time(made <- results_table(big, "dataset", "algorithm", measures))[["elapsed"]]
again <- system.time(counts <- statement_counts(made))[["elapsed"]]
cat(sprintf("%-60s %6.2f\n", "encoding in R", out))
cat(sprintf("%-60s %6.2f\n", "results_table(): to Python, made there, and back", both))
cat(sprintf("%-60s %6.2f\n", "statement_counts() of that table: to Python, counted", again))
