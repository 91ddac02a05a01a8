import { isDeepStrictEqual } from 'node:util';
import { hasLabelWords } from '#libs/documents/formats/label-words.js';
import { repairTags } from '#libs/documents/formats/tag-repair.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { decodeBytes } from './code-pages.js';
import type { RtfLine, RtfPiece } from './items.js';
import { type RtfToken, RtfTokenizer } from './rtf.tokens.js';
import { characterSymbols, characterWords } from './rtf.words.js';
import type { RtfSegment } from './rtf-segment.js';
import { encodeText } from './text-encoding.js';

/** Labels that are remembered for the texts that show them, at most. */
const maxLabels = 1_000;
/** Levels of a list; a number as small as these stands for that of its level. */
const levels = 9;
/** Characters of a label, since a byte tells how many they are. */
const maxLength = 255;
const westernPage = 1252;

/** The label of a level: its texts and the numbers of levels between them. */
interface Label {
  source: Segment;
  translation?: Segment;
}

export const tokensOf = (raw: string): RtfToken[] => {
  const tokenizer = new RtfTokenizer();
  return [...tokenizer.push(raw), ...tokenizer.end()];
};

/** The character of a token, undefined for one that is none. */
export const characterOf = (token: RtfToken): string | undefined => {
  if (token.kind === 'text') return token.raw;
  if (token.kind === 'byte') return decodeBytes(westernPage, [token.byte]) ?? '';
  if (token.kind === 'symbol') return characterSymbols.get(token.symbol);
  if (token.kind !== 'word') return undefined;
  if (token.word === 'u') return String.fromCharCode((token.param ?? 0) & 0xffff);
  return characterWords.get(token.word);
};

/** The text of a group that is copied, without what old readers see for a character. */
export const groupText = (tokens: readonly RtfToken[]): string => {
  let text = '';
  let isSkipping = false;
  for (const token of tokens) {
    const character = characterOf(token);
    if (character === undefined) continue;
    text += isSkipping && token.kind !== 'word' ? (token.kind === 'text' ? character.slice(1) : '') : character;
    isSkipping = token.kind === 'word' && token.word === 'u';
  }
  return text;
};

/** A piece whose bytes are known once the segments before it have their translations. */
const later = (bytes: () => string): RtfLine => ({
  get pieces(): readonly RtfPiece[] {
    return [bytes()];
  },
  segments: [],
  copy: '',
});

/** The groups with the text before a number and with that behind it. */
const numberingTexts = [/\{\\pntxtb(?![a-z]) ?([^{}]{0,500})\}/, /\{\\pntxta(?![a-z]) ?([^{}]{0,500})\}/];
/** The number at the end of a label: digits, Roman ones, a letter. */
const numberAtEnd = /^(.{0,200}[^\p{L}\p{N}])(\d{1,6}|[IVXLCDM]{1,10}|[ivxlcdm]{1,10}|\p{L})([^\p{L}\p{N}]{0,20})$/u;

const aroundNumber = (before: string, after: string): Segment => [
  ...(before === '' ? [] : [{ kind: 'text' as const, text: before }]),
  { kind: 'single', id: 1 },
  ...(after === '' ? [] : [{ kind: 'text' as const, text: after }]),
];

/** The numbering with another group in the place of the one that a pattern finds, or with that at its end. */
const withGroup = (raw: string, pattern: RegExp, group: string): string => {
  if (pattern.test(raw)) return raw.replace(pattern, () => group);
  return / \}$/.test(group) ? raw : `${raw.slice(0, -1)}${group}}`;
};

const hexOf = (byte: number): string => `\\'${byte.toString(16).padStart(2, '0')}`;

/** The labels of lists: in the table of lists, and in the paragraphs that show them to readers without that. */
export class ListLabels {
  private readonly labels: Label[] = [];
  private last: Label | undefined;

