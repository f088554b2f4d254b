//! The engine, on the one thread that there is.
//!
//! A search lets messages come in now and then. It is begun when all who asked for it have
//! returned, so that they can hear what else is said.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use galaverna::board::messages::{Reply, ReplyBody};
use galaverna::board::{Conversation, Input};
use galaverna::engine::Engine;
use galaverna::host::{Instant, OneThread, Platform, Work};
use galaverna::protocol::Connection;
use galaverna::protocol::input::Event;
use galaverna::protocol::uci::Uci;

use crate::{host, platform};

/// Between two looks for messages during a search. Each look costs a turn of the
/// host's event loop.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Milliseconds to wait for a message where nothing else is left to do.
const WAIT: f64 = 1000.0;

thread_local! {
    static SERVER: RefCell<Server> = RefCell::default();
    /// Searches that are to be begun.
    static WORK: RefCell<VecDeque<Work>> = RefCell::default();
    static LAST_LOOK: Cell<Option<Instant>> = const { Cell::new(None) };
    /// A search waits to be stopped, and there is nobody who could do it.
    static WAITS_IN_VAIN: Cell<bool> = const { Cell::new(false) };
}

/// What the conversation with the page tells itself.
static INBOX: Mutex<VecDeque<Input>> = Mutex::new(VecDeque::new());

/// Does all that the messages ask that have come, and returns when there is nothing more to do.
pub fn run() {
    loop {
        SERVER.with_borrow_mut(|server| {
            server.go_on();
            server.hear();
        });
        let Some(work) = WORK.with_borrow_mut(VecDeque::pop_front) else {
            break;
        };
        WAITS_IN_VAIN.set(false);
        work();
    }
}

/// Gives the library what this platform has.
pub fn supply() {
    let platform = Platform {
        now: platform::now,
        random: || platform::random(),
        is_stopped: look,
        write: platform::write_lines,
        one_thread: Some(OneThread {
            defer: |work| WORK.with_borrow_mut(|waiting| waiting.push_back(work)),
            wait: || WAITS_IN_VAIN.set(!listen(WAIT)),
        }),
    };
    let supplied = galaverna::host::supply(platform);
    debug_assert!(supplied.is_ok(), "nothing has asked before");
}

/// Hears what is said during a search, if it is time for that; whether the search must end
/// unasked.
fn look() -> bool {
    let last = LAST_LOOK.get();
    if last.is_none_or(|last| last.elapsed() >= BETWEEN_LOOKS) {
        listen(0.0);
        LAST_LOOK.set(Some(Instant::now()));
    }
    WAITS_IN_VAIN.get()
}

/// Lets messages come in, for so many milliseconds if there are none, and does what they ask;
/// `false` if none can come.
fn listen(milliseconds: f64) -> bool {
    // A short search that is part of an answer hears nothing.
    let is_free = SERVER.with(|server| server.try_borrow_mut().is_ok());
    let can_hear = is_free && platform::wait(milliseconds);
    if can_hear {
        SERVER.with_borrow_mut(Server::hear);
    }
    can_hear
}

/// Who answers: each is there from the first message to it.
#[derive(Default)]
struct Server {
    uci: Option<(Uci, Sender<Event>)>,
    conversation: Option<Conversation>,
}

impl Server {
    /// Hears all messages that have come.
    fn hear(&mut self) {
        while let Some((channel, text)) = host::read() {
            match channel {
                host::UCI => self.take_lines(&text),
                host::BOARD => self.take_message(text),
                _ => {}
            }
        }
    }

    fn take_lines(&mut self, text: &str) {
        if self.uci.is_none() {
            match Engine::new() {
                Ok(engine) => {
                    let connection = Connection::new(engine);
                    let sender = connection.sender.clone();
                    self.uci = Some((Uci::new(connection), sender));
                }
                Err(error) => return host::write(host::UCI, &format!("info string {error}")),
            }
        }
        if let Some((_, sender)) = &self.uci {
            for line in text.lines() {
                // Its other end lies beside it.
                let _ = sender.send(Event::Line(line.to_owned(), Instant::now()));
            }
        }
        self.advance();
    }

    /// A dialogue that is over begins anew with the next line.
    fn advance(&mut self) {
        self.uci.take_if(|(uci, _)| !uci.advance());
    }

    fn take_message(&mut self, text: String) {
        if self.conversation.is_none() {
            let take_back = |input| {
                let mut inbox = INBOX.lock().unwrap_or_else(PoisonError::into_inner);
                inbox.push_back(input);
            };
            match Conversation::new(send, take_back) {
                Ok(conversation) => self.conversation = Some(conversation),
                Err(error) => {
                    let says = format!("No engine: {error}.");
                    return send(Reply::unasked(ReplyBody::Busy { says }));
                }
            }
        }
        if let Some(conversation) = &mut self.conversation
            && !text.is_empty()
        {
            conversation.take(Input::Message(text));
        }
    }

    /// Goes on with what both have told themselves; no search is under way.
    fn go_on(&mut self) {
        self.advance();
        let next = || {
            INBOX
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front()
        };
        while let Some(input) = next() {
            if let Some(conversation) = &mut self.conversation {
                conversation.take(input);
            }
        }
    }
}

/// Tells the page.
fn send(reply: Reply) {
    // All that a reply is made of can be written.
    if let Ok(text) = serde_json::to_string(&reply) {
        host::write(host::BOARD, &text);
    }
}
