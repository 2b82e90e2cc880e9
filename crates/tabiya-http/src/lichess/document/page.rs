// SPDX-License-Identifier: AGPL-3.0-or-later
//! The document as a page: plain HTML without scripts, made from nothing but the document itself.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::lichess::published;

/// The first steps in three languages. `URL` becomes this server's address.
const EXAMPLES: [(&str, &str); 3] = [
    (
        "curl",
        "# Who am I?\n\
         curl -H \"Authorization: Bearer $TOKEN\" URL/api/account\n\n\
         # A game against the computer\n\
         curl -H \"Authorization: Bearer $TOKEN\" -d level=3 -d clock.limit=300 -d clock.increment=3 -d color=white \\\n  \
         URL/api/challenge/ai\n\n\
         # Follow it, and move\n\
         curl -N -H \"Authorization: Bearer $TOKEN\" URL/api/board/game/stream/GAME\n\
         curl -X POST -H \"Authorization: Bearer $TOKEN\" URL/api/board/game/GAME/move/e2e4",
    ),
    (
        "Python",
        "import json, os, requests\n\n\
         server = requests.Session()\n\
         server.headers[\"Authorization\"] = f\"Bearer {os.environ['TOKEN']}\"\n\
         print(server.get(\"URL/api/account\").json()[\"username\"])\n\n\
         wish = {\"level\": 3, \"clock.limit\": 300, \"clock.increment\": 3, \"color\": \"white\"}\n\
         game = server.post(\"URL/api/challenge/ai\", data=wish).json()[\"id\"]\n\
         stream = server.get(f\"URL/api/board/game/stream/{game}\", stream=True)\n\
         for line in stream.iter_lines():\n    \
             if not line:\n        \
                 continue  # a blank line says that the stream is alive\n    \
             event = json.loads(line)\n    \
             state = event.get(\"state\", event)\n    \
             print(event[\"type\"], state.get(\"moves\"))\n    \
             if state.get(\"moves\") == \"\":\n        \
                 server.post(f\"URL/api/board/game/{game}/move/e2e4\").raise_for_status()",
    ),
    (
        "Rust",
        "// ureq = { version = \"3\", features = [\"json\"] }, serde_json = \"1\"\n\
         // Inside a function that returns Result<(), Box<dyn std::error::Error>>.\n\
         let token = format!(\"Bearer {}\", std::env::var(\"TOKEN\")?);\n\
         let account: serde_json::Value =\n    \
             ureq::get(\"URL/api/account\").header(\"Authorization\", &token).call()?.body_mut().read_json()?;\n\
         println!(\"{}\", account[\"username\"]);\n\n\
         let wish = [(\"level\", \"3\"), (\"clock.limit\", \"300\"), (\"clock.increment\", \"3\"), (\"color\", \"white\")];\n\
         let game: serde_json::Value =\n    \
             ureq::post(\"URL/api/challenge/ai\").header(\"Authorization\", &token).send_form(wish)?.body_mut().read_json()?;\n\
         let stream = format!(\"URL/api/board/game/stream/{}\", game[\"id\"].as_str().unwrap_or_default());\n\
         let answer = ureq::get(stream).header(\"Authorization\", &token).call()?;\n\
         for line in std::io::BufRead::lines(std::io::BufReader::new(answer.into_body().into_reader())) {\n    \
             let line = line?;\n    \
             if !line.is_empty() {\n        \
                 println!(\"{line}\");\n    \
             }\n\
         }",
    ),
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for people: what stands between backticks is code.
fn prose(text: &Value) -> String {
    let text = escaped(text.as_str().unwrap_or_default());
    let mut shown = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            let _ = write!(shown, "<code>{part}</code>");
        } else {
            shown += part;
        }
    }
    shown
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The last part of a reference.
fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// The type of a schema in words, with links to shapes.
fn kind(schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        return alternatives.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
        return words
            .iter()
            .map(|word| format!("<code>{}</code>", escaped(word)))
            .collect::<Vec<_>>()
            .join(" or ");
    }
    match schema["type"].as_str() {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some("object") if schema["additionalProperties"].is_object() => {
            format!("object whose values are {}", kind(&schema["additionalProperties"]))
        }
        Some("integer") if schema["format"] == "int64" => "time in ms".to_owned(),
        Some(word) => word.to_owned(),
        None => String::new(),
    }
}

