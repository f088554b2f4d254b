//! Agreements between the person and the engine, and between two people.

use crate::engine::{Engine, agreement};
use crate::rules::{Color, Square};
use crate::show::view::Side;
use crate::show::{Record, words};

use super::messages::ReplyBody;

/// The squares that the engine names in the agreement that it wants, if it wants one.
pub fn wish(engine: &Engine, side: Side) -> ReplyBody {
    let color = Color::from(side);
    let wanted = agreement::evaluate(engine, color, None).filter(|agreement| agreement.accepted);
    let squares = wanted.and_then(|agreement| engine.session().agreement_squares(&agreement.text));
    ReplyBody::AgreementWish {
        squares: squares.map(|[white, black]| {
            let named = color.fold_wb(white, black);
            named.iter().map(Square::to_string).collect()
        }),
    }
}

/// The engine's answer to an offer.
///
/// # Errors
///
/// In words, if the offer is against the rules.
pub fn answer(engine: &Engine, side: Side, named: &[String]) -> Result<ReplyBody, String> {
    let named = self::named(engine.session(), Color::from(side).other(), named)?;
    let agreement = agreement::evaluate(engine, Color::from(side), Some(&named))
        .ok_or("This would leave a king in check. Choose other squares.")?;
    Ok(match agreement.accepted {
        true => answered(Some(agreement.text), "Galaverna agrees."),
        false => answered(None, "Galaverna declines."),
    })
}

/// The answer to two people who have named their squares.
///
/// # Errors
///
/// As [`text_of`].
pub fn agree(session: &dyn Record, squares: [&[String]; 2]) -> Result<ReplyBody, String> {
    let text = text_of(session, squares)?;
    Ok(answered(Some(text), "Agreed."))
}

/// The text of an agreement in which White and Black have named these squares.
///
/// # Errors
///
/// In words, if it is against the rules.
pub fn text_of(session: &dyn Record, squares: [&[String]; 2]) -> Result<String, String> {
    let white = named(session, Color::White, squares[0])?;
    let black = named(session, Color::Black, squares[1])?;
    let text = session
        .agreement_text([&white, &black])
        .ok_or("This game knows no agreement.")?;
    let played = session.fork().play(&text);
    played.map_err(|error| words::sentence(&error.to_string()))?;
    Ok(text)
}

/// The squares that a side names.
///
/// # Errors
///
/// In words, if it may not choose these.
pub fn named(
    session: &dyn Record,
    color: Color,
    squares: &[String],
) -> Result<Vec<Square>, String> {
    let squares = read_squares(squares)?;
    check_choice(session, color, &squares)?;
    Ok(squares)
}

/// An agreement that comes about has a text.
fn answered(text: Option<String>, says: &str) -> ReplyBody {
    ReplyBody::AgreementAnswer {
        accepted: text.is_some(),
        text,
        says: says.to_owned(),
    }
}

fn read_squares(texts: &[String]) -> Result<Vec<Square>, String> {
    let squares = texts.iter().map(|text| Square::from_ascii(text.as_bytes()));
    squares
        .collect::<Result<_, _>>()
        .map_err(|_| "Squares are named a1 to h8.".to_owned())
}

fn check_choice(session: &dyn Record, color: Color, squares: &[Square]) -> Result<(), String> {
    let terms = session.supplement().agreement;
    let terms = terms.filter(|terms| terms.possible);
    let terms = terms.ok_or("The position does not allow this agreement.")?;
    let choices = &terms.choices[color.fold_wb(0, 1)];
    let mut seen = squares.to_vec();
    seen.sort_unstable();
    seen.dedup();
    match seen.len() == terms.squares
        && squares
            .iter()
            .all(|&square| choices.contains(&square.to_string()))
    {
        true => Ok(()),
        false => Err(format!(
            "Choose {} different men of your own.",
            terms.squares
        )),
    }
}
