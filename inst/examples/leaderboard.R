if (jointstats_available()) {
  board <- leaderboard(load_dataset("weka"), on = c("accuracy", "auc"))
  board
  # Against whom nobody wins, and the row of every algorithm, best first.
  board$unbeaten
  as.data.frame(board)[, c("algorithm", "wins", "losses", "rank_low_auc", "rank_high_auc")]
}
