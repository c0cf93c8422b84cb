"""Directions from names: usual ones, the rules for words, and what two libraries state."""

import importlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jointstats.table import directions

ROOT = Path(__file__).parents[2]


def listed(text):
    return text.split()


UP = listed("""accuracy balanced_accuracy test_acc top-5 f1_macro F1-score f_measure precision
recall
sensitivity specificity roc_auc AUROC pr_auc average_precision mAP@0.5 mcc cohen_kappa R² r2_score
explained_variance spearman_rho c_index exact_match BLEU-4 rougeL meteor chrf bertscore NDCG@10
ndcg_cut_10 mrr recall@5 R@1 hits@10 pass@1 pass_rate success_rate resolved win_rate elo mIoU dice
psnr ms-ssim ari nmi silhouette_score v_measure hypervolume mean_reward episode_return throughput
tokens_per_second samples/sec fps speedup uptime information_gain time_saved cost_savings
error_reduction si_sdr pesq mota tm_score log_likelihood code_coverage faithfulness
true_negative_rate negative_predictive_value Genauigkeit""")
DOWN = listed("""error error_rate val_loss log_loss logloss cross_entropy brier_score ece nll
negative_log_likelihood perplexity bits_per_dim rmse mse mae mape smape mase wape wis crps
pinball_loss max_error wer CER edit_distance fpr false_negative_rate eer fid lpips hd95 hamming_loss
davies_bouldin ade chamfer_distance kl_divergence regret optimality_gap igd train_time runtime
wall_time elapsed seconds duration p95_latency ttft time_per_epoch ms/token makespan PAR10 cost_usd
price cost_per_task tokens peak_memory model_size params flops energy_kwh aic bic failures
accuracy_drop time_overhead toxicity Laufzeit""")
NONE = listed("""n seed id num_samples batch_size learning_rate mean_rank steps epoch year
threshold window
horizon acc_std accuracy_stderr ci_lower neg_accuracy accuracy_loss sample_size error_code timeout
time_limit max_tokens depth foo inv_time compression_ratio temperature recall_time
noise_reduction neg_aic neg_nll""")


@pytest.mark.parametrize(("way", "names"), [("max", UP), ("min", DOWN), ("", NONE)])
def test_usual_names_have_their_direction_and_others_have_none(way, names):
    assert {name: directions.read(name).better for name in names} == dict.fromkeys(names, way)
    assert len(UP) + len(DOWN) >= 135


@pytest.mark.parametrize(
    ("name", "sign", "way"),
    [
        ("WER ↓", None, "min"),
        ("WER ↑", None, "max"),  # the arrow decides alone
        ("accuracy ↑↓", None, ""),
        ("foo (higher is better)", None, "max"),
        ("neg_log_loss", -1, "max"),
        ("neg_log_loss", 1, ""),
        ("neg_log_loss", 0, ""),
        ("neg_negative_likelihood_ratio", -1, "max"),
        ("mae", -1, "max"),
        ("neg_mae", -1, "max"),  # one turn, however many signs
        ("rmse", 0, "min"),
        ("train_time", -1, "max"),
        ("log_time", -1, "min"),
        ("nll", -1, "min"),
        ("cost", -1, ""),
        ("reduction of cost", None, "max"),
        ("accuracy_reduction", None, "min"),
        ("dimensionality_reduction_time", None, "min"),
        ("loss_drop", None, ""),
        ("requests per dollar", None, "max"),
        ("errors_per_second", None, "min"),
        ("max_memory", None, "min"),
    ],
)
def test_rules_for_words_and_signs(name, sign, way):
    assert directions.read(name, sign).better == way


def test_a_spread_has_a_column_next_to_it():
    assert directions.is_spread("acc_stderr", ["acc"]) and directions.is_spread(
        "max_time", ["mean_time"]
    )
    assert not directions.is_spread("max_memory", ["acc"]) and not directions.is_spread(
        "acc", ["acc_std"]
    )


def test_outcomes_are_those_where_yes_is_better():
    assert all(
        map(directions.is_outcome, ("resolved", "is_correct", "success", "solved", "passed"))
    )
    assert not any(
        map(directions.is_outcome, ("found", "timed_out", "use_cache", "failed", "accuracy"))
    )


def test_every_name_is_listed_once():
    names = [
        "".join(directions.words(name))
        for row in directions.rows()
        for name in filter(
            None, [row["name"], *row["synonyms"].split("; "), *row["alone"].split("; ")]
        )
    ]
    assert sorted(names) == sorted({*names})


@given(st.sampled_from(UP + DOWN), st.sampled_from(["_", " ", "-", "."]))
def test_separators_and_capitals_do_not_matter(name, mark):
    if "/" not in name and "@" not in name and name.islower():
        assert (
            directions.read(name.replace("_", mark).title()).better == directions.read(name).better
        )


