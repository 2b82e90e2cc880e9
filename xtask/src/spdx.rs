// SPDX-License-Identifier: MIT OR Apache-2.0
//! SPDX licence expressions against an allow list (SPDX specification, annex "SPDX license expressions").
//!
//! `WITH` binds most tightly, then `AND`, then `OR`. The slash of old cargo manifests (`MIT/Apache-2.0`)
//! means `OR`.

/// Whether the licences in `allowed` are enough to use something under `expression`: one side of every `OR`
/// and both sides of every `AND` must be allowed. A licence with an exception is one entry of the list:
/// `"Apache-2.0 WITH LLVM-exception"`.
///
/// A sentence that says where the expression is invalid.
pub(crate) fn is_allowed(expression: &str, allowed: &[&str]) -> Result<bool, String> {
    let tokens = tokens(expression);
    let mut reader = Reader { tokens: &tokens, at: 0, allowed };
    let result = reader.any_of()?;
    match reader.peek() {
        None => Ok(result),
        Some(extra) => Err(format!("\"{extra}\" is left over in \"{expression}\"")),
    }
}

fn tokens(expression: &str) -> Vec<String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    spaced.split_whitespace().map(String::from).collect()
}

struct Reader<'a> {
    tokens: &'a [String],
    at: usize,
    allowed: &'a [&'a str],
}

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.eq_ignore_ascii_case(word));
        self.at += usize::from(found);
        found
    }

    fn any_of(&mut self) -> Result<bool, String> {
        let mut result = self.all_of()?;
        while self.eat("OR") {
            result |= self.all_of()?;
        }
        Ok(result)
    }

    fn all_of(&mut self) -> Result<bool, String> {
        let mut result = self.one()?;
        while self.eat("AND") {
            result &= self.one()?;
        }
        Ok(result)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.eat("(") {
            let inner = self.any_of()?;
            return if self.eat(")") { Ok(inner) } else { Err("a closing bracket is missing".into()) };
        }
        let mut licence = self.word()?;
        if self.eat("WITH") {
            licence = format!("{licence} WITH {}", self.word()?);
        }
        Ok(self.allowed.iter().any(|name| name.eq_ignore_ascii_case(&licence)))
    }

    fn word(&mut self) -> Result<String, String> {
        let word = self.peek().ok_or("the expression ends where a licence was expected")?;
        if ["OR", "AND", "WITH", ")"].iter().any(|operator| word.eq_ignore_ascii_case(operator)) {
            return Err(format!("\"{word}\" stands where a licence was expected"));
        }
        let word = word.to_owned();
        self.at += 1;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWED: [&str; 4] = ["MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];

    #[test]
    fn expressions_are_decided_by_the_list() {
        let cases = [
            ("MIT", true),
            ("mit", true),
            ("GPL-3.0-only", false),
            ("MIT OR GPL-3.0-only", true),
            ("MIT/GPL-3.0-only", true),
            ("MIT AND GPL-3.0-only", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT OR Apache-2.0 AND GPL-3.0-only", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0-only", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("Zlib OR Apache-2.0 WITH LLVM-exception", true),
            ("((MIT))", true),
        ];
        for (expression, expected) in cases {
            assert_eq!(is_allowed(expression, &ALLOWED), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn nonsense_is_an_error_and_never_an_approval() {
        for expression in
            ["", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT WITH", "MIT AND AND MIT"]
        {
            assert!(is_allowed(expression, &ALLOWED).is_err(), "{expression}");
        }
    }
}
