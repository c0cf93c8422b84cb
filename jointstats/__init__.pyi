"""Public names, for type checkers and editors: written by `make stub`, not by hand."""

from typing import Any, Literal, overload

from jointstats.kernels.messages import JointStatsError as JointStatsError
from jointstats.labelled import errors as errors
from jointstats.labelled.compare.comparison import Comparison as Comparison
from jointstats.labelled.compare.comparison import compare_algorithms as compare_algorithms
from jointstats.labelled.compare.estimators import compare_estimators as compare_estimators
from jointstats.labelled.compare.leaderboard import LeaderboardResult as LeaderboardResult
from jointstats.labelled.compare.leaderboard import leaderboard as leaderboard
from jointstats.labelled.compare.pairwise_result import JointPairsResult as JointPairsResult
from jointstats.labelled.compare.pairwise_result import MeanPairsResult as MeanPairsResult
from jointstats.labelled.compare.pairwise_result import PairwiseResult as PairwiseResult
from jointstats.labelled.compare.pairwise_result import SeparatePairsResult as SeparatePairsResult
from jointstats.labelled.errors import JointStatsWarning as JointStatsWarning
from jointstats.labelled.given import CasesWord as _CasesWord
from jointstats.labelled.given import TableOrCounts as _TableOrCounts
from jointstats.labelled.joint.bayes import bayes_test as bayes_test
from jointstats.labelled.joint.bayes_result import BayesResult as BayesResult
from jointstats.labelled.joint.claim import claim_test as claim_test
from jointstats.labelled.joint.claim_result import ClaimResult as ClaimResult
from jointstats.labelled.joint.counting import statement_counts as statement_counts
from jointstats.labelled.joint.counts import StatementCounts as StatementCounts
from jointstats.labelled.joint.glrt import GLRTResult as GLRTResult
from jointstats.labelled.joint.glrt import glrt_test as glrt_test
from jointstats.labelled.joint.network import network_test as network_test
from jointstats.labelled.joint.network_result import NetworkResult as NetworkResult
from jointstats.labelled.joint.watch import watch_claim as watch_claim
from jointstats.labelled.joint.watch_result import WatchResult as WatchResult
from jointstats.labelled.kinds import Adjustment as _Adjustment
from jointstats.labelled.kinds import Algorithm as _Algorithm
from jointstats.labelled.kinds import Alpha as _Alpha
from jointstats.labelled.kinds import Jobs as _Jobs
from jointstats.labelled.kinds import Measures as _Measures
from jointstats.labelled.normal.cases import NormalResult as NormalResult
from jointstats.labelled.normal.hotelling import hotelling_test as hotelling_test
from jointstats.labelled.normal.learned import LearnedResult as LearnedResult
from jointstats.labelled.normal.learned import learn_measures as learn_measures
from jointstats.labelled.normal.manova import manova_test as manova_test
from jointstats.labelled.normal.mardia import mardia_test as mardia_test
from jointstats.labelled.normal.mardia_result import MardiaResult as MardiaResult
from jointstats.labelled.normal.means_results import HotellingResult as HotellingResult
from jointstats.labelled.normal.means_results import ManovaResult as ManovaResult
from jointstats.labelled.schema import json_schema as json_schema
from jointstats.labelled.sensitivity.result import SensitivityResult as SensitivityResult
from jointstats.labelled.sensitivity.sensitivity import sensitivity as sensitivity
from jointstats.labelled.single.bayes_sign import BayesSignResult as BayesSignResult
from jointstats.labelled.single.bayes_sign import bayes_sign_test as bayes_sign_test
from jointstats.labelled.single.corrected_t import CorrectedTResult as CorrectedTResult
from jointstats.labelled.single.corrected_t import corrected_t_test as corrected_t_test
from jointstats.labelled.single.friedman import friedman_test as friedman_test
from jointstats.labelled.single.friedman_result import FriedmanResult as FriedmanResult
from jointstats.labelled.single.quade import QuadeResult as QuadeResult
from jointstats.labelled.single.quade import quade_test as quade_test
from jointstats.labelled.single.separate import SeparateResult as SeparateResult
from jointstats.labelled.single.separate import SignResult as SignResult
from jointstats.labelled.single.separate import WilcoxonResult as WilcoxonResult
from jointstats.labelled.single.separate import sign_test as sign_test
from jointstats.labelled.single.separate import wilcoxon_test as wilcoxon_test
from jointstats.labelled.studies.plan import plan_datasets as plan_datasets
from jointstats.labelled.studies.plan_result import PlanResult as PlanResult
from jointstats.labelled.studies.simulate import RocResult as RocResult
from jointstats.labelled.studies.simulate import simulate_roc as simulate_roc
from jointstats.labelled.table.confusion import measures_from_confusion as measures_from_confusion
from jointstats.labelled.table.folds import FoldTable as FoldTable
from jointstats.labelled.table.making import results_table as results_table
from jointstats.labelled.table.reading import list_datasets as list_datasets
from jointstats.labelled.table.reading import load_dataset as load_dataset
from jointstats.labelled.table.reading import load_frame as load_frame
from jointstats.labelled.table.reading import read_results as read_results
from jointstats.labelled.table.results_table import ResultsTable as ResultsTable

__version__: str
__all__: list[str]

def public_names() -> list[str]: ...
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
    test: Literal["bayes", "glrt", "network"],
    p_adjust: _Adjustment = ...,
    control: _Algorithm = ...,
    cases: _CasesWord = ...,
    on: _Measures = ...,
    alpha: _Alpha = ...,
    n_jobs: _Jobs = ...,
    **keywords: Any,
) -> JointPairsResult: ...
