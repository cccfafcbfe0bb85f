"""scikit-learn's own checks, over every estimator of one table; what is expected to fail says why."""

import functools

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import germane

ESTIMATORS = [
    germane.PCA(), germane.LDA(), germane.RCA(), germane.CFLD(), germane.ELDA(), germane.SampledLDA(),
    germane.OnlineRCA(), germane.MMC(), germane.KernelELDA(), germane.KernelRCA(), germane.AutoMetric(),
    germane.RCA_Supervised(), germane.MMC_Supervised(), germane.KMeans(), germane.ConstrainedKMeans(),
    germane.GaussianMixture(), germane.ConstrainedGaussianMixture(), germane.Linkage(), germane.Balls(),
]

COPIED = ("the check copies a column to y; a column that never varies inside a chunklet would weigh infinitely, and is "
          "refused", "never inside a chunklet")
FEW_ROWS = ("the check has 4 different rows for 8 clusters; scikit-learn leaves clusters empty, here that is refused",
            "must be at most the number of different rows")
REPEATED = ("rows that are repeated draw other starts than rows with weights; scikit-learn's own KMeans fails it too",
            "not equivalent to fitting with removed or repeated")
EXPECTED = {
    **{(name, "check_estimators_dtypes"): COPIED for name in ("LDA", "RCA", "CFLD", "RCA_Supervised")},
    **{("KMeans", check): FEW_ROWS for check in ("check_sample_weights_shape", "check_sample_weights_not_overwritten",
                                                 "check_sample_weights_invariance")},
    **{("KMeans", check): REPEATED for check in ("check_sample_weight_equivalence_on_dense_data",
                                                 "check_sample_weight_equivalence_on_sparse_data")},
}


def name_of(check):
    return name_of(check.func) if isinstance(check, functools.partial) else check.__name__


@pytest.mark.filterwarnings("ignore::germane.GermaneWarning")
@parametrize_with_checks(ESTIMATORS)
def test_check_of_scikit_learn(estimator, check):
    expected = EXPECTED.get((type(estimator).__name__, name_of(check)))
    if not expected:
        check(estimator)
        return
    reason, message = expected
    try:
        check(estimator)  # some releases of scikit-learn do not get that far
    except (AssertionError, ValueError, germane.NumericalError) as error:
        assert message in str(error)
        pytest.xfail(reason)
