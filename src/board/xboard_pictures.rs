//! The board's pictures for XBoard, under the names that it gives to its own.

use crate::rules::{Color, Piece, Role};

use super::diagram;

/// XBoard's names for the pieces of the first board.
const FIRST_BOARD: [(Role, &str); 7] = [
    (Role::Pawn, "Pawn"),
    (Role::Knight, "Knight"),
    (Role::Bishop, "Bishop"),
    (Role::Rook, "Rook"),
    (Role::Queen, "Queen"),
    (Role::King, "King"),
    (Role::Man, "GoldPawn"),
];

/// XBoard's names for the pieces of Alice's second board: those at the places of their
/// letters in [`Window`](crate::show::window::Window).
const SECOND_BOARD: [(Role, &str); 6] = [
    (Role::Pawn, "Commoner"),
    (Role::Knight, "Chancellor"),
    (Role::Bishop, "CrownedBishop"),
    (Role::Rook, "CrownedRook"),
    (Role::Queen, "Princess"),
    (Role::King, "Lion"),
];

/// XBoard's name for what stands for a cube.
const CUBE: &str = "Tower";

/// The ring of the pieces on the second board, and what is in it.
const RING: &str = "<circle cx=\"50\" cy=\"50\" r=\"47\" fill=\"#b9dcff\" \
     stroke=\"#2f6fc4\" stroke-width=\"5\"/>\n<g transform=\"translate(13 13) scale(.74)\">";

/// The names of the files and what is in them.
pub fn all() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for color in Color::ALL {
        let side = color.fold_wb("White", "Black");
        for (role, name) in FIRST_BOARD {
            let body = diagram::piece_body(Piece::new(color, role));
            files.push((format!("{side}{name}.svg"), file(&body)));
        }
        for (role, name) in SECOND_BOARD {
            let body = diagram::piece_body(Piece::new(color, role));
            files.push((
                format!("{side}{name}.svg"),
                file(&format!("{RING}{body}</g>\n")),
            ));
        }
        // Ice belongs to nobody.
        files.push((format!("{side}{CUBE}.svg"), file(&diagram::cube_body())));
    }
    files
}

fn file(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\" \
         viewBox=\"0 0 100 100\">\n{body}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_folder_pictures_is_what_the_command_writes() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures");
        let found = fs::read_dir(&folder).unwrap().map(|entry| {
            let name = entry.unwrap().file_name();
            name.into_string().unwrap()
        });
        let names: BTreeSet<String> = found.collect();
        let files = all();
        assert_eq!(names, files.iter().map(|(name, _)| name.clone()).collect());
        for (name, text) in files {
            let written = fs::read_to_string(folder.join(&name)).unwrap();
            assert!(
                written == text,
                "{name}: `galaverna pictures pictures` makes it anew"
            );
        }
    }
}
