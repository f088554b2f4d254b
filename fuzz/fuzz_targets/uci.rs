//! Lines of UCI, one after the other and all at once: a line that is refused is answered
//! by one line and changes nothing, and what comes of the others does not depend on when
//! they come.

#![no_main]

use std::borrow::Cow;

use galaverna::engine::Engine;
use galaverna::protocol::Language;
use galaverna::protocol::uci::command::Command;
use galaverna_fuzz::protocol::{is_costly, lines, serve, state, with_engine};
use libfuzzer_sys::fuzz_target;

/// No search looks at more.
const NODES: u64 = 64;

/// A line that costs no more than can be fuzzed; `None` for one that is left out.
fn tamed(line: &str) -> Option<Cow<'_, str>> {
    match Command::parse(line) {
        Ok(Some(command)) => match command {
            Command::Go(_) => Some(short_search(line)),
            Command::Perft(depth) if depth > 2 => Some("go perft 2".into()),
            Command::SetOption { name, value } if is_costly(&name, value.as_deref()) => None,
            // These search for long; the others end the conversation.
            Command::Bench(_) | Command::Speedtest(..) | Command::Genfens(_) => None,
            Command::Agreement(_) | Command::Quit | Command::Xboard => None,
            _ => Some(line.into()),
        },
        Ok(None) | Err(_) => Some(line.into()),
    }
}

fn short_search(line: &str) -> Cow<'static, str> {
    let limited = line.replacen("go", &format!("go nodes {NODES}"), 1);
    match Command::parse(&limited) {
        Ok(Some(Command::Go(go))) if go.limits.nodes == Some(NODES) => limited.into(),
        _ => format!("go nodes {NODES}").into(),
    }
}

/// Serves a line alone and looks at the answer.
fn answer(engine: Engine, line: &str) -> Engine {
    let before = state(&engine);
    let (engine, output) = serve(engine, Language::Uci, &[line]);
    let answers: Vec<&str> = output.lines().collect();
    let is_refusal = matches!(answers[..], [only] if only.starts_with("info string "));
    let unchanged = state(&engine) == before;
    match Command::parse(line) {
        Err(_) => assert!(is_refusal && unchanged, "{line}: {output}"),
        Ok(None) => assert!(answers.is_empty() && unchanged, "{line}: {output}"),
        Ok(Some(Command::Position { .. } | Command::Flip)) => match is_refusal {
            true => assert!(unchanged, "{line}: {output}"),
            false => assert!(answers.is_empty(), "{line}: {output}"),
        },
        Ok(Some(Command::SetOption { .. })) => {
            let tells_game = output.starts_with("info string variant ");
            assert!(answers.len() <= 1, "{line}: {output}");
            assert!(!is_refusal || unchanged || tells_game, "{line}: {output}");
        }
        Ok(Some(Command::Go(_))) if !is_refusal => {
            let last = answers.last().expect("an answer");
            let mut words = last.split(' ');
            assert_eq!(words.next(), Some("bestmove"), "{line}: {output}");
            let best = words.next().expect("a move");
            let found = engine.session().find_move(best);
            assert!(found.is_ok() || best == "(none)", "{line}: {output}");
            assert!(unchanged, "{line}: {output}");
        }
        Ok(Some(Command::IsReady)) => assert_eq!(answers, ["readyok"]),
        Ok(Some(Command::NewGame)) => assert!(answers.is_empty(), "{line}: {output}"),
        Ok(Some(_)) => assert!(unchanged, "{line}: {output}"),
    }
    engine
}

fuzz_target!(|text: &str| {
    let tamed: Vec<Cow<str>> = lines(text).into_iter().filter_map(tamed).collect();
    let tamed: Vec<&str> = tamed.iter().map(AsRef::as_ref).collect();
    let mut end = None;
    with_engine(|engine| {
        let engine = tamed.iter().copied().fold(engine, answer);
        end = Some(state(&engine));
        engine
    });
    with_engine(|engine| {
        let (engine, _) = serve(engine, Language::Uci, &tamed);
        assert_eq!(Some(state(&engine)), end);
        engine
    });
});
