//! The one game that people at two machines play by this server, and who takes part.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;
use tokio::time::sleep_until;

use crate::board::messages::{
    GameLine, NetworkRequest, NetworkRequestBody, NetworkView, NetworkWish, Reply, ReplyBody,
};
use crate::board::network_game::NetworkGame;
use crate::board::{conversation, line};
use crate::rules::Color;
use crate::show::describe;
use crate::show::view::Side;

use super::token::Token;

/// The most pages of one kind: of the host, of the other player, of spectators.
const MOST_PAGES: [usize; 3] = [8, 4, 16];

/// The longest name, in letters.
const LONGEST_NAME: usize = 24;

/// How many invitations of before are known as such.
const STALE_KEPT: usize = 16;

/// What a page may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Of the machine on which the server runs: it invites and plays.
    Host,
    /// It plays the other side.
    Guest,
    /// It watches.
    Spectator,
}

/// What a key opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The game of the invitation with this number.
    Game(Role, u32),
    /// Nothing any more.
    Stale,
    /// Nothing.
    Nothing,
}

/// The keys of an invitation: the other player's and the spectators'.
struct Keys {
    player: Token,
    spectator: Token,
}

/// The game and its invitation.
struct Table {
    keys: Keys,
    game: NetworkGame,
    /// The game's name; each rematch has another.
    id: String,
    host: Color,
    /// Of the host and of the guest.
    names: [Option<String>; 2],
    begun: bool,
}

#[derive(Default)]
struct State {
    /// Counts the invitations.
    invitation: u32,
    table: Option<Table>,
    stale: Vec<Keys>,
    /// How many pages of each kind there are.
    pages: [usize; 3],
}

/// The game, and what tells those who wait for a change of it.
pub struct Hall {
    /// What an invitation's address begins with: `http://192.168.1.5:8064`.
    address: String,
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

impl Hall {
    /// An empty one, in which keys belong to this address.
    pub fn new(address: String) -> Hall {
        Hall {
            address,
            state: Mutex::default(),
            changed: watch::Sender::new(()),
        }
    }

    /// What an invitation's address begins with.
    pub fn address(&self) -> &str {
        &self.address
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What waits for changes.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// What a key opens; all keys are compared, each in constant time.
    pub fn opens(&self, key: &str) -> Opens {
        let state = self.state();
        let is_stale = state.stale.iter().fold(false, |found, keys| {
            found | keys.player.is(key) | keys.spectator.is(key)
        });
        let table = state.table.as_ref();
        let roles = table.map(|Table { keys, .. }| (keys.player.is(key), keys.spectator.is(key)));
        match roles {
            Some((true, _)) => Opens::Game(Role::Guest, state.invitation),
            Some((_, true)) => Opens::Game(Role::Spectator, state.invitation),
            _ if is_stale => Opens::Stale,
            _ => Opens::Nothing,
        }
    }

    /// Lets a page in, if there is room; its invitation is `None` for the host's.
    pub fn enter(&self, role: Role, invitation: Option<u32>) -> Option<Presence<'_>> {
        let mut state = self.state();
        let pages = &mut state.pages[role as usize];
        if *pages >= MOST_PAGES[role as usize] {
            return None;
        }
        *pages += 1;
        let is_of_now = invitation == Some(state.invitation);
        if let Some(table) = state.table.as_mut().filter(|_| is_of_now) {
            table.begun |= role == Role::Guest;
        }
        drop(state);
        self.changed.send_replace(());
        Some(Presence {
            hall: self,
            role,
            invitation,
        })
    }

    /// Ends games whose time is up, as long as the server runs.
    pub async fn keep_time(&self) {
        let mut changes = self.changes();
        loop {
            let deadline = self
                .state()
                .table
                .as_ref()
                .and_then(|table| table.game.deadline());
            let flag = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = flag => {
                    if let Some(table) = &mut self.state().table {
                        table.game.look_at_clocks(Instant::now());
                    }
                    self.changed.send_replace(());
                }
                changed = changes.changed() => if changed.is_err() {
                    return;
                }
            }
        }
    }
}

