//! Static exchange evaluation (SEE): who wins material when both sides go on
//! taking on one square, each with its least valuable piece first.

use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Board, Color, Move, Position, Role, Square, attacks};

use super::attack_sets;

/// A game with static exchange evaluation, by which moves are ordered and pruned.
pub trait See: Position {
    /// What the pieces are worth in exchanges.
    const SEE_VALUES: RoleValues;

    /// What blocks lines and is worth nothing; once it is taken its line is open.
    #[inline]
    fn obstacles(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    /// What the side that waits attacks on each of two boards; the same twice in games of
    /// one board.
    fn attacked(&self) -> [Bitboard; 2];

    /// The pieces of the second board, in a game that has two and whose moves change them.
    #[inline]
    fn second_board(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    /// What the side that waits threatens.
    #[inline]
    fn threats(&self) -> Threats {
        self.threats_by(self.attacked())
    }

    /// The same where [`See::attacked`] is known already.
    #[inline]
    fn threats_by(&self, attacked: [Bitboard; 2]) -> Threats {
        Threats {
            on: attacked,
            second_board: self.second_board(),
        }
    }

    /// The value of the pieces that `m` takes, and what a promotion adds, in
    /// centipawns.
    fn gain(&self, m: Move) -> i32 {
        gain(self.board(), &Self::SEE_VALUES, m)
    }

    /// Whether `m` and all sensible recaptures on its destination leave the side
    /// to move at least `threshold` centipawns up.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        orthodox(
            self.board(),
            self.obstacles(),
            &Self::SEE_VALUES,
            m,
            threshold,
        )
    }

    /// Whether `m`, a capture, takes what stands on `square`.
    #[inline]
    fn takes(&self, m: Move, square: Square) -> bool {
        m.to() == square
    }

    /// Whether `threats` alone tell that nothing takes back after `m`.
    #[inline]
    fn is_spared(&self, threats: &Threats, m: Move) -> bool {
        threats.spare(m)
    }

    /// The same as [`See::see_ge`], where it is known what the side that waits attacks:
    /// many moves lead to where nothing takes back, which this says at once.
    #[inline]
    fn see_ge_facing(&self, threats: &Threats, m: Move, threshold: i32) -> bool {
        match self.is_spared(threats, m) {
            true => self.gain(m) >= threshold,
            false => self.see_ge(m, threshold),
        }
    }
}

/// What the side that waits attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats {
    /// As [`See::attacked`] has it.
    on: [Bitboard; 2],
    /// As [`See::second_board`] has it.
    second_board: Bitboard,
}

impl Threats {
    /// Whether a move of the side to move goes from an attacked square, and whether to one:
    /// a number below four.
    #[inline]
    pub fn index(&self, m: Move) -> usize {
        let board = usize::from(self.second_board.contains(m.from()));
        let from = self.on[board].contains(m.from());
        let to = self.on[1 - board].contains(m.to());
        2 * usize::from(from) + usize::from(to)
    }

    /// Whether no piece can take back after a move: nothing attacks where it goes to, nor
    /// where it comes from, so that it opens no line either. `false` where threats are not
    /// known, as it is where a side attacks nothing at all.
    #[inline]
    pub fn spare(&self, m: Move) -> bool {
        let known = !(self.on[0] | self.on[1]).is_empty();
        known && self.index(m) == 0 && m.kind() != MoveKind::EnPassant
    }
}

/// [`See::attacked`] in a game of one board.
#[inline]
pub fn attacked_on_one_board(position: &impl See) -> [Bitboard; 2] {
    let board = position.board();
    let enemies = board.by_color(!position.turn());
    let occupied = board.occupied() | position.obstacles();
    let pieces = [enemies, Bitboard::EMPTY];
    let [attacked, _] = attacked_by(board, !position.turn(), pieces, [occupied; 2]);
    [attacked; 2]
}

