//! Games as PGN, out.

use crate::notation::UciScore;
use crate::pgn::{self, PgnGame, PgnMove, Variation};
use crate::rules::chess::CHESS960;
use crate::show::{Record, Variant};

use crate::board::line::{open, rules};
use crate::board::messages::{GameLine, TreeMove};

/// A game with its variations as PGN in export format.
///
/// # Errors
///
/// In words, if a move is not legal, variations are too deep, or nobody could read the
/// text.
pub fn write(
    line: &GameLine,
    tree: &[TreeMove],
    tags: &[(String, String)],
    result: &str,
) -> Result<String, String> {
    let (game, session) = open(&GameLine {
        moves: Vec::new(),
        ..line.clone()
    })?;
    let mut pgn = PgnGame {
        result: result.to_owned(),
        ..PgnGame::default()
    };
    for (name, value) in tags {
        if !pgn::is_tag_name(name) {
            return Err(format!("No tag can be called '{name}'."));
        }
        // Where it begins is said by the line.
        if !["SetUp", "FEN"].contains(&name.as_str()) {
            pgn.set_tag(name, value);
        }
    }
    if !pgn::RESULTS.contains(&result) {
        return Err(format!("'{result}' is no result of a game."));
    }
    pgn.set_tag("Result", result);
    let (named, rules): (Vec<_>, Vec<_>) = rules(line)
        .into_iter()
        .partition(|(name, on)| name == CHESS960.name && *on);
    let chess960 = !named.is_empty();
    pgn.set_tag("Variant", Variant { game, chess960 }.name());
    pgn.set_start(game, Some(&session.fen()));
    for (name, on) in rules {
        pgn.set_tag(&name, &on.to_string());
    }
    let tree = Tree::new(tree)?;
    if let Some(&first) = tree.following[0].first() {
        pgn.comment = tree.introduction(first);
        pgn.moves = tree.line(session, first, 0)?;
    }
    Ok(pgn.to_string())
}

/// A game that is being written.
struct Tree<'a> {
    moves: &'a [TreeMove],
    /// For the start and each move those that follow it, the first of them the line
    /// itself.
    following: Vec<Vec<usize>>,
}

impl Tree<'_> {
    fn new(moves: &[TreeMove]) -> Result<Tree<'_>, String> {
        let mut following = vec![Vec::new(); moves.len() + 1];
        for (index, m) in moves.iter().enumerate() {
            if m.after > index {
                return Err("A move stands before the one that it follows.".to_owned());
            }
            following[m.after].push(index);
        }
        Ok(Tree { moves, following })
    }

    fn introduction(&self, index: usize) -> Option<String> {
        let introduction = &self.moves[index].introduction;
        (!introduction.is_empty()).then(|| introduction.clone())
    }

    /// The line from a move on, which can be played in the session's position.
    fn line(
        &self,
        mut session: Box<dyn Record>,
        first: usize,
        depth: usize,
    ) -> Result<Vec<PgnMove>, String> {
        if depth > pgn::MAX_DEPTH {
            return Err("The variations are nested too deeply.".to_owned());
        }
        let mut line: Vec<PgnMove> = Vec::new();
        let mut next = Some(first);
        while let Some(index) = next {
            let m = &self.moves[index];
            let siblings = &self.following[m.after];
            // Whatever a variation begins with has its siblings in the line itself.
            let others = match siblings.first() == Some(&index) {
                true => &siblings[1..],
                false => &[],
            };
            let mut variations = Vec::new();
            for &other in others {
                variations.push(Variation {
                    comment: self.introduction(other),
                    moves: self.line(session.fork(), other, depth + 1)?,
                });
            }
            let san = session.play(&m.text).map_err(|error| error.to_string())?;
            line.push(PgnMove {
                san,
                nags: m.nags.clone(),
                comment: comment(m),
                variations,
            });
            next = self.following[index + 1].first().copied();
        }
        Ok(line)
    }
}

/// The comment behind a move, with its value.
fn comment(m: &TreeMove) -> Option<String> {
    let score = m.score.and_then(|score| {
        let mate = score.mate.map(UciScore::Mate);
        mate.or(score.cp.map(UciScore::Centipawns))
    });
    let eval = score.map(pgn::eval_command);
    let text = [eval.unwrap_or_default(), m.comment.clone()].join(" ");
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
