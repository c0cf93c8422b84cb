# Write every data set of the study as an ARFF file: nominal class last, no identifiers.
#
#   Rscript gather.R FOLDER SKLEARN_DATA
#
# FOLDER receives the ARFF files and sets.csv (name, source, licence, n, attributes, classes).
# SKLEARN_DATA is the folder sklearn/datasets/data of a scikit-learn wheel.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
sklearn_data <- arguments[2]
weka_examples <- "/usr/share/doc/weka/examples"

# ---- reading -------------------------------------------------------------------------------

from <- function(package, item, object = item) {
  shelf <- new.env()
  utils::data(list = item, package = package, envir = shelf)
  shelf[[object]]
}

weka <- function(name) {
  lines <- readLines(file.path(weka_examples, paste0(name, ".arff")))
  lines[!grepl("^\\s*(%|$)", lines)]
}

# ---- shaping -------------------------------------------------------------------------------

# Codes that are names, not quantities.
nominal <- function(df, columns) {
  df[columns] <- lapply(df[columns], as.factor)
  df
}

without <- function(df, columns) df[, setdiff(names(df), columns), drop = FALSE]

# A 0/1 column as a class; the event comes first, so it is WEKA's class of index 0.
event <- function(x, yes, no) factor(ifelse(x == 1, yes, no), levels = c(yes, no))

classified <- function(df, class) {
  if (is.character(class) && length(class) == 1) {
    target <- df[[class]]
    df <- without(df, class)
  } else {
    target <- class
  }
  df$class <- factor(target)
  df[!is.na(df$class), ]
}

# ---- writing -------------------------------------------------------------------------------

quoted <- function(x) paste0("'", gsub("'", "\\\\'", x), "'")

column_type <- function(x) {
  if (is.numeric(x)) "numeric" else paste0("{", paste(quoted(levels(x)), collapse = ","), "}")
}

column_text <- function(x) {
  text <- if (is.numeric(x)) sprintf("%.15g", x) else quoted(as.character(x))
  ifelse(is.na(x), "?", text)
}

write_arff <- function(df, name) {
  df[] <- lapply(df, function(x) if (is.numeric(x)) x else factor(x, ordered = FALSE))
  header <- paste("@attribute", quoted(names(df)), vapply(df, column_type, ""))
  rows <- do.call(paste, c(unname(lapply(df, column_text)), sep = ","))
  writeLines(
    c(paste("@relation", quoted(name)), header, "@data", rows),
    file.path(folder, paste0(name, ".arff")),
    useBytes = TRUE
  )
}

# ---- the data sets -------------------------------------------------------------------------

sources <- list()

keep <- function(name, source, df) {
  write_arff(df, name)
  sources[[name]] <<- data.frame(
    dataset = name, source = source, n = nrow(df), attributes = ncol(df) - 1,
    classes = nlevels(df$class)
  )
}

keep_weka <- function(name) {
  lines <- weka(name)
  lines[1] <- paste("@relation", quoted(name))
  writeLines(lines, file.path(folder, paste0(name, ".arff")), useBytes = TRUE)
  start <- grep("^@data", lines, ignore.case = TRUE)
  attributes <- grep("^@attribute", lines[seq_len(start)], ignore.case = TRUE, value = TRUE)
  class <- sub(".*\\{", "", attributes[length(attributes)])
  sources[[name]] <<- data.frame(
    dataset = name, source = paste0("weka: examples/", name, ".arff"),
    n = length(lines) - start, attributes = length(attributes) - 1,
    classes = length(strsplit(class, ",")[[1]])
  )
}

for (name in c(
  "breast-cancer", "credit-g", "diabetes", "glass", "ionosphere", "iris", "labor",
  "segment-challenge", "soybean", "unbalanced", "vote"
)) {
  keep_weka(name)
}

# mlbench
breast <- without(from("mlbench", "BreastCancer"), "Id")
breast[1:9] <- lapply(breast[1:9], function(x) as.numeric(as.character(x)))
keep("breast-w", "mlbench: BreastCancer", classified(breast, "Class"))
keep("dna", "mlbench: DNA", classified(from("mlbench", "DNA"), "Class"))
keep("satellite", "mlbench: Satellite", classified(from("mlbench", "Satellite"), "classes"))
keep("sonar", "mlbench: Sonar", classified(from("mlbench", "Sonar"), "Class"))
keep("vehicle", "mlbench: Vehicle", classified(from("mlbench", "Vehicle"), "Class"))
keep("vowel", "mlbench: Vowel", classified(without(from("mlbench", "Vowel"), "V1"), "Class"))
keep("zoo", "mlbench: Zoo", classified(from("mlbench", "Zoo"), "type"))

# MASS
birth <- from("MASS", "birthwt")
keep("birthwt", "MASS: birthwt", classified(
  without(nominal(birth, c("race", "smoke", "ht", "ui")), c("low", "bwt")),
  event(birth$low, "low", "normal")
))
keep("cabbages", "MASS: cabbages", classified(from("MASS", "cabbages"), "Cult"))
keep("cars93", "MASS: Cars93", classified(
  without(from("MASS", "Cars93"), c("Manufacturer", "Model", "Make")), "Origin"
))
keep("crabs", "MASS: crabs", classified(without(from("MASS", "crabs"), "index"), "sp"))
melanoma <- from("MASS", "Melanoma")
keep("melanoma", "MASS: Melanoma", classified(
  without(nominal(melanoma, "sex"), c("time", "status", "ulcer")),
  event(melanoma$ulcer, "present", "absent")
))
keep("quine", "MASS: quine", classified(from("MASS", "quine"), "Eth"))
keep("shuttle", "MASS: shuttle", classified(from("MASS", "shuttle"), "use"))
keep("survey", "MASS: survey", classified(from("MASS", "survey"), "Sex"))
keep("cereal", "MASS: UScereal", classified(from("MASS", "UScereal"), "shelf"))

