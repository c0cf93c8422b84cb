library(testthat)
library(jointstats)

test_check("jointstats")
