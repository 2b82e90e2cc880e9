// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the rules from outside.

mod suites;
