if (jointstats_available()) {
  board <- leaderboard(load_dataset("weka"), on = c("accuracy", "auc"))
  board
  # Who may be best, and the row of every algorithm, best first.
  board$best
  as.data.frame(board)[, c("algorithm", "rank_low", "rank_high", "beats", "beaten_by")]
}
