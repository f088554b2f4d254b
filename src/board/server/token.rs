//! What the user's own browser knows and other users of the machine do not.

use std::hint::black_box;

/// A secret of 128 bits, which goes with an address.
pub struct Token(String);

impl Token {
    /// A new one that nobody can guess.
    pub fn new() -> Token {
        Token(format!("{:032x}", rand::random::<u128>()))
    }

    /// As it is written in addresses.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text looks like a token.
    pub fn is_one(text: &str) -> bool {
        text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// Whether this text is the token; how long it takes does not tell how much of it is.
    pub fn is(&self, text: &str) -> bool {
        let pairs = self.0.bytes().zip(text.bytes());
        let difference = pairs.fold(0, |difference, (a, b)| black_box(difference | (a ^ b)));
        self.0.len() == text.len() && difference == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_itself_alone() {
        let token = Token::new();
        let text = token.as_str();
        assert!(Token::is_one(text) && token.is(text));
        assert!(!Token::is_one("favicon.ico") && !Token::is_one(&text[1..]));
        let longer = format!("{text}0");
        for other in ["", &text[1..], &longer, Token::new().as_str()] {
            assert!(!token.is(other), "{other}");
        }
    }
}
