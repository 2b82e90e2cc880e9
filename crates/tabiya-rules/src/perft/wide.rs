// SPDX-License-Identifier: MIT OR Apache-2.0
//! The counting of `lanes` compiled for processors with 512-bit words, and the crate's only unsafe call.
//!
//! The unsafe call is worth it: perft is twice as fast, and the program still runs on all other processors.
//! With 256-bit words, which lack a vector population count, counting together is no faster than counting one
//! board at a time.

use super::batch::CountRun;
use super::king::King;
use super::lanes::{self, Boards};
use crate::side::Side;

/// Proof that this processor has the features that [`count`] is compiled for. Only `detect` makes one.
#[derive(Clone, Copy)]
pub(super) struct Wide(());

impl Wide {
    /// Also asks for the population count of eight words in one instruction, without which counting together
    /// does not pay.
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
        // SAFETY: `detect` found the features that `count` is compiled for before it made `self`.
        unsafe { count::<S>(boards, len, king) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq")]
fn count<S: Side>(boards: &Boards, len: usize, king: &King) -> u64 {
    lanes::count::<S>(boards, len, king)
}
