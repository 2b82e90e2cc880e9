// SPDX-License-Identifier: AGPL-3.0-or-later
//! The type words of the tables, as JSON Schema (2020-12, the dialect of OpenAPI 3.1), and examples of them.
//!
//! `string`, `integer`, `number`, `boolean`, `null` and `object` are JSON's; `time` is milliseconds since 1970 and `url` an
//! address; `'word'` is that text; a name with a capital letter is a shape; `[T]` is a list, `{T}` an object with any
//! keys, and `T|U` either of them.

use serde_json::{Map, Value, json};

use super::shapes::shapes;
use crate::lichess::rows::{Field, Shape};

/// The alternatives of a type, without their brackets' contents taken apart.
fn alternatives(kind: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0_u32, 0, Vec::new());
    for (at, letter) in kind.char_indices() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(&kind[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&kind[from..]);
    parts
}

fn inside(kind: &str, open: char, close: char) -> Option<&str> {
    kind.strip_prefix(open)?.strip_suffix(close)
}

/// The schema of a type.
pub(super) fn schema(kind: &str) -> Value {
    let all = alternatives(kind);
    let words: Option<Vec<_>> = all.iter().map(|each| inside(each, '\'', '\'')).collect();
    if let Some(words) = words {
        return json!({ "type": "string", "enum": words });
    }
    match all.as_slice() {
        [one] => schema_of_one(one),
        several => {
            let several: Vec<_> = several.iter().map(|each| schema_of_one(each)).collect();
            json!({ "anyOf": several })
        }
    }
}

fn schema_of_one(kind: &str) -> Value {
    if let Some(item) = inside(kind, '[', ']') {
        return json!({ "type": "array", "items": schema(item) });
    }
    if let Some(value) = inside(kind, '{', '}') {
        return json!({ "type": "object", "additionalProperties": schema(value) });
    }
    match kind {
        "time" => {
            json!({ "type": "integer", "format": "int64", "description": "Milliseconds since 1970." })
        }
        "url" => json!({ "type": "string", "format": "uri" }),
        "string" | "integer" | "number" | "boolean" | "null" | "object" => json!({ "type": kind }),
        shape => json!({ "$ref": format!("#/components/schemas/{shape}") }),
    }
}

/// The name of a field, and whether it must be there.
pub(super) fn field_name(field: &Field) -> (&'static str, bool) {
    field.0.strip_suffix('?').map_or((field.0, true), |name| (name, false))
}

/// The schema of a field, with what it is.
fn schema_of_field((_, kind, _, about): &Field) -> Value {
    let mut schema = schema(kind);
    if !about.is_empty() {
        schema["description"] = json!(about);
    }
    schema
}

/// All shapes.
pub(super) fn schemas() -> Map<String, Value> {
    let schema_of = |shape: &Shape| match shape {
        Shape::Alias { kind, about, .. } => {
            let mut schema = schema(kind);
            schema["description"] = json!(about);
            schema
        }
        Shape::Object { about, fields, .. } => {
            let properties: Map<_, _> =
                fields.iter().map(|field| (field_name(field).0.to_owned(), schema_of_field(field))).collect();
            let required: Vec<_> =
                fields.iter().map(field_name).filter(|(_, needed)| *needed).map(|(name, _)| name).collect();
            json!({ "type": "object", "description": about, "required": required, "properties": properties })
        }
    };
    shapes().map(|shape| (shape.name().to_owned(), schema_of(shape))).collect()
}

/// An example of a type, from the example that its row gives.
pub(super) fn example(kind: &str, given: &str) -> Value {
    if given.starts_with(['[', '{']) {
        return serde_json::from_str(given).unwrap_or_default();
    }
    if given == "null" {
        return Value::Null;
    }
    let first = alternatives(kind)[0];
    if let Some(item) = inside(first, '[', ']') {
        return json!([example(item, given)]);
    }
    if let Some(value) = inside(first, '{', '}') {
        return json!({ given: example(value, "") });
    }
    match first {
        "string" | "url" => json!(given),
        "integer" | "time" => given.parse::<i64>().map_or(Value::Null, Value::from),
        "number" => given.parse::<f64>().map_or(Value::Null, Value::from),
        "boolean" => json!(given == "true"),
        "null" | "object" => Value::Null,
        word if word.starts_with('\'') => json!(given),
        shape => example_of_shape(shape),
    }
}

/// An example of a shape: the fields that must be there, and those that have an example.
fn example_of_shape(name: &str) -> Value {
    match shapes().find(|shape| shape.name() == name) {
        Some(Shape::Alias { kind, example: given, .. }) => example(kind, given),
        Some(Shape::Object { fields, .. }) => {
            let shown = fields.iter().filter(|field| field_name(field).1 || !field.2.is_empty());
            shown
                .map(|field| (field_name(field).0.to_owned(), example(field.1, field.2)))
                .collect::<Map<_, _>>()
                .into()
        }
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_words_become_schemas() {
        assert_eq!(schema("'a'|'b'"), json!({ "type": "string", "enum": ["a", "b"] }));
        assert_eq!(
            schema("[{integer|null}]|Side"),
            json!({ "anyOf": [
                { "type": "array", "items": { "type": "object", "additionalProperties": {
                    "anyOf": [{ "type": "integer" }, { "type": "null" }],
                }}},
                { "$ref": "#/components/schemas/Side" },
            ]})
        );
    }

    /// Every name with a capital letter in a type.
    fn names(kind: &str) -> Vec<&str> {
        let words = kind.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
        words.filter(|word| word.starts_with(char::is_uppercase)).collect()
    }

    #[test]
    fn every_shape_that_is_named_is_there_once() {
        let mut all: Vec<_> = shapes().map(Shape::name).collect();
        for shape in shapes() {
            let kinds: Vec<_> = match shape {
                Shape::Alias { kind, .. } => vec![*kind],
                Shape::Object { fields, .. } => fields.iter().map(|(_, kind, ..)| *kind).collect(),
            };
            for name in kinds.into_iter().flat_map(names) {
                assert!(all.contains(&name), "{}: {name}", shape.name());
            }
        }
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn examples_have_what_must_be_there() {
        let user = example("User", "");
        assert_eq!((&user["id"], user["perfs"]["blitz"]["rating"].is_u64()), (&json!("ann"), true), "{user}");
        assert_eq!(example("[[integer]]", "[[1]]"), json!([[1]]));
        assert_eq!(example("{Perf}", "x"), json!({ "x": "blitz" }));
        for shape in shapes() {
            let made = example(shape.name(), "");
            if let Shape::Object { fields, .. } = shape {
                for field in fields.iter().filter(|field| field_name(field).1) {
                    let given = &made[field.0];
                    let may_be_null = alternatives(field.1).contains(&"null");
                    assert!(may_be_null || !given.is_null(), "{}.{} has no example", shape.name(), field.0);
                }
            }
        }
    }
}
