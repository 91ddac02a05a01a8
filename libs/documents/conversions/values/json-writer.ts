import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { maxLevels, maxValues, tooDeep, tooLarge } from './data-limits.js';

/** UTF-16 code units of a file that is written: aliases repeat what they name. */
const maxJsonLength = 32 * 1024 * 1024;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const wholeNumber = /^([+-]?)(\d+|0x[\da-f]+|0o[0-7]+)$/i;

/** Writes nodes of YAML as JSON, keys in their order and numbers with all of their digits. */
export class JsonWriter {
  private readonly anchors = new Map<string, unknown>();
  private readonly parts: string[] = [];
  private values = 0;
  private length = 0;

  /** @throws FormatError */
  static write(documents: readonly Document[]): string {
    const writer = new JsonWriter();
    const [first] = documents;
    if (documents.length === 1) writer.document(first, 0);
    else
      writer.items(
        documents.map((document) => () => writer.document(document, 1)),
        0,
        '[]',
      );
    return `${writer.parts.join('')}\n`;
  }

  private document(document: Document | undefined, level: number): void {
    this.anchors.clear();
    this.value(document?.contents, level);
  }

  private value(node: unknown, level: number): void {
    this.values += 1;
    if (this.values > maxValues) throw tooLarge();
    if (level > maxLevels) throw tooDeep();
    const target = this.resolved(node);
    if (isMap(target)) this.map(target, level);
    else if (isSeq(target))
      this.items(
        target.items.map((item) => () => this.value(item, level + 1)),
        level,
        '[]',
      );
    else this.add(isScalar(target) ? scalarText(target) : 'null');
  }

  private map(map: YAMLMap, level: number): void {
    const members = Array.from(this.membersOf(map, level), ([key, value]) => () => {
      this.add(`${JSON.stringify(key)}: `);
      this.value(value, level + 1);
    });
    this.items(members, level, '{}');
  }

  /** The values of a map by their keys; those that `<<` brings stand behind its own. */
  private membersOf(map: YAMLMap, level: number): Map<string, unknown> {
    if (level > maxLevels) throw tooDeep();
    const members = new Map<string, unknown>();
    for (const pair of map.items) if (!isMerge(pair)) members.set(this.keyOf(pair.key), pair.value);
    for (const pair of map.items) {
      if (!isMerge(pair)) continue;
      const merged = this.resolved(pair.value);
      for (const source of isSeq(merged) ? merged.items : [merged]) {
        const target = this.resolved(source);
        if (!isMap(target)) throw notYaml();
        for (const [key, value] of this.membersOf(target, level + 1)) {
          this.values += 1;
          if (this.values > maxValues) throw tooLarge();
          if (!members.has(key)) members.set(key, value);
        }
      }
    }
    return members;
  }

  private keyOf(node: unknown): string {
    const key = this.resolved(node);
    if (key === null) return '';
    if (!isScalar(key))
      throw new FormatError('invalid', 'A key of the YAML file is a list or a map, which JSON has not.');
    return typeof key.value === 'string' ? key.value : (key.source ?? '');
  }

  private resolved(node: unknown): unknown {
    if (isAlias(node)) {
      if (!this.anchors.has(node.source)) throw notYaml();
      return this.anchors.get(node.source);
    }
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) this.anchors.set(anchor, node);
    return node;
  }

  private items(writers: readonly (() => void)[], level: number, [open = '', close = '']: string): void {
    const space = `\n${'  '.repeat(level)}`;
    this.add(open);
    for (const [index, write] of writers.entries()) {
      this.add(`${index === 0 ? '' : ','}${space}  `);
      write();
    }
    this.add(writers.length === 0 ? close : space + close);
  }

  private add(text: string): void {
    this.length += text.length;
    if (this.length > maxJsonLength) throw tooLarge();
    this.parts.push(text);
  }
}

const notYaml = (): FormatError => new FormatError('invalid', 'The file is not YAML.');

const isMerge = ({ key }: Pair): boolean => isScalar(key) && key.value === '<<' && key.type === 'PLAIN';

/** JSON has no number that is infinite or none: they become null. */
const scalarText = ({ value, source = '' }: Scalar): string => {
  if (typeof value !== 'number' || (!Number.isFinite(value) && !wholeNumber.test(source)))
    return JSON.stringify(value ?? null);
  if (jsonNumber.test(source)) return source;
  const [, sign = '', digits] = wholeNumber.exec(source) ?? [];
  return digits === undefined ? JSON.stringify(value) : `${sign.replace('+', '')}${BigInt(digits)}`;
};
