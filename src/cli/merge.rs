//! `galaverna match merge`: joint statistics of matches played in parts.

use std::error::Error;
use std::path::PathBuf;

use crate::arena::merge;
use crate::arena::statistics::Sprt;
use crate::output::say;

const USAGE: &str = "usage: galaverna match merge FILE.pgn... \
    [-sprt elo0=N elo1=N alpha=N beta=N model=normalized|logistic]";

/// Prints the statistics of the games in all files named, as one match that
/// played them would; `args` is what stands behind `merge`.
///
/// # Errors
///
/// If no file is named, a setting is wrong, a file cannot be read, or a game is
/// there twice.
pub fn run_merge(args: &[String]) -> Result<(), Box<dyn Error>> {
    let (files, sprt) = parse(args)?;
    say!("{}", merge::report(&files, sprt)?)?;
    Ok(())
}

fn parse(args: &[String]) -> Result<(Vec<PathBuf>, Option<Sprt>), Box<dyn Error>> {
    let mut args = args.iter().map(String::as_str).peekable();
    let mut files = Vec::new();
    let mut sprt = None;
    while let Some(argument) = args.next() {
        match argument {
            "-sprt" | "--sprt" => {
                let settings = std::iter::from_fn(|| {
                    args.next_if(|setting| setting.contains('=') && !setting.contains(".pgn"))
                });
                sprt = Some(Sprt::from_settings(settings)?);
            }
            option if option.starts_with('-') => {
                return Err(format!("'{option}' is no option of match merge; {USAGE}").into());
            }
            file => files.push(PathBuf::from(file)),
        }
    }
    if files.is_empty() {
        return Err(USAGE.into());
    }
    Ok((files, sprt))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<(Vec<PathBuf>, Option<Sprt>), String> {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn files_and_a_test_are_read() {
        let (files, sprt) = parsed("a.pgn -sprt elo0=-1 elo1=3 b=1.pgn c.pgn").unwrap();
        assert_eq!(files, ["a.pgn", "b=1.pgn", "c.pgn"].map(PathBuf::from));
        assert_eq!(sprt.unwrap().elo1, 3.0);
        assert!(parsed("").unwrap_err().starts_with("usage: "));
        assert!(parsed("-x a.pgn").unwrap_err().contains("'-x'"));
        assert!(
            parsed("a.pgn -sprt elo0=9")
                .unwrap_err()
                .contains("less than")
        );
    }
}
