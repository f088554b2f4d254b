//! The position in play, how it is changed, and what XBoard shows of it.

use std::borrow::Cow;

use crate::engine::Engine;
use crate::notation::MoveError;
use crate::notation::fen;
use crate::protocol::{input, send};
use crate::rules::{Bitboard, Color, Square};
use crate::show::window::Window;
use crate::show::xboard::moves::{WindowMove, WindowMoves};
use crate::show::xboard::picture::{from_window_fen, in_case_of, placement_of, to_window_fen};
use crate::show::xboard::shown::Shown;
use crate::show::xboard::variant::variant_of_name;
use crate::show::{GAMES, Variant};

use super::command::CommandError;
use super::highlight::Selection;
use super::{Mode, Purpose, Xboard, output};

/// XBoard's board.
#[derive(Debug)]
pub(super) struct Board {
    window: Option<&'static Window>,
    moves: WindowMoves,
    shown: Shown,
    selection: Selection,
    /// Why no move can be made: the position that was to be set up is none.
    refused: bool,
}

impl Board {
    /// The engine's position, freshly set up.
    pub(super) fn of(engine: &Engine) -> Board {
        let window = engine.game().window;
        let moves = WindowMoves::of(engine.session(), window);
        Board {
            window,
            shown: Shown::new(moves.picture.clone(), window),
            moves,
            selection: Selection::default(),
            refused: false,
        }
    }

    /// Looks at the engine's position again.
    pub(super) fn refresh(&mut self, engine: &Engine) {
        self.moves = WindowMoves::of(engine.session(), self.window);
        self.selection.clear();
    }

    /// The squares on which XBoard shows something else than there is.
    pub(super) fn stale(&self) -> Bitboard {
        self.shown.stale(&self.moves.picture)
    }

    /// Whether squares change that no move has touched.
    fn changes_by_itself(&self) -> bool {
        self.window.is_some_and(|window| window.changes_by_itself)
    }

    /// What to tell a person about squares that XBoard cannot be made to show.
    fn stale_squares_message(&self, stale: Bitboard) -> Option<String> {
        if stale.is_empty() || self.changes_by_itself() {
            return None;
        }
        let names: Vec<String> = stale.into_iter().map(|square| square.to_string()).collect();
        let names = names.join(" and ");
        Some(match stale.is_disjoint(self.moves.picture.occupied()) {
            true => format!("telluser What XBoard still shows on {names} has been captured."),
            false => format!(
                "telluser The piece on {names} has changed boards too. \
                 XBoard shows it when it moves again."
            ),
        })
    }

    /// The move that a text names, with the help of what the user has clicked.
    fn find(&self, engine: &Engine, text: &str) -> Result<&WindowMove, MoveError> {
        let clicked = self.moves.clicked(&self.selection.clicks(), text);
        match clicked {
            Some(m) => Ok(m),
            None => self.moves.find(engine.session(), text),
        }
    }

    pub(super) fn moves(&self) -> &WindowMoves {
        &self.moves
    }

    pub(super) fn lift(&mut self, square: Square) -> Vec<String> {
        let stale = self.stale();
        let mut lines = vec![self.selection.lift(square, &self.moves, stale)];
        lines.extend(self.selection.early_choice(&self.moves));
        lines
    }

    pub(super) fn hover(&self, square: Square) -> String {
        self.selection.hover(square, &self.moves, self.stale())
    }

    pub(super) fn put(&mut self, square: Square) -> Option<String> {
        self.selection.put(square, &self.moves)
    }
}

/// The lines between `edit` and a full stop.
#[derive(Debug)]
pub(super) struct Editor {
    letters: [Option<char>; 64],
    color: Color,
}

