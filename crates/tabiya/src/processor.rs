// SPDX-License-Identifier: AGPL-3.0-or-later
//! Saying in one line that the processor is too old for this build, instead of dying of the first instruction it lacks.
//!
//! The default build uses what x86-64-v3 has (`.cargo/config.toml`). There `is_x86_feature_detected!` is a constant, so the
//! processor itself is asked.

use std::process::ExitCode;

/// What this build needs and the processor lacks; the exit code to leave with, after saying so.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub(crate) fn refuse() -> Option<ExitCode> {
    if has_v3() {
        return None;
    }
    eprintln!(
        "error: this build of tabiya needs a processor with AVX2 and BMI2 (Intel since 2013, AMD since 2015); \
         build with RUSTFLAGS=\"-C target-cpu=x86-64\" for older ones"
    );
    Some(ExitCode::from(2))
}

/// Other builds need nothing that their architecture may lack.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn refuse() -> Option<ExitCode> {
    None
}

/// The bits of CPUID that tell x86-64-v3 from what came before (System V ABI for AMD64, section 3.1.1).
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
fn has_v3() -> bool {
    use std::arch::x86_64::__cpuid;

    /// FMA, MOVBE, POPCNT, OSXSAVE, AVX, F16C in leaf 1, register ECX.
    const LEAF_1: u32 = 1 << 12 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    /// BMI1, AVX2, BMI2 in leaf 7, register EBX.
    const LEAF_7: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// LZCNT in the first extended leaf, register ECX.
    const EXTENDED: u32 = 1 << 5;

    __cpuid(0).eax >= 7
        && __cpuid(1).ecx & LEAF_1 == LEAF_1
        && __cpuid(7).ebx & LEAF_7 == LEAF_7
        && __cpuid(0x8000_0001).ecx & EXTENDED == EXTENDED
}
