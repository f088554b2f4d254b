//! XBoard's variant `fischerandom`.

use super::client::Client;

#[test]
fn castling_has_names() {
    // King f1 can step to where it castles.
    let mut client = Client::at("fischerandom", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    client.tell("usermove O-O");
    assert_eq!(
        client.answer("usermove e8e9"),
        ["Illegal move (that is no move): e8e9"]
    );
    client.tell("undo");
    client.tell("usermove f1g1");
    client.tell("undo");
    client.tell("usermove f1h1");
    client.tell("undo");
    assert_eq!(
        client.answer("lift f1"),
        ["highlight 8/8/8/8/8/8/4YYY1/4Y1YY"]
    );
    client.tell("exclude all");
    client.tell("include O-O");
    client.send("sd 2");
    client.send("go");
    assert_eq!(client.its_move(), "O-O");
}

#[test]
fn positions_keep_their_rooks() {
    // The outermost rook, in the letters of either kind.
    for field in ["Q", "A"] {
        let fen = format!("4k3/8/8/8/8/8/8/R4K2 w {field} - 0 1");
        let mut client = Client::at("fischerandom", &fen);
        client.tell("usermove O-O-O");
        client.tell("undo");
        assert_eq!(client.answer("usermove O-O").len(), 1);
    }
    let mut client = Client::at("fischerandom", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1");
    client.tell("usermove O-O-O");
    client.tell("usermove e8e7");
    client.tell("usermove d1d8");
}

#[test]
fn a_new_game_is_the_usual_one() {
    let mut client = Client::playing("fischerandom");
    client.tell("new");
    client.tell("force");
    let fen = "4k3/8/8/8/8/8/8/4K2R w H - 0 1";
    let refused = client.answer(&format!("setboard {fen}"));
    assert!(
        refused[0].starts_with("tellusererror Illegal position: FEN castling"),
        "{refused:?}"
    );
    client.tell(&format!("setboard {}", fen.replace('H', "K")));
    client.tell("exclude all");
    client.tell("include O-O");
    client.send("sd 2");
    client.send("go");
    assert_eq!(client.its_move(), "e1g1");
}
