if (jointstats_available()) {
  plan_datasets(c(0.7, 0.3), n = c(20, 50), tests = "glrt")
  # a claim that holds on eight of ten data sets
  plan_datasets(claim_share = 0.8, n = c(10, 20))
  # in families of three that agree, with single runs as noisy as data sets differ
  plan_datasets(
    claim_share = 0.8, n = c(30, 60), noise = 1,
    cluster_size = 3, cluster_correlation = 0.3
  )
}
