//! Joint statistics of matches that were played in parts.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::batch::file::FileError;

use super::statistics::{GameSummary, Sprt, Standings};
use crate::pgn::{MoveNote, PgnGame, read_located};

/// What the statistics want to know of a game, from its tags and comments. A
/// match that counts its games by this has the statistics that a merge of its
/// files has.
pub fn summary(game: &PgnGame) -> GameSummary {
    let tag = |name: &str| game.tag(name).unwrap_or("?").to_owned();
    let mut plies = 0;
    let mut seconds = 0.0;
    let mut reason = None;
    for m in &game.moves {
        let note = m.comment.as_deref().map(MoveNote::parse);
        let note = note.unwrap_or_default();
        plies += u32::from(!note.book && m.is_ply());
        seconds += note.seconds.unwrap_or(0.0);
        // What ends the game is said behind its last move.
        reason = note.reason;
    }
    GameSummary {
        round: tag("Round"),
        white: tag("White"),
        black: tag("Black"),
        half_points: GameSummary::half_points_of(&game.result),
        reason: reason
            .or_else(|| game.tag("Termination").map(str::to_owned))
            .unwrap_or_else(|| "unknown".to_owned()),
        plies,
        seconds,
    }
}

/// The statistics of all games of the files, as [`Standings::report`] has them.
///
/// # Errors
///
/// If a file cannot be read; if a game cannot, and the match that wrote it has to be resumed
/// first; or if a game is there twice, since the shares overlap or a file is named twice.
pub fn report(files: &[PathBuf], sprt: Option<Sprt>) -> Result<String, FileError> {
    let mut texts = Vec::with_capacity(files.len());
    for path in files {
        let bytes = fs::read(path).map_err(FileError::of(path))?;
        texts.push((path.as_path(), String::from_utf8_lossy(&bytes).into_owned()));
    }
    Ok(merged(&texts, sprt)?.report())
}

fn merged(texts: &[(&Path, String)], sprt: Option<Sprt>) -> Result<Standings, FileError> {
    let mut standings = Standings::new(sprt);
    let mut places: HashMap<(String, [String; 2]), String> = HashMap::new();
    for (path, text) in texts {
        for located in read_located(text) {
            let wrong = |error| FileError::Content(format!("{}: {error}", path.display()));
            let game = located.game.map_err(wrong)?;
            let summary = summary(&game);
            // In a tournament, other players may have the same round.
            let mut players = [summary.white.clone(), summary.black.clone()];
            players.sort();
            let key = (summary.round.clone(), players);
            let place = format!("{}:{}", path.display(), located.line);
            // Without a round, games are not told apart.
            let numbered = !matches!(summary.round.as_str(), "" | "?" | "-");
            if let Some(first) = places.insert(key, place.clone()).filter(|_| numbered) {
                return Err(FileError::Content(format!(
                    "round {}, {} vs {}: in {first} and again in {place}",
                    summary.round, summary.white, summary.black
                )));
            }
            standings.add(summary);
        }
    }
    Ok(standings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(round: &str, colours: [&str; 2], result: &str, comment: &str) -> String {
        let [white, black] = colours;
        format!(
            "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
             [Termination \"adjudication\"]\n\n1. e4 {{book}} e5 {{+0.10/3 0.250s}} \
             2. Ke2 {{-0.20/3 {comment}}} {result}\n\n"
        )
    }

    fn merged_report(texts: &[String]) -> Result<String, FileError> {
        let texts: Vec<(&Path, String)> = texts
            .iter()
            .zip(["a.pgn", "b.pgn", "c.pgn"])
            .map(|(text, path)| (Path::new(path), text.clone()))
            .collect();
        Ok(merged(&texts, None)?.report())
    }

    #[test]
    fn parts_give_the_statistics_of_the_whole() {
        let games = [
            game(
                "1.1",
                ["A", "B"],
                "1-0",
                "0.250s, White wins by adjudication",
            ),
            game("1.2", ["B", "A"], "1/2-1/2", "0.350s"),
            game("2.1", ["A", "B"], "0-1", "0.001s, White loses on time"),
            game("2.2", ["B", "A"], "1-0", "0.333s, White mates"),
        ];
        let whole = merged_report(&[games.concat()]).unwrap();
        let parts = [games[2..].concat(), games[..2].concat()];
        assert_eq!(merged_report(&parts).unwrap(), whole);
        assert!(whole.contains("Ptnml(0-2): [1, 0, 0, 1, 0]"), "{whole}");
        assert!(whole.contains("       1  adjudication\n"), "{whole}");
        assert!(whole.contains("       1  White loses on time\n"), "{whole}");
        // 0.5 + 0.6 + 0.251 + 0.583 s in 8 moves that are not from the book.
        let averages = "Average: 2.0 plies a game, 0.242 s a move";
        assert!(whole.ends_with(averages), "{whole}");
    }

    #[test]
    fn a_game_that_is_there_twice_is_named() {
        let one = game("1.1", ["A", "B"], "1-0", "0.1s");
        let again = game("1.1", ["B", "A"], "1-0", "0.1s");
        let other = game("1.1", ["B", "C"], "1-0", "0.1s");
        let error = merged_report(&[format!("{one}{other}"), again]).unwrap_err();
        let message = "round 1.1, B vs A: in a.pgn:1 and again in b.pgn:1";
        assert_eq!(error.to_string(), message);
        let unnumbered = game("?", ["A", "B"], "1-0", "0.1s");
        assert!(merged_report(&[unnumbered.clone(), unnumbered]).is_ok());
    }

    #[test]
    fn a_truncated_file_is_refused() {
        let text = game("1.1", ["A", "B"], "1-0", "0.1s");
        let error = merged_report(&[text[..text.len() - 9].to_owned()]).unwrap_err();
        assert!(error.to_string().starts_with("a.pgn: line 1: "), "{error}");
        let missing = report(&[PathBuf::from("/nonexistent.pgn")], None).unwrap_err();
        assert!(missing.to_string().starts_with("/nonexistent.pgn: "));
    }
}
