//! What the server says is in the list of sentences that the page's tables translate
//! (`tests/board/page/server-sentences.json`), read as `js/translate.js` reads it.

use std::collections::{BTreeSet, HashSet};

use galaverna::show::{GAMES, Game};
use regex_lite::Regex;
use serde_json::{Value, json};

use super::conversation::Page;

/// Fields of replies that are sentences or words.
const SAID: [&str; 6] = ["says", "warning", "lose", "title", "titles", "neutral"];

struct Sentence {
    names: Vec<String>,
    found: Regex,
}

struct Sentences {
    words: HashSet<String>,
    patterns: Vec<Sentence>,
}

/// What can stand for a name.
fn kind(name: &str) -> &'static str {
    match name {
        "n" | "all" | "number" | "rank" | "line" => r"\d+",
        "side" | "other" => "White|Black",
        "square" | "from" | "to" => "[a-h][1-8]",
        "piece" | "taken" => "[A-Za-z]+",
        "board" => "board [AB]|the other board",
        _ => ".+?",
    }
}

impl Sentence {
    fn new(key: &str) -> Sentence {
        let mut names = Vec::new();
        let mut source = String::from("^");
        let mut rest = key;
        while let Some((before, (name, behind))) = rest
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            source += &format!("{}({})", regex_lite::escape(before), kind(name));
            names.push(name.to_owned());
            rest = behind;
        }
        source += &format!("{}$", regex_lite::escape(rest));
        Sentence {
            names,
            found: Regex::new(&source).unwrap(),
        }
    }
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().collect::<String>() + letters.as_str()
}

impl Sentences {
    fn read() -> Sentences {
        let list = include_str!("page/server-sentences.json");
        let list: Vec<String> = serde_json::from_str(list).unwrap();
        let (patterns, words): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|key| key.contains('{'));
        Sentences {
            words: words.into_iter().collect(),
            patterns: patterns.iter().map(|key| Sentence::new(key)).collect(),
        }
    }

    fn knows(&self, text: &str) -> bool {
        let whole = |text: &str| self.knows_exactly(text) || self.knows_exactly(&lowered(text));
        let mut items = text.split(", ").flat_map(|item| item.split(" and "));
        whole(text)
            || text.strip_suffix('.').is_some_and(whole)
            || items.clone().count() > 1 && items.all(|item| self.knows_exactly(item))
    }

    fn knows_exactly(&self, text: &str) -> bool {
        self.words.contains(text)
            || self.patterns.iter().any(|pattern| {
                pattern.found.captures(text).is_some_and(|parts| {
                    let mut names = pattern.names.iter().enumerate();
                    names.all(|(index, name)| self.knows_part(name, &parts[index + 1]))
                })
            })
    }

    /// Whether what stands for a name needs no words, or has them.
    fn knows_part(&self, name: &str, part: &str) -> bool {
        match name {
            "given" | "squares" | "moves" | "side" | "other" => true,
            _ => kind(name) == r"\d+" || kind(name) == "[a-h][1-8]" || self.knows(part),
        }
    }
}