  /** The `\leveltext` of a level: its bytes, or a segment where it has words. */
  level(raw: string): RtfPiece {
    this.last = undefined;
    const source = labelOf(raw);
    const ids = source?.flatMap((part) => ('text' in part ? [] : [part.id])) ?? [];
    if (source === undefined || !hasLabelWords(plainText(source)) || new Set(ids).size < ids.length) return raw;
    const label: Label = { source };
    this.last = label;
    if (this.labels.length < maxLabels) this.labels.push(label);
    const segment: RtfSegment = {
      role: 'body',
      parts: source,
      source: [raw],
      render: (translation) => {
        const placed = repairTags(source, translation);
        const length = lengthOf(placed);
        if (length > maxLength) return [raw];
        label.translation = placed;
        const body = placed.map((part) => ('text' in part ? encodeText(part.text, 1) : hexOf(part.id - 1))).join('');
        const start = raw.search(/\\'/);
        return [`${raw.slice(0, start)}${hexOf(length)}${body};}`];
      },
    };
    return segment;
  }

  /** The `\levelnumbers` behind a label: where in it the numbers stand, from 1. */
  numbers(raw: string): RtfPiece {
    const label = this.last;
    this.last = undefined;
    if (label === undefined) return raw;
    return later(() => {
      if (label.translation === undefined) return raw;
      let at = 0;
      let numbers = '';
      for (const part of label.translation) {
        at += 'text' in part ? part.text.length : 1;
        if (!('text' in part)) numbers += hexOf(at);
      }
      return `{\\levelnumbers${numbers};}`;
    });
  }

  /** The `\pn` of a paragraph or a section, as programs before Word 97 number it: its texts before and behind the number. */
  numbering(raw: string): RtfPiece {
    const [before, after] = numberingTexts.map((pattern) => groupText(tokensOf(pattern.exec(raw)?.[1] ?? '')));
    const source = aroundNumber(before ?? '', after ?? '');
    if (!hasLabelWords(plainText(source))) return raw;
    const known = this.labels.find((label) => isDeepStrictEqual(label.source, source));
    const written = (translation: Segment | undefined): string => {
      if (translation === undefined) return raw;
      const at = translation.findIndex((part) => !('text' in part));
      const texts = [translation.slice(0, at), translation.slice(at + 1)].map((parts) =>
        encodeText(plainText(parts), 1),
      );
      return numberingTexts.reduce(
        (group, pattern, index) => withGroup(group, pattern, `{\\${['pntxtb', 'pntxta'][index]} ${texts[index]}}`),
        raw,
      );
    };
    return known ? later(() => written(known.translation)) : this.segmentOf({ source }, raw, written);
  }

  /** The text that a paragraph shows of a label that no list has; undefined where nothing in it is a number. */
  ofParagraph(raw: string): RtfPiece | undefined {
    const tokens = tokensOf(raw);
    const text = groupText(tokens);
    const [, before, number, after] = numberAtEnd.exec(text) ?? [];
    if (before === undefined || number === undefined) return undefined;
    return this.segmentOf({ source: aroundNumber(before, after ?? '') }, raw, (translation) =>
      withText(tokens, translation.map((part) => ('text' in part ? part.text : number)).join('')),
    );
  }

  private segmentOf(label: Label, raw: string, write: (translation: Segment) => string): RtfSegment {
    if (this.labels.length < maxLabels) this.labels.push(label);
    return {
      role: 'body',
      parts: label.source,
      source: [raw],
      render: (translation) => {
        label.translation = repairTags(label.source, translation);
        return [write(label.translation)];
      },
    };
  }

  /** The piece for the text that a paragraph shows of a label; undefined where it has words of none. */
  inText(raw: string): RtfPiece | undefined {
    const tokens = tokensOf(raw);
    const text = groupText(tokens);
    if (!hasLabelWords(text)) return raw;
    const label = this.labels.find(({ source }) => numbersIn(text, source) !== undefined);
    if (label === undefined) return undefined;
    return later(() => {
      const numbers = numbersIn(text, label.source);
      if (label.translation === undefined || numbers === undefined) return raw;
      const shown = label.translation
        .map((part) => ('text' in part ? part.text : (numbers.get(part.id) ?? '')))
        .join('');
      return withText(tokens, text.endsWith(' ') ? `${shown} ` : shown);
    });
  }
}

/** A label: a byte with its length, then texts and the numbers of levels, and a semicolon. */
const labelOf = (raw: string): Segment | undefined => {
  const parts: SegmentPart[] = [];
  let length: number | undefined;
  let text = '';
  const tokens = tokensOf(raw);
  const end = (): void => {
    if (text !== '') parts.push({ kind: 'text', text });
    text = '';
  };
  let isSkipping = false;
  for (const token of tokens) {
    if (length === undefined) {
      if (token.kind === 'byte') length = token.byte;
      continue;
    }
    if (token.kind === 'byte' && token.byte < levels) {
      end();
      parts.push({ kind: 'single', id: token.byte + 1 });
    } else {
      const character = characterOf(token) ?? '';
      text += isSkipping && token.kind !== 'word' ? (token.kind === 'text' ? character.slice(1) : '') : character;
    }
    isSkipping = token.kind === 'word' && token.word === 'u';
  }
  text = text.replace(/;$/, '');
  end();
  return length === undefined ? undefined : parts;
};

const lengthOf = (segment: Segment): number =>
  segment.reduce((length, part) => length + ('text' in part ? part.text.length : 1), 0);

/** The numbers that a text has in the places of those of a label, undefined where it is not of that label. */
const numbersIn = (text: string, label: Segment): ReadonlyMap<number, string> | undefined => {
  const numbers = new Map<number, string>();
  const shown = text.trimEnd();
  let at = 0;
  let open: number | undefined;
  for (const [index, part] of label.entries()) {
    if (!('text' in part)) {
      open = part.id;
      continue;
    }
    const words = index === label.length - 1 ? part.text.trimEnd() : part.text;
    const found = open === undefined ? (shown.startsWith(words, at) ? at : -1) : shown.indexOf(words, at);
    if (found < 0) return undefined;
    if (open !== undefined) numbers.set(open, shown.slice(at, found));
    open = undefined;
    at = found + words.length;
  }
  if (open !== undefined) numbers.set(open, shown.slice(at));
  else if (at !== shown.length) return undefined;
  return [...numbers.values()].every((number) => /^[\p{N}\p{L}]{1,20}$/u.test(number)) ? numbers : undefined;
};

/** The bytes of a group with another text in the place of its own. */
const withText = (tokens: readonly RtfToken[], text: string): string => {
  let written = '';
  let isWritten = false;
  for (const token of tokens) {
    if (characterOf(token) === undefined) written += token.raw;
    else if (!isWritten) {
      isWritten = true;
      written += /[a-zA-Z0-9]$/.test(written) ? ` ${encodeText(text, 1)}` : encodeText(text, 1);
    }
  }
  return written;
};
