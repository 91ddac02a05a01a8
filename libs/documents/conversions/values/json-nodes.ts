import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { decodeJson } from '#libs/documents/formats/json/json-string.js';
import { type JsonToken, JsonTokenizer } from '#libs/documents/formats/json/json-tokens.js';
import { maxLevels, maxValues, tooDeep, tooLarge } from './data-limits.js';
import { WrittenNumber } from './written-number.js';

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const otherNumbers = /^([+-]?)(?:(Infinity)|NaN|(0x[\da-f]+))$/i;

const invalid = (): FormatError => new FormatError('invalid', 'The file is not JSON.');

/** The values of a file of JSON, JSON5 or JSON Lines, as nodes of YAML. @throws FormatError */
export const nodesOfJson = (text: string): Node[] => {
  const tokenizer = new JsonTokenizer();
  const tokens = [...tokenizer.push(text), ...tokenizer.end()].filter(({ kind }) => kind !== 'space');
  const reader = new Reader(tokens);
  const nodes: Node[] = [];
  while (!reader.isOver) nodes.push(reader.value(0));
  return nodes;
};

class Reader {
  private at = 0;
  private values = 0;

  constructor(private readonly tokens: readonly JsonToken[]) {}

  get isOver(): boolean {
    return this.at >= this.tokens.length;
  }

  value(level: number): Node {
    this.values += 1;
    if (this.values > maxValues) throw tooLarge();
    if (level > maxLevels) throw tooDeep();
    const { kind, raw } = this.next();
    if (raw === '{') return this.map(level);
    if (raw === '[') return this.list(level);
    if (kind === 'string') return new Scalar(decodeJson(raw.slice(1, -1)));
    // Its content follows in pieces.
    if (kind === 'long') throw tooLarge();
    if (kind === 'word') return scalarOf(raw);
    throw invalid();
  }

  private map(level: number): YAMLMap {
    const map = new YAMLMap();
    while (!this.takes('}')) {
      if (map.items.length > 0) this.expect(',');
      if (this.takes('}')) break;
      const { kind, raw } = this.next();
      if (kind !== 'string' && kind !== 'word') throw invalid();
      const key = new Scalar(kind === 'string' ? decodeJson(raw.slice(1, -1)) : raw);
      this.expect(':');
      map.items.push(new Pair(key, this.value(level + 1)));
    }
    return withoutRepeatedKeys(map);
  }

  private list(level: number): YAMLSeq {
    const list = new YAMLSeq();
    while (!this.takes(']')) {
      if (list.items.length > 0) this.expect(',');
      if (this.takes(']')) break;
      list.items.push(this.value(level + 1));
    }
    return list;
  }

  private takes(raw: string): boolean {
    if (this.tokens[this.at]?.raw !== raw) return false;
    this.at += 1;
    return true;
  }

  private expect(raw: string): void {
    if (!this.takes(raw)) throw invalid();
  }

  private next(): JsonToken {
    const token = this.tokens[this.at];
    if (token === undefined) throw invalid();
    this.at += 1;
    return token;
  }
}

/** YAML has a key once; of one that is repeated the last value counts, as readers of JSON have it. */
const withoutRepeatedKeys = (map: YAMLMap): YAMLMap => {
  const last = new Map(map.items.map((pair) => [(pair.key as Scalar<string>).value, pair]));
  if (last.size < map.items.length) map.items = [...last.values()];
  return map;
};

const scalarOf = (raw: string): Scalar => {
  const word = words.get(raw);
  if (word !== undefined) return new Scalar(word);
  if (number.test(raw)) return new Scalar(new WrittenNumber(raw));
  const [found, sign = '', infinite, hex] = otherNumbers.exec(raw) ?? [];
  if (found === undefined) throw invalid();
  if (hex !== undefined) return new Scalar(new WrittenNumber(`${sign}${BigInt(hex)}`));
  return new Scalar(new WrittenNumber(infinite === undefined ? '.nan' : `${sign}.inf`));
};