/// The squares that any of a side's `pieces` attacks, where those of `occupied` block
/// lines, on each of two boards. Draughts men attack nothing.
#[inline]
pub fn attacked_by(
    board: &Board,
    color: Color,
    pieces: [Bitboard; 2],
    occupied: [Bitboard; 2],
) -> [Bitboard; 2] {
    let sets = |[first, second]: [Bitboard; 2]| [first, second, Bitboard::EMPTY, Bitboard::EMPTY];
    let of = |roles: Bitboard| sets(pieces.map(|pieces| pieces & roles));
    let by_role = |role| board.by_role(role);
    let empty = sets(occupied.map(|occupied| !occupied));
    let queens = by_role(Role::Queen);
    let straight = attack_sets::by_rooks(of(by_role(Role::Rook) | queens), empty);
    let diagonal = attack_sets::by_bishops(of(by_role(Role::Bishop) | queens), empty);
    let knights = attack_sets::by_knights(of(by_role(Role::Knight)));
    std::array::from_fn(|plane| {
        let pieces = pieces[plane];
        let king = (pieces & by_role(Role::King)).first();
        straight[plane]
            | diagonal[plane]
            | knights[plane]
            | attack_sets::by_pawns(pieces & by_role(Role::Pawn), color)
            | king.map_or(Bitboard::EMPTY, attacks::king_attacks)
    })
}

/// Values of pieces in centipawns, by [`Role::index`].
pub type RoleValues = [i32; Role::COUNT];

/// The roles that take by moving onto their victims, in the order of orthodox values: those
/// whose attacks nothing blocks, and those that are more.
const LEAST: [Role; 2] = [Role::Pawn, Role::Knight];
const OTHERS: [Role; 4] = [Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// A piece that takes in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// One of this value, which can be taken next.
    Exposed(i32),
    /// A king, which may take only where it cannot be taken.
    King,
    /// One that does not stay on the square, so that nobody takes back.
    Escaping,
}

/// The swap algorithm: whether a move that wins `gain` at once and puts a piece of
/// value `moved` at risk ends at least `threshold` up. What `exchange` returns, where it
/// comes to an exchange at all, gives the least valuable piece that can take next, the
/// side that did not make the move first, then by turns.
///
/// Works with a null window as in Stockfish's `see_ge`: the balance is always
/// that of the side to take if it stopped now.
#[inline]
pub fn swap_ge<N: FnMut() -> Option<Attacker>>(
    gain: i32,
    moved: i32,
    threshold: i32,
    exchange: impl FnOnce() -> N,
) -> bool {
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance = moved - balance;
    if balance <= 0 {
        return true;
    }
    let mut next_attacker = exchange();
    let mut reached = true;
    while let Some(attacker) = next_attacker() {
        reached = !reached;
        let at_risk = match attacker {
            Attacker::Exposed(value) => value,
            Attacker::Escaping => 0,
            Attacker::King => {
                return match next_attacker() {
                    Some(_) => !reached,
                    None => reached,
                };
            }
        };
        balance = at_risk - balance;
        if balance < i32::from(reached) {
            break;
        }
    }
    reached
}

/// What `m` takes on its destination and gains by promotion, for games in which
/// pieces take by moving onto their victims.
#[inline]
pub fn gain(board: &Board, values: &RoleValues, m: Move) -> i32 {
    let taken = match m.kind() {
        MoveKind::Capture => board.role_at(m.to()).map_or(0, |role| values[role.index()]),
        MoveKind::EnPassant => values[Role::Pawn.index()],
        _ => 0,
    };
    let promotion = match (m.promoted_to(), board.role_at(m.from())) {
        (Some(to), Some(from)) => values[to.index()] - values[from.index()],
        _ => 0,
    };
    taken + promotion
}

/// The value of the piece that stands on the destination after `m`.
#[inline]
pub fn value_after(board: &Board, values: &RoleValues, m: Move) -> i32 {
    m.promoted_to()
        .or(board.role_at(m.from()))
        .map_or(0, |role| values[role.index()])
}

/// The pieces that attack a square, of both sides, while they take there one by one.
pub struct Attackers<'a> {
    board: &'a Board,
    square: Square,
    /// Those that attack it now; sliders only once they are asked for, since an exchange
    /// may be decided before.
    attackers: Bitboard,
    with_sliders: bool,
    /// What blocks lines.
    pub occupied: Bitboard,
}

