//! The real `galaverna match`, and what it leaves behind.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use galaverna::pgn::{self, PgnGame};

/// A match that hangs fails its test after this long.
const HANG: Duration = Duration::from_secs(120);

/// A match in a directory of its own. All its engines have an argument that no
/// other process has, by which they can be found.
pub struct Match {
    token: String,
    directory: PathBuf,
    arguments: Vec<String>,
}

impl Match {
    /// A match with these options; `GOOD` stands for a fake engine, and `FAKE(x)`
    /// for one with behaviour x.
    pub fn new(name: &str, options: &str) -> Match {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the test");
        let mut this = Match {
            token: format!("{name}-{}", std::process::id()),
            directory,
            arguments: Vec::new(),
        };
        this.add(options);
        this
    }

    /// Adds options.
    pub fn add(&mut self, options: &str) -> &mut Match {
        let fake = concat!("cmd=", env!("CARGO_BIN_EXE_fake-engine"));
        for word in options.split_whitespace() {
            if word == "GOOD" {
                self.arguments
                    .extend(["-engine", fake, "name=good", "arg=good"].map(String::from));
            } else if let Some(behaviour) = word.strip_prefix("FAKE:") {
                let behaviour = format!("arg={behaviour}");
                let engine = ["-engine", fake, "name=fake", &behaviour];
                self.arguments.extend(engine.map(String::from));
            } else {
                self.arguments.push(word.to_owned());
            }
        }
        self
    }

    /// The path of the record.
    pub fn record(&self) -> PathBuf {
        self.directory.join("games.pgn")
    }

    fn command(&self, record_option: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
        let token = format!("arg={}", self.token);
        command.arg("match").args(&self.arguments);
        // Two engines of galaverna itself take no arguments.
        if !self.arguments.iter().any(|word| word.starts_with("conf=")) {
            command.args(["-each", &token]);
            if let Some(index) = self.arguments.iter().position(|word| word == "-each") {
                panic!(
                    "-each is taken: give {:?} to each engine",
                    &self.arguments[index..]
                );
            }
        }
        command
            .arg(record_option)
            .arg(self.record())
            .current_dir(&self.directory)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Starts it.
    pub fn start(&self, record_option: &str) -> Child {
        let mut command = self.command(record_option);
        command.spawn().expect("the runner starts")
    }

    /// Starts it by a script of a shell, which has it as `"$@"`.
    #[cfg(target_os = "linux")]
    pub fn start_by_shell(&self, script: &str) -> Child {
        let match_ = self.command("-pgnout");
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]).arg(match_.get_program());
        command.args(match_.get_args()).current_dir(&self.directory);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("a shell")
    }

    /// Starts it with options behind its own.
    pub fn start_with(&self, record_option: &str, options: &str) -> Child {
        let mut command = self.command(record_option);
        let command = command.args(options.split_whitespace());
        command.spawn().expect("the runner starts")
    }

    /// Plays it to its end.
    pub fn play(&self) -> Output {
        finish(self.start("-pgnout"))
    }

    /// Plays it, which must succeed, and returns what it showed and its games.
    pub fn succeed(&self) -> (String, Vec<PgnGame>) {
        let output = self.play();
        let shown = String::from_utf8(output.stdout).expect("text");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{shown}\n{errors}");
        self.expect_nobody();
        (shown, self.games())
    }

    /// All games of the record, which must be whole.
    pub fn games(&self) -> Vec<PgnGame> {
        let text = fs::read_to_string(self.record()).expect("the record");
        let games = pgn::read(&text).into_iter();
        games.map(|game| game.expect("a whole game")).collect()
    }

    /// Waits for the end of all engines of the match.
    pub fn expect_nobody(&self) {
        let deadline = Instant::now() + Duration::from_secs(5);
        while !self.engines().is_empty() {
            assert!(
                Instant::now() < deadline,
                "left behind: {:?}",
                self.engines().values()
            );
            sleep(Duration::from_millis(20));
        }
    }

    /// The running engines of the match: process and command line.
    pub fn engines(&self) -> HashMap<u32, String> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let engines = processes.filter_map(|process| {
            let number = process.file_name().to_str()?.parse().ok()?;
            let line = fs::read(process.path().join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            // The runner has the token in an option.
            let is_engine = line.contains(&self.token) && !line.contains("arg=");
            is_engine.then_some((number, line))
        });
        engines.collect()
    }
}

/// Waits for the end of the runner.
pub fn finish(mut runner: Child) -> Output {
    let deadline = Instant::now() + HANG;
    // What a test's match shows fits into the pipes.
    while runner
        .try_wait()
        .expect("the runner can be waited for")
        .is_none()
    {
        if Instant::now() > deadline {
            let _ = runner.kill();
            panic!("the match hangs");
        }
        sleep(Duration::from_millis(5));
    }
    runner.wait_with_output().expect("output of the runner")
}

/// Why a game ended, from the comment behind its last move.
pub fn reason(game: &PgnGame) -> String {
    galaverna::arena::merge::summary(game).reason
}

/// What must be equal in two games that are the same.
pub fn essence(game: &PgnGame) -> String {
    let moves: Vec<&str> = game.moves.iter().map(|m| m.san.as_str()).collect();
    let tag = |name| game.tag(name).unwrap_or("?");
    format!(
        "{} {} {} {} {}",
        tag("Round"),
        tag("White"),
        tag("Black"),
        moves.join(" "),
        game.result
    )
}
