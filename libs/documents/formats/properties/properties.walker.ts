import type { DocumentSummary, KeyRules } from '../format.port.js';
import type { TextCodec } from '../text/text-codec.js';
import { rawTextOf, type SegmentPiece, type TextPiece, type TextWalker, withAbove } from '../text/text-walker.js';
import { KeySelection, type KeyState } from '../values/key-paths.js';
import { MessageFile } from '../values/message-file.js';
import { unspaced } from '../values/translatable-value.js';
import { ValueJudge } from '../values/value-judge.js';
import { valuePieces } from '../values/value-pieces.js';
import { doubleQuotes, hasQuotedBraces, JavaQuotes } from './java-quotes.js';
import { type PropertyLine, PropertyLines, placesIn } from './properties-lines.js';
import { decodeProperty, PropertyEscapes, propertyValue, wrapLike } from './properties-text.js';

/** UTF-16 code units at the start of a file by which it is told whether it has messages, and how it writes them. */
const sampleLength = 64 * 1024;
/** Parts of a key between dots that are followed, at most. */
const maxParts = 64;

interface Property {
  key: string;
  /** The line up to the value. */
  before: string;
  raw: string;
  end: string;
}

const propertyIn = ({ text, end }: PropertyLine): Property | undefined => {
  const places = placesIn(text);
  if (places === undefined) return undefined;
  const { key, value } = places;
  return {
    key: decodeProperty(text.slice(key.start, key.end)),
    before: text.slice(0, value),
    raw: text.slice(value),
    end,
  };
};

/**
 * Translates the values of a file of properties of Java. Keys, separators, comments and the lines stay as they are; a value that
 * goes on over lines does so in its translation.
 */
export class PropertiesWalker implements TextWalker {
  private readonly lines = new PropertyLines();
  private readonly judge = new ValueJudge();
  private readonly quotes = new JavaQuotes();
  private readonly escapes: PropertyEscapes;
  private readonly keys: KeySelection;
  /** The beginning of the file, until it is known how it is written. */
  private sample: string | undefined = '';

  /**
   * @param sourceLanguage where the source text stands in a comment above its translation
   * @throws FormatError `invalid` for a path of `keys` that cannot be followed
   */
  constructor(
    codec: TextCodec,
    keys: KeyRules,
    private readonly sourceLanguage?: string,
  ) {
    this.escapes = new PropertyEscapes(codec);
    this.keys = new KeySelection(keys);
  }

  push(text: string): TextPiece[] {
    if (this.sample === undefined) return this.take(this.lines.push(text));
    this.sample += text;
    return this.sample.length < sampleLength ? [] : this.begin(this.sample);
  }

  end(): TextPiece[] {
    const pieces = this.sample === undefined ? [] : this.begin(this.sample);
    return [...pieces, ...this.take(this.lines.end())];
  }

  summary(): DocumentSummary {
    return { skipped: this.judge.skipped };
  }

  private begin(text: string): TextPiece[] {
    this.sample = undefined;
    this.learn(text.slice(0, sampleLength));
    return this.take(this.lines.push(text));
  }

  private learn(sample: string): void {
    const messages = new MessageFile();
    const lines = new PropertyLines();
    for (const line of [...lines.push(sample), ...lines.end()]) {
      const property = propertyIn(line);
      if (property === undefined) continue;
      const text = decodeProperty(property.raw);
      this.escapes.see(property.raw);
      this.quotes.see(text);
      if (/^(?:true|false|null|[-+\d.]*)$/i.test(text)) messages.addOther();
      else messages.addString(text, placeOf(property.key), false);
    }
    this.judge.takesWords = messages.isOne;
  }

  private take(lines: readonly PropertyLine[]): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of lines) {
      const property = propertyIn(line);
      const found = property && this.piecesOf(property, line);
      for (const piece of found ?? [line.text + line.end]) pieces.push(piece);
    }
    return pieces;
  }

  /** Undefined where the value stays. */
  private piecesOf({ key, before, raw, end }: Property, line: PropertyLine): TextPiece[] | undefined {
    const taken = this.keys.taken(this.stateOf(key));
    this.escapes.see(raw);
    if (taken === undefined) return undefined;
    const written = decodeProperty(raw);
    const areDoubled = this.quotes.areDoubledIn(written);
    const value = propertyValue(raw, areDoubled);
    const isLetter = value.text.trim().length === 1 && !unspaced.test(value.text);
    if ((isLetter && !taken.isNamed) || !this.judge.isTranslated(value.text, taken.isNamed, placeOf(key)))
      return undefined;
    const keepsBraces = hasQuotedBraces(written);
    const found = valuePieces(value, {
      role: 'body',
      decode: (text) => decodeProperty(text, areDoubled),
      encode: (text) => this.escapes.encode(areDoubled ? doubleQuotes(text, keepsBraces) : text),
    });
    const first = found.findIndex((piece) => typeof piece !== 'string');
    const inLines = found.map((piece, at) => (typeof piece === 'string' ? piece : withLines(piece, at === first)));
    const pieces = [before, ...inLines, end];
    if (this.sourceLanguage === undefined) return pieces;
    const comment = this.sourceComment(rawTextOf(found), line);
    return withAbove(pieces, (changed) => (changed.includes(true) ? comment : ''));
  }

  private sourceComment(raw: string, { text, end }: PropertyLine): string {
    const indent = /^[ \t\f]*/.exec(text)?.[0] ?? '';
    const source = raw.replace(/\\(?:\r\n|[\n\r])[ \t\f]*/g, '').trim();
    return `${indent}# ${this.sourceLanguage}: ${source}${end === '' ? '\n' : end}`;
  }

  /** Paths may name a key as a whole or go down by the parts between its dots. */
  private stateOf(key: string): KeyState {
    const { keys } = this;
    const whole = keys.below(keys.root, key);
    const parted = key.split('.', maxParts).reduce((state, part) => keys.below(state, part), keys.root);
    return {
      include: { ...whole.include, isNamed: whole.include.isNamed || parted.include.isNamed },
      exclude: { ...whole.exclude, isNamed: whole.exclude.isNamed || parted.exclude.isNamed },
    };
  }
}

const placeOf = (key: string): { key: string; parent: string | undefined } => {
  const parts = key.split('.');
  return { key: parts.at(-1) ?? key, parent: parts.at(-2) };
};

/** A translation in lines as its source; white space at the start of a value would not be read. */
const withLines = (piece: SegmentPiece, isFirst: boolean): SegmentPiece => ({
  ...piece,
  render: (translation) => {
    const written = piece.render(translation);
    return wrapLike(isFirst ? written.trimStart() : written, piece.source);
  },
});
