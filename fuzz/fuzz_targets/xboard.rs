//! Lines of XBoard's protocol: one that is no command is answered by one line, and one
//! that is refused changes nothing.

#![no_main]

use galaverna::protocol::Language;
use galaverna::protocol::xboard::command::Command;
use galaverna_fuzz::protocol::{answers, is_costly, lines, serve, state, with_engine};
use libfuzzer_sys::fuzz_target;

/// Plies of the engine's searches.
const DEPTH: &str = "sd 1";

/// A line that costs no more than can be fuzzed; `None` for one that is left out.
fn is_cheap(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(command)) => match command {
            Command::SetOption { name, value } => !is_costly(&name, value.as_deref()),
            Command::Memory(value) => !is_costly("Hash", Some(&value)),
            Command::Cores(value) => !is_costly("Threads", Some(&value)),
            // These search for long, and the last one ends the conversation.
            Command::Hint | Command::Draw | Command::PlayOther | Command::Quit => false,
            _ => true,
        },
        Ok(None) | Err(_) => true,
    }
}

/// The lines with a short search wherever the depth is set anew.
fn script<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut script = vec![DEPTH];
    for &line in lines {
        match Command::parse(line) {
            Ok(Some(Command::Depth(_))) => script.push(DEPTH),
            Ok(Some(Command::New)) => script.extend([line, DEPTH]),
            _ => script.push(line),
        }
    }
    script
}

/// The lines of an answer, thinking left out.
fn told(answer: &str) -> Vec<&str> {
    let is_thinking = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_digit());
    let lines = answer.lines().filter(|line| !is_thinking(line));
    let mut lines: Vec<&str> = lines.collect();
    lines.pop();
    lines
}

/// Whether what is answered depends on nothing but the lines.
fn is_certain(line: &str) -> bool {
    !matches!(
        Command::parse(line),
        Ok(Some(
            Command::Pause
                | Command::Resume
                | Command::Edit
                | Command::Analyze
                | Command::Hard
                | Command::Control(_)
                | Command::NodeRate(_)
                | Command::Time(_)
                | Command::MoveNow
                | Command::Status
                | Command::SetOption { .. }
                // Its answer could be taken for that of another.
                | Command::Ping(_)
        ))
    )
}

fn is_refusal(answer: &str) -> bool {
    let starts = ["Error (", "Illegal move"];
    matches!(told(answer)[..], [only] if starts.iter().any(|start| only.starts_with(start)))
}

fuzz_target!(|text: &str| {
    let lines = lines(text).into_iter().filter(|line| is_cheap(line));
    let lines = script(&lines.collect::<Vec<_>>());
    if !lines.iter().all(|line| is_certain(line)) {
        return with_engine(|engine| serve(engine, Language::Xboard, &lines).0);
    }
    let mut accepted = Vec::new();
    let mut expected = Vec::new();
    let mut end = None;
    with_engine(|engine| {
        let (engine, answers) = answers(engine, &lines);
        for (&line, answer) in lines.iter().zip(answers) {
            let refused = is_refusal(&answer);
            assert!(refused || Command::parse(line).is_ok(), "{line}: {answer}");
            if !refused {
                accepted.push(line);
                expected.push(answer);
            }
        }
        end = Some(state(&engine));
        engine
    });
    if accepted.len() == lines.len() {
        return;
    }
    with_engine(|engine| {
        let (engine, answers) = answers(engine, &accepted);
        for ((line, answer), expected) in accepted.iter().zip(answers).zip(&expected) {
            assert_eq!(told(&answer), told(expected), "{line}");
        }
        assert_eq!(Some(state(&engine)), end);
        engine
    });
});
