import type { CST } from 'yaml';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { addAll } from '../add-all.js';
import { FormatError } from '../format.errors.js';
import type { DocumentSummary, KeyRules } from '../format.port.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { KeySelection } from '../values/key-paths.js';
import { MessageFile } from '../values/message-file.js';
import { ValueJudge } from '../values/value-judge.js';
import { valuePieces } from '../values/value-pieces.js';
import { wholeValuePiece } from '../values/whole-value.js';
import { encodeScalar, needsQuotes } from '../values/yaml-scalar.js';
import { type PlacedValue, SourceComments } from './source-comments.js';
import { nameOf, styleOf, valuesOf, type YamlScalar } from './yaml-tree.js';
import { blockValue, decodeBlock, flowValue } from './yaml-values.js';

/** UTF-16 code units of one document of a file, which is held as a whole. */
const maxDocumentLength = 512 * 1024;
/** A plain scalar that is a number, a truth value, a date or nothing. */
const notText = /^(?:|~|null|true|false|yes|no|on|off|[\d.,:+-]+)$/i;
/** A line that begins another document. */
const nextDocument = /[\n\r]---(?=[ \t\r\n])/g;

/**
 * Translates the scalar values of YAML, never its keys. Comments, anchors, tags, quotes and the lines of block scalars
 * stay as they are. A file may have any number of documents.
 */
export class YamlWalker implements TextWalker {
  private readonly judge = new ValueJudge();
  private readonly keys: KeySelection;
  private held = '';
  /** The number of the line that the next document begins in. */
  private line = 1;
  /** The end of what is held, too short for a line that begins another document. */
  private last = '';

  /** @throws FormatError `invalid` for a path of `keys` that cannot be followed */
  constructor(
    keys: KeyRules,
    private readonly merging?: { sourceLanguage: string; targetLanguage: string; includeSource: boolean },
  ) {
    this.keys = new KeySelection(keys);
  }

  push(text: string): TextPiece[] {
    const unsearched = this.last + text;
    this.last = unsearched.slice(-4);
    this.held += text;
    // A search in all that is held would put it together, and so copy it, with each text.
    const pieces = unsearched.search(nextDocument) === -1 ? [] : this.endedDocuments();
    this.checkLength(this.held);
    return pieces;
  }

  end(): TextPiece[] {
    return this.document(this.held);
  }

  summary(): DocumentSummary {
    return { skipped: this.judge.skipped };
  }

  private endedDocuments(): TextPiece[] {
    const pieces: TextPiece[] = [];
    let from = 0;
    nextDocument.lastIndex = 0;
    for (let found = nextDocument.exec(this.held); found; found = nextDocument.exec(this.held)) {
      const cut = documentStart(this.held, from, found.index + 1);
      if (cut > from) addAll(pieces, this.document(this.held.slice(from, cut)));
      from = cut;
    }
    this.held = this.held.slice(from);
    return pieces;
  }

  private checkLength(document: string): void {
    if (document.length > maxDocumentLength) {
      throw new FormatError('hostile', 'A document of the YAML file is longer than half a million characters.');
    }
  }

  private document(text: string): TextPiece[] {
    this.checkLength(text);
    const values = this.values(text);
    if (this.merging?.includeSource) {
      const comments = new SourceComments(text, this.merging.sourceLanguage);
      for (const value of values) comments.add(value);
      return comments.end();
    }
    const pieces: TextPiece[] = [];
    let from = 0;
    for (const { pieces: written, source, start } of values) {
      pieces.push(text.slice(from, start), ...written);
      from = start + source.length;
    }
    pieces.push(text.slice(from));
    return pieces;
  }

