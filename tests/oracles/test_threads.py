import threadpoolctl

from rropt.oracles.threads import one_thread


def test_blas_keeps_to_one_thread_inside_and_no_longer():
    before = [pool["num_threads"] for pool in threadpoolctl.threadpool_info()]
    with one_thread():
        assert all(pool["num_threads"] == 1 for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas")
    assert [pool["num_threads"] for pool in threadpoolctl.threadpool_info()][: len(before)] == before
