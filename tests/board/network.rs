//! People at other machines: one game, by invitation.

use std::net::TcpStream;
use std::thread;

use galaverna::board::server::{ListenAddress, Server};
use serde_json::{Value, json};
use tungstenite::Message;

use super::client::{Tab, TestServer, answer, request};

/// A server that takes people of other machines in.
struct Network {
    own: TestServer,
    /// Where they come in.
    host: String,
}

impl Network {
    fn start() -> Network {
        let at: ListenAddress = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(0).unwrap().listen(at).unwrap();
        let own = TestServer::at(&server.address());
        let host = server.network_address().unwrap();
        let host = host.strip_prefix("http://").unwrap().to_owned();
        thread::spawn(|| server.run().unwrap());
        Network { own, host }
    }

    fn host(&self) -> Player {
        let path = format!("game?token={}", self.own.token);
        Player::open(&self.own.host, &path)
    }

    /// The host, and the keys of player and spectator.
    fn invite(&self, wish: Value) -> (Player, [String; 2]) {
        let mut host = self.host();
        let game = host.ask("invite", wish);
        let begin = format!("http://{}/", self.host);
        let keys = [0, 1].map(|index| {
            let link = game["invitation"][index].as_str().unwrap();
            let key = link.strip_prefix(&begin).unwrap().strip_suffix('/');
            key.unwrap().to_owned()
        });
        (host, keys)
    }

    fn guest(&self, key: &str) -> Player {
        Player::open(&self.host, &format!("{key}/ws"))
    }

    fn status(&self, path: &str) -> String {
        let answer = answer(&self.host, path);
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    fn opens(&self, key: &str) -> bool {
        let stream = TcpStream::connect(&self.host).unwrap();
        tungstenite::client(request(&self.host, &format!("{key}/ws")), stream).is_ok()
    }
}

/// A page that takes part.
struct Player(Tab);

impl Player {
    fn open(host: &str, path: &str) -> Player {
        let stream = TcpStream::connect(host).unwrap();
        let (tab, hello) = Tab::open(request(host, path), stream);
        assert_eq!(hello["type"], "hello");
        Player(tab)
    }

    /// The game as it is after a request, or the refusal.
    fn ask(&mut self, kind: &str, body: Value) -> Value {
        let reply = self.0.ask(kind, body);
        match reply["type"] == "network_game" {
            true => reply["game"].clone(),
            false => reply["says"].clone(),
        }
    }

    fn play(&mut self, ply: usize, text: &str) -> Value {
        self.ask("play", json!({ "ply": ply, "text": text }))
    }

    /// Proposes something after so many moves; the proposal's number, or the refusal.
    fn propose(&mut self, ply: usize, proposed: &Value) -> Value {
        let mut body = proposed.clone();
        body["ply"] = json!(ply);
        let told = self.ask("propose", body);
        match told["proposal"]["number"].clone() {
            Value::Null => told,
            number => number,
        }
    }

    fn accept(&mut self, number: &Value, squares: &[&str]) -> Value {
        let body = json!({ "proposal": number, "squares": squares });
        self.ask("accept", body)
    }

    fn decline(&mut self, number: &Value) -> Value {
        self.ask("decline", json!({ "proposal": number }))
    }

    /// Waits until the game is told so.
    fn expect(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            let reply = self.0.hear();
            if reply["type"] == "network_game" && is(&reply["game"]) {
                return reply["game"].clone();
            }
        }
    }
}

const WHITE: &str = "white";

fn chess() -> Value {
    json!({ "game": "chess", "side": WHITE, "time": { "base": 300_000, "increment": 3_000 }, "name": " Ann\u{202e}\n " })
}

