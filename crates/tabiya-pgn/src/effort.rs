// SPDX-License-Identifier: MIT OR Apache-2.0
//! Searches in bytes, which count in unit tests how many bytes they look at.
//!
//! The time for a text must grow in step with its length, whatever the text is: servers read PGN from strangers. The
//! unit tests of this module check it by counting steps, because seconds differ from machine to machine. So that they
//! count everything, each search in this crate is one of these, and each loop over bytes calls [`steps`].

#[cfg(test)]
std::thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Counts so many bytes that were looked at. Does nothing outside of unit tests.
#[inline(always)]
pub(crate) fn steps(count: usize) {
    #[cfg(test)]
    STEPS.with(|steps| steps.set(steps.get() + count as u64));
    #[cfg(not(test))]
    let _ = count;
}

/// Counts the bytes up to what was found, or all of them.
#[inline(always)]
fn counted(found: Option<usize>, all: usize) -> Option<usize> {
    steps(found.map_or(all, |at| at + 1));
    found
}

/// The first of this byte.
#[inline(always)]
#[allow(clippy::disallowed_methods)]
pub(crate) fn find(byte: u8, text: &[u8]) -> Option<usize> {
    counted(memchr::memchr(byte, text), text.len())
}

/// The first of these two bytes.
#[inline(always)]
#[allow(clippy::disallowed_methods)]
pub(crate) fn find2(one: u8, two: u8, text: &[u8]) -> Option<usize> {
    counted(memchr::memchr2(one, two, text), text.len())
}

/// The first of these three bytes.
#[inline(always)]
#[allow(clippy::disallowed_methods)]
pub(crate) fn find3(one: u8, two: u8, three: u8, text: &[u8]) -> Option<usize> {
    counted(memchr::memchr3(one, two, three, text), text.len())
}

/// The last of these two bytes.
#[inline(always)]
#[allow(clippy::disallowed_methods)]
pub(crate) fn find_last2(one: u8, two: u8, text: &[u8]) -> Option<usize> {
    let found = memchr::memrchr2(one, two, text);
    steps(text.len() - found.unwrap_or(0));
    found
}

/// How many bytes at the start are such ones.
#[inline(always)]
pub(crate) fn run(text: &[u8], is: impl Fn(u8) -> bool) -> usize {
    let len = text.iter().position(|byte| !is(*byte)).unwrap_or(text.len());
    steps(len + 1);
    len
}

#[cfg(test)]
mod tests;