fn row(name: &str, is_needed: bool, schema: &Value, about: &Value) -> String {
    let optional = if is_needed { "" } else { " <small>optional</small>" };
    format!(
        "<tr><td><code>{}</code>{optional}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(name),
        kind(schema),
        prose(about),
    )
}

fn table(title: &str, rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    format!("<h4>{title}</h4>\n<div class=\"table\"><table>\n{rows}</table></div>\n")
}

/// The fields of an object's schema, as rows.
fn rows(schema: &Value) -> String {
    let required: Vec<_> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    object(&schema["properties"])
        .map(|(name, field)| row(name, required.contains(&name.as_str()), field, &field["description"]))
        .collect()
}

fn pretty(example: &Value) -> String {
    let text = serde_json::to_string_pretty(example).unwrap_or_default();
    format!("<pre>{}</pre>\n", escaped(&text))
}

/// The call with curl.
fn curl(server: &str, method: &str, path: &str, operation: &Value) -> String {
    let mut address = format!("{server}{path}");
    let mut query = String::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default();
        let value = match &parameter["example"] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if parameter["in"] == "path" {
            address = address.replace(&format!("{{{name}}}"), &value);
        } else {
            let _ = write!(query, "{}{name}={value}", if query.is_empty() { '?' } else { '&' });
        }
    }
    let mut command = "curl".to_owned();
    let content = &operation["requestBody"]["content"];
    let form = &content["application/x-www-form-urlencoded"]["example"];
    let has_body =
        content.is_object() && (content["text/plain"].is_object() || object(form).next().is_some());
    let response = &operation["responses"]["200"]["content"];
    if response["application/x-ndjson"].is_object() {
        command += " -N";
    }
    if method != "get" && !(method == "post" && has_body) {
        let _ = write!(command, " -X {}", method.to_uppercase());
    }
    if operation["security"].is_array() {
        command += " -H \"Authorization: Bearer $TOKEN\"";
    }
    for (name, value) in object(form) {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = write!(command, " -d \"{name}={value}\"");
    }
    if let Some(text) = content["text/plain"]["example"].as_str() {
        let _ = write!(command, " -d \"{text}\"");
    }
    format!("<pre>{}</pre>\n", escaped(&format!("{command} \"{address}{query}\"")))
}

fn answers(document: &Value, operation: &Value) -> String {
    let (mut html, mut errors) = (String::new(), String::new());
    for (status, response) in object(&operation["responses"]) {
        if let Some(name) = referred(response) {
            let about = &document["components"]["responses"][name]["description"];
            if status != "default" {
                let _ = writeln!(errors, "<tr><td>{status}</td><td>{}</td></tr>", prose(about));
            }
            continue;
        }
        let _ = write!(html, "<h4>Answer {status}</h4>\n<p>{}</p>\n", prose(&response["description"]));
        for (media, content) in object(&response["content"]) {
            let _ = writeln!(html, "<p><code>{media}</code>: {}</p>", kind(&content["schema"]));
            if !content["example"].is_null() {
                html += &pretty(&content["example"]);
            }
        }
    }
    html + &table("Errors", &errors)
}

fn call(document: &Value, (method, path, scopes): (&str, &str, &str), operation: &Value) -> String {
    let server = document["servers"][0]["url"].as_str().unwrap_or_default();
    let id = operation["operationId"].as_str().unwrap_or_default();
    let needs = match scopes {
        "" => "Needs no token.".to_owned(),
        "token" => "Needs a token.".to_owned(),
        "token?" => "Needs a token for what only its player may see.".to_owned(),
        scopes => format!("Needs a token with {}.", escaped(scopes)),
    };
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters: String = parameters
        .map(|each| {
            let name = each["name"].as_str().unwrap_or_default();
            row(name, each["required"] == true, &each["schema"], &each["description"])
        })
        .collect();
    let content = &operation["requestBody"]["content"];
    let body = rows(&content["application/x-www-form-urlencoded"]["schema"]);
    let text = if content["text/plain"].is_object() { "<p>The body is plain text.</p>\n" } else { "" };
    format!(
        "<details id=\"{id}\">\n<summary><b>{}</b> <code>{}</code> <span>{}</span></summary>\n<p>{needs}</p>\n{}{text}{}\
         <h4>Example</h4>\n{}{}</details>\n",
        method.to_uppercase(),
        escaped(path),
        prose(&operation["summary"]),
        table("Parameters", &parameters),
        table("Body: a form or JSON", &body),
        curl(server, method, path, operation),
        answers(document, operation),
    )
}

