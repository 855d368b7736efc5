//! What a run costs, in steps that can be counted: it grows with the number of changes, not with its square.

use podlab::benchmarks::{Benchmark, Figures};

fn run(replicas: i64) -> Figures {
    Benchmark::probed_set(replicas).run()
}

#[test]
fn a_sync_looks_at_few_pods_of_a_large_set() {
    for replicas in [10, 200] {
        let Figures { syncs, looks, .. } = run(replicas);
        assert!(syncs >= 10 * replicas as u64, "{syncs} syncs of {replicas} replicas");
        assert!(looks <= 2 * syncs, "{looks} looks in {syncs} syncs of {replicas} replicas");
    }
}
