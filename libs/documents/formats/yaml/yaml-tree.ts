import { Composer, CST, Lexer, Parser } from 'yaml';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { FormatError } from '../format.errors.js';
import type { ValuePlace } from '../values/command-value.js';
import type { KeySelection, KeyState } from '../values/key-paths.js';
import { decodeScalar } from '../values/yaml-scalar.js';
import { onOneLine } from './loose-lines.js';

export interface YamlScalar {
  token: CST.FlowScalar | CST.BlockScalar;
  keys: KeyState;
  place: ValuePlace;
  /** Whether it is in a map that a list has. */
  isRecord: boolean;
  isInFlow: boolean;
}

/** The values of a document, and its only key where that is a language. */
export interface YamlValues {
  scalars: YamlScalar[];
  language?: CST.FlowScalar;
}

type Token = CST.Token | null | undefined;

/** Levels of values, of keys too, at most: the parser calls itself for each. */
const maxDepth = 200;
const signs = new Set<string>([CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
const styles = { scalar: 'plain', 'single-quoted-scalar': 'single', 'double-quoted-scalar': 'double' } as const;

/**
 * The values of a document that are scalars, in order; keys and values with a tag of their own are none of them.
 * @param firstLine the number of the document's first line in its file, from 1
 * @throws FormatError
 */
export const valuesOf = (document: string, selection: KeySelection, firstLine = 1): YamlValues => {
  const found = readValues(document, selection);
  if (!('fault' in found)) return found;
  const loose = onOneLine(document);
  const again = loose === document ? found : readValues(loose, selection);
  if ('fault' in again) throw invalidAt(document, found.fault, firstLine);
  for (const { token } of again.scalars) {
    if (token.type !== 'block-scalar') token.source = document.slice(token.offset, token.offset + token.source.length);
  }
  return again;
};

const readValues = (document: string, selection: KeySelection): YamlValues | { fault: number } => {
  const scalars: YamlScalar[] = [];
  const tokens = tokensOf(document);
  let language: CST.FlowScalar | undefined;
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    language = languageKeyOf(token.value);
    const root = { selection, keys: selection.root, place: {}, isListed: false, isRecord: false, isInFlow: false };
    visit(token.value, token.start, { ...root, scalars });
  }
  for (const { errors } of new Composer({ uniqueKeys: false, logLevel: 'silent' }).compose(tokens)) {
    if (errors[0] !== undefined) return { fault: errors[0].pos[0] };
  }
  return { scalars, ...(language && { language }) };
};

const isScalar = (token: Token): token is CST.FlowScalar =>
  token?.type === 'scalar' || token?.type === 'single-quoted-scalar' || token?.type === 'double-quoted-scalar';

/** The only key of a map, where it is the code of a language and has a map, as messages of Rails do. */
const languageKeyOf = (token: Token): CST.FlowScalar | undefined => {
  if (token?.type !== 'block-map') return undefined;
  const entries = token.items.filter(({ key, value }) => key || value);
  const { key, value } = entries[0] ?? {};
  if (entries.length !== 1 || !isScalar(key) || value?.type !== 'block-map') return undefined;
  const [, code] = /^([a-z]{2,3})(?:[-_][A-Za-z]{2,4}){0,2}$/.exec(nameOf(key)) ?? [];
  return code !== undefined && isLanguageCode(code) ? key : undefined;
};

const tokensOf = (document: string): CST.Token[] => {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(document)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > maxDepth) {
      throw new FormatError('hostile', 'The values of the YAML file are nested too deep.');
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
};

/** The places of scalars that go over several lines, also of those that are not translated. */
export const scalarSpans = (document: string): { start: number; end: number }[] => {
  const spans: { start: number; end: number }[] = [];
  let at = 0;
  for (const lexeme of new Lexer().lex(document)) {
    // Lexemes that only say what comes are no characters of the document.
    if (signs.has(lexeme)) continue;
    if (/\S/.test(lexeme) && /[\n\r]/.test(lexeme)) spans.push({ start: at, end: at + lexeme.length });
    at += lexeme.length;
  }
  return spans;
};

interface Visit {
  selection: KeySelection;
  keys: KeyState;
  place: ValuePlace;
  /** Whether it is an item of a list. */
  isListed: boolean;
  isRecord: boolean;
  isInFlow: boolean;
  scalars: YamlScalar[];
}

const visit = (token: Token, before: readonly CST.SourceToken[], at: Visit): void => {
  if (!token) return;
  const { selection, keys, scalars, place, isRecord } = at;
  const below = (key: string | number, isInFlow: boolean): Visit => ({
    ...at,
    keys: selection.below(keys, key),
    place: typeof key === 'string' ? { key, parent: place.key } : place,
    isListed: typeof key === 'number',
    isRecord: isRecord || (typeof key === 'string' && at.isListed),
    isInFlow,
  });
  if (isScalar(token)) {
    if (!hasTag(before)) scalars.push({ token, keys, place, isRecord, isInFlow: at.isInFlow });
  } else if (token.type === 'block-scalar') {
    if (!hasTag(before) && !hasTag(token.props)) scalars.push({ token, keys, place, isRecord, isInFlow: false });
  } else if (token.type === 'block-map') {
    for (const { key, sep, value } of token.items) visit(value, sep ?? [], below(nameOf(key), false));
  } else if (token.type === 'block-seq') {
    token.items.forEach(({ start, value }, index) => {
      visit(value, start, below(index, false));
    });
  } else if (token.type === 'flow-collection') {
    const isMap = token.start.source === '{';
    token.items.forEach(({ start, key, sep, value }, index) => {
      if (sep) visit(value, sep, below(nameOf(key), true));
      else if (!isMap) visit(value ?? key, start, below(index, true));
    });
  }
};

const hasTag = (tokens: readonly CST.Token[]): boolean =>
  tokens.some((token) => token.type === 'tag' && 'source' in token && token.source !== '!!str' && token.source !== '!');

export const nameOf = (key: Token): string => {
  if (key?.type === 'scalar') return key.source;
  if (key?.type === 'single-quoted-scalar' || key?.type === 'double-quoted-scalar') {
    return decodeScalar(key.source.slice(1, -1), styles[key.type]);
  }
  return '';
};

export const styleOf = (token: CST.FlowScalar): 'plain' | 'single' | 'double' =>
  token.type === 'single-quoted-scalar' ? 'single' : token.type === 'double-quoted-scalar' ? 'double' : 'plain';

/** The error of a document at a place in it, with its line and column in the file, both from 1. */
const invalidAt = (document: string, at: number, firstLine: number): FormatError => {
  const before = document.slice(0, at).split('\n');
  const [line, column] = [firstLine + before.length - 1, (before.at(-1)?.length ?? 0) + 1];
  return new FormatError('invalid', `The file is not YAML: line ${line}, column ${column}.`);
};
