"""Public names, for type checkers and editors: written by `make stub`, not by hand."""

from collections.abc import Mapping
from typing import Any, Literal, Unpack, overload

from jointstats.kernels.errors import JointStatsError as JointStatsError
from jointstats.labelled import errors as errors
from jointstats.labelled.compare.comparison import compare_algorithms as compare_algorithms
from jointstats.labelled.compare.comparison_result import Comparison as Comparison
from jointstats.labelled.compare.estimators import compare_estimators as compare_estimators
from jointstats.labelled.compare.leaderboard import leaderboard as leaderboard
from jointstats.labelled.compare.leaderboard_result import LeaderboardResult as LeaderboardResult
from jointstats.labelled.compare.leaderboard_result import LeaderboardRow as LeaderboardRow
from jointstats.labelled.compare.pairs import EachPair as EachPair
from jointstats.labelled.compare.pairs import LikelihoodPair as LikelihoodPair
from jointstats.labelled.compare.pairs import MeanPair as MeanPair
from jointstats.labelled.compare.pairs import PosteriorPair as PosteriorPair
from jointstats.labelled.compare.pairs import SeparatePair as SeparatePair
from jointstats.labelled.compare.pairwise_result import EachPairsResult as EachPairsResult
from jointstats.labelled.compare.pairwise_result import JointPairsResult as JointPairsResult
from jointstats.labelled.compare.pairwise_result import MeanPairsResult as MeanPairsResult
from jointstats.labelled.compare.pairwise_result import PairwiseResult as PairwiseResult
from jointstats.labelled.compare.pairwise_result import SeparatePairsResult as SeparatePairsResult
from jointstats.labelled.compare.ranking import OneMeasure as OneMeasure
from jointstats.labelled.compare.ranking import Ranking as Ranking
from jointstats.labelled.errors import JointStatsWarning as JointStatsWarning
from jointstats.labelled.given import CasesWord as _CasesWord
from jointstats.labelled.given import TableOrCounts as _TableOrCounts
from jointstats.labelled.given import TableRoles as _TableRoles
from jointstats.labelled.joint.bayes_result import BayesResult as BayesResult
from jointstats.labelled.joint.bayes_result import BayesStatement as BayesStatement
from jointstats.labelled.joint.claim import claim_test as claim_test
from jointstats.labelled.joint.claim_result import ClaimMeasure as ClaimMeasure
from jointstats.labelled.joint.claim_result import ClaimResult as ClaimResult
from jointstats.labelled.joint.counting import statement_counts as statement_counts
from jointstats.labelled.joint.counts import StatementCounts as StatementCounts
from jointstats.labelled.joint.each_result import EachMeasure as EachMeasure
from jointstats.labelled.joint.each_result import EachResult as EachResult
from jointstats.labelled.joint.glrt import GLRTResult as GLRTResult
from jointstats.labelled.joint.glrt import GLRTStatement as GLRTStatement
from jointstats.labelled.joint.leader import watch_leader as watch_leader
from jointstats.labelled.joint.leader_result import LeaderGroup as LeaderGroup
from jointstats.labelled.joint.leader_result import LeaderLook as LeaderLook
from jointstats.labelled.joint.leader_result import LeaderResult as LeaderResult
from jointstats.labelled.joint.leader_result import LeaderStatement as LeaderStatement
from jointstats.labelled.joint.most_measures import most_measures_test as most_measures_test
from jointstats.labelled.joint.most_measures_result import MostMeasuresPair as MostMeasuresPair
from jointstats.labelled.joint.most_measures_result import MostMeasuresResult as MostMeasuresResult
from jointstats.labelled.joint.network import network_test as network_test
from jointstats.labelled.joint.network_result import Average as Average
from jointstats.labelled.joint.network_result import Component as Component
from jointstats.labelled.joint.network_result import NetworkResult as NetworkResult
from jointstats.labelled.joint.network_result import NetworkStatement as NetworkStatement
from jointstats.labelled.joint.pareto import NondominatedShare as NondominatedShare
from jointstats.labelled.joint.pareto import ParetoPair as ParetoPair
from jointstats.labelled.joint.pareto import ParetoResult as ParetoResult
from jointstats.labelled.joint.pareto import pareto_test as pareto_test
from jointstats.labelled.joint.plackett_luce import PlackettLuceResult as PlackettLuceResult
from jointstats.labelled.joint.plackett_luce import Worth as Worth
from jointstats.labelled.joint.plackett_luce import WorthOnAll as WorthOnAll
from jointstats.labelled.joint.plackett_luce import WorthPair as WorthPair
from jointstats.labelled.joint.plackett_luce import plackett_luce_test as plackett_luce_test
from jointstats.labelled.joint.prior import PriorChoice as _PriorChoice
from jointstats.labelled.joint.prior import PriorUsed as PriorUsed
from jointstats.labelled.joint.result import ChosenShare as ChosenShare
from jointstats.labelled.joint.result import Lead as Lead
from jointstats.labelled.joint.result import Share as Share
from jointstats.labelled.joint.result import Unobserved as Unobserved
from jointstats.labelled.joint.run_certainty import run_certainty as run_certainty
from jointstats.labelled.joint.run_certainty_result import DatasetCertainty as DatasetCertainty
from jointstats.labelled.joint.run_certainty_result import PairCertainty as PairCertainty
from jointstats.labelled.joint.run_certainty_result import RunCertaintyResult as RunCertaintyResult
from jointstats.labelled.joint.structure import Arc as Arc
from jointstats.labelled.joint.structure import Edge as Edge
from jointstats.labelled.joint.watch import watch_claim as watch_claim
from jointstats.labelled.joint.watch_result import ClaimLook as ClaimLook
from jointstats.labelled.joint.watch_result import WatchResult as WatchResult
from jointstats.labelled.kinds import Adjustment as _Adjustment
from jointstats.labelled.kinds import Algorithm as _Algorithm
from jointstats.labelled.kinds import Alpha as _Alpha
from jointstats.labelled.kinds import Coverage as _Coverage
from jointstats.labelled.kinds import Jobs as _Jobs
from jointstats.labelled.kinds import LeadRatio as _LeadRatio
from jointstats.labelled.kinds import Measures as _Measures
from jointstats.labelled.kinds import OptionalMass as _OptionalMass
from jointstats.labelled.kinds import Rule as _Rule
from jointstats.labelled.kinds import RunsAs as _RunsAs
from jointstats.labelled.kinds import Ties as _Ties
from jointstats.labelled.normal.cases import NormalResult as NormalResult
from jointstats.labelled.normal.cases import Redundant as Redundant
from jointstats.labelled.normal.hotelling import hotelling_test as hotelling_test
from jointstats.labelled.normal.hotelling_result import HotellingResult as HotellingResult
from jointstats.labelled.normal.hotelling_result import MeanRegion as MeanRegion
from jointstats.labelled.normal.hotelling_result import MeanTest as MeanTest
from jointstats.labelled.normal.learned import LearnedMeasure as LearnedMeasure
from jointstats.labelled.normal.learned import LearnedResult as LearnedResult
from jointstats.labelled.normal.learned import learn_measures as learn_measures
from jointstats.labelled.normal.manova import manova_test as manova_test
from jointstats.labelled.normal.manova_result import Anova as Anova
from jointstats.labelled.normal.manova_result import ManovaResult as ManovaResult
from jointstats.labelled.normal.manova_result import ManovaStatistic as ManovaStatistic
from jointstats.labelled.normal.manova_result import Permutations as Permutations
from jointstats.labelled.normal.mardia import mardia_test as mardia_test
from jointstats.labelled.normal.mardia_result import MardiaResult as MardiaResult
from jointstats.labelled.normal.mardia_result import MardiaSample as MardiaSample
from jointstats.labelled.normal.post_hoc import ManovaPair as ManovaPair
from jointstats.labelled.normal.post_hoc import MeanDifference as MeanDifference
from jointstats.labelled.normal.post_hoc import MeanOrdering as MeanOrdering
from jointstats.labelled.old_names import Old as _Old
from jointstats.labelled.schema import json_schema as json_schema
from jointstats.labelled.sensitivity.result import Factor as Factor
from jointstats.labelled.sensitivity.result import Fewest as Fewest
from jointstats.labelled.sensitivity.result import SensitivityResult as SensitivityResult
from jointstats.labelled.sensitivity.result import Setting as Setting
from jointstats.labelled.sensitivity.sensitivity import sensitivity as sensitivity
from jointstats.labelled.single.bayes_sign import BayesSignResult as BayesSignResult
from jointstats.labelled.single.bayes_sign import SignedOutcome as SignedOutcome
from jointstats.labelled.single.bayes_sign import bayes_sign_test as bayes_sign_test
from jointstats.labelled.single.corrected_t import CorrectedT as CorrectedT
from jointstats.labelled.single.corrected_t import CorrectedTResult as CorrectedTResult
from jointstats.labelled.single.corrected_t import corrected_t_test as corrected_t_test
from jointstats.labelled.single.friedman import FriedmanPair as FriedmanPair
from jointstats.labelled.single.friedman import FriedmanResult as FriedmanResult
from jointstats.labelled.single.friedman import FriedmanTest as FriedmanTest
from jointstats.labelled.single.friedman import RankOrdering as RankOrdering
from jointstats.labelled.single.friedman import friedman_test as friedman_test
from jointstats.labelled.single.separate import SeparateResult as SeparateResult
from jointstats.labelled.single.separate import SeparateTest as SeparateTest
from jointstats.labelled.single.separate import SignResult as SignResult
from jointstats.labelled.single.separate import WilcoxonResult as WilcoxonResult
from jointstats.labelled.single.separate import sign_test as sign_test
from jointstats.labelled.single.separate import wilcoxon_test as wilcoxon_test
from jointstats.labelled.studies.plan import plan_datasets as plan_datasets
from jointstats.labelled.studies.plan_result import PlanChance as PlanChance
from jointstats.labelled.studies.plan_result import PlanDesign as PlanDesign
from jointstats.labelled.studies.plan_result import PlanNeeded as PlanNeeded
from jointstats.labelled.studies.plan_result import PlanResult as PlanResult
from jointstats.labelled.studies.plan_result import SupposedStatement as SupposedStatement
from jointstats.labelled.studies.simulate import RocArea as RocArea
from jointstats.labelled.studies.simulate import RocDifference as RocDifference
from jointstats.labelled.studies.simulate import RocResult as RocResult
from jointstats.labelled.studies.simulate import simulate_roc as simulate_roc
from jointstats.labelled.table.building import results_table as results_table
from jointstats.labelled.table.confusion import measures_from_confusion as measures_from_confusion
from jointstats.labelled.table.folds import FoldTable as FoldTable
from jointstats.labelled.table.folds import fold_table as fold_table
from jointstats.labelled.table.matrices import results_table_matrices as results_table_matrices
from jointstats.labelled.table.packaged import list_datasets as list_datasets
from jointstats.labelled.table.packaged import load_dataset as load_dataset
from jointstats.labelled.table.packaged import load_frame as load_frame
from jointstats.labelled.table.reading import read_results as read_results
from jointstats.labelled.table.results_table import Dropped as Dropped
from jointstats.labelled.table.results_table import ResultsTable as ResultsTable
from jointstats.labelled.table.wide import results_table_wide as results_table_wide

