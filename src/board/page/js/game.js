// @ts-check
// A game on the page: a tree of moves from a start position. The positions are the
// server's.

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */

import { readNags, writeNags } from './annotations.js';
import { readDrawings, writeDrawings } from './drawings.js';

/**
 * A game of a PGN, or one that was kept, with what is said before its first move: a PGN has
 * that in front of the move.
 * @typedef {import('./types').GameText & {comment?: string}} KeptGame
 */

/** A position of the tree and the move that led to it. */
export class Node {
  /**
   * @param {Node | null} parent
   * @param {string} text
   * @param {string} san
   */
  constructor(parent, text = '', san = '') {
    this.parent = parent;
    this.text = text;
    this.san = san;
    /** @type {Node[]} the first goes on with the line, the others are variations */
    this.children = [];
    /** @type {PositionView | null} */
    this.position = null;
    /** @type {MoveView | null} what the move did, where it is known */
    this.move = null;
    /** What is said in front of the move, and behind it. */
    this.introduction = '';
    this.comment = '';
    /** What the comment says in words, without values and times. */
    this.words = '';
    /** @type {import('./drawings.js').Drawing[]} arrows and circles on the position */
    this.drawings = [];
    /** @type {number[]} glyphs of PGN besides the judgement */
    this.nags = [];
    /** @type {import('./page').Judgement | null} */
    this.judgement = null;
    /** @type {import('./types').ScoreView | null} */
    this.score = null;
    /** Whether the value is to stay, because a review or a PGN has told it. */
    this.isScored = false;
    /** @type {number | null} the engine's value of a move of its own, in centipawns from its side */
    this.value = null;
    /** @type {string[]} what would have been better, in SAN */
    this.better = [];
    /** @type {string[]} the same in coordinate notation */
    this.betterMoves = [];
  }

  /** Moves from the start. */
  get ply() {
    return this.path.length - 1;
  }

  /** Whether it is no move but what both sides have agreed on. */
  get isAgreement() {
    return this.text.includes(':');
  }

  /** The nodes from the start to this one. */
  get path() {
    /** @type {Node[]} */
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** Whether it belongs to the main line. */
  get isMain() {
    return this.path.every((node) => !node.parent || node.parent.children[0] === node);
  }
}

/** Numbers of games: no two are the same, also of an earlier visit. */
let nextId = Date.now();

export class Game {
  /**
   * @param {import('./connection').Connection} connection
   * @param {string} name
   * @param {{fen?: string | null, rules?: [string, boolean][]}} [from]
   */
  constructor(connection, name, from = {}) {
    this.connection = connection;
    this.id = nextId++;
    this.name = name;
    this.fen = from.fen ?? null;
    this.rules = from.rules ?? [];
    this.root = new Node(null);
    this.current = this.root;
    /** @type {[string, string][]} */
    this.tags = [];
    this.result = '*';
  }

  /**
   * How the server is told of a position.
   * @param {Node} [node]
   * @returns {import('./types').GameLine}
   */
  line(node = this.current) {
    return {
      game: this.name,
      rules: this.rules,
      fen: this.fen,
      moves: node.path.slice(1).map((one) => one.text),
    };
  }

  /**
   * The position of a node.
   * @param {Node} [node]
   * @returns {Promise<PositionView>}
   */
  async position(node = this.current) {
    node.position ??= await this.connection.ask('position', this.line(node));
    return node.position;
  }

  /**
   * The node that a move leads to, made if it is new.
   * @param {string} text
   * @param {string} san
   * @param {MoveView | null} [move]
   */
  add(text, san, move = null) {
    let child = this.current.children.find((one) => one.text === text);
    if (!child) {
      child = new Node(this.current, text, san);
      this.current.children.push(child);
    }
    if (move) child.move = move;
    this.current = child;
    return child;
  }

  /**
   * What the move of a node did, from the position before.
   * @param {Node} node
   * @returns {Promise<MoveView | null>}
   */
  async moveOf(node) {
    if (!node.parent) return null;
    if (!node.move) {
      const before = await this.position(node.parent);
      node.move = before.moves.find((move) => move.text === node.text) ?? null;
    }
    return node.move;
  }

