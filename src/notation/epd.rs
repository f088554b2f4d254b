//! Lines of Extended Position Description: a position, and what is said of it.
//!
//! The four first fields of a FEN, then operations, each ended by a semicolon:
//! `4k3/8/8/8/8/8/8/4K2R w K - fmvn 9; bm O-O; id "a; b";`. A complete FEN is
//! read too.

/// A line of an EPD file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The six fields of the FEN, unchecked; the counters are those of the
    /// operations `hmvc` and `fmvn`, by default 0 and 1.
    pub fen: String,
    operations: Vec<(String, String)>,
}

impl Epd {
    /// Reads one line; `None` for an empty one and for a comment, which begins
    /// with `#`.
    pub fn parse(line: &str) -> Option<Epd> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        if !line.contains(';') {
            let missing = ["w", "-", "-", "0", "1"].get(fields.len() - 1..);
            let missing = missing.unwrap_or_default().iter().copied();
            return Some(Epd {
                fen: fields
                    .into_iter()
                    .chain(missing)
                    .collect::<Vec<_>>()
                    .join(" "),
                operations: Vec::new(),
            });
        }
        let (position, rest) = fields.split_at(fields.len().min(4));
        let mut epd = Epd {
            fen: position.join(" "),
            operations: operations(&rest.join(" ")),
        };
        for (operation, default) in [("hmvc", "0"), ("fmvn", "1")] {
            let counter = epd.operand(operation).unwrap_or(default);
            epd.fen = format!("{} {counter}", epd.fen);
        }
        Some(epd)
    }

    /// What stands behind the name of an operation, without quotation marks;
    /// `None` if the line has no such operation.
    pub fn operand(&self, name: &str) -> Option<&str> {
        let mut operations = self.operations.iter();
        operations
            .find(|(other, _)| other == name)
            .map(|(_, operand)| operand.as_str())
    }
}

/// Names and operands. A semicolon between quotation marks ends nothing.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    text.split(|letter| {
        quoted ^= letter == '"';
        letter == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
    .map(|operation| {
        let (name, operand) = operation.split_once(' ').unwrap_or((operation, ""));
        (name.to_owned(), operand.trim().trim_matches('"').to_owned())
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_and_fen_are_told_apart() {
        let position = "8/8/8/8/8/8/8/8 w - -";
        for (line, counters) in [
            ("", "0 1"),
            (" 3 9", "3 9"),
            (" hmvc 3; fmvn 9;", "3 9"),
            (" bm e4; fmvn 12; id \"x\";", "0 12"),
        ] {
            let read = Epd::parse(&format!("{position}{line}")).unwrap();
            assert_eq!(read.fen, format!("{position} {counters}"));
        }
    }

    #[test]
    fn operations_have_names_and_operands() {
        let line = r#" 8/8/8/8/8/8/8/8 b - - bm Nf3 e4; id "one; or two"; quiet;"#;
        let read = Epd::parse(line).unwrap();
        assert_eq!(read.operand("bm"), Some("Nf3 e4"));
        assert_eq!(read.operand("id"), Some("one; or two"));
        assert_eq!(read.operand("quiet"), Some(""));
        assert_eq!(read.operand("dm"), None);
    }

    #[test]
    fn comments_and_empty_lines_are_nothing() {
        assert_eq!(Epd::parse("  # 8/8/8/8/8/8/8/8 w - -"), None);
        assert_eq!(Epd::parse(" "), None);
    }
}