/// A page that takes part, until it is dropped.
pub struct Presence<'a> {
    hall: &'a Hall,
    role: Role,
    invitation: Option<u32>,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.hall.state().pages[self.role as usize] -= 1;
        self.hall.changed.send_replace(());
    }
}

impl Presence<'_> {
    /// Whether what it was invited to is no more.
    pub fn is_over(&self) -> bool {
        let state = self.hall.state();
        self.invitation
            .is_some_and(|invitation| state.table.is_none() || invitation != state.invitation)
    }

    /// The game as this page sees it.
    pub fn view(&self, now: Instant) -> ReplyBody {
        let state = self.hall.state();
        let view = state.table.as_ref().map(|table| {
            let mut view = table.view(self.role, state.pages, now);
            if self.role == Role::Host {
                let link = |key: &Token| format!("{}/{}/", self.hall.address, key.as_str());
                view.invitation = Some([link(&table.keys.player), link(&table.keys.spectator)]);
            }
            Box::new(view)
        });
        ReplyBody::NetworkGame { game: view }
    }

    /// The answer to a message of this page.
    pub fn take(&self, text: &str, now: Instant) -> Reply {
        let (id, answer) = match NetworkRequest::read(text) {
            Ok(_) if self.is_over() => (0, Err("This game is no more.".to_owned())),
            Ok(NetworkRequest { id, body }) => (id, self.answer(body, now)),
            Err(error) => (0, Err(format!("Not understood: {error}."))),
        };
        let body = answer.unwrap_or_else(|says| ReplyBody::Refused { says });
        Reply { id, body }
    }

    fn answer(&self, body: NetworkRequestBody, now: Instant) -> Result<ReplyBody, String> {
        match body {
            NetworkRequestBody::Position { line } => {
                self.check(&line)?;
                let (game, session) = line::open(&line)?;
                return Ok(ReplyBody::Position(Box::new(describe::describe(
                    game,
                    session.as_ref(),
                ))));
            }
            NetworkRequestBody::ReadMove { line, text } => {
                self.check(&line)?;
                return conversation::read_move(&line, &text);
            }
            NetworkRequestBody::Pgn { game_id } => return self.pgn(&game_id),
            NetworkRequestBody::Invite(wish) => self.invite(&wish)?,
            NetworkRequestBody::CallOff => self.call_off()?,
            other => {
                let mut state = self.hall.state();
                let table = state.table.as_mut().ok_or("There is no game.")?;
                table.answer(self.role, other, now)?;
            }
        }
        self.hall.changed.send_replace(());
        Ok(self.view(now))
    }

    /// Only positions of the game are told: they cost time on the host's machine.
    fn check(&self, line: &GameLine) -> Result<(), String> {
        let state = self.hall.state();
        let table = state.table.as_ref().ok_or("There is no game.")?;
        let is_own = table.game.has(line);
        is_own
            .then_some(())
            .ok_or("Only this game is told of.".to_owned())
    }

    /// The game as PGN, which another one may have followed.
    fn pgn(&self, game_id: &str) -> Result<ReplyBody, String> {
        let state = self.hall.state();
        let table = state.table.as_ref();
        let table = table.filter(|table| table.id == game_id);
        let table = table.ok_or("This game is no more.")?;
        let text = table.game.pgn(&table.by_side(table.names.clone()))?;
        Ok(ReplyBody::Pgn { text })
    }

    fn invite(&self, wish: &NetworkWish) -> Result<(), String> {
        self.must_be_host()?;
        let game = NetworkGame::new(wish)?;
        let by_lot = || match rand::random() {
            true => Color::White,
            false => Color::Black,
        };
        let table = Table {
            keys: Keys {
                player: Token::new(),
                spectator: Token::new(),
            },
            game,
            id: new_id(),
            host: wish.side.map_or_else(by_lot, Color::from),
            names: [cleaned(&wish.name), None],
            begun: false,
        };
        let mut state = self.hall.state();
        state.clear();
        state.invitation += 1;
        state.table = Some(table);
        Ok(())
    }

    fn call_off(&self) -> Result<(), String> {
        self.must_be_host()?;
        self.hall.state().clear();
        Ok(())
    }

    fn must_be_host(&self) -> Result<(), String> {
        match self.role {
            Role::Host => Ok(()),
            _ => Err("Only the host may do that.".to_owned()),
        }
    }
}

