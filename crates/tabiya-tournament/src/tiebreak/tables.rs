// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two tables of B.02 article 8.1 between rating differences and expected scores.

/// Article 8.1.1: the rating difference for a share of 50, 51, ... 100 hundredths.
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
];

/// Article 8.1.2: the largest rating difference at which the higher-rated player is expected to score 50, 51, ... 99
/// hundredths.
const LARGEST: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
];

/// The rating difference that a share of the points stands for; the share is in hundredths, 0 to 100.
pub(super) fn performance(share: i64) -> i64 {
    let above = (share - 50).unsigned_abs().min(50) as usize;
    if share < 50 { -DIFFERENCES[above] } else { DIFFERENCES[above] }
}

/// The expected score in hundredths at a rating difference.
pub(super) fn expected(difference: i64) -> i64 {
    let share = 50 + LARGEST.partition_point(|largest| *largest < difference.abs()) as i64;
    if difference < 0 { 100 - share } else { share }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_tables() {
        assert_eq!([50, 75, 100, 0, 25].map(performance), [0, 193, 800, -800, -193]);
        assert_eq!(
            [0, 3, 4, 100, 200, 400, 735, 736, -100].map(expected),
            [50, 50, 51, 64, 76, 92, 99, 100, 36]
        );
    }
}
