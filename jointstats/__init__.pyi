"""Public names, for type checkers and editors: written by `make stub`, not by hand."""

from typing import Any, Literal, overload

from jointstats.base import errors as errors
from jointstats.base.declare import TableOrCounts as _TableOrCounts
from jointstats.base.errors import JointStatsWarning as JointStatsWarning
from jointstats.base.kinds import Adjustment as _Adjustment
from jointstats.base.kinds import Algorithm as _Algorithm
from jointstats.base.kinds import Alpha as _Alpha
from jointstats.base.kinds import CasesWord as _CasesWord
from jointstats.base.kinds import Jobs as _Jobs
from jointstats.base.kinds import Measures as _Measures
from jointstats.base.schema import json_schema as json_schema
from jointstats.claims.break_even import BreakEvenResult as BreakEvenResult
from jointstats.claims.break_even import break_even as break_even
from jointstats.claims.claim import claim_test as claim_test
from jointstats.claims.claim_result import ClaimResult as ClaimResult
from jointstats.claims.comparison import Comparison as Comparison
from jointstats.claims.comparison import compare_algorithms as compare_algorithms
from jointstats.claims.estimators import compare_estimators as compare_estimators
from jointstats.claims.leaderboard import leaderboard as leaderboard
from jointstats.claims.leaderboard_result import LeaderboardResult as LeaderboardResult
from jointstats.claims.sensitivity.sensitivity import SensitivityResult as SensitivityResult
from jointstats.claims.sensitivity.sensitivity import sensitivity as sensitivity
from jointstats.claims.watch import watch_claim as watch_claim
from jointstats.claims.watch_result import WatchResult as WatchResult
from jointstats.evidence.messages import JointStatsError as JointStatsError
from jointstats.joint.bayes import bayes_test as bayes_test
from jointstats.joint.counting import statement_counts as statement_counts
from jointstats.joint.counts import StatementCounts as StatementCounts
from jointstats.joint.glrt import GLRTResult as GLRTResult
from jointstats.joint.glrt import glrt_test as glrt_test
from jointstats.joint.pairwise_result import JointPairsResult as JointPairsResult
from jointstats.joint.pairwise_result import MeanPairsResult as MeanPairsResult
from jointstats.joint.pairwise_result import PairwiseResult as PairwiseResult
from jointstats.joint.pairwise_result import SeparatePairsResult as SeparatePairsResult
from jointstats.joint.posterior import BayesResult as BayesResult
from jointstats.means.cases import NormalResult as NormalResult
from jointstats.means.hotelling import hotelling_test as hotelling_test
from jointstats.means.learned import LearnedResult as LearnedResult
from jointstats.means.learned import learn_measures as learn_measures
from jointstats.means.manova import manova_test as manova_test
from jointstats.means.mardia import MardiaResult as MardiaResult
from jointstats.means.mardia import mardia_test as mardia_test
from jointstats.means.means_results import HotellingResult as HotellingResult
from jointstats.means.means_results import ManovaResult as ManovaResult
from jointstats.network.network import network_test as network_test
from jointstats.network.network_result import NetworkResult as NetworkResult
from jointstats.planning.plan import PlanResult as PlanResult
from jointstats.planning.plan import plan_datasets as plan_datasets
from jointstats.planning.simulate import RocResult as RocResult
from jointstats.planning.simulate import simulate_roc as simulate_roc
from jointstats.single.bayes_sign import BayesSignResult as BayesSignResult
from jointstats.single.bayes_sign import bayes_sign_test as bayes_sign_test
from jointstats.single.corrected_t import CorrectedTResult as CorrectedTResult
from jointstats.single.corrected_t import corrected_t_test as corrected_t_test
from jointstats.single.friedman import FriedmanResult as FriedmanResult
from jointstats.single.friedman import friedman_test as friedman_test
from jointstats.single.quade import QuadeResult as QuadeResult
from jointstats.single.quade import quade_test as quade_test
from jointstats.single.separate import SeparateResult as SeparateResult
from jointstats.single.separate import SignResult as SignResult
from jointstats.single.separate import WilcoxonResult as WilcoxonResult
from jointstats.single.separate import sign_test as sign_test
from jointstats.single.separate import wilcoxon_test as wilcoxon_test
from jointstats.table.confusion import measures_from_confusion as measures_from_confusion
from jointstats.table.folds import FoldTable as FoldTable
from jointstats.table.making import results_table as results_table
from jointstats.table.reading import list_datasets as list_datasets
from jointstats.table.reading import load_dataset as load_dataset
from jointstats.table.reading import load_frame as load_frame
from jointstats.table.reading import read_results as read_results
from jointstats.table.results_table import ResultsTable as ResultsTable

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
