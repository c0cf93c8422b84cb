# The leaderboard of a saved comparison, and which algorithms no other wins against:
weka_comparison$leaderboard
weka_comparison$leaderboard$unbeaten

if (jointstats_available()) {
  board <- leaderboard(load_dataset("weka"), on = c("accuracy", "auc"))
  as.data.frame(board)[, c("algorithm", "wins", "losses", "rank_low_auc", "rank_high_auc")]
}
