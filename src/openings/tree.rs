//! A tree of positions that were searched, in which values go back to the root.
//!
//! Which position is searched next is decided by drop-out expansion (T. R. Lincke,
//! 'Strategies for the automatic construction of opening books', 2000): a position waits the
//! longer the more plies lie before it and the more worth its moves give away, whichever
//! side makes them.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::eval::Evaluate;
use crate::notation::{Notation, UciScore};
use crate::rules::Move;
use crate::search::value::is_decisive;

/// What a ply more counts in waiting; giving away a centipawn, as users know them, counts 1.
const PLY: u32 = 10;

/// Who waits so long is never searched: no game has so long an opening.
const NEVER: u32 = 20_000;

/// Positions can come back in a circle; then values go round no more often than this for
/// each position of the tree.
const ROUNDS: usize = 64;

/// A move of a position that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The move.
    pub m: Move,
    /// The key of the position after it.
    pub key: u64,
    /// Its value by the search of the position before it: centipawns of the search, or a
    /// mate value, from the side to move.
    pub searched: i32,
    /// The position after it, if it was searched itself.
    pub child: Option<usize>,
    /// Nothing is to be found out behind it.
    is_closed: bool,
    /// The position after it is being searched.
    is_claimed: bool,
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// The position before it that it was reached from first, and the move; `None` for the
    /// start position.
    pub from: Option<(usize, Move)>,
    /// The best of its moves by its search, the best first.
    pub edges: Vec<Edge>,
    /// What it is worth for the side to move by all that was searched behind it.
    pub value: i32,
    wait: u32,
    parents: Vec<usize>,
}

/// Positions that were searched, the start position first. Each is there once, however many
/// ways lead to it.
#[derive(Clone, Debug)]
pub struct Tree<P> {
    nodes: Vec<Node<P>>,
    index: HashMap<u64, usize>,
    /// The moves that lead to a position that was not searched.
    open: HashMap<u64, Vec<(usize, usize)>>,
}

impl<P> Default for Tree<P> {
    fn default() -> Tree<P> {
        Tree {
            nodes: Vec::new(),
            index: HashMap::new(),
            open: HashMap::new(),
        }
    }
}

/// A value of the search as users see it.
pub fn score<P: Evaluate>(value: i32) -> UciScore {
    match is_decisive(value) {
        true => UciScore::from(value),
        false => UciScore::Centipawns(P::WIN_RATE.centipawns(value)),
    }
}

impl<P: Evaluate + Notation> Tree<P> {
    /// The positions in the order in which they were searched.
    pub fn nodes(&self) -> &[Node<P>] {
        &self.nodes
    }

    /// The number of the position with this key.
    pub fn find(&self, key: u64) -> Option<usize> {
        self.index.get(&key).copied()
    }

    /// What a move is worth for the side that makes it, by all that was searched behind it.
    pub fn value(&self, edge: &Edge) -> i32 {
        edge.child
            .map_or(edge.searched, |child| -self.nodes[child].value)
    }

    /// The moves of a position with their values, the best first.
    pub fn ranked(&self, node: usize) -> Vec<(&Edge, i32)> {
        let edges = self.nodes[node].edges.iter();
        let mut ranked: Vec<_> = edges.map(|edge| (edge, self.value(edge))).collect();
        ranked.sort_by_key(|&(_, value)| -value);
        ranked
    }

