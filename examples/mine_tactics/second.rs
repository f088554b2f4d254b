//! Another program's opinion.

use std::path::PathBuf;
use std::time::Duration;

use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::player::log::TrafficLog;
use galaverna::player::settings::{EngineSettings, ProtocolKind, ThinkingLimits, Timeouts};
use galaverna::player::{self, MoveRequest, Player, PlayerContext, PlayerError, Reply};
use galaverna::rules::Position;
use galaverna::show::Variant;

/// How long it may think about one position.
const ALLOWED: Duration = Duration::from_secs(600);

/// A running UCI engine.
pub struct SecondEngine {
    player: Box<dyn Player>,
    variant: Variant,
}

impl SecondEngine {
    /// Starts one that plays `P`.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not know the game.
    pub fn start<P: Position>(command: PathBuf) -> Result<SecondEngine, PlayerError> {
        let variant = Variant::named(P::NAME)
            .ok_or_else(|| PlayerError::Unsuitable(format!("unknown game '{}'", P::NAME)))?;
        let settings = EngineSettings {
            name: command.display().to_string(),
            command,
            arguments: Vec::new(),
            directory: None,
            protocol: ProtocolKind::Uci,
            options: vec![("Hash".to_owned(), "64".to_owned())],
            limits: ThinkingLimits::default(),
            margin: Duration::ZERO,
            restart: false,
        };
        let context = PlayerContext {
            log: TrafficLog::none(),
            interrupt: Interrupt::default(),
            timeouts: Timeouts::default(),
            kept_lines: Vec::new(),
        };
        let player = player::start(&settings, variant, &context)?;
        Ok(SecondEngine { player, variant })
    }

    /// The move that it chooses in a position with so many nodes and nothing known before, in
    /// coordinate notation.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn best(
        &mut self,
        position: &impl Notation,
        nodes: u64,
    ) -> Result<Option<String>, PlayerError> {
        let fen = position.fen();
        self.player.new_game(self.variant, Some(&fen))?;
        let (reply, _) = self.player.think(&MoveRequest {
            start: Some(&fen),
            moves: &[],
            turn: position.turn(),
            clocks: [None; 2],
            limits: &ThinkingLimits {
                nodes: Some(nodes),
                ..ThinkingLimits::default()
            },
            allowed: ALLOWED,
        })?;
        Ok(match reply {
            Reply::Move(text) => Some(text),
            Reply::Resign | Reply::Claim(_) => None,
        })
    }
}