#[test]
fn two_people_play_and_a_third_watches() {
    let network = Network::start();
    let (mut host, [player, spectator]) = network.invite(chess());
    assert_eq!(host.play(0, "e2e4"), "The other player is not here yet.");
    let mut guest = network.guest(&player);
    let mut third = network.guest(&spectator);
    let view = guest.expect(|game| game["begun"] == true);
    assert_eq!(
        (&view["side"], &view["names"], &view["invitation"]),
        (&json!("black"), &json!(["Ann", null]), &Value::Null)
    );
    guest.ask("name", json!({ "name": "Bob" }));
    assert_eq!(guest.play(0, "e7e5"), "It is not your turn.");
    let view = host.play(0, "e2e4");
    assert_eq!(
        (&view["sans"], &view["running"]),
        (&json!(["e4"]), &json!("black"))
    );
    guest.expect(|game| game["sans"] == json!(["e4"]));
    assert_eq!(guest.play(1, "e7e4"), "Illegal move 'e7e4'");
    let view = guest.play(1, "e7e5");
    // Black's clock ran and got its seconds.
    let clocks = [0, 1].map(|index| view["clocks"][index].as_u64().unwrap());
    assert!(
        clocks[0] <= 300_000 && clocks[1] > 300_000 && clocks[1] <= 303_000,
        "{clocks:?}"
    );
    let seen = third.expect(|game| game["sans"] == json!(["e4", "e5"]));
    assert_eq!(
        (&seen["side"], &seen["names"], &seen["spectators"]),
        (&Value::Null, &json!(["Ann", "Bob"]), &json!(1))
    );
    // Its positions, and no others.
    let position = third.0.ask("position", seen["line"].clone());
    assert_eq!(position["turn"], "white");
    let mut other = seen["line"].clone();
    other["moves"] = json!(["d2d4"]);
    assert_eq!(
        third.0.ask("position", other)["says"],
        "Only this game is told of."
    );
}

#[test]
fn spectators_can_do_nothing_and_guests_nothing_but_play() {
    let network = Network::start();
    let (mut host, [player, spectator]) = network.invite(chess());
    let mut guest = network.guest(&player);
    let mut third = network.guest(&spectator);
    host.expect(|game| game["begun"] == true);
    for kind in ["resign", "rematch"] {
        assert_eq!(third.ask(kind, json!({})), "Spectators only watch.");
    }
    for what in ["draw", "take_back"] {
        let proposed = json!({ "what": what });
        assert_eq!(third.propose(0, &proposed), "Spectators only watch.");
    }
    for answer in [third.accept(&json!(1), &[]), third.decline(&json!(1))] {
        assert_eq!(answer, "Spectators only watch.");
    }
    assert_eq!(third.play(0, "e2e4"), "Spectators only watch.");
    assert_eq!(
        third.ask("name", json!({ "name": "Eve" })),
        "Spectators only watch."
    );
    for page in [&mut guest, &mut third] {
        assert_eq!(page.ask("invite", chess()), "Only the host may do that.");
        assert_eq!(
            page.ask("call_off", json!({})),
            "Only the host may do that."
        );
        // What a page of this machine asks the engine is not even understood.
        for kind in [
            "search",
            "review",
            "read_pgn",
            "compose",
            "offer_draw",
            "stop",
        ] {
            let says = page.0.tell(kind, json!({ "game": "chess", "text": "" }));
            assert!(says > 0);
            let refused = loop {
                let reply = page.0.hear();
                if reply["type"] != "network_game" {
                    break reply;
                }
            };
            assert!(
                refused["says"]
                    .as_str()
                    .unwrap()
                    .starts_with("Not understood"),
                "{refused}"
            );
        }
    }
    assert_eq!(host.play(0, "e2e4")["sans"], json!(["e4"]));
}

#[test]
fn without_a_key_nothing_is_seen() {
    let network = Network::start();
    for path in [
        "/",
        "/index.html",
        "/js/main.js",
        "/ws",
        "/game",
        "/icon.svg",
        "/favicon.ico",
        "/?token=1",
    ] {
        let text = answer(&network.host, path);
        assert!(
            text.starts_with("HTTP/1.1 403")
                && text.ends_with("\r\n\r\nThere is nothing here without an invitation.\n"),
            "{text}"
        );
    }
    // The token of the user's own pages opens nothing there, and no key opens those.
    let token = &network.own.token;
    for path in [
        format!("/?token={token}"),
        format!("/ws?token={token}"),
        format!("/{token}/"),
    ] {
        assert_eq!(network.status(&path), "403", "{path}");
    }
    let (_host, [player, spectator]) = network.invite(chess());
    assert_ne!(player, spectator);
    assert_eq!(player.len(), 32);
    assert_eq!(
        network
            .own
            .answer(&format!("/ws?token={player}"))
            .split(' ')
            .nth(1),
        Some("403")
    );
    for key in [&player, &spectator] {
        for file in ["", "js/guest.js", "css/base.css", "icon.svg"] {
            assert_eq!(network.status(&format!("/{key}/{file}")), "200", "{file}");
        }
        assert_eq!(network.status(&format!("/{key}")), "303");
        assert_eq!(network.status(&format!("/{key}/nothing.js")), "404");
        assert!(network.opens(key));
    }
    let page = answer(&network.host, &format!("/{player}/"));
    assert!(
        page.contains("js/guest.js\">") && page.contains("no-referrer"),
        "{page}"
    );
}

