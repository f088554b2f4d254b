//! What decides the games of a match, in the first line of its record, so that no other
//! match goes on with it.
//!
//! The line begins with a percent sign, by which the PGN standard hides a line from
//! readers.

use std::collections::{BTreeMap, BTreeSet};

use crate::player::settings::{EngineSettings, ProtocolKind};

use super::settings::{BookFormat, MatchSettings, TableResults, TournamentKind};

/// How the line begins; an object of JSON follows.
const START: &str = "% galaverna match ";

/// Settings by the names that the command line has for them. Those that only say how
/// much is played, how fast and what is shown are not among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions(BTreeMap<String, String>);

impl Conditions {
    /// Those of a match.
    pub fn of(settings: &MatchSettings) -> Conditions {
        let mut all = BTreeMap::new();
        let mut set = |name: &str, value: String| {
            all.insert(name.to_owned(), value);
        };
        set("-variant", settings.variant.name().to_owned());
        let tournament = match settings.tournament {
            TournamentKind::RoundRobin => "roundrobin",
            TournamentKind::Gauntlet => "gauntlet",
        };
        set("-tournament", tournament.to_owned());
        set("-games", settings.games_per_round.to_string());
        set("-srand", settings.seed.to_string());
        set("-shard", settings.shard.to_string());
        if let Some(book) = &settings.openings.book {
            set("-openings file=", book.file.display().to_string());
            let format = match book.format {
                BookFormat::Epd => "epd",
                BookFormat::Pgn => "pgn",
            };
            set("-openings format=", format.to_owned());
            let order = if book.shuffled {
                "random"
            } else {
                "sequential"
            };
            set("-openings order=", order.to_owned());
            set("-openings start=", book.start.to_string());
        }
        if let Some(plies) = settings.openings.plies {
            set("-openings plies=", plies.to_string());
        }
        let adjudication = settings.adjudication;
        if let Some(draw) = adjudication.draw {
            let (number, count) = (draw.move_number, draw.move_count);
            let text = format!("movenumber={number} movecount={count} score={}", draw.score);
            set("-draw", text);
        }
        if let Some(resign) = adjudication.resign {
            let (count, score, twosided) = (resign.move_count, resign.score, resign.two_sided);
            let text = format!("movecount={count} score={score} twosided={twosided}");
            set("-resign", text);
        }
        if let Some(moves) = adjudication.max_moves {
            set("-maxmoves", moves.to_string());
        }
        if let Some(rule) = &settings.tables {
            set("-tb", rule.folders.clone());
            set("-tbpieces", rule.max_men.to_string());
            set("-tbignore50", (!rule.fifty_moves).to_string());
            let mut names = TableResults::NAMES.iter();
            let name = names.find(|(_, results)| *results == rule.results);
            set(
                "-tbadjudicate",
                name.map_or("", |(name, _)| name).to_owned(),
            );
        }
        let names = settings.engines.iter().map(|engine| engine.name.as_str());
        set("-engine", names.collect::<Vec<_>>().join(", "));
        for engine in &settings.engines {
            for (key, value) in conditions_of_engine(engine) {
                set(&format!("-engine name={} {key}=", engine.name), value);
            }
        }
        Conditions(all)
    }

    /// The first line of a record, without its end.
    pub fn line(&self) -> String {
        // An object of texts can always be written.
        let object = serde_json::to_string(&self.0).unwrap_or_default();
        format!("{START}{object}")
    }

    /// Reads them from a record, if it begins with such a line; how many bytes of it that
    /// line takes, its end included.
    pub fn read(text: &str) -> Option<(Conditions, usize)> {
        let (line, _) = text.split_once('\n')?;
        let object = line.strip_prefix(START)?;
        let all = serde_json::from_str(object.trim_end()).ok()?;
        Some((Conditions(all), line.len() + 1))
    }