  /** The last node of the line that the current one is on. */
  get end() {
    let node = this.current;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /** The node that moves lead to, as far as there are such. @param {string[]} moves */
  find(moves) {
    let node = this.root;
    for (const text of moves) {
      const child = node.children.find((one) => one.text === text);
      if (!child) break;
      node = child;
    }
    return node;
  }

  /** The nodes of the main line, the start first. */
  get mainLine() {
    const nodes = [this.root];
    for (let node = this.root.children[0]; node; node = node.children[0]) nodes.push(node);
    return nodes;
  }

  /**
   * Takes a node and what follows it out of the tree.
   * @param {Node} node
   * @returns {() => void} what puts it back where it was
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => {};
    if (this.current.path.includes(node)) this.current = parent;
    const before = parent.children;
    parent.children = before.filter((one) => one !== node);
    return () => { parent.children = before; this.current = node; };
  }

  /** A game of the same moves whose tree is its own. */
  copy() {
    const { connection, name, fen, rules, tags, result } = this;
    const copy = Object.assign(new Game(connection, name, { fen, rules }), { tags, result });
    const waiting = [{ from: this.root, to: copy.root }];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { from, to } = one;
      Object.assign(to, { ...from, parent: to.parent });
      to.children = from.children.map(({ text, san }) => new Node(to, text, san));
      if (from === this.current) copy.current = to;
      waiting.push(...from.children.map((child, index) => ({ from: child, to: to.children[index] })));
    }
    return copy;
  }

  /**
   * Puts the variation that a node belongs to before its siblings.
   * @param {Node} node
   */
  raise(node) {
    const first = [...node.path].reverse().find((one) => one.parent && one.parent.children[0] !== one);
    if (first?.parent) first.parent.children = [first, ...first.parent.children.filter((other) => other !== first)];
  }

  /**
   * Makes the variation of a node the line itself.
   * @param {Node} node
   */
  promote(node) {
    for (let one = node; one.parent; one = one.parent) {
      const siblings = one.parent.children;
      one.parent.children = [one, ...siblings.filter((other) => other !== one)];
    }
  }

  /** Whether White moves first, and the number of the first move. */
  get firstMove() {
    const fields = (this.fen ?? '').split(' ');
    return { white: fields[1] !== 'b', number: Number(fields[5] ?? 1) || 1 };
  }
}

/** @param {Node} root @param {string} comment what is said before the first move */
function setBefore(root, comment) {
  const { drawings, rest } = readDrawings(comment);
  Object.assign(root, { drawings, comment: rest, words: rest });
}

/**
 * A game with the moves of a PGN text.
 * @param {import('./connection').Connection} connection
 * @param {KeptGame} text
 * @param {string[]} [at] the moves that lead to where it is seen
 */
export function fromText(connection, text, at = []) {
  const game = new Game(connection, text.game, { fen: text.fen, rules: text.rules });
  const nodes = [game.root];
  setBefore(game.root, text.comment ?? '');
  for (const move of text.moves) {
    game.current = nodes[move.after];
    const node = game.add(move.text, move.san);
    const { words, score } = move;
    // What is said before the first move is said of the start.
    const isFirst = node.parent === game.root && game.root.children[0] === node;
    if (isFirst && move.introduction) setBefore(game.root, move.introduction);
    const introduction = isFirst ? '' : move.introduction;
    const { drawings, rest: comment } = readDrawings(move.comment);
    Object.assign(node, { introduction, comment, drawings, words, score, isScored: score !== null, ...readNags(move.nags) });
    nodes.push(node);
  }
  game.current = game.find(at);
  game.tags = text.tags;
  game.result = text.result;
  return game;
}

/**
 * What is said before the first move, with what is drawn there.
 * @param {Game} game
 */
const commentOf = ({ root }) => writeDrawings(root.drawings, root.comment);

/**
 * A game as it is kept.
 * @param {Game} game
 * @returns {KeptGame}
 */
export const toText = (game) => {
  const { name, rules, fen, tags, result } = game;
  return { game: name, rules, fen, tags, result, comment: commentOf(game), moves: toTree(game), says: null };
};

/**
 * All moves of a game as the server is told of them.
 * @param {Game} game
 * @returns {import('./types').TreeMove[]}
 */
export function toTree(game) {
  /** @type {import('./types').TreeMove[]} */
  const moves = [];
  const waiting = [{ node: game.root, number: 0 }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const following = one.node.children.map((node) => {
      const { text, san, words, score, judgement, nags } = node;
      const introduction = !one.number && node === game.root.children[0] ? commentOf(game) : node.introduction;
      const comment = writeDrawings(node.drawings, node.comment);
      moves.push({ after: one.number, text, san, introduction, comment, words, score, nags: writeNags(judgement, nags) });
      return { node, number: moves.length };
    });
    for (const { judgement, better, betterMoves } of one.node.children) {
      // A game that is written twice has its review once.
      if (!judgement || one.node.children.some((node) => node.text === betterMoves[0])) continue;
      betterMoves.forEach((text, index) => moves.push({
        after: index ? moves.length : one.number, text, san: better[index], introduction: '', comment: '', words: '', score: null,
        nags: [],
      }));
    }
    waiting.push(...following);
  }
  return moves;
}
