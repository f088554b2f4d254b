//! Placements of two boards side by side, as CuteChess writes them: ranks of 16 files,
//! board A on the left, B on the right.

use crate::rules::Square;

use super::FenError;

/// The placement in our own form, with `|` before the pieces of the second board; `None`
/// if it is not of ranks of 16 files.
///
/// # Errors
///
/// If a square is taken on both boards.
pub fn merged(placement: &str) -> Result<Option<String>, FenError> {
    let ranks = sixteen_files(placement);
    ranks.map(|ranks| merge_boards(&ranks)).transpose()
}

/// The squares of a placement with ranks of 16 files, blanks for empty ones;
/// `None` if it has another shape.
fn sixteen_files(placement: &str) -> Option<Vec<Vec<char>>> {
    let ranks: Vec<Vec<char>> = placement
        .split('/')
        .map(|rank| {
            let mut cells = Vec::with_capacity(16);
            let mut run = 0_usize;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(digit) => run = (run * 10 + digit as usize).min(17),
                    None => {
                        cells.resize(cells.len() + std::mem::take(&mut run), ' ');
                        cells.push(letter);
                    }
                }
            }
            cells.resize(cells.len() + run, ' ');
            cells
        })
        .collect();
    let fits = ranks.len() == 8 && ranks.iter().all(|cells| cells.len() == 16);
    fits.then_some(ranks)
}

/// One placement in our own form for two boards side by side.
fn merge_boards(ranks: &[Vec<char>]) -> Result<String, FenError> {
    let mut placement = String::new();
    for (row, cells) in ranks.iter().enumerate() {
        if row > 0 {
            placement.push('/');
        }
        for file in 0..8 {
            match (cells[file], cells[file + 8]) {
                (' ', ' ') => placement.push('1'),
                (letter, ' ') => placement.push(letter),
                (' ', letter) => {
                    placement.push('|');
                    placement.push(letter);
                }
                _ => {
                    let square = Square::new(((7 - row) * 8 + file) as u32);
                    return Err(FenError::BothBoards(square));
                }
            }
        }
    }
    Ok(placement)
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::alice::Alice;

    use super::*;

    #[test]
    fn sixteen_file_ranks_are_read() {
        let start = "rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1";
        assert_eq!(Alice::from_fen(start).unwrap().fen(), Alice::START_FEN);
        let moved = "rnbqkbnr8/pppppppp8/16/16/12P3/16/PPPP1PPP8/RNBQKBNR8 b KQkq - 0 1";
        assert_eq!(
            Alice::from_fen(moved).unwrap().fen(),
            "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
        let both = "k15/16/16/16/16/16/16/K7R7 w - - 0 1";
        let refused = Alice::from_fen(both).unwrap_err();
        assert_eq!(refused, FenError::BothBoards(Square::A1));
    }
}
