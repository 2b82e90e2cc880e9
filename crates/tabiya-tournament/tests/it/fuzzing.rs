// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fuzz target's body on the seeds, on cut and changed seeds, and on arbitrary text.

use std::path::Path;

use proptest::prelude::*;

use super::fuzz_body;

fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/trf");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the seeds are there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    files.iter().map(|file| std::fs::read(file.path()).expect("a seed can be read")).collect()
}

#[test]
fn seeds_work() {
    let seeds = seeds();
    assert!(seeds.len() >= 4);
    for seed in seeds {
        fuzz_body::trf(&seed);
        (0..seed.len()).step_by(7).for_each(|end| fuzz_body::trf(&seed[..end]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_seeds_work(which in 0..100_usize, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5)) {
        let seeds = seeds();
        let mut data = seeds[which % seeds.len()].clone();
        for (at, byte) in changes {
            let at = at.index(data.len());
            data[at] = if byte < 128 { b" 0123456789wbWBUHZ=+-.XF"[usize::from(byte) % 23] } else { byte };
        }
        fuzz_body::trf(&data);
    }

    #[test]
    fn any_bytes_work(data in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzz_body::trf(&data);
        fuzz_body::trf(&[b"001    1      A\n".as_slice(), &data].concat());
    }
}