impl<'a> Attackers<'a> {
    /// Those on the squares of `occupied`, which block lines, too. Draughts men are left
    /// out.
    #[inline]
    pub fn new(board: &'a Board, square: Square, occupied: Bitboard) -> Attackers<'a> {
        let pawns =
            |color: Color| attacks::pawn_attacks(!color, square) & board.pieces(color, Role::Pawn);
        let leapers = pawns(Color::White)
            | pawns(Color::Black)
            | attacks::knight_attacks(square) & board.by_role(Role::Knight)
            | attacks::king_attacks(square) & board.by_role(Role::King);
        Attackers {
            board,
            square,
            attackers: leapers & occupied,
            with_sliders: false,
            occupied,
        }
    }

    #[inline]
    fn look_along_diagonals(&mut self) {
        let board = self.board;
        let sliders = board.by_role(Role::Bishop) | board.by_role(Role::Queen);
        self.attackers |= attacks::bishop_attacks(self.square, self.occupied) & sliders;
    }

    #[inline]
    fn look_along_files_and_ranks(&mut self) {
        let board = self.board;
        let sliders = board.by_role(Role::Rook) | board.by_role(Role::Queen);
        self.attackers |= attacks::rook_attacks(self.square, self.occupied) & sliders;
    }

    /// A side's attacker of the first of these roles that has one.
    #[inline]
    fn least_valuable<const N: usize>(
        &self,
        color: Color,
        roles: [Role; N],
    ) -> Option<(Role, Square)> {
        let own = self.attackers & self.board.by_color(color);
        roles.into_iter().find_map(|role| {
            let from = (own & self.board.by_role(role)).first()?;
            Some((role, from))
        })
    }

    /// Takes away the least valuable attacker of a side, which opens lines for those
    /// behind it (x-rays).
    #[inline]
    pub fn take_least_valuable(&mut self, color: Color, values: &RoleValues) -> Option<Attacker> {
        let (role, from) = self.least_valuable(color, LEAST).or_else(|| {
            if !self.with_sliders {
                self.with_sliders = true;
                self.look_along_diagonals();
                self.look_along_files_and_ranks();
                self.attackers &= self.occupied;
            }
            self.least_valuable(color, OTHERS)
        })?;
        self.occupied.discard(from);
        if self.with_sliders {
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                self.look_along_diagonals();
            }
            if matches!(role, Role::Rook | Role::Queen) {
                self.look_along_files_and_ranks();
            }
        }
        self.attackers &= self.occupied;
        Some(match role {
            Role::King => Attacker::King,
            _ => Attacker::Exposed(values[role.index()]),
        })
    }
}

/// [`See::see_ge`] on one
/// board with orthodox pieces, where `obstacles` block and are never taken.
pub fn orthodox(
    board: &Board,
    obstacles: Bitboard,
    values: &RoleValues,
    m: Move,
    threshold: i32,
) -> bool {
    if m.is_castling() {
        return threshold <= 0;
    }
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_at(from) else {
        return false;
    };
    swap_ge(
        gain(board, values, m),
        value_after(board, values, m),
        threshold,
        || {
            let mut occupied = (board.occupied() | obstacles).without(from).with(to);
            if m.kind() == MoveKind::EnPassant {
                occupied.discard(Square::from_coords(to.file(), from.rank()));
            }
            let mut attackers = Attackers::new(board, to, occupied);
            let mut side = piece.color();
            move || {
                side = !side;
                attackers.take_least_valuable(side, values)
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use crate::eval::{Evaluate, Evaluator};
    use crate::notation::Notation;

    /// Of how many moves it is said at once that nothing takes back, and of how many it is
    /// asked, in lines of moves from the samples on.
    fn spared<P: Evaluate + Notation>() -> (usize, usize) {
        let mut counts = (0, 0);
        for fen in P::SAMPLE_FENS {
            let mut position = P::from_fen(fen).unwrap();
            let mut evaluator = P::evaluator();
            for ply in 0..60 {
                // The evaluation finds out the same.
                assert_eq!(evaluator.attacked(!position.turn()), None);
                evaluator.evaluate(&position);
                let attacked = evaluator.attacked(!position.turn());
                assert_eq!(attacked, Some(position.attacked()), "{}", position.fen());
                let (threats, moves) = (position.threats(), position.legal_moves());
                for &m in &moves {
                    counts.0 += usize::from(position.is_spared(&threats, m));
                    counts.1 += 1;
                    let gain = position.gain(m);
                    for threshold in [-1000, -200, -1, 0, 1, 100, gain, gain + 1] {
                        assert_eq!(
                            position.see_ge_facing(&threats, m, threshold),
                            position.see_ge(m, threshold),
                            "{m} {threshold} {}",
                            position.fen()
                        );
                    }
                }
                if moves.is_empty() || position.variant_end().is_some() {
                    break;
                }
                position.play(moves[(7 * ply + 3) % moves.len()]);
                evaluator.push();
            }
        }
        counts
    }

    fn exchanges_are_the_same_where_threats_are_known<P: Evaluate + Notation>() {
        let (at_once, moves) = spared::<P>();
        assert!(4 * at_once > moves, "{at_once} of {moves}");
    }

    for_each_game!(exchanges_are_the_same_where_threats_are_known);
}