@given(st.text(max_size=30), st.sampled_from([None, -1, 0, 1]))
def test_any_text_has_a_direction_or_none(name, sign):
    assert directions.read(name, sign).better in ("max", "min", "")


def test_scikit_learns_scorers_are_all_to_maximise():
    metrics = pytest.importorskip("sklearn.metrics")
    ways = {name: directions.read(name).better for name in metrics.get_scorer_names()}
    assert "min" not in ways.values()
    assert sum(way == "" for way in ways.values()) <= 8  # d2 of a loss, averages over samples
    turned = [name for name in ways if name.startswith("neg_")]
    assert {directions.read(name.removeprefix("neg_")).better for name in turned} == {"min"}


# `higher_is_better` of the classes of torchmetrics 1.9.0 (Apache-2.0), without its prefixes Binary,
# Multiclass and Multilabel.
TORCH_UP = listed("""ARNIQA AUROC Accuracy AveragePrecision BERTScore BLEUScore CHRFScore CLIPScore
CLIPImageQualityAssessment CalinskiHarabaszScore ClusterAccuracy CohenKappa
CompleteIntersectionOverUnion CompletenessScore ComplexScaleInvariantSignalNoiseRatio
ConcordanceCorrCoef CosineSimilarity CramersV CriticalSuccessIndex
DeepNoiseSuppressionMeanOpinionScore DiceScore DunnIndex ExactMatch ExplainedVariance F1Score
FBetaScore FleissKappa FowlkesMallowsIndex GeneralizedDiceScore HomogeneityScore InceptionScore
IntersectionOverUnion JaccardIndex LogAUC MatthewsCorrCoef MeanAveragePrecision MeanIoU
ModifiedPanopticQuality MultiScaleStructuralSimilarityIndexMeasure MutualInfoScore
NonIntrusiveSpeechQualityAssessment PanopticQuality PeakSignalNoiseRatio
PearsonsContingencyCoefficient PerceptualEvaluationSpeechQuality Precision QualityWithNoReference
R2Score ROUGEScore RankingAveragePrecision Recall RetrievalHitRate RetrievalMAP RetrievalMRR
RetrievalMetric RetrievalNormalizedDCG RetrievalRPrecision SQuAD SacreBLEUScore
ScaleInvariantSignalDistortionRatio ShortTimeObjectiveIntelligibility SignalNoiseRatio
SpatialCorrelationCoefficient SpearmanCorrCoef SpeechReverberationModulationEnergyRatio
StructuralSimilarityIndexMeasure TheilsU TschuprowsT UniversalImageQualityIndex VMeasureScore
VideoMultiMethodAssessmentFusion VisualInformationFidelity""")
TORCH_DOWN = listed("""CalibrationError CharErrorRate ContinuousRankedProbabilityScore CoverageError
DeepImageStructureAndTextureSimilarity EditDistance ErrorRelativeGlobalDimensionlessSynthesis
ExtendedEditDistance Fairness FrechetInceptionDistance GroupStatRates HammingDistance
HausdorffDistance HingeLoss JensenShannonDivergence KLDivergence KernelInceptionDistance
LearnedPerceptualImagePatchSimilarity LipVertexError LogCoshError MatchErrorRate MeanAbsoluteError
MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogError MinkowskiDistance
NormalizedRootMeanSquaredError Perplexity ProcrustesDisparity RankingLoss
RelativeAverageSpectralError RelativeSquaredError RetrievalFallOut SpatialDistortionIndex
SpectralAngleMapper SymmetricMeanAbsolutePercentageError TotalVariation TranslationEditRate
WeightedMeanAbsolutePercentageError WordErrorRate WordInfoLost""")
# It states the opposite of the papers for these: Davies and Bouldin's index, the perceptual path
# length and the spectral distortion are better if lower.
TORCH_OTHERWISE = ("DaviesBouldinScore", "PerceptualPathLength", "SpectralDistortionIndex")


@pytest.mark.parametrize(("way", "names"), [("max", TORCH_UP), ("min", TORCH_DOWN)])
def test_torchmetrics_states_the_same(way, names):
    ways = {name: directions.read(name).better for name in names}
    assert set(ways.values()) <= {way, ""}
    assert sum(bool(found) for found in ways.values()) >= 0.9 * len(names)
    assert {directions.read(name).better for name in TORCH_OTHERWISE} == {"min"}


def test_the_page_has_the_list(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tools")
    page = (ROOT / "docs/measure-names.md").read_text(encoding="utf-8")
    tool = importlib.import_module("directions")
    assert "| NDCG | higher |" in page and tool.filled(page) == page, "make directions"