__version__: str
__all__: list[str]

def public_names() -> list[str]: ...
def old_public_names() -> Mapping[str, _Old]: ...
@overload
def bayes_test(
    table: _TableOrCounts,
    *,
    question: Literal["orderings", "best", "control"] = ...,
    control: _Algorithm = ...,
    on: _Measures = ...,
    ties: _Ties = ...,
    prior: _PriorChoice = ...,
    prior_strength: _OptionalMass = ...,
    rule: _Rule = ...,
    runs_as: _RunsAs = ...,
    alpha: _Alpha = ...,
    lead_ratio: _LeadRatio = ...,
    level: _Coverage = ...,
    **roles: Unpack[_TableRoles],
) -> BayesResult: ...
@overload
def bayes_test(
    table: _TableOrCounts,
    *,
    question: Literal["each"],
    control: _Algorithm = ...,
    on: _Measures = ...,
    ties: _Ties = ...,
    prior: _PriorChoice = ...,
    prior_strength: _OptionalMass = ...,
    rule: _Rule = ...,
    runs_as: _RunsAs = ...,
    alpha: _Alpha = ...,
    lead_ratio: _LeadRatio = ...,
    level: _Coverage = ...,
    **roles: Unpack[_TableRoles],
) -> EachResult: ...
@overload
def glrt_test(
    table: _TableOrCounts,
    *,
    question: Literal["orderings", "best", "control"] = ...,
    control: _Algorithm = ...,
    on: _Measures = ...,
    ties: _Ties = ...,
    alpha: _Alpha = ...,
    level: _Coverage = ...,
    **roles: Unpack[_TableRoles],
) -> GLRTResult: ...
@overload
def glrt_test(
    table: _TableOrCounts,
    *,
    question: Literal["each"],
    control: _Algorithm = ...,
    on: _Measures = ...,
    ties: _Ties = ...,
    alpha: _Alpha = ...,
    level: _Coverage = ...,
    **roles: Unpack[_TableRoles],
) -> EachResult: ...
@overload
def pairwise_tests(
    table: _TableOrCounts,
    *,
    test: Literal["sign", "wilcoxon"],
    p_adjust: _Adjustment = ...,
    control: _Algorithm = ...,
    cases: _CasesWord = ...,
    on: _Measures = ...,
    alpha: _Alpha = ...,
    n_jobs: _Jobs = ...,
    **keywords: Any,
) -> SeparatePairsResult: ...
@overload
def pairwise_tests(
    table: _TableOrCounts,
    *,
    test: Literal["hotelling"],
    p_adjust: _Adjustment = ...,
    control: _Algorithm = ...,
    cases: _CasesWord = ...,
    on: _Measures = ...,
    alpha: _Alpha = ...,
    n_jobs: _Jobs = ...,
    **keywords: Any,
) -> MeanPairsResult: ...
@overload
def pairwise_tests(
    table: _TableOrCounts,
    *,
    test: Literal["bayes", "glrt"] = ...,
    p_adjust: _Adjustment = ...,
    control: _Algorithm = ...,
    cases: _CasesWord = ...,
    on: _Measures = ...,
    alpha: _Alpha = ...,
    n_jobs: _Jobs = ...,
    question: Literal["each"],
    **keywords: Any,
) -> EachPairsResult: ...
@overload
def pairwise_tests(
    table: _TableOrCounts,
    *,
    test: Literal["bayes", "glrt", "network"] = ...,
    p_adjust: _Adjustment = ...,
    control: _Algorithm = ...,
    cases: _CasesWord = ...,
    on: _Measures = ...,
    alpha: _Alpha = ...,
    n_jobs: _Jobs = ...,
    **keywords: Any,
) -> JointPairsResult: ...