#[test]
fn pages_of_other_places_are_refused_with_the_key_too() {
    let network = Network::start();
    let (_host, [player, _]) = network.invite(chess());
    let path = format!("{player}/ws");
    let accepts = |name: &'static str, value: &str| {
        let mut wrong = request(&network.host, &path);
        wrong.headers_mut().insert(name, value.parse().unwrap());
        let stream = TcpStream::connect(&network.host).unwrap();
        tungstenite::client(wrong, stream).is_ok()
    };
    let own = format!("http://{}", network.host);
    assert!(accepts("Origin", &own));
    for origin in [
        "http://example.org",
        "null",
        &format!("http://{}", network.own.host),
    ] {
        assert!(!accepts("Origin", origin), "{origin}");
    }
    assert!(!accepts("Host", "example.org"));
    let mut unnamed = request(&network.host, &path);
    unnamed.headers_mut().remove("Origin");
    let stream = TcpStream::connect(&network.host).unwrap();
    assert!(tungstenite::client(unnamed, stream).is_err());
}

#[test]
fn wrong_keys_make_their_address_wait() {
    let network = Network::start();
    let (_host, [player, _]) = network.invite(chess());
    let wrong = |number: u8| network.status(&format!("/{number:032x}/"));
    let told: Vec<String> = (0..4).map(wrong).collect();
    assert_eq!(told, ["403"; 4]);
    // On a busy machine the first wait may be over before the next one comes.
    assert!((4..12).map(wrong).any(|status| status == "429"));
    // Nothing is looked at then, not even the right one.
    let waits = answer(&network.host, &format!("/{player}/"));
    assert!(
        waits.starts_with("HTTP/1.1 429") && waits.contains("\r\nretry-after: "),
        "{waits}"
    );
    // It ends; paths that look like no key cost nothing.
    while network.status(&format!("/{player}/")) == "429" {
        thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(network.status("/favicon.ico"), "403");
    assert_eq!(network.status(&format!("/{player}/")), "200");
}

#[test]
fn a_lost_connection_comes_back_to_the_game_and_an_old_invitation_does_not() {
    let network = Network::start();
    let (mut host, [player, _]) = network.invite(chess());
    let mut guest = network.guest(&player);
    guest.expect(|game| game["begun"] == true);
    host.play(0, "e2e4");
    drop(guest);
    let away = host.expect(|game| game["present"] == json!([true, false]));
    assert_eq!(away["running"], "black");
    let mut guest = network.guest(&player);
    let view = guest.expect(|_| true);
    assert_eq!(
        (&view["sans"], &view["running"]),
        (&json!(["e4"]), &json!("black"))
    );
    guest.play(1, "c7c5");
    host.ask("invite", chess());
    let closed = loop {
        let reply = guest.0.hear();
        if reply["type"] == "network_closed" {
            break reply;
        }
    };
    assert_eq!(closed["says"], "The host has closed this game.");
    assert!(matches!(guest.0.socket.read(), Ok(Message::Close(_))));
    assert_eq!(network.status(&format!("/{player}/")), "410");
    assert!(!network.opens(&player));
    host.ask("call_off", json!({}));
    assert_eq!(host.play(0, "e2e4"), "There is no game.");
}

#[test]
fn the_server_ends_a_game_whose_time_is_up() {
    let network = Network::start();
    let wish = json!({ "game": "clupso", "side": "black", "time": { "base": 50, "increment": 0 } });
    let (mut host, [player, _]) = network.invite(wish);
    let mut guest = network.guest(&player);
    let view = guest.expect(|game| game["begun"] == true);
    let position = guest.0.ask("position", view["line"].clone());
    let text = position["moves"][0]["text"].as_str().unwrap().to_owned();
    guest.play(0, &text);
    let first = view["game_id"].clone();
    // Nobody asks anything meanwhile.
    let view = host.expect(|game| !game["over"].is_null());
    assert_eq!(
        view["over"],
        json!({ "result": "1-0", "says": "Black’s time is up. White wins." })
    );
    assert_eq!(view["clocks"][1], 0);
    // Both wish for another, with the other colours.
    assert_eq!(guest.ask("rematch", json!({}))["rematch"], "white");
    let view = host.ask("rematch", json!({}));
    assert_eq!(
        (&view["side"], &view["sans"]),
        (&json!("white"), &json!([]))
    );
    assert_ne!(view["game_id"], first);
    let id = view["game_id"].clone();
    assert_eq!(guest.expect(|game| game["game_id"] == id)["side"], "black");
    // The game before is not told of any more.
    let late = guest.0.ask("pgn", json!({ "game_id": first }));
    assert_eq!(late["says"], "This game is no more.");
}

/// Elolbian Chess, where queens may be exchanged.
fn before_exchange() -> Value {
    json!({ "game": "elolbia", "side": WHITE, "name": "Ann",
        "fen": "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40" })
}

#[test]
fn queens_are_exchanged_and_moves_taken_back_and_spectators_see_it() {
    let network = Network::start();
    let (mut host, [player, spectator]) = network.invite(before_exchange());
    let mut guest = network.guest(&player);
    let mut third = network.guest(&spectator);
    host.expect(|game| game["begun"] == true);
    let offer = json!({ "what": "agreement", "squares": ["h2", "h3", "g3"] });
    let number = host.propose(0, &offer);
    let told = json!({ "number": number, "by": WHITE, "what": "agreement", "squares": ["h2", "h3", "g3"] });
    for page in [&mut guest, &mut third] {
        page.expect(|game| game["proposal"] == told);
    }
    let view = guest.accept(&number, &["e6", "b6", "c6"]);
    let agreed = json!(["exchange:h2h3g3/e6b6c6"]);
    assert_eq!(view["line"]["moves"], agreed);
    for page in [&mut host, &mut third] {
        let view = page.expect(|game| game["line"]["moves"] == agreed);
        assert_eq!(view["proposal"], Value::Null);
        let position = page.0.ask("position", view["line"].clone());
        assert_eq!(position["turn"], WHITE);
    }
    host.play(1, "h2h8");
    let number = host.propose(2, &json!({ "what": "take_back" }));
    third.expect(|game| game["proposal"]["what"] == "take_back");
    guest.expect(|game| game["proposal"]["number"] == number);
    let view = guest.accept(&number, &[]);
    assert_eq!(view["line"]["moves"], agreed);
    let view = third.expect(|game| game["proposal"].is_null() && game["sans"] == agreed);
    // Who watches has the PGN as the players have it.
    let wish = json!({ "game_id": view["game_id"] });
    let [one, other] = [&mut third, &mut host].map(|page| page.0.ask("pgn", wish.clone()));
    assert_eq!(one["text"], other["text"]);
    let text = one["text"].as_str().unwrap();
    assert!(
        text.contains("[White \"Ann\"]") && text.contains("exchange:h2h3g3/e6b6c6"),
        "{text}"
    );
}

#[test]
fn wrong_proposals_and_answers_are_refused_and_change_nothing() {
    let network = Network::start();
    let (mut host, [player, _]) = network.invite(before_exchange());
    let early = host.propose(0, &json!({ "what": "draw" }));
    assert_eq!(early, "The other player is not here yet.");
    let mut guest = network.guest(&player);
    let begun = host.expect(|game| game["begun"] == true);
    let agreement = |squares: &[&str]| json!({ "what": "agreement", "squares": squares });
    for (ply, proposed, says) in [
        (0, json!({ "what": "take_back" }), "You have not moved yet."),
        (1, json!({ "what": "draw" }), "The game has gone on"),
        (0, agreement(&[]), "Choose 3 different men"),
        (0, agreement(&["h2", "h3"]), "Choose 3 different men"),
        (0, agreement(&["h2", "h2", "h3"]), "Choose 3 different men"),
        (0, agreement(&["e6", "b6", "c6"]), "Choose 3 different men"),
        (0, agreement(&["h2", "h3", "z9"]), "Squares are named"),
        (0, json!({ "what": "agreement" }), "Not understood"),
        (0, json!({ "what": "castle" }), "Not understood"),
        (0, json!({}), "Not understood"),
    ] {
        // What is not understood has no number to answer to.
        let id = host.0.tell("propose", {
            let mut body = proposed.clone();
            body["ply"] = json!(ply);
            body
        });
        let refused = loop {
            let reply = host.0.hear();
            if reply["type"] == "refused" {
                break reply;
            }
        };
        assert!(
            refused["says"].as_str().unwrap().starts_with(says),
            "{id} {proposed}: {refused}"
        );
    }
    let none = "That is not proposed any more.";
    assert_eq!(guest.accept(&json!(1), &[]), none);
    assert_eq!(guest.decline(&json!(0)), none);
    let number = host.propose(0, &agreement(&["h2", "h3", "g3"]));
    // Nobody agrees with themselves, without men or with those of the other side.
    assert_eq!(host.accept(&number, &["e6", "b6", "c6"]), none);
    for squares in [&[][..], &["e6", "b6"], &["h2", "h3", "g3"]] {
        let says = guest.accept(&number, squares);
        assert!(says.as_str().unwrap().starts_with("Choose 3"), "{says}");
    }
    let other = guest.propose(0, &json!({ "what": "draw" }));
    assert_eq!(other, "Answer first what the other side proposes.");
    let again = host.propose(0, &agreement(&["h2", "h3", "g3"]));
    assert_eq!(again, "You have proposed this already.");
    let view = guest.decline(&number);
    let same = ["line", "sans", "clocks", "running", "over", "proposal"];
    for what in same {
        assert_eq!(view[what], begun[what], "{what}");
    }
    assert_eq!(guest.accept(&number, &["e6", "b6", "c6"]), none);
}

#[test]
fn a_proposal_outlives_a_lost_connection_and_no_move() {
    let network = Network::start();
    let (mut host, [player, _]) = network.invite(chess());
    let mut guest = network.guest(&player);
    guest.expect(|game| game["begun"] == true);
    host.play(0, "e2e4");
    let number = host.propose(1, &json!({ "what": "take_back" }));
    guest.expect(|game| game["proposal"]["number"] == number);
    // Both lose their connections, and come back to it.
    drop(guest);
    drop(host);
    let mut host = network.host();
    let mut guest = network.guest(&player);
    for page in [&mut host, &mut guest] {
        let view = page.expect(|game| !game["proposal"].is_null());
        assert_eq!(view["proposal"]["number"], number);
    }
    let view = guest.play(1, "e7e5");
    assert_eq!(view["proposal"], Value::Null);
    let late = guest.accept(&number, &[]);
    assert_eq!(late, "That is not proposed any more.");
    assert_eq!(
        host.expect(|game| game["sans"] == json!(["e4", "e5"]))["proposal"],
        Value::Null
    );
}

#[test]
fn without_the_option_nobody_is_let_in() {
    let own = TestServer::start();
    let (_, hello) = own.connect();
    assert_eq!(hello["network"], Value::Null);
    let game = own.answer(&format!("/game?token={}", own.token));
    assert!(!game.starts_with("HTTP/1.1 101"), "{game}");
    let network = Network::start();
    let (_, hello) = network.own.connect();
    assert_eq!(hello["network"], format!("http://{}", network.host));
    // The host's part needs the token as tabs do.
    assert_eq!(network.own.answer("/game").split(' ').nth(1), Some("403"));
}

#[test]
fn addresses_to_listen_at() {
    for text in ["192.168.1.5", "192.168.1.5:8064", "::1", "[fd00::5]:80"] {
        assert!(text.parse::<ListenAddress>().is_ok(), "{text}");
    }
    for text in [
        "",
        "localhost",
        "0.0.0.0",
        "[::]:80",
        "192.168.1.5:",
        "1.2.3.4:99999",
    ] {
        assert!(text.parse::<ListenAddress>().is_err(), "{text}");
    }
    // An address that is none of this machine.
    let elsewhere = "192.0.2.1:1".parse().unwrap();
    let error = Server::bind(0).unwrap().listen(elsewhere).err().unwrap();
    assert!(
        error
            .to_string()
            .starts_with("other machines cannot be listened for at 192.0.2.1")
    );
}