impl Xboard<'_> {
    pub(super) fn new_game(&mut self) {
        self.abandon();
        if self.engine.variant().name() != GAMES[0].name {
            self.engine.choose(Variant::from(&GAMES[0]));
        }
        self.engine.new_game();
        // A start position of another game waits for the command `variant`.
        if let Ok(true) = self.set_start_position() {
            let fen = self.engine.session().fen();
            send(format!("setup {fen}"));
        }
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        self.time.new_game();
        self.opponent_is_engine = false;
        self.redrawing = false;
        self.position_changed();
    }

    pub(super) fn variant(&mut self, name: &str) {
        let Some(variant) = variant_of_name(name) else {
            send(CommandError::new(
                "unsupported variant",
                &format!("variant {name}"),
            ));
            return;
        };
        self.abandon();
        self.engine.choose(variant);
        if let Err(why) = self.set_start_position() {
            let error = format!("tellusererror Illegal start position: {why}");
            send(input::shortened(&error));
        }
        output::setup(variant.game, self.engine.session())
            .into_iter()
            .for_each(send);
        self.position_changed();
    }

    /// Sets up the position that the user wants games to begin from, if any.
    fn set_start_position(&mut self) -> Result<bool, String> {
        if self.start_position.is_empty() {
            return Ok(false);
        }
        let fen = from_window_fen(&self.start_position, self.engine.game().window);
        let mut trial = self.engine.session().fork();
        let set = trial.set_position(Some(&fen), &[]);
        set.map_err(|error| error.to_string())?;
        // XBoard's `setup` knows no other.
        if trial.turn() == Color::Black {
            return Err("White must be to move; Edit / Paste Position takes others".to_owned());
        }
        let set = self.engine.set_position(Some(&trial.fen()), &[]);
        set.map(|()| true).map_err(|error| error.to_string())
    }

    /// Another position than by a move.
    pub(super) fn position_changed(&mut self) {
        self.board = Board::of(self.engine);
        self.draw_resign.forget();
        self.position_left();
    }

    /// What was known of the last position is of no more use.
    fn position_left(&mut self) {
        self.expected = None;
        self.excluded.clear();
        self.draw_offered = false;
        if self.mode == Mode::Analyzing {
            self.start_analysis();
        }
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        self.abandon();
        let fen = from_window_fen(fen, self.board.window);
        let fen = self.with_lost_counters(&fen).unwrap_or(fen);
        match self.engine.set_position(Some(&fen), &[]) {
            Ok(()) => self.position_changed(),
            Err(error) => {
                let error = format!("tellusererror Illegal position: {error}");
                send(input::shortened(&error));
                self.board.refused = true;
            }
        }
    }

    /// The FEN of a position of the game so far that is this one but for its counters.
    /// XBoard counts moves from where a position was set up, and begins with 1; any
    /// other number is one that somebody means.
    fn with_lost_counters(&self, fen: &str) -> Option<String> {
        let mut wanted = self.engine.session().fork();
        wanted.set_position(Some(fen), &[]).ok()?;
        if wanted.state().fullmove_number > 1 {
            return None;
        }
        let wanted = wanted.fen();
        let mut known = self.engine.session().fork();
        loop {
            let fen = known.fen();
            if fen::without_counters(&fen) == fen::without_counters(&wanted) {
                return Some(fen);
            }
            if !known.undo() {
                return None;
            }
        }
    }

    pub(super) fn edit(&mut self) {
        self.abandon();
        let picture = &self.board.moves.picture;
        self.editor = Some(Editor {
            letters: Square::ALL.map(|square| picture.letter(square)),
            color: Color::White,
        });
    }

    pub(super) fn edit_line(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else {
            return;
        };
        match line.trim() {
            "" => {}
            "#" => editor.letters = [None; 64],
            "c" => editor.color = !editor.color,
            "." => self.leave_editor(),
            line => {
                // A plus behind a square marks promoted pieces of other games.
                let mut letters = line.trim_end_matches('+').chars();
                let letter = letters.next().filter(char::is_ascii_alphabetic);
                let square = Square::from_ascii(letters.as_str().as_bytes()).ok();
                let (Some(letter), Some(square)) = (letter, square) else {
                    send(CommandError::new("unknown edit command", line));
                    return;
                };
                let sample = editor.color.fold_wb('W', 'b');
                editor.letters[square.to_usize()] =
                    (letter != 'x').then(|| in_case_of(sample, letter));
            }
        }
    }

    fn leave_editor(&mut self) {
        if let Some(editor) = self.editor.take() {
            let placement = placement_of(&editor.letters);
            let turn = self.engine.session().turn().char();
            // Rights that contradict the board are dropped.
            self.set_board(&format!("{placement} {turn} KQkq - 0 1"));
        }
    }

    pub(super) fn bare_move(&mut self, text: &str) {
        match self.board.moves.find(self.engine.session(), text) {
            Err(MoveError::Unreadable(_)) => send(CommandError::new("unknown command", text)),
            _ => self.user_move(text),
        }
    }

    pub(super) fn user_move(&mut self, text: &str) {
        if let Some(reason) = self.unwelcome() {
            return refuse(reason, text);
        }
        let m = match self.board.find(self.engine, text) {
            Ok(m) => m.clone(),
            Err(error) => {
                let reason = self.why_illegal(&error);
                return refuse(&reason, text);
            }
        };
        let hit = self.purpose == Some(Purpose::Pondering(m.m));
        if !hit {
            self.abandon();
        }
        self.play(&m, Bitboard::EMPTY);
        match self.mode {
            Mode::Playing(side) if side == self.engine.session().turn() => {
                if self.claim_result() {
                    self.abandon();
                } else if self.redraw() {
                    self.abandon();
                    self.time.restart_clocks();
                } else if hit {
                    self.ponder_hit();
                } else {
                    self.think();
                }
            }
            Mode::Playing(_) => {
                self.claim_result();
            }
            Mode::Force | Mode::Analyzing => {}
        }
    }

    /// Why no move at all is taken now. XBoard looks for certain words in these
    /// messages, `board` and `result` among them, and takes no move back that is
    /// refused with one of them.
    fn unwelcome(&self) -> Option<&'static str> {
        if self.is_thinking() {
            Some("it is not your turn")
        } else if self.board.refused {
            Some("the position is illegal")
        } else if self.engine.session().outcome().is_some() {
            Some("the game is over")
        } else {
            None
        }
    }

    fn why_illegal(&self, error: &MoveError) -> Cow<'static, str> {
        let text = match error {
            MoveError::Unreadable(_) => return "that is no move".into(),
            MoveError::Ambiguous { .. } => return "ambiguous".into(),
            MoveError::Refused { why, .. } => return (*why).into(),
            MoveError::Forbidden { reason, .. } => return reason.to_string().into(),
            MoveError::Illegal(text) => text,
        };
        let origin = text.get(..2).map(str::as_bytes);
        let origin = origin.and_then(|text| Square::from_ascii(text).ok());
        let piece = origin.map(|square| self.board.moves.picture.letter(square));
        let own = self.engine.session().turn() == Color::White;
        let reason = match piece {
            Some(None) => "no piece is there",
            Some(Some(piece)) if piece.is_ascii_uppercase() != own => "that piece is not yours",
            _ if !self.engine.session().state().checkers.is_empty() => "in check",
            _ => "against the rules",
        };
        reason.into()
    }

    /// The squares that a move of the engine clears away besides, for a person's eyes:
    /// programs need not know of them.
    pub(super) fn besides(&self, m: &WindowMove) -> Bitboard {
        match self.is_watched() {
            true => self.board.shown.clearable(&self.board.moves.picture, m),
            false => Bitboard::EMPTY,
        }
    }

    /// Makes a move of either side, with which XBoard empties the squares `besides`.
    pub(super) fn play(&mut self, m: &WindowMove, besides: Bitboard) {
        let number = self.engine.session().state().fullmove_number;
        let dots = self.engine.session().turn().fold_wb(".", "...");
        let played = self.engine.session_mut().play(&m.m.to_string());
        debug_assert!(played.is_ok(), "{}", m.m);
        self.last_move =
            played.map_or_else(|_| String::new(), |san| format!("{number}{dots}{san}"));
        let stale_before = self.board.stale();
        self.board.shown.play(m, besides);
        self.board.refresh(self.engine);
        self.position_left();
        if matches!(self.mode, Mode::Playing(_)) && self.is_watched() {
            let stale = self.board.stale() & !stale_before;
            self.board
                .stale_squares_message(stale)
                .into_iter()
                .for_each(send);
        }
    }

    /// Whether a person looks at a window.
    fn is_watched(&self) -> bool {
        self.has_window && !self.opponent_is_engine
    }

    /// Says that the game is over, if it is.
    pub(super) fn claim_result(&mut self) -> bool {
        let outcome = self.engine.session().outcome();
        if let Some(outcome) = outcome {
            send(output::result(outcome));
        }
        outcome.is_some()
    }

    /// Has XBoard show the position afresh if the board has changed by itself and a
    /// person looks at it. XBoard ends its game for that and begins another, in
    /// which the engine has Black.
    pub(super) fn redraw(&mut self) -> bool {
        let stale = !self.board.stale().is_empty();
        if !(self.board.changes_by_itself() && self.is_watched() && stale) {
            return false;
        }
        let session = self.engine.session();
        let fen = to_window_fen(&session.fen(), &session.diagrams(), self.board.window);
        // The second line is for the record of the new game.
        let mut lines = vec![format!("setboard {fen}"), format!("setup {fen}")];
        lines.extend(output::pieces(self.engine.game()));
        let what_next = match self.mode {
            Mode::Playing(side) if side == session.turn() => {
                let side = side.fold_wb("White", "Black");
                format!("Choose Mode / Machine {side} to go on.")
            }
            _ => "It is your move.".to_owned(),
        };
        lines.push(format!(
            "telluser {} A new diagram is set up. {what_next}",
            self.what_changed()
        ));
        send(lines.join("\n"));
        self.mode = Mode::Playing(Color::Black);
        self.redrawing = true;
        self.board.shown = Shown::new(self.board.moves.picture.clone(), self.board.window);
        true
    }

    /// What has changed besides the last move, in whole sentences.
    fn what_changed(&self) -> String {
        let last = &self.last_move;
        let Some(event) = self.engine.session().countdown() else {
            return format!("After {last} the board has changed by itself.");
        };
        let lost = self.board.shown.lost(&self.board.moves.picture);
        let lost = match lost.is_empty() {
            true => "Nobody".to_owned(),
            false => lost.join(" and "),
        };
        let words = event.words;
        format!(
            "The {} has come after {last}. {lost} {}.",
            words.title, words.lost
        )
    }

    /// XBoard puts the engine into force mode first.
    pub(super) fn undo(&mut self) {
        if matches!(self.mode, Mode::Playing(_)) || !self.take_back(1) {
            self.not_now("undo");
        }
    }

    /// Takes back a move of either side.
    pub(super) fn remove(&mut self) {
        let waiting =
            matches!(self.mode, Mode::Playing(side) if side != self.engine.session().turn());
        if !waiting || self.is_thinking() || !self.take_back(2) {
            return self.not_now("remove");
        }
        self.draw_resign.take_back();
    }

    /// Takes so many moves back, or none if there are not so many.
    fn take_back(&mut self, count: usize) -> bool {
        let mut trial = self.engine.session().fork();
        if !(0..count).all(|_| trial.undo()) {
            return false;
        }
        self.abandon();
        for _ in 0..count {
            self.engine.session_mut().undo();
            self.board.refresh(self.engine);
            self.board.shown.undo(&self.board.moves.picture);
        }
        self.board.refused = false;
        self.position_left();
        true
    }
}
/// What XBoard is told of a move that cannot be made.
fn refuse(reason: &str, text: &str) {
    send(input::shortened(&format!(
        "Illegal move ({reason}): {text}"
    )));
}