    /// The best moves of both sides from a position on, as far as positions were searched,
    /// and one further.
    pub fn principal_line(&self, node: usize) -> Vec<Move> {
        let mut passed = HashSet::from([node]);
        let mut line = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            let Some(&(edge, _)) = self.ranked(node).first() else {
                break;
            };
            line.push(edge.m);
            next = edge.child.filter(|&child| passed.insert(child));
        }
        line
    }

    /// Adds a position with what a search of it said, the best move first; its number. It
    /// is the start position, or reached by a move from another; it must not be there yet.
    pub fn add(
        &mut self,
        position: P,
        from: Option<(usize, Move)>,
        lines: &[(Move, i32)],
    ) -> usize {
        let number = self.nodes.len();
        let key = position.key();
        let mut edges = Vec::with_capacity(lines.len());
        for (place, &(m, searched)) in lines.iter().enumerate() {
            let mut after = position.clone();
            after.play(m);
            let key = after.key();
            let child = self.index.get(&key).copied();
            // Another thread may be searching that position for another move that leads there.
            let mut is_claimed = false;
            match child {
                Some(child) => self.nodes[child].parents.push(number),
                None => {
                    let leading_there = self.open.entry(key).or_default();
                    is_claimed = leading_there.iter().any(|&(parent, place)| {
                        let parent = self.nodes.get(parent);
                        parent.is_some_and(|parent| parent.edges[place].is_claimed)
                    });
                    leading_there.push((number, place));
                }
            }
            edges.push(Edge {
                m,
                key,
                searched,
                child,
                is_closed: is_decisive(searched) || after.outcome().is_some(),
                is_claimed,
            });
        }
        self.index.insert(key, number);
        let leading_here = self.open.remove(&key).unwrap_or_default();
        for &(parent, place) in &leading_here {
            // A move that repeats the position that it is made in is a circle of its own.
            if let Some(parent) = self.nodes.get_mut(parent) {
                parent.edges[place].child = Some(number);
                parent.edges[place].is_claimed = false;
            }
        }
        let parents: Vec<usize> = leading_here.iter().map(|&(parent, _)| parent).collect();
        self.nodes.push(Node {
            position,
            from,
            edges,
            value: 0,
            wait: 0,
            parents: parents.clone(),
        });
        self.settle(std::iter::once(number).chain(parents).collect());
        number
    }

    /// The position that is to be searched next, as one that was searched and the place of
    /// a move; `None` if nothing is left to be searched.
    pub fn next(&self) -> Option<(usize, usize)> {
        let mut node = 0;
        // In a circle nobody would ever come to an end.
        for _ in 0..self.nodes.len() {
            let edges = &self.nodes[node].edges;
            let places = (0..edges.len()).map(|place| (self.wait(node, place), place));
            let (_, place) = places.filter(|&(wait, _)| wait < NEVER).min()?;
            match edges[place].child {
                Some(child) => node = child,
                None => return Some((node, place)),
            }
        }
        None
    }

    /// Says that the position after this move is being searched, or no longer.
    pub fn claim(&mut self, node: usize, place: usize, claimed: bool) {
        let key = self.nodes[node].edges[place].key;
        let leading_there = self.open.get(&key).cloned().unwrap_or_default();
        for &(parent, place) in &leading_there {
            self.nodes[parent].edges[place].is_claimed = claimed;
        }
        self.settle(leading_there.iter().map(|&(parent, _)| parent).collect());
    }

    /// How long the positions behind a move wait.
    fn wait(&self, node: usize, place: usize) -> u32 {
        let Node { edges, value, .. } = &self.nodes[node];
        let edge = &edges[place];
        let behind = match edge.child {
            _ if edge.is_closed || edge.is_claimed => return NEVER,
            Some(child) => self.nodes[child].wait,
            None => 0,
        };
        let given_away = P::WIN_RATE.centipawns(*value) - P::WIN_RATE.centipawns(self.value(edge));
        let wait = PLY + given_away.max(0).unsigned_abs() + behind;
        wait.min(NEVER)
    }

    /// Works values and waiting out anew for these positions and all that depend on them.
    fn settle(&mut self, changed: Vec<usize>) {
        let mut queue = VecDeque::from(changed);
        for _ in 0..ROUNDS * self.nodes.len() {
            let Some(node) = queue.pop_front() else {
                return;
            };
            let edges = self.nodes[node].edges.iter();
            let value = edges.map(|edge| self.value(edge)).max().unwrap_or(0);
            let before = (self.nodes[node].value, self.nodes[node].wait);
            self.nodes[node].value = value;
            let places = 0..self.nodes[node].edges.len();
            let wait = places.map(|place| self.wait(node, place)).min();
            let wait = wait.unwrap_or(NEVER);
            self.nodes[node].wait = wait;
            if (value, wait) != before {
                queue.extend(&self.nodes[node].parents);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::chess::Chess;

    /// Adds the position after these moves, with these of its moves and their values.
    fn search(tree: &mut Tree<Chess>, line: &[&str], lines: &[(&str, i32)]) {
        let mut position = Chess::start();
        let mut from = None;
        for text in line {
            let m = position.parse_coordinates(text).unwrap();
            from = Some((tree.find(position.key()).unwrap(), m));
            position.play(m);
        }
        let lines: Vec<_> = lines
            .iter()
            .map(|&(text, value)| (position.parse_coordinates(text).unwrap(), value))
            .collect();
        tree.add(position, from, &lines);
    }

    fn next(tree: &Tree<Chess>) -> Option<String> {
        let (node, place) = tree.next()?;
        Some(tree.nodes()[node].edges[place].m.to_string())
    }

    fn line(tree: &Tree<Chess>) -> Vec<String> {
        let line = tree.principal_line(0);
        line.iter().map(Move::to_string).collect()
    }

    #[test]
    fn values_go_back_to_the_root() {
        let mut tree = Tree::default();
        search(&mut tree, &[], &[("e2e4", 40), ("d2d4", 35)]);
        assert_eq!(
            (tree.nodes()[0].value, next(&tree).unwrap().as_str()),
            (40, "e2e4")
        );
        search(&mut tree, &["e2e4"], &[("c7c5", -20), ("e7e5", -30)]);
        assert_eq!(
            (tree.nodes()[0].value, line(&tree)),
            (35, vec!["d2d4".to_owned()])
        );
        search(&mut tree, &["d2d4"], &[("d7d5", -10)]);
        assert_eq!(tree.nodes()[0].value, 20);
        assert_eq!(line(&tree), ["e2e4", "c7c5"]);
    }

    #[test]
    fn what_is_bad_or_deep_waits() {
        let mut tree = Tree::default();
        search(
            &mut tree,
            &[],
            &[("e2e4", 40), ("d2d4", 40), ("g2g4", -200)],
        );
        search(&mut tree, &["e2e4"], &[("e7e5", -40)]);
        assert_eq!(next(&tree).as_deref(), Some("d2d4"));
        let (node, place) = tree.next().unwrap();
        tree.claim(node, place, true);
        assert_eq!(next(&tree).as_deref(), Some("e7e5"));
        let (other, behind) = tree.next().unwrap();
        tree.claim(other, behind, true);
        assert_eq!(next(&tree).as_deref(), Some("g2g4"));
        tree.claim(node, place, false);
        assert_eq!(next(&tree).as_deref(), Some("d2d4"));
    }

    #[test]
    fn a_position_is_there_once() {
        let mut tree = Tree::default();
        search(&mut tree, &[], &[("g1f3", 10), ("d2d4", 10)]);
        search(&mut tree, &["g1f3"], &[("d7d5", -10)]);
        search(&mut tree, &["d2d4"], &[("d7d5", -10)]);
        search(&mut tree, &["g1f3", "d7d5"], &[("d2d4", 30)]);
        search(&mut tree, &["d2d4", "d7d5"], &[("g1f3", 25)]);
        search(&mut tree, &["d2d4", "d7d5", "g1f3"], &[("g8f6", 0)]);
        assert_eq!(tree.nodes().len(), 6);
        // Both lines know what the position after them is worth.
        assert!(tree.nodes().iter().all(|node| node.value == 0));
    }

    #[test]
    fn a_position_is_claimed_for_moves_that_become_known_later() {
        let mut tree = Tree::default();
        search(&mut tree, &[], &[("g1f3", 10), ("d2d4", 10)]);
        search(&mut tree, &["g1f3"], &[("d7d5", -10)]);
        search(&mut tree, &["d2d4"], &[("d7d5", -10)]);
        search(&mut tree, &["g1f3", "d7d5"], &[("d2d4", 30)]);
        tree.claim(3, 0, true);
        search(&mut tree, &["d2d4", "d7d5"], &[("g1f3", 25)]);
        assert_eq!(tree.next(), None);
        tree.claim(3, 0, false);
        assert!(tree.next().is_some());
    }

    #[test]
    fn moves_in_a_circle_come_to_an_end() {
        let mut tree = Tree::default();
        let mut passed: Vec<&str> = Vec::new();
        for m in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            search(&mut tree, &passed, &[(m, 5 * passed.len() as i32)]);
            passed.push(m);
        }
        assert_eq!(line(&tree), ["g1f3", "g8f6", "f3g1", "f6g8"]);
        assert_eq!(tree.next(), None);
    }

    #[test]
    fn nothing_is_searched_behind_the_end() {
        let mut tree = Tree::default();
        search(&mut tree, &[], &[("f2f3", -50)]);
        search(&mut tree, &["f2f3"], &[("e7e5", 50)]);
        search(&mut tree, &["f2f3", "e7e5"], &[("g2g4", -31_998)]);
        assert_eq!(tree.next(), None);
        assert_eq!(tree.nodes()[0].value, -31_998);
    }
}
