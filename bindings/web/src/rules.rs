//! Requests for the rules, which need no engine.

/// The answer to a request.
pub fn answer(request: &str) -> String {
    let error = format!("not understood: {request}");
    serde_json::json!({ "error": error }).to_string()
}
