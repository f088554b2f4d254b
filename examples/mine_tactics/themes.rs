//! What a combination is about, and how many of each kind a suite wants.

use galaverna::rules::alice::Alice;
use galaverna::rules::chess::Chess;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;
use galaverna::rules::iceage::IceAge;
use galaverna::rules::{Color, Move, Position};

use crate::goal::{Finding, Goal, is_long_chain};

/// A kind of position: the middle of its `id`, its theme in words, how many of a hundred.
pub struct Kind {
    pub name: &'static str,
    pub theme: &'static str,
    pub wanted: usize,
}

const fn kind(name: &'static str, theme: &'static str, wanted: usize) -> Kind {
    Kind {
        name,
        theme,
        wanted,
    }
}

/// A game that has kinds of combinations.
pub trait Themed: Position {
    /// The kinds; the first that fits is a finding's kind.
    const KINDS: &'static [Kind];

    /// Whether the side to move must choose among the few moves that the border
    /// rule leaves it.
    fn is_squeezed(&self) -> bool {
        false
    }
}

impl Themed for Chess {
    const KINDS: &'static [Kind] = &[
        kind("mate2", "mate in 2", 12),
        kind("mate3", "mate in 3", 16),
        kind("mate4", "mate in 4", 16),
        kind("mate5", "mate in 5", 10),
        kind("mate6", "mate in 6", 6),
        kind("promotion", "promotion", 10),
        kind("gain", "material win", 30),
    ];
}

impl Themed for Alice {
    const KINDS: &'static [Kind] = &[
        kind("mate2", "mate in 2", 12),
        kind("mate3", "mate in 3", 18),
        kind("mate4", "mate in 4", 16),
        kind("mate5", "mate in 5", 10),
        kind("mate6", "mate in 6", 6),
        kind("promotion", "promotion", 8),
        kind("gain", "material win", 30),
    ];
}

impl Themed for IceAge {
    const KINDS: &'static [Kind] = &[
        kind("icewin", "win through the ice", 16),
        kind("mate2", "mate in 2", 10),
        kind("mate3", "mate in 3", 14),
        kind("mate4", "mate in 4", 12),
        kind("mate5", "mate in 5", 8),
        kind("mate6", "mate in 6", 4),
        kind("freeze", "material win through the ice", 16),
        kind("gain", "material win", 20),
    ];
}

impl Themed for Elolbia {
    const KINDS: &'static [Kind] = &[
        kind("squeeze", "border-rule squeeze", 12),
        kind("chain", "chain of three or more", 16),
        kind("mate2", "mate in 2", 10),
        kind("mate3", "mate in 3", 14),
        kind("mate4", "mate in 4", 12),
        kind("mate5", "mate in 5", 8),
        kind("mate6", "mate in 6", 4),
        kind("gain", "material win", 24),
    ];

    fn is_squeezed(&self) -> bool {
        self.border_rule_holds_for(self.turn())
            && self.border_excess(self.turn()) > 0
            && !self.is_check()
    }
}

impl Themed for Clupso {
    const KINDS: &'static [Kind] = &[
        kind("chain", "chain of three or more", 18),
        kind("race", "promotion race", 24),
        kind("win2", "last chessman in 2", 8),
        kind("win3", "last chessman in 3", 10),
        kind("win4", "last chessman in 4", 10),
        kind("win5", "last chessman in 5", 6),
        kind("win6", "last chessman in 6", 4),
        kind("gain", "material win", 20),
    ];
}

/// The number of the finding's kind in [`Themed::KINDS`].
pub fn kind_of<P: Themed>(position: &P, finding: &Finding) -> Option<usize> {
    let shown = Shown::of(position, &finding.line);
    let name = match finding.goal {
        _ if shown.squeeze => "squeeze".to_owned(),
        _ if shown.chain => "chain".to_owned(),
        Goal::Win { .. } if shown.freeze => "icewin".to_owned(),
        Goal::Material { .. } if shown.freeze => "freeze".to_owned(),
        Goal::Win { .. } if shown.promotion && P::NAME == "clupso" => "race".to_owned(),
        Goal::Material { .. } if shown.promotion => match P::NAME {
            "clupso" => "race".to_owned(),
            "iceage" => "gain".to_owned(),
            _ => "promotion".to_owned(),
        },
        Goal::Win { moves } if P::NAME == "clupso" => format!("win{moves}"),
        Goal::Win { moves } => format!("mate{moves}"),
        Goal::Material { .. } => "gain".to_owned(),
    };
    P::KINDS.iter().position(|kind| kind.name == name)
}

/// What happens on a line.
#[derive(Default)]
struct Shown {
    chain: bool,
    promotion: bool,
    squeeze: bool,
    freeze: bool,
}

impl Shown {
    fn of<P: Themed>(position: &P, line: &[Move]) -> Shown {
        let attacker = position.turn();
        let mut shown = Shown::default();
        let mut current = position.clone();
        for &m in line {
            let victims = |position: &P, color: Color| position.board().by_color(color).count();
            let before = victims(&current, !attacker);
            let taken = usize::from(m.is_capture() && current.turn() == attacker);
            if current.turn() == attacker {
                shown.chain |= is_long_chain(m);
                shown.promotion |= m.promoted_to().is_some();
            } else {
                shown.squeeze |= current.is_squeezed();
            }
            current.play(m);
            let lost = before - victims(&current, !attacker);
            shown.freeze |= P::NAME == "iceage" && lost > taken;
        }
        shown
    }
}
