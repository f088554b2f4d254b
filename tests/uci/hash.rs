//! The size of the transposition table.

use super::client::Client;

/// Nodes that a search of the start position needs.
fn nodes(client: &mut Client) -> u64 {
    client.send("go depth 9");
    let lines = client.until("bestmove ");
    let infos = lines.iter().rev();
    let last = infos.filter_map(|line| line.split_once(" nodes ")).next();
    let (_, rest) = last.expect("a line with nodes");
    let number = rest.split(' ').next().expect("a number");
    number.parse().expect("a number")
}

#[test]
fn the_same_size_again_keeps_what_is_known() {
    let mut client = Client::start();
    let fresh = nodes(&mut client);
    client.send("setoption name Hash value 16");
    let again = nodes(&mut client);
    assert!(again < fresh / 2, "{again} and {fresh}");
    client.send("setoption name Hash value 17");
    let emptied = nodes(&mut client);
    assert!(emptied > again, "{emptied} and {again}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_old_table_goes_before_the_new_one_comes() {
    // Room for one of them, and not for two.
    let mut client = Client::start_within(900_000);
    for size in [500, 501, 499] {
        client.send(&format!("setoption name Hash value {size}"));
        client.expect_silence();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_there_is_still_a_table() {
    let mut client = Client::start_within(1_500_000);
    for (size, kept) in [(4000, 16), (65_536, 16), (64, 64), (4000, 64)] {
        client.send(&format!("setoption name Hash value {size}"));
        if size != kept {
            let line = client.expect_start("info string option Hash: no memory for ");
            let rest = format!("for {size} MiB; the table has {kept} MiB");
            assert!(line.ends_with(&rest), "{line}");
        }
        client.expect_silence();
        client.send("go depth 4");
        client.find("info depth 4 ");
        client.find("bestmove ");
    }
}
