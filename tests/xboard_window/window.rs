//! The real XBoard with the real engine on a display of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use galaverna::pgn;

use super::dialogue::{By, Dialogue, HANG};
use super::display::Display;

/// Sides of a piece and of the line between squares, in pixels.
const PIECE: i32 = 54;
const LINE: i32 = 1;

/// Options for every test: settings that a person would choose for our games (see
/// `docs/xboard.md`), and nothing from the machine that might differ.
const OPTIONS: &[&str] = &[
    "-testLegality",
    "false",
    "-showTargetSquares",
    "true",
    "-highlightDragging",
    "true",
    "-sweepPromotions",
    "true",
    "-size",
    "54",
    "-overrideLineGap",
    "1",
    "-showCoords",
    "false",
    "-animateMoving",
    "false",
    "-saveSettingsOnExit",
    "false",
    "-debugMode",
    "true",
    "-soundProgram",
    "",
    "-searchDepth",
    "4",
    "-ponderNextMove",
    "false",
];

/// XBoard before it is opened.
pub struct Setting {
    directory: PathBuf,
    options: Vec<String>,
}

impl Setting {
    /// A game that is called so in XBoard, in a directory of its own.
    pub fn new(test: &str, game: &str) -> Setting {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("xboard_window")
            .join(format!("{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory for the test");
        let engine = format!("{} xboard", env!("CARGO_BIN_EXE_galaverna"));
        let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/pictures");
        let this = Setting {
            directory,
            options: OPTIONS.iter().copied().map(String::from).collect(),
        };
        let debug_file = this.file("debug");
        let games = this.file("games.pgn");
        this.options(&["-nameOfDebugFile", debug_file.to_str().expect("text")])
            .options(&["-saveGameFile", games.to_str().expect("text")])
            .options(&["-pid", pictures, "-trueColors", "true"])
            .options(&["-firstChessProgram", &engine, "-variant", game])
    }

    /// Adds options of XBoard.
    pub fn options(mut self, options: &[&str]) -> Setting {
        self.options
            .extend(options.iter().copied().map(String::from));
        self
    }

    /// The game begins with this position, with White to move.
    pub fn start_position(self, fen: &str) -> Setting {
        let option = format!("Start position={fen}");
        self.options(&["-firstOptions", &option])
    }

    /// XBoard loads this position of orthodox chess, with White to move.
    pub fn load_position(self, fen: &str) -> Setting {
        let file = self.file("position.fen");
        fs::write(&file, format!("{fen}\n")).expect("a file for the test");
        self.options(&["-loadPositionFile", file.to_str().expect("text")])
    }

    /// The engine begins, and the person at the mouse has Black.
    pub fn person_has_black(self) -> Setting {
        self.options(&["-initialMode", "MachineWhite"])
    }

    /// Adds the engine as its own opponent.
    pub fn against_itself(self) -> Setting {
        let engine = format!("{} xboard", env!("CARGO_BIN_EXE_galaverna"));
        self.options(&["-secondChessProgram", &engine])
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// Opens the window, and waits until engine and XBoard are ready.
    pub fn open(self) -> Window {
        let debug_file = self.file("debug");
        let display = Display::open();
        let process = display
            .command("xboard")
            .args(&self.options)
            .current_dir(&self.directory)
            .env("HOME", &self.directory)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/games")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("xboard starts");
        let mut window = Window {
            dialogue: Dialogue::new(debug_file),
            directory: self.directory,
            process,
            display,
            board: (0, 0),
            identity: String::new(),
            flipped: false,
        };
        window.wait(By::Engine, "pong ");
        window.find_board();
        window
    }
}

/// An open window.
pub struct Window {
    pub dialogue: Dialogue,
    directory: PathBuf,
    process: Child,
    display: Display,
    /// The upper left corner of the board on the screen.
    board: (i32, i32),
    identity: String,
    /// Whether Black's side is below.
    flipped: bool,
}

impl Window {
    /// See [`Dialogue::wait`].
    pub fn wait(&mut self, by: By, start: &str) -> String {
        self.dialogue.wait(by, start)
    }

    /// Waits until XBoard shows what the engine tells the user: that window takes the keyboard
    /// when it opens.
    pub fn wait_for_note(&self) {
        let deadline = Instant::now() + HANG;
        let note = ["search", "--onlyvisible", "--name", "^Note$"];
        while !self
            .display
            .command("xdotool")
            .args(note)
            .output()
            .expect("xdotool starts")
            .status
            .success()
        {
            assert!(Instant::now() < deadline, "no note:\n{}", self.dialogue);
            sleep(Duration::from_millis(50));
        }
    }

    /// Finds the board: it fills the window's width and ends at its lower edge.
    fn find_board(&mut self) {
        let deadline = Instant::now() + HANG;
        let side = 8 * (PIECE + LINE) + LINE;
        loop {
            let found = ["search", "--onlyvisible", "--class", "xboard"];
            let output = self.display.command("xdotool").args(found).output();
            let text = String::from_utf8(output.expect("xdotool starts").stdout).expect("text");
            for identity in text.lines() {
                let geometry = ["getwindowgeometry", "--shell", identity];
                let geometry = self.display.xdotool(&geometry);
                let value = |name: &str| -> i32 {
                    let mut lines = geometry.lines();
                    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
                    line.and_then(|text| text.parse().ok()).expect("a number")
                };
                let (width, height) = (value("WIDTH"), value("HEIGHT"));
                if width >= side && height >= side {
                    let margin = (width - side) / 2;
                    self.board = (value("X") + margin, value("Y") + height - margin - side);
                    self.identity = identity.to_owned();
                    return;
                }
            }
            assert!(Instant::now() < deadline, "no window of XBoard");
            sleep(Duration::from_millis(50));
        }
    }

    /// Notes which side is below: XBoard turns the board when a person begins to play
    /// Black.
    pub fn flip(&mut self, black_below: bool) {
        self.flipped = black_below;
    }

    /// The middle of a square on the screen.
    fn point(&self, square: &str) -> [String; 2] {
        let [file, rank] = square.as_bytes() else {
            panic!("{square} is no square");
        };
        let turn = |index: u8| i32::from(if self.flipped { 7 - index } else { index });
        let column = turn(file - b'a');
        let row = turn(b'8' - rank);
        let middle = |corner: i32, index: i32| corner + LINE + index * (PIECE + LINE) + PIECE / 2;
        [
            middle(self.board.0, column).to_string(),
            middle(self.board.1, row).to_string(),
        ]
    }

    /// Clicks on a square.
    pub fn click(&self, square: &str) {
        let [x, y] = self.point(square);
        self.display
            .xdotool(&["mousemove", &x, &y, "sleep", "0.05", "click", "1"]);
    }

    /// Presses a key, such as `ctrl+w`.
    pub fn key(&self, key: &str) {
        self.display
            .xdotool(&["windowfocus", "--sync", &self.identity, "key", key]);
    }

    /// Takes up the piece of a square with a click, and waits for the engine to mark
    /// where it may go. Returns the marks.
    pub fn lift(&mut self, square: &str) -> String {
        self.click(square);
        self.wait(By::XBoard, &format!("lift {square}"));
        self.wait(By::Engine, "highlight ")
    }

    /// Moves a piece by clicks on its square and its destination, and returns the
    /// move as the engine hears it.
    pub fn play(&mut self, from: &str, to: &str) -> String {
        self.lift(from);
        self.click(to);
        self.wait(By::XBoard, &format!("put {to}"));
        self.wait_for_move()
    }

    /// Moves a piece by dragging it. Waits for the marks with the button held.
    pub fn drag(&mut self, from: &str, to: &str) -> String {
        let [x, y] = self.point(from);
        self.display
            .xdotool(&["mousemove", &x, &y, "sleep", "0.05", "mousedown", "1"]);
        self.wait(By::XBoard, &format!("lift {from}"));
        self.wait(By::Engine, "highlight ");
        let [x, y] = self.point(to);
        self.display
            .xdotool(&["mousemove", &x, &y, "sleep", "0.05", "mouseup", "1"]);
        self.wait(By::XBoard, &format!("put {to}"));
        self.wait_for_move()
    }

    /// The person's next move as the engine hears it.
    pub fn wait_for_move(&mut self) -> String {
        self.wait(By::XBoard, "usermove ")["usermove ".len()..].to_owned()
    }

    /// Promotes a piece by clicks: like a person's, the second lasts until the engine
    /// has told XBoard what the piece can become.
    pub fn promote(&mut self, from: &str, to: &str) -> String {
        self.lift(from);
        let [x, y] = self.point(to);
        self.display
            .xdotool(&["mousemove", &x, &y, "sleep", "0.05", "mousedown", "1"]);
        self.wait(By::XBoard, &format!("put {to}"));
        self.wait(By::Engine, "choice ");
        self.display.xdotool(&["sleep", "0.05", "mouseup", "1"]);
        self.wait_for_move()
    }

    /// The engine's next move, its legs in one.
    pub fn reply(&mut self) -> String {
        let mut text = String::new();
        loop {
            text.push_str(&self.wait(By::Engine, "move ")["move ".len()..]);
            if !text.ends_with(',') {
                return text;
            }
        }
    }

    /// Closes XBoard by its key, makes sure that nothing of it is left, and returns what it
    /// has written as PGN. A signal would not do: XBoard ends inside its handler, and if it
    /// was drawing or opening a window then, it hangs.
    pub fn close(mut self) -> String {
        self.key("ctrl+q");
        self.wait_for_the_end()
    }

    /// Waits until XBoard has ended by itself, and returns what it has written as
    /// PGN.
    pub fn wait_for_the_end(&mut self) -> String {
        let deadline = Instant::now() + 2 * HANG;
        while self.process.try_wait().expect("a child").is_none() || self.leftovers() > 0 {
            assert!(
                Instant::now() < deadline,
                "{} processes are left:\n{}",
                self.leftovers(),
                self.dialogue
            );
            sleep(Duration::from_millis(50));
        }
        let text = fs::read_to_string(self.directory.join("games.pgn")).unwrap_or_default();
        // What XBoard writes is read.
        for game in pgn::read(&text) {
            let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
            pgn::replay(&game).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
        text
    }

    /// The number of processes that were started from this window: all have its
    /// directory in their environment.
    fn leftovers(&self) -> usize {
        let home = format!("HOME={}", self.directory.display());
        let processes = fs::read_dir("/proc").expect("a list of processes");
        processes
            .filter_map(|entry| environment(&entry.ok()?.path()))
            .filter(|environment| environment.split('\0').any(|variable| variable == home))
            .count()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // Ended already, or of no more use.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn environment(process: &Path) -> Option<String> {
    let bytes = fs::read(process.join("environ")).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