fn anchor(group: &str) -> String {
    group.to_ascii_lowercase().replace(' ', "-")
}

fn shapes(schemas: &Map<String, Value>) -> String {
    let shape = |(name, schema): (&String, &Value)| {
        let fields = rows(schema);
        let inner = if fields.is_empty() { format!("<p>{}</p>\n", kind(schema)) } else { table("", &fields) };
        let inner = inner.replace("<h4></h4>\n", "");
        format!(
            "<section id=\"shape-{name}\">\n<h3>{name}</h3>\n<p>{}</p>\n{inner}</section>\n",
            prose(&schema["description"])
        )
    };
    schemas.iter().map(shape).collect()
}

/// The page.
pub(super) fn html(document: &Value) -> String {
    let (info, server) = (&document["info"], document["servers"][0]["url"].as_str().unwrap_or_default());
    let mut groups: Vec<_> = published::calls().map(|call| call.group).collect();
    groups.dedup();
    let links: String =
        groups.iter().map(|group| format!("<a href=\"#{}\">{group}</a>\n", anchor(group))).collect();
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/api/style.css\">\n</head>\n<body>\n\
         <p class=\"site\"><a href=\"/\"><img src=\"/icon.svg\" alt=\"\" width=\"24\" height=\"24\">Tabiya</a></p>\n\
         <header>\n<h1>{title}</h1>\n<p>{}</p>\n<p>{}</p>\n\
         <p>This server is <code>{}</code>. For programs: <a href=\"/api/openapi.json\">openapi.json</a> (OpenAPI 3.1), from \
         which this page is made.</p>\n</header>\n<nav>\n<a href=\"#first-steps\">First steps</a>\n{links}\
         <a href=\"#shapes\">Shapes</a>\n</nav>\n<main>\n<h2 id=\"first-steps\">First steps</h2>\n<p>{}</p>\n",
        prose(&info["summary"]),
        prose(&info["description"]),
        escaped(server),
        prose(&document["components"]["securitySchemes"]["token"]["description"]),
        title = prose(&info["title"]),
    );
    for (language, example) in EXAMPLES {
        let example = escaped(&example.replace("URL", server));
        let _ = write!(html, "<h3>{language}</h3>\n<pre>{example}</pre>\n");
    }
    for group in groups {
        let _ = writeln!(html, "<h2 id=\"{}\">{group}</h2>", anchor(group));
        for each in published::calls().filter(|call| call.group == group) {
            let path = each.plain_path();
            let operation = &document["paths"][&path][each.method];
            html += &call(document, (each.method, &path, each.scopes), operation);
        }
    }
    html += "<h2 id=\"shapes\">Shapes</h2>\n";
    if let Some(schemas) = document["components"]["schemas"].as_object() {
        html += &shapes(schemas);
    }
    html + "</main>\n</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::super::document;
    use super::*;

    #[test]
    fn the_page_holds_every_call_and_nothing_that_runs() {
        let document = document("https://chess.example");
        let page = html(&document);
        for call in published::calls() {
            let path = call.plain_path();
            let heading = format!("<b>{}</b> <code>{path}</code>", call.method.to_uppercase());
            assert!(page.contains(&heading), "{heading}");
            assert!(document["paths"][&path][call.method]["summary"].is_string());
        }
        assert!(!page.contains("<script") && !page.contains("<style") && !page.contains("style="));
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("id=\"{link}\"")), "{link} leads nowhere");
        }
    }

    #[test]
    fn examples_of_calls_are_complete() {
        let page = html(&document("https://chess.example"));
        for wanted in [
            "curl -H &quot;Authorization: Bearer $TOKEN&quot; &quot;https://chess.example/api/account&quot;",
            "curl -X DELETE -H &quot;Authorization: Bearer $TOKEN&quot; &quot;https://chess.example/api/token&quot;",
            "curl -d &quot;ann,bob&quot; &quot;https://chess.example/api/users&quot;",
            "curl -N -H &quot;Authorization: Bearer $TOKEN&quot; &quot;https://chess.example/api/board/game/stream/abcd1234&quot;",
            "/api/account/kid?v=false&quot;",
        ] {
            assert!(page.contains(wanted), "{wanted}");
        }
        assert!(!page.contains("example/api/{") && !page.contains("null</pre>"));
    }
}
