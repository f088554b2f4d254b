//! Protocols in this process: lines in, and what the engine writes to standard output.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::fs::FileExt;
use std::thread;
use std::time::Duration;

use galaverna::engine::Engine;
use galaverna::engine::options::{self, OptionKind, Setting};
use galaverna::host::Instant;
use galaverna::protocol::input::Event;
use galaverna::protocol::{Connection, Language};
use galaverna::show::GAMES;

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of larger tables and more threads each input would cost too much.
const MAX_HASH: usize = 2;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    static OUTPUT: File = captured_output();
}

/// Lets standard output go to a file in memory. The fuzzer itself writes to standard
/// error.
fn captured_output() -> File {
    let flags = rustix::fs::MemfdFlags::CLOEXEC;
    let file = rustix::fs::memfd_create("output", flags).expect("a file in memory");
    rustix::stdio::dup2_stdout(&file).expect("another standard output");
    File::from(file)
}

/// What was written to standard output since the last call.
fn taken_output() -> String {
    OUTPUT.with(|mut file| {
        let mut bytes = Vec::new();
        file.rewind().expect("a file in memory");
        file.read_to_end(&mut bytes).expect("a file in memory");
        file.set_len(0).expect("a file in memory");
        file.rewind().expect("a file in memory");
        String::from_utf8(bytes).expect("UTF-8")
    })
}

/// An engine that knows nothing, with all options as at the start but for a small table.
/// The same one is used for all inputs, since a new one costs much.
pub fn with_engine(body: impl FnOnce(Engine) -> Engine) {
    let kept = ENGINE.with(RefCell::take);
    let mut engine = kept.unwrap_or_else(|| Engine::new().expect("memory for an engine"));
    for option in options::declarations() {
        let value = match option.kind {
            _ if option.name == "Hash" => "1".to_owned(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            // The game comes last.
            OptionKind::Combo { .. }
            | OptionKind::Button
            | OptionKind::File
            | OptionKind::Folders => continue,
        };
        let setting = options::parse(option.name, Some(&value)).expect("a default");
        engine.apply(setting).expect("a default");
    }
    let first = Setting::Variant(GAMES[0].name);
    engine.apply(first).expect("a game");
    engine.new_game();
    OUTPUT.with(|_| ());
    taken_output();
    let engine = body(engine);
    ENGINE.with(|kept| kept.replace(Some(engine)));
}

/// Serves these lines, then the end of input; returns the engine and what it has written.
pub fn serve(engine: Engine, language: Language, lines: &[&str]) -> (Engine, String) {
    let connection = Connection::new(engine);
    let events = lines
        .iter()
        .map(|&line| Event::Line(line.to_owned(), Instant::now()));
    for event in events.chain([Event::EndOfInput]) {
        connection.sender.send(event).expect("a queue");
    }
    (connection.serve(language), taken_output())
}

/// Tells XBoard's end of the engine each line when it has answered the one before;
/// returns the engine and the answers.
pub fn answers(engine: Engine, lines: &[&str]) -> (Engine, Vec<String>) {
    let connection = Connection::new(engine);
    let sender = connection.sender.clone();
    let send = |line: String| sender.send(Event::Line(line, Instant::now()));
    let output = OUTPUT.with(|file| file.try_clone().expect("the file in memory"));
    let mut answers = Vec::new();
    let mut read = 0;
    let engine = thread::scope(|scope| {
        let serving = scope.spawn(move || connection.serve(Language::Xboard));
        for (number, &line) in lines.iter().enumerate() {
            send(line.to_owned()).expect("a queue");
            send(format!("ping {number}")).expect("a queue");
            let answer = wait_for(&output, read, &format!("pong {number}"));
            read += answer.len() as u64;
            answers.push(answer);
        }
        sender.send(Event::EndOfInput).expect("a queue");
        serving.join().expect("no panic")
    });
    taken_output();
    (engine, answers)
}

/// What is written from a place on, as soon as this is its last line.
fn wait_for(output: &File, from: u64, end: &str) -> String {
    let patience = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let place = from + bytes.len() as u64;
        let count = output.read_at(&mut buffer, place).expect("a file");
        bytes.extend(&buffer[..count]);
        let text = str::from_utf8(&bytes).ok();
        if let Some(text) = text.filter(|text| count == 0 && text.ends_with('\n'))
            && text.lines().last() == Some(end)
        {
            return text.to_owned();
        }
        assert!(Instant::now() < patience, "{text:?}");
        thread::yield_now();
    }
}

/// Whether setting an option would cost too much, read or write a file or make searches differ.
pub fn is_costly(name: &str, value: Option<&str>) -> bool {
    match options::parse(name, value) {
        Ok(Setting::Hash(mebibytes)) => mebibytes > MAX_HASH,
        Ok(Setting::Threads(threads)) => threads > 1,
        Ok(Setting::EvalFile(file) | Setting::BookFile(file) | Setting::DebugLog(file)) => {
            file.is_some()
        }
        _ => false,
    }
}

/// What the position in play can be told by, and the game.
pub fn state(engine: &Engine) -> (&'static str, String, u64) {
    let session = engine.session();
    (engine.game().name, session.fen(), session.state().key)
}

/// The lines of an input as the engine's own reader would give them.
pub fn lines(text: &str) -> Vec<&str> {
    let lines = text.split('\n');
    lines.map(|line| line.trim_end_matches('\r')).collect()
}
