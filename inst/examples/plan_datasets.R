if (jointstats_available()) {
  plan_datasets(c(0.7, 0.3), n = c(20, 50), tests = "glrt")
}
