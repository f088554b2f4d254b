//! The size of the transposition table.

use super::client::{self, Client};

/// Nodes that a search of the start position needs; a deep one may by chance need more of
/// them with what is known than without.
fn nodes(client: &mut Client) -> u64 {
    client.send("go depth 8");
    client::nodes(&client.until("bestmove "))
}

#[test]
fn the_same_size_again_keeps_what_is_known() {
    let mut client = Client::start();
    let fresh = nodes(&mut client);
    client.send("setoption name Hash value 16");
    let again = nodes(&mut client);
    assert!(again < fresh * 2 / 3, "{again} and {fresh}");
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

/// MiB that programs can still have.
#[cfg(target_os = "linux")]
fn available_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").expect("Linux has it");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"));
    let size = line.and_then(|line| line.trim().strip_suffix(" kB"));
    size.expect("a size").parse::<u64>().expect("a number") / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_larger_than_the_memory_that_is_free_is_refused() {
    // Half as much again, since others come and go.
    let too_large = available_memory() * 3 / 2;
    if too_large > 65_536 {
        return;
    }
    let mut client = Client::start();
    client.send(&format!("setoption name Hash value {too_large}"));
    let line = client.expect_start("info string option Hash: no memory for ");
    assert!(line.ends_with("MiB; the table has 16 MiB"), "{line}");
    client.best_move("go depth 3");
}

#[cfg(target_os = "linux")]
#[test]
fn a_new_game_takes_possession_of_the_table() {
    let mut client = Client::start();
    client.send("setoption name Hash value 128");
    client.expect_silence();
    let before = client.resident_mib();
    client.send("ucinewgame");
    client.expect_silence();
    let taken = client.resident_mib() - before;
    assert!((120..=140).contains(&taken), "{taken}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_table_is_there_at_once() {
    let mut client = Client::start();
    // A new game takes possession of a part of it only, however large it is.
    let size = (available_memory() / 2).min(32_768);
    client.send(&format!("setoption name Hash value {size}"));
    client.send("ucinewgame");
    client.expect_silence();
    assert!(client.resident_mib() < size.min(500), "{size}");
    client.best_move("go depth 3");
    client.end_soon();
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
