// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same counting compiled for processors with words of 512 bits, and the crate's one unsafe call.
//!
//! It is worth its exception: perft is twice as fast with it, and a build for such processors alone would run on no others. With
//! words of 256 bits, and so without a population count of many, counting together gains nothing over counting one by one.

use super::batch::CountRun;
use super::king::King;
use super::lanes::{self, Boards};
use crate::side::Side;

/// Proof that this processor has what [`count`] is compiled for: none is made without asking it.
#[derive(Clone, Copy)]
pub(super) struct Wide(());

impl Wide {
    /// Counting eight at a time pays where the population count of eight words is one instruction.
    pub(super) fn detect() -> Option<Wide> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq");
        found.then_some(Wide(()))
    }
}

impl CountRun for Wide {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn count_run<S: Side>(&self, boards: &Boards, len: usize, king: &King) -> u64 {
        // SAFETY: the features that `count` is compiled for are those that `detect` found before it made `self`.
        unsafe { count::<S>(boards, len, king) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
fn count<S: Side>(boards: &Boards, len: usize, king: &King) -> u64 {
    lanes::count::<S>(boards, len, king)
}
