//! Values of options.

use std::str::FromStr;

use super::CommandLineError;

/// An option and its values.
type OptionValues<'a> = (&'a str, Vec<&'a str>);

/// Groups the arguments: each option with the values up to the next one.
pub(super) fn split_options(
    arguments: &[String],
) -> Result<Vec<OptionValues<'_>>, CommandLineError> {
    let mut options: Vec<OptionValues<'_>> = Vec::new();
    for argument in arguments {
        let begins_option = argument
            .trim_start_matches('-')
            .starts_with(|first: char| first.is_ascii_alphabetic());
        if argument.starts_with('-') && begins_option {
            options.push((argument, Vec::new()));
        } else if let Some((_, values)) = options.last_mut() {
            values.push(argument);
        } else {
            return Err(CommandLineError::unknown(argument));
        }
    }
    Ok(options)
}

/// The value of an option that takes one.
pub(super) fn only<'a>(option: &str, values: &[&'a str]) -> Result<&'a str, CommandLineError> {
    match values {
        [value] => Ok(value),
        _ => {
            let message = format!("one value expected, {} given", values.len());
            Err(CommandLineError::value(option, message))
        }
    }
}

/// Nothing, `on` or `off`.
pub(super) fn switch(option: &str, values: &[&str]) -> Result<bool, CommandLineError> {
    match values {
        [] | ["on" | "true"] => Ok(true),
        ["off" | "false"] => Ok(false),
        _ => Err(CommandLineError::value(option, "it takes no value")),
    }
}

/// A whole number that is not less than `least`.
pub(super) fn number<T: FromStr + PartialOrd + std::fmt::Display>(
    option: &str,
    text: &str,
    least: T,
) -> Result<T, CommandLineError> {
    let read = text.parse().ok().filter(|number| *number >= least);
    read.ok_or_else(|| {
        let message = format!("'{text}' is not a whole number from {least} on");
        CommandLineError::value(option, message)
    })
}

/// One of several names.
pub(super) fn choice<T: Copy>(
    option: &str,
    text: &str,
    choices: &[(&str, T)],
) -> Result<T, CommandLineError> {
    let found = choices.iter().find(|(name, _)| *name == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let message = format!("'{text}' is none of: {}", names.join(" "));
        CommandLineError::value(option, message)
    })
}

/// Values of the form `KEY=VALUE`.
pub(super) struct Pairs<'a> {
    option: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Pairs<'a> {
    pub(super) fn parse(
        option: &'a str,
        values: &[&'a str],
    ) -> Result<Pairs<'a>, CommandLineError> {
        let pairs = values.iter().map(|value| {
            value.split_once('=').ok_or_else(|| {
                let message = format!("'{value}' is not of the form KEY=VALUE");
                CommandLineError::value(option, message)
            })
        });
        let pairs = pairs.collect::<Result<_, _>>()?;
        Ok(Pairs { option, pairs })
    }

    /// The pairs in their order.
    pub(super) fn into_inner(self) -> Vec<(&'a str, &'a str)> {
        self.pairs
    }

    /// Takes a value out.
    pub(super) fn take(&mut self, key: &str) -> Option<&'a str> {
        let index = self.pairs.iter().position(|&(other, _)| other == key)?;
        Some(self.pairs.remove(index).1)
    }

    fn required(&mut self, key: &str) -> Result<&'a str, CommandLineError> {
        self.take(key)
            .ok_or_else(|| CommandLineError::value(self.option, format!("{key}= is missing")))
    }

    fn named(&self, key: &str) -> String {
        format!("{} {key}=", self.option)
    }

    pub(super) fn number<T: FromStr + PartialOrd + std::fmt::Display>(
        &mut self,
        key: &str,
        least: T,
    ) -> Result<Option<T>, CommandLineError> {
        let value = self.take(key);
        value
            .map(|text| number(&self.named(key), text, least))
            .transpose()
    }

    pub(super) fn required_number<T: FromStr + PartialOrd + std::fmt::Display>(
        &mut self,
        key: &str,
        least: T,
    ) -> Result<T, CommandLineError> {
        let text = self.required(key)?;
        number(&self.named(key), text, least)
    }

    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, CommandLineError> {
        let text = self.take(key);
        text.map(|text| choice(&self.named(key), text, choices))
            .transpose()
    }

    /// Makes sure that all pairs have been taken.
    pub(super) fn finish(self, known: &str) -> Result<(), CommandLineError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => {
                let message = format!("unknown or repeated key '{key}'; it takes {known}");
                Err(CommandLineError::value(self.option, message))
            }
        }
    }
}
