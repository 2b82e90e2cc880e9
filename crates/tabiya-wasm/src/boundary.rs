// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the module exports to a worker's script, and the one function that it imports.
//!
//! The script allocates memory, writes bytes there, and passes address and length. A returned text is passed in one
//! number: the address in the upper 32 bits, the length in the lower ones. The script frees both.
#![allow(unsafe_code, reason = "addresses come from the other side of the boundary")]

use std::cell::RefCell;

use crate::Session;

thread_local! {
    static SESSION: RefCell<Session> = {
        // Every export that plays chess comes by here first.
        tabiya_rules::prepare();
        RefCell::new(Session::new())
    };
}

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Takes a report of a search: JSON of this length at this address, which stays valid during the call.
    #[link_name = "report"]
    fn report_to_script(address: *const u8, length: usize);
}

/// Memory for this many bytes.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    let bytes: Box<[u8]> = vec![0; length].into();
    Box::into_raw(bytes).cast()
}

/// Frees memory of [`alloc`], or a text that was returned.
///
/// # Safety
/// The address and the length must be those of one of these, which was not freed before.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(address: *mut u8, length: usize) {
    // SAFETY: `alloc` and `give` made the box from a slice of this length at this address.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) });
}

/// Answers a request.
///
/// # Safety
/// There must be that many bytes at that address.
#[unsafe(no_mangle)]
unsafe extern "C" fn call(address: *const u8, length: usize) -> u64 {
    // SAFETY: the caller's promise.
    give(with_text(unsafe { bytes(address, length) }, |text| SESSION.with_borrow_mut(|it| it.call(text))))
}

/// Gives the engine its network. Returns an answer.
///
/// # Safety
/// There must be that many bytes at that address.
#[unsafe(no_mangle)]
unsafe extern "C" fn net(address: *const u8, length: usize) -> u64 {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(address, length) };
    give(SESSION.with_borrow_mut(|it| it.set_net(bytes)))
}

/// Begins a search. Returns an answer.
///
/// # Safety
/// There must be that many bytes at that address.
#[unsafe(no_mangle)]
unsafe extern "C" fn search(address: *const u8, length: usize) -> u64 {
    // SAFETY: the caller's promise.
    give(with_text(unsafe { bytes(address, length) }, |text| SESSION.with_borrow_mut(|it| it.search(text))))
}

/// Searches the next depth and reports it. Returns 1 if the search goes on, and 0 if it is over.
#[unsafe(no_mangle)]
extern "C" fn step() -> u32 {
    let report = &mut |text: &str| {
        // SAFETY: the text is valid during the call.
        unsafe { report_to_script(text.as_ptr(), text.len()) }
    };
    SESSION.with_borrow_mut(|it| it.step(report)).into()
}

/// # Safety
/// There must be that many bytes at that address, and they must stay as they are while they are borrowed.
unsafe fn bytes<'a>(address: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(address, length) }
}

fn with_text(bytes: &[u8], then: impl FnOnce(&str) -> String) -> String {
    then(&String::from_utf8_lossy(bytes))
}

/// Hands a text to the script.
fn give(text: String) -> u64 {
    let text = text.into_bytes().into_boxed_slice();
    let length = text.len() as u64;
    let address: *mut u8 = Box::into_raw(text).cast();
    (address as u64) << 32 | length
}