  private *values(text: string): Generator<PlacedValue, void> {
    let from = 0;
    const { scalars, language } = valuesOf(text, this.keys, this.line);
    this.line += text.split('\n').length - 1;
    this.judge.takesWords = language !== undefined || hasMessages(scalars);
    for (const { token, place } of scalars)
      if (place.key === 'enum' && token.type !== 'block-scalar')
        this.judge.addChoice(flowValue(token.source.replace(/^["']|["']$/g, ''), styleOf(token)).text);
    if (language !== undefined) {
      const { offset, source } = language;
      yield { pieces: [this.languageKey(language)], source, start: offset, begin: offset };
      from = offset + source.length;
    }
    for (const scalar of scalars) {
      const { source, start } = placeOf(scalar);
      if (start < from || text.slice(start, start + source.length) !== source) continue;
      const pieces = this.scalarPieces(scalar, source);
      if (!pieces) continue;
      yield { pieces, source, start, begin: beginOf(scalar) };
      from = start + source.length;
    }
  }

  /** The key of a file of messages that names their language: that of the translation, where it names the source. */
  private languageKey(token: CST.FlowScalar): string {
    const { sourceLanguage = '', targetLanguage = '' } = this.merging ?? {};
    const primary = (tag: string): string => baseLanguage(tag.toLowerCase().replaceAll('_', '-'));
    const isSource = primary(nameOf(token)) === primary(sourceLanguage);
    if (!isSource || primary(sourceLanguage) === primary(targetLanguage)) return token.source;
    const style = styleOf(token);
    if (style === 'plain') return needsQuotes(targetLanguage, false) ? `"${targetLanguage}"` : targetLanguage;
    return token.source.slice(0, 1) + targetLanguage + token.source.slice(-1);
  }

  /** Undefined where the value stays. */
  private scalarPieces({ token, keys, place, isInFlow }: YamlScalar, source: string): TextPiece[] | undefined {
    const taken = this.keys.taken(keys);
    if (!taken) return undefined;
    const isTranslated = (text: string): boolean => this.judge.isTranslated(text, taken.isNamed, place);
    if (token.type === 'block-scalar') {
      const value = blockValue(source, headerOf(token));
      const syntax = { role: 'body' as const, decode: decodeBlock, encode: (text: string) => text };
      return isTranslated(value.text) ? withIndent(valuePieces(value, syntax)) : undefined;
    }
    const style = styleOf(token);
    const decode = (raw: string): string => flowValue(raw, style).text;
    if (style === 'plain') {
      const value = flowValue(source, style);
      const write = (text: string): string =>
        needsQuotes(text, isInFlow) ? `"${encodeScalar(text, 'double')}"` : text;
      return isTranslated(value.text) ? [wholeValuePiece(value, 'body', decode, write)] : undefined;
    }
    const value = flowValue(source.slice(1, -1), style);
    if (!isTranslated(value.text)) return undefined;
    const encode = (text: string): string => encodeScalar(text, style);
    return [source.slice(0, 1), ...valuePieces(value, { role: 'body', decode, encode }), source.slice(-1)];
  }
}

/** Whether the values are those of a file of messages. */
const hasMessages = (scalars: readonly YamlScalar[]): boolean => {
  const messages = new MessageFile();
  for (const { token, place, isRecord } of scalars) {
    if (token.type === 'scalar' && notText.test(token.source)) messages.addOther();
    else
      messages.addString(
        token.type === 'scalar' ? token.source : token.source.replace(/^["']|["']$/g, ''),
        place,
        isRecord,
      );
  }
  return messages.isOne;
};

/** Where a document begins whose `---` is at `at`: before its directives, which follow a `...` or begin the file. */
const documentStart = (text: string, from: number, at: number): number => {
  let start = at;
  let hasDirective = false;
  while (start > from) {
    const line = text.slice(text.lastIndexOf('\n', start - 2) + 1, start);
    if (/^\.\.\.\s/.test(line)) return hasDirective ? start : at;
    if (!/^(?:[%#]|\s*$)/.test(line)) return at;
    hasDirective ||= line.startsWith('%');
    start -= line.length;
  }
  return hasDirective ? from : at;
};

/** A block has the indent of its first line, which no line break at the start of a translation may change. */
const withIndent = (pieces: readonly TextPiece[]): TextPiece[] => {
  const first = pieces.findIndex((piece) => typeof piece !== 'string' || piece.trim() !== '');
  return pieces.map((piece, at) => {
    if (at !== first || typeof piece === 'string') return piece;
    return { ...piece, render: (translation) => piece.render(translation).trimStart() };
  });
};

/** The place of a scalar with its header. */
const beginOf = ({ token }: YamlScalar): number => {
  const first = token.type === 'block-scalar' ? token.props[0] : undefined;
  return first !== undefined && 'source' in first ? first.offset : token.offset;
};

const headerOf = (token: Extract<YamlScalar['token'], { type: 'block-scalar' }>): string => {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  return header !== undefined && 'source' in header ? header.source : '|';
};

/** The content of a scalar and its place; that of a block scalar stands behind its header. */
const placeOf = ({ token }: YamlScalar): { source: string; start: number } => {
  const last = token.type === 'block-scalar' ? token.props.at(-1) : undefined;
  const start = last !== undefined && 'source' in last ? last.offset + last.source.length : token.offset;
  return { source: token.source, start };
};