/// All sentences and words of a reply.
fn said(reply: &Value, is_said: bool, found: &mut BTreeSet<String>) {
    match reply {
        Value::String(text) if is_said => {
            found.insert(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|one| said(one, is_said, found)),
        Value::Object(fields) => {
            for (name, one) in fields {
                said(one, SAID.contains(&&name[..]), found);
            }
        }
        _ => {}
    }
}

/// A page that keeps what it is told, and chooses at random, alike every time.
struct Listener {
    page: Page,
    heard: BTreeSet<String>,
    random: u64,
}

impl Listener {
    fn ask(&mut self, message: &Value) -> Value {
        self.page.say(message);
        let reply = self.page.hear();
        said(&reply, false, &mut self.heard);
        reply
    }

    fn choose(&mut self, count: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % count as u64).unwrap()
    }

    /// A random game from a position, in which squares are typed that lead to nothing too.
    fn play(&mut self, game: &Game, fen: &str, plies: usize) {
        let mut fen = Some(fen.to_owned());
        let mut moves = Vec::new();
        for _ in 0..plies {
            let line = json!({ "id": 1, "type": "position", "game": game.name, "fen": fen, "moves": moves });
            let position = self.ask(&line);
            let legal = position["moves"].as_array().map_or(&[][..], Vec::as_slice);
            if legal.is_empty() {
                return;
            }
            fen = position["fen"].as_str().map(str::to_owned);
            let mut square = || {
                let (file, rank) = (self.choose(8), self.choose(8));
                format!("{}{}", char::from(b"abcdefgh"[file]), rank + 1)
            };
            let typed = [
                square() + &square(),
                format!("N{}", square()),
                format!("K{}", square()),
            ];
            for text in typed {
                self.ask(&json!({ "id": 1, "type": "read_move", "game": game.name, "fen": fen, "moves": [], "text": text }));
            }
            let chosen = self.choose(legal.len());
            moves = vec![legal[chosen]["text"].as_str().unwrap().to_owned()];
        }
    }
}

#[test]
fn every_sentence_of_the_server_is_listed_for_translation() {
    let mut listener = Listener {
        page: Page::open(),
        heard: BTreeSet::new(),
        random: 20,
    };
    for game in &GAMES {
        listener.heard.insert(game.title.to_owned());
        listener.heard.extend(game.neutral.map(str::to_owned));
        let mut fens = game.sample_fens.to_vec();
        fens.extend(
            FENS.iter()
                .filter(|(name, _)| *name == game.name)
                .map(|(_, fen)| *fen),
        );
        for fen in fens {
            listener.play(game, fen, 24);
        }
        let start =
            listener.ask(&json!({ "id": 1, "type": "position", "game": game.name, "moves": [] }));
        listener.play(game, start["fen"].as_str().unwrap(), 160);
        for fen in BAD_FENS {
            listener.ask(
                &json!({ "id": 1, "type": "position", "game": game.name, "fen": fen, "moves": [] }),
            );
        }
        for text in BAD_TEXTS {
            listener.ask(&json!({ "id": 1, "type": "read_pgn", "text": text, "index": 0 }));
        }
    }
    let sentences = Sentences::read();
    assert!(listener.heard.len() > 1000, "{}", listener.heard.len());
    assert!(!sentences.knows("The moon comes in 3 moves."));
    let unknown: Vec<&String> = listener
        .heard
        .iter()
        .filter(|text| !sentences.knows(text))
        .collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Positions in which something is said that random games say rarely.
const FENS: [(&str, &str); 6] = [
    ("elolbia", "k7/8/8/8/8/3M4/M6M/7K w - - 0 1"),
    ("elolbia", "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40"),
    ("iceage", "6k1/5ppp/8/8/8/8/8/K7 b - - 0 20"),
    (
        "iceage",
        "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20",
    ),
    ("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    ("clupso", "1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1"),
];

const BAD_FENS: [&str; 12] = [
    "",
    "8/8/8 w - - 0 1",
    "9/8/8/8/8/8/8/8 w - - 0 1",
    "7/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "x7/8/8/8/8/8/8/8 w - - 0 1",
    "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "k6R/8/8/8/8/8/8/K7 w - - 0 1",
    "k6P/8/8/8/8/8/8/K7 v - - 0 1",
    "k7/8/8/8/8/8/8/K7 w KX - 0 1",
    "k7/8/8/8/8/8/8/K7 w - e9 0 1",
    "k7/8/8/8/8/8/8/K7 w - - -1 0 1",
];

const BAD_TEXTS: [&str; 4] = [
    "",
    "1. e4 (",
    "[Variant \"None\"]\n\n1. e4 *",
    "1. e4 e5 2. Ke3 *",
];
