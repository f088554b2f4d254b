//! `UCI_Chess960`: how castling and positions are written and read.

use super::client::Client;

fn with_chess960() -> Client {
    let mut client = Client::start();
    client.send("setoption name UCI_Chess960 value true");
    client
}

#[test]
fn castling_is_the_king_taking_its_rook() {
    let mut client = with_chess960();
    client.send("position fen 4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1");
    assert_eq!(client.fen(), "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1");
    for text in ["f1g1", "f1a1"] {
        assert_eq!(
            client.best_move(&format!("go searchmoves {text} depth 3")),
            text
        );
    }
    // Where the king ends is understood too, and how it could step is a step.
    assert_eq!(client.best_move("go searchmoves f1c1 depth 3"), "f1a1");
    client.send("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8h8");
    let castled = "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 6 5";
    assert_eq!(client.fen(), castled);
    client.send("position fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1g1");
    assert_eq!(client.fen(), "4k3/8/8/8/8/8/8/6KR b - - 1 1");
    client.send("flip");
    assert_eq!(client.fen(), "6kr/8/8/8/8/8/8/4K3 w - - 1 1");
}

#[test]
fn what_only_chess960_knows_is_refused_without_it() {
    let mut client = with_chess960();
    client.send("setoption name UCI_Chess960 value false");
    client.send("position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1");
    client.expect_start("info string FEN castling: 'HA' is neither");
    client.send("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1");
    client.expect_start("info string illegal move 'e1h1'");
    client.send("setoption name UCI_Chess960 value true");
    for field in ["HX", "HG", "HH"] {
        client.send(&format!(
            "position fen 4k3/8/8/8/8/8/8/R3K1RR w {field} - 0 1"
        ));
        client.expect_start(&format!("info string FEN castling: '{field}' is neither"));
    }
}

#[test]
fn it_changes_nothing_but_the_text_of_castling() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let search = |mut client: Client| {
        client.send(&format!("position fen {fen}"));
        client.send("go depth 8");
        let lines = client.until("bestmove ");
        let field = |line: &str, from: &str, to: &str| {
            let (_, rest) = line.split_once(from).expect("the field");
            rest.split_once(to)
                .map_or("", |(field, _)| field)
                .to_owned()
        };
        let infos = lines[..lines.len() - 1].iter();
        let infos = infos.map(|line| {
            (
                field(line, " score ", " nodes "),
                field(line, " nodes ", " nps "),
            )
        });
        infos.collect::<Vec<_>>()
    };
    assert_eq!(search(with_chess960()), search(Client::start()));
}
