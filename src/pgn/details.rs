//! What a record says of a search besides score, depth and time, where it is asked to.

/// A number that engines report of a search in UCI's `info`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfoNumber {
    /// The word for it in UCI's `info`, which is also how fastchess's `-pgnout` asks
    /// for it.
    pub word: &'static str,
    /// Its key in the comment behind a move, as fastchess has it.
    pub key: &'static str,
}

/// Positions visited, length of the longest line in plies, nodes a second, thousandths of
/// the transposition table in use, positions found in endgame tables: in the order in which
/// fastchess writes them.
pub const INFO_NUMBERS: [InfoNumber; 5] = [
    InfoNumber::new("nodes", "n"),
    InfoNumber::new("seldepth", "sd"),
    InfoNumber::new("nps", "nps"),
    InfoNumber::new("hashfull", "hashfull"),
    InfoNumber::new("tbhits", "tbhits"),
];

impl InfoNumber {
    const fn new(word: &'static str, key: &'static str) -> InfoNumber {
        InfoNumber { word, key }
    }
}

/// What an engine said of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The numbers it told last, in the order of [`INFO_NUMBERS`].
    numbers: [Option<u64>; INFO_NUMBERS.len()],
    /// For each kind of lines, the last one.
    lines: Vec<Option<String>>,
}

impl Details {
    /// Nothing yet, with room for the lines of so many kinds.
    pub fn new(kinds: usize) -> Details {
        Details {
            numbers: Default::default(),
            lines: vec![None; kinds],
        }
    }

    /// Takes note of a line, if it is of a kind, by number, that is kept.
    pub fn note_line(&mut self, line: &str, is_kind: impl Fn(usize) -> bool) {
        for (kind, kept) in self.lines.iter_mut().enumerate() {
            if is_kind(kind) {
                *kept = Some(line.to_owned());
            }
        }
    }

    /// Takes note of the numbers of which `value` finds the word.
    pub fn note_numbers<'a>(&mut self, value: impl Fn(&'static str) -> Option<&'a str>) {
        for (kept, number) in self.numbers.iter_mut().zip(INFO_NUMBERS) {
            let told = value(number.word).and_then(|value| value.parse().ok());
            *kept = told.or(*kept);
        }
    }

    /// As the comment behind a move has them: the numbers that are wanted and known,
    /// then the lines, `n=1204, sd=17, line="info string pgncomment x"`.
    pub fn text(&self, wanted: &[InfoNumber]) -> Vec<String> {
        let numbers = self.numbers.iter().zip(INFO_NUMBERS);
        let numbers = numbers.filter(|(_, number)| wanted.contains(number));
        let numbers = numbers
            .filter_map(|(value, number)| value.map(|value| format!("{}={value}", number.key)));
        let lines = self.lines.iter().flatten();
        let lines = lines.map(|line| format!("line=\"{}\"", line.replace('"', "'")));
        numbers.chain(lines).collect()
    }
}

/// What is left of a comment's text behind what [`Details::text`] writes.
pub fn after_details(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some((key, value)) = rest.split_once('=')
        && !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_lowercase())
    {
        let value = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').map_or("", |(_, after)| after),
            None => value,
        };
        rest = value.split_once(',').map_or("", |(_, after)| after);
        rest = rest.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> Details {
        let kinds = ["info string pgn", "info depth", "never"];
        let mut details = Details::new(kinds.len());
        for line in ["info depth 1", "info string pgn \"a\", b=1", "info depth 2"] {
            details.note_line(line, |kind| line.starts_with(kinds[kind]));
        }
        details.note_numbers(|word| (word == "nodes").then_some("7"));
        details.note_numbers(|word| ["seldepth", "nps"].contains(&word).then_some("9"));
        details
    }

    #[test]
    fn what_is_wanted_is_written_in_the_order_of_fastchess() {
        let wanted = [1, 0, 4].map(|place| INFO_NUMBERS[place]);
        let lines = ["line=\"info string pgn 'a', b=1\"", "line=\"info depth 2\""];
        assert_eq!(details().text(&wanted), ["n=7", "sd=9", lines[0], lines[1]]);
        assert_eq!(details().text(&[]), lines);
        assert_eq!(Details::default().text(&INFO_NUMBERS), [""; 0]);
    }

    #[test]
    fn what_is_written_is_passed_over() {
        let text = format!(" {}, White mates", details().text(&INFO_NUMBERS).join(", "));
        assert_eq!(after_details(&text), "White mates");
        assert_eq!(after_details(" n=12"), "");
        assert_eq!(after_details(" line=\"never closed, x"), "");
        for reason in ["Draw by 3 = 3", "both agreed", "", "x1=3"] {
            assert_eq!(after_details(reason), reason);
        }
    }
}
