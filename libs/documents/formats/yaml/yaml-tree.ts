import { Composer, CST, Lexer, Parser } from 'yaml';
import { FormatError } from '../format.errors.js';
import type { KeySelection, KeyState } from '../values/key-paths.js';
import { decodeScalar } from '../values/yaml-scalar.js';

export interface YamlScalar {
  token: CST.FlowScalar | CST.BlockScalar;
  keys: KeyState;
  isInFlow: boolean;
}

type Token = CST.Token | null | undefined;

/** Levels of values, of keys too, at most: the parser calls itself for each. */
const maxDepth = 200;
const signs = new Set<string>([CST.BOM, CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
const styles = { scalar: 'plain', 'single-quoted-scalar': 'single', 'double-quoted-scalar': 'double' } as const;

/**
 * The values of a document that are scalars, in order; keys and values with a tag of their own are none of them.
 * @throws FormatError
 */
export const scalarsOf = (document: string, selection: KeySelection): YamlScalar[] => {
  const scalars: YamlScalar[] = [];
  const tokens = tokensOf(document);
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    visit(token.value, token.start, { selection, keys: selection.root, isInFlow: false, scalars });
  }
  for (const { errors } of new Composer({ uniqueKeys: false, logLevel: 'silent' }).compose(tokens)) {
    if (errors.length > 0) throw invalid();
  }
  return scalars;
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
  isInFlow: boolean;
  scalars: YamlScalar[];
}

const visit = (token: Token, before: readonly CST.SourceToken[], at: Visit): void => {
  if (!token) return;
  const { selection, keys, scalars } = at;
  const below = (key: string | number, isInFlow: boolean): Visit => ({
    ...at,
    keys: selection.below(keys, key),
    isInFlow,
  });
  if (token.type === 'scalar' || token.type === 'single-quoted-scalar' || token.type === 'double-quoted-scalar') {
    if (!hasTag(before)) scalars.push({ token, keys, isInFlow: at.isInFlow });
  } else if (token.type === 'block-scalar') {
    if (!hasTag(before) && !hasTag(token.props)) scalars.push({ token, keys, isInFlow: false });
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

const nameOf = (key: Token): string => {
  if (key?.type === 'scalar') return key.source;
  if (key?.type === 'single-quoted-scalar' || key?.type === 'double-quoted-scalar') {
    return decodeScalar(key.source.slice(1, -1), styles[key.type]);
  }
  return '';
};

export const styleOf = (token: CST.FlowScalar): 'plain' | 'single' | 'double' =>
  token.type === 'single-quoted-scalar' ? 'single' : token.type === 'double-quoted-scalar' ? 'double' : 'plain';

const invalid = (): FormatError => new FormatError('invalid', 'The file is not YAML.');
