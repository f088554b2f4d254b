//! Who tries keys is made to wait.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong keys of an address that cost it nothing: a link that was copied badly.
const FREE: u32 = 3;

/// How long an address waits after the next one, in which nothing of it is looked at; after
/// each further one twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest of these times.
const LONGEST_WAIT: Duration = Duration::from_secs(64);

/// An address that has tried nothing wrong for so long begins anew.
const MEMORY: Duration = Duration::from_secs(600);

/// The most wrong keys of all addresses in [`PERIOD`]. With more, those that have not yet
/// had a right one wait.
const MOST_IN_ALL: usize = 30;

/// See [`MOST_IN_ALL`].
const PERIOD: Duration = Duration::from_secs(60);

/// The most addresses that are remembered, of those that tried wrong keys and of those that
/// had right ones.
const MOST_ADDRESSES: usize = 1024;

/// What an address has tried.
struct Tries {
    wrong: u32,
    last: Instant,
    /// Until when nothing of it is looked at.
    until: Instant,
}

/// Remembers who has tried wrong keys.
#[derive(Default)]
pub struct Doorkeeper {
    tries: HashMap<IpAddr, Tries>,
    /// When the last wrong keys came.
    in_all: VecDeque<Instant>,
    known: HashSet<IpAddr>,
}

impl Doorkeeper {
    /// How long an address must wait before a key of it is looked at, if it must.
    pub fn wait(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let own = self.tries.get(&address).map(|tries| tries.until);
        let crowded = self.in_all.len() >= MOST_IN_ALL && !self.known.contains(&address);
        let common = self
            .in_all
            .front()
            .filter(|_| crowded)
            .map(|&first| first + PERIOD);
        let until = own.max(common)?;
        Some(until.saturating_duration_since(now)).filter(|wait| !wait.is_zero())
    }

    /// An address has shown a wrong key; how many it has shown by now.
    pub fn wrong(&mut self, address: IpAddr, now: Instant) -> u32 {
        if self.tries.len() >= MOST_ADDRESSES && !self.tries.contains_key(&address) {
            let oldest = self.tries.iter().min_by_key(|(_, tries)| tries.last);
            let oldest = oldest.map(|(&address, _)| address);
            oldest.map(|address| self.tries.remove(&address));
        }
        let tries = self.tries.entry(address).or_insert(Tries {
            wrong: 0,
            last: now,
            until: now,
        });
        if now.saturating_duration_since(tries.last) > MEMORY {
            tries.wrong = 0;
        }
        tries.wrong += 1;
        tries.last = now;
        if let Some(doublings) = tries.wrong.checked_sub(FREE + 1) {
            tries.until = now + (FIRST_WAIT * (1 << doublings.min(16))).min(LONGEST_WAIT);
        }
        self.in_all.push_back(now);
        if self.in_all.len() > MOST_IN_ALL {
            self.in_all.pop_front();
        }
        tries.wrong
    }

    /// An address has shown a right key.
    pub fn right(&mut self, address: IpAddr) {
        if self.known.len() < MOST_ADDRESSES {
            self.known.insert(address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(number: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, number).into()
    }

    #[test]
    fn each_wrong_key_costs_its_address_twice_as_long() {
        let (mut keeper, now) = (Doorkeeper::default(), Instant::now());
        let mut waits = Vec::new();
        for _ in 0..12 {
            keeper.wrong(address(1), now);
            waits.push(
                keeper
                    .wait(address(1), now)
                    .map_or(0, |wait| wait.as_secs()),
            );
        }
        assert_eq!(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 64, 64]);
        assert_eq!(keeper.wait(address(2), now), None);
        // It ends with time, and is forgotten later.
        let later = now + LONGEST_WAIT;
        assert_eq!(keeper.wait(address(1), later), None);
        keeper.wrong(address(1), later);
        assert_eq!(keeper.wait(address(1), later), Some(LONGEST_WAIT));
        let much_later = later + MEMORY + FIRST_WAIT;
        keeper.wrong(address(1), much_later);
        assert_eq!(keeper.wait(address(1), much_later), None);
    }

    #[test]
    fn wrong_keys_from_everywhere_stop_strangers_and_not_guests() {
        let (mut keeper, now) = (Doorkeeper::default(), Instant::now());
        keeper.right(address(200));
        for number in 0..30 {
            assert_eq!(keeper.wait(address(201), now), None);
            keeper.wrong(address(number), now);
        }
        assert_eq!(keeper.wait(address(201), now), Some(PERIOD));
        assert_eq!(keeper.wait(address(200), now), None);
        assert_eq!(keeper.wait(address(201), now + PERIOD), None);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let (mut keeper, now) = (Doorkeeper::default(), Instant::now());
        for number in 0..5000_u32 {
            keeper.wrong(
                Ipv4Addr::from(number).into(),
                now + Duration::from_millis(number.into()),
            );
        }
        assert_eq!(keeper.tries.len(), MOST_ADDRESSES);
        assert!(keeper.tries.contains_key(&Ipv4Addr::from(4999).into()));
        assert!(keeper.in_all.len() <= MOST_IN_ALL);
    }
}