    /// Whether a text is the line or the beginning of it, as a process leaves it that is
    /// killed while it writes it.
    pub fn may_begin(text: &str) -> bool {
        let text = text.trim();
        text.starts_with(START) || START.starts_with(text)
    }

    /// What is different now, in words; nothing if all is as it was.
    pub fn differences(&self, now: &Conditions) -> Vec<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(now.0.keys()).collect();
        let differ = names
            .into_iter()
            .filter(|&name| self.0.get(name) != now.0.get(name));
        let value = |all: &Conditions, name: &str| match all.0.get(name) {
            Some(value) => format!("'{value}'"),
            None => "not given".to_owned(),
        };
        differ
            .map(|name| {
                format!(
                    "{name} was {} and is {}",
                    value(self, name),
                    value(now, name)
                )
            })
            .collect()
    }
}

fn conditions_of_engine(engine: &EngineSettings) -> Vec<(String, String)> {
    let mut all = vec![("cmd".to_owned(), engine.command.display().to_string())];
    let mut set = |name: &str, value: Option<String>| {
        all.extend(value.map(|value| (name.to_owned(), value)));
    };
    let arguments = engine.arguments.join(" ");
    set("arg", Some(arguments).filter(|text| !text.is_empty()));
    let directory = engine.directory.as_ref();
    set("dir", directory.map(|path| path.display().to_string()));
    let protocol = match engine.protocol {
        ProtocolKind::Uci => "uci",
        ProtocolKind::Xboard => "xboard",
    };
    set("proto", Some(protocol.to_owned()));
    for (name, value) in &engine.options {
        set(&format!("option.{name}"), Some(value.clone()));
    }
    let limits = &engine.limits;
    set("tc", limits.time_control.map(|control| control.to_string()));
    let move_time = limits.move_time;
    set("st", move_time.map(|time| time.as_secs_f64().to_string()));
    set("nodes", limits.nodes.map(|nodes| nodes.to_string()));
    set("depth", limits.depth.map(|depth| depth.to_string()));
    set("timemargin", Some(engine.margin.as_millis().to_string()));
    set("restart", engine.restart.then(|| "on".to_owned()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::command_line;

    fn conditions(options: &str) -> Conditions {
        let line = format!("-engine cmd=a name=A -engine cmd=b option.Hash=8 {options}");
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Conditions::of(&command_line::parse(&arguments).unwrap())
    }

    #[test]
    fn a_line_is_read_back() {
        let written = conditions("-each nodes=100 option.Name=\"x");
        let line = written.line();
        let text = format!("{line}\n\n[Event \"x\"]\n");
        assert_eq!(Conditions::read(&text), Some((written, line.len() + 1)));
        for other in ["", "[Event \"x\"]\n", "% a note\n", &line[..60], &line] {
            assert_eq!(Conditions::read(other), None, "{other}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let begun = conditions("-each nodes=100 -srand 4 -rounds 5");
        let same = conditions("-each nodes=100 -srand 4 -rounds 9 -concurrency 4 -recover");
        assert_eq!(begun.differences(&same), [""; 0]);
        for (options, expected) in [
            ("-each nodes=100", "-srand was '4' and is '0'"),
            (
                "-each nodes=100 -srand 4 -maxmoves 9",
                "-maxmoves was not given and is '9'",
            ),
            (
                "-each nodes=100 -srand 4 -openings plies=4",
                "-openings plies= was not given and is '4'",
            ),
            (
                "-each nodes=100 -srand 4 -shard 1/2",
                "-shard was '1/1' and is '1/2'",
            ),
        ] {
            assert_eq!(begun.differences(&conditions(options)), [expected]);
        }
        let nodes = begun.differences(&conditions("-each nodes=9 option.Hash=1 -srand 4"));
        let expected = [
            "-engine name=A nodes= was '100' and is '9'",
            "-engine name=A option.Hash= was not given and is '1'",
            "-engine name=b nodes= was '100' and is '9'",
        ];
        assert_eq!(nodes, expected);
    }
}