impl State {
    /// Ends the game and its invitation.
    fn clear(&mut self) {
        if let Some(table) = self.table.take() {
            self.stale.push(table.keys);
        }
        let surplus = self.stale.len().saturating_sub(STALE_KEPT);
        self.stale.drain(..surplus);
    }
}

impl Table {
    /// The side of a page; spectators have none.
    fn side(&self, role: Role) -> Option<Color> {
        match role {
            Role::Host => Some(self.host),
            Role::Guest => Some(self.host.other()),
            Role::Spectator => None,
        }
    }

    /// What belongs to host and guest, as White's and Black's.
    fn by_side<T>(&self, [host, guest]: [T; 2]) -> [T; 2] {
        match self.host {
            Color::White => [host, guest],
            Color::Black => [guest, host],
        }
    }

    fn view(&self, role: Role, pages: [usize; 3], now: Instant) -> NetworkView {
        let [host, guest, spectators] = pages;
        let Table { game, .. } = self;
        NetworkView {
            game_id: self.id.clone(),
            line: game.line().clone(),
            sans: game.sans(),
            side: self.side(role).map(Side::from),
            time: game.time(),
            clocks: game.clocks(now),
            running: game.running().map(Side::from),
            names: self.by_side(self.names.clone()),
            present: self.by_side([host > 0, guest > 0]),
            spectators,
            begun: self.begun,
            proposal: game.proposal(),
            rematch: game.rematch().map(Side::from),
            over: game.over().cloned(),
            invitation: None,
        }
    }

    /// Does what a player asks.
    fn answer(&mut self, role: Role, body: NetworkRequestBody, now: Instant) -> Result<(), String> {
        let side = self.side(role).ok_or("Spectators only watch.")?;
        if let NetworkRequestBody::Name { name } = body {
            self.names[usize::from(role == Role::Guest)] = cleaned(&name);
            return Ok(());
        }
        if !self.begun {
            return Err("The other player is not here yet.".to_owned());
        }
        match body {
            NetworkRequestBody::Play { ply, text } => self.game.play(side, ply, &text, now),
            NetworkRequestBody::Propose { ply, proposed } => {
                self.game.propose(side, ply, proposed, now)
            }
            NetworkRequestBody::Accept { proposal, squares } => {
                self.game.accept(side, proposal, &squares, now)
            }
            NetworkRequestBody::Decline { proposal } => self.game.decline(proposal),
            NetworkRequestBody::Resign => self.game.resign(side, now),
            NetworkRequestBody::Rematch => {
                if let Some(game) = self.game.wish_rematch(side)? {
                    self.game = game;
                    self.id = new_id();
                    self.host = self.host.other();
                }
                Ok(())
            }
            _ => Err("That is not for players.".to_owned()),
        }
    }
}

/// A name for a game that no other has; it is no secret.
fn new_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}

/// A name as it is shown: in one line, short, and without signs that turn the text around.
fn cleaned(name: &str) -> Option<String> {
    let turns = |letter| matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let letters = name.trim().chars();
    let letters = letters.filter(|&letter| !letter.is_control() && !turns(letter));
    let name: String = letters.take(LONGEST_NAME).collect();
    Some(name).filter(|name| !name.is_empty())
}