# rpart
kyphosis <- from("rpart", "kyphosis")
keep("kyphosis", "rpart: kyphosis", classified(
  without(kyphosis, "Kyphosis"), event(kyphosis$Kyphosis == "present", "present", "absent")
))
stagec <- from("rpart", "stagec")
keep("stagec", "rpart: stagec", classified(
  without(nominal(stagec, "eet"), c("pgtime", "pgstat")), event(stagec$pgstat, "progressed", "not")
))
keep("cu-summary", "rpart: cu.summary", classified(from("rpart", "cu.summary"), "Type"))

# caret
gm <- from("caret", "cars")
makes <- c("Buick", "Cadillac", "Chevy", "Pontiac", "Saab", "Saturn")
bodies <- c("convertible", "coupe", "hatchback", "sedan", "wagon")
keep("gm-cars", "caret: cars", classified(
  nominal(without(gm, makes), c("Cruise", "Sound", "Leather", bodies)), makes[max.col(gm[makes])]
))
cox2 <- from("caret", "cox2", "cox2Descr")
keep("cox2", "caret: cox2", classified(cox2, from("caret", "cox2", "cox2Class")))
keep("dhfr", "caret: dhfr", classified(from("caret", "dhfr"), "Y"))
mdrr <- from("caret", "mdrr", "mdrrDescr")
keep("mdrr", "caret: mdrr", classified(mdrr, from("caret", "mdrr", "mdrrClass")))
oil <- from("caret", "oil", "fattyAcids")
keep("oil", "caret: oil", classified(oil, from("caret", "oil", "oilType")))
keep("sacramento", "caret: Sacramento", classified(
  without(from("caret", "Sacramento"), c("city", "zip")), "type"
))
keep("scat", "caret: scat", classified(
  nominal(from("caret", "scat"), c("ropey", "segmented", "flat", "scrape")), "Species"
))
keep("cell-segmentation", "caret: segmentationData", classified(
  without(from("caret", "segmentationData"), c("Cell", "Case")), "Class"
))

# ipred, pROC
keep("dystrophy", "ipred: dystrophy", classified(
  without(from("ipred", "dystrophy"), c("OBS", "HospID")), "Class"
))
keep("glaucoma", "ipred: GlaucomaMVF", classified(from("ipred", "GlaucomaMVF"), "Class"))
asah <- from("pROC", "aSAH")
keep("asah", "pROC: aSAH", classified(
  without(asah, c("gos6", "outcome")), event(asah$outcome == "Poor", "Poor", "Good")
))

# survival: the state at the end of follow-up, without the time it took
colon <- subset(from("survival", "cancer", "colon"), etype == 2)
keep("colon", "survival: colon", classified(
  nominal(
    without(colon, c("id", "study", "status", "time", "etype")),
    c("sex", "obstruct", "perfor", "adhere", "surg", "node4")
  ),
  event(colon$status, "dead", "alive")
))
gbsg <- from("survival", "cancer", "gbsg")
keep("gbsg", "survival: gbsg", classified(
  nominal(without(gbsg, c("pid", "rfstime", "status")), c("meno", "hormon")),
  event(gbsg$status, "event", "none")
))
rotterdam <- from("survival", "cancer", "rotterdam")
keep("rotterdam", "survival: rotterdam", classified(
  nominal(
    without(rotterdam, c("pid", "rtime", "recur", "dtime", "death")), c("meno", "hormon", "chemo")
  ),
  event(rotterdam$death, "dead", "alive")
))
pbc <- from("survival", "pbc", "pbc")
keep("pbc", "survival: pbc", classified(
  nominal(without(pbc, c("id", "time", "status")), c("trt", "ascites", "hepato", "spiders")),
  factor(pbc$status, levels = c(2, 1, 0), labels = c("dead", "transplant", "censored"))
))
nwtco <- from("survival", "nwtco")
keep("nwtco", "survival: nwtco", classified(
  nominal(
    without(nwtco, c("seqno", "rel", "edrel", "in.subcohort")),
    c("instit", "histol", "study")
  ),
  event(nwtco$rel, "relapse", "none")
))

# datasets
infert <- from("datasets", "infert")
keep("infert", "datasets: infert", classified(
  without(infert, c("case", "stratum", "pooled.stratum")), event(infert$case, "case", "control")
))
titanic <- as.data.frame(from("datasets", "Titanic"))
titanic <- titanic[rep(seq_len(nrow(titanic)), titanic$Freq), ]
keep("titanic", "datasets: Titanic", classified(without(titanic, "Freq"), "Survived"))

# scikit-learn
sklearn <- function(file, ...) utils::read.csv(file.path(sklearn_data, file), header = FALSE, ...)
wine <- sklearn("wine_data.csv", skip = 1)
keep("wine", "scikit-learn: wine_data.csv", classified(wine, "V14"))
wdbc <- sklearn("breast_cancer.csv", skip = 1)
keep("wdbc", "scikit-learn: breast_cancer.csv", classified(
  without(wdbc, "V31"), factor(wdbc$V31, levels = 0:1, labels = c("malignant", "benign"))
))
keep("digits", "scikit-learn: digits.csv.gz", classified(sklearn("digits.csv.gz"), "V65"))

utils::write.csv(
  do.call(rbind, unname(sources)), file.path(folder, "sets.csv"),
  row.names = FALSE, quote = TRUE
)
