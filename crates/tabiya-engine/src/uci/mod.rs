// SPDX-License-Identifier: MIT OR Apache-2.0
//! UCI, the protocol of chess programs, over any reader and writer (Universal Chess Interface, S. Meyer-Kahlen, 2006).
