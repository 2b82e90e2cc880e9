// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole sessions, read from a text.
