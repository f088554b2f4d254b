//! Time measured in nodes.

use super::client::{Client, nodes};

/// Nodes for each of White's first three moves, whose clock shows at each of them this many
/// milliseconds.
fn nodes_of_moves(client: &mut Client, clock: [u64; 3]) -> [u64; 3] {
    client.send("ucinewgame");
    let lines = ["", " e2e4 e7e5", " e2e4 e7e5 g1f3 b8c6"];
    std::array::from_fn(|index| {
        client.send(&format!("position startpos moves{}", lines[index]));
        let time = clock[index];
        client.send(&format!("go wtime {time} btime 1 winc 100 binc 1"));
        nodes(&client.until("bestmove "))
    })
}

#[test]
fn games_at_a_clock_come_out_the_same() {
    let mut client = Client::start();
    client.send("setoption name nodestime value 20");
    let known = nodes_of_moves(&mut client, [5000, 4900, 4800]);
    assert!(known.iter().all(|nodes| (1000..60_000).contains(nodes)));
    // The engine counts for itself from the second move on.
    assert_eq!(nodes_of_moves(&mut client, [5000, 1, 1_000_000]), known);
    assert_ne!(nodes_of_moves(&mut client, [50_000, 4900, 4800]), known);
}

#[test]
fn a_fixed_time_is_so_many_nodes() {
    let mut client = Client::start();
    client.send("setoption name Move Overhead value 0");
    client.send("setoption name nodestime value 100");
    client.send("go movetime 200");
    let nodes = nodes(&client.until("bestmove "));
    assert!((20_000..20_000 + 256).contains(&nodes), "{nodes}");
}
