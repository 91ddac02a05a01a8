import type { Segment } from '#libs/text/segments/segment.js';
import type { CjkRegion } from '../fonts/cjk-fonts.js';
import { isWebAddress } from '../layout/addresses.js';
import type { PlacedGlyph } from '../layout/fragments.js';
import type { ParagraphText } from '../layout/paragraph-text.js';
import { signCharacter } from '../layout/signs.js';
import type { TextStyle } from '../layout/text-style.js';
import { type ShapedText, shape, signsAsDrawn } from './shaping.js';
import { levelsOf } from './text-direction.js';

/** Text that stays on one line, and the space behind it, which goes at the end of a line. */
export interface Word {
  pieces: readonly ShapedText[];
  space: readonly ShapedText[];
  /** In the space of the content. */
  width: number;
  spaceWidth: number;
}

interface StyledText {
  text: string;
  style: TextStyle;
  signs?: readonly PlacedGlyph[];
}

const withoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters that no line begins or ends with (JIS X 4051, and the habits of Chinese and Korean). */
const notAtStart =
  /^[、。，．・：；？！‼⁇⁈⁉）」』】〕》〉］｝〙〗〟〞｠»ー〜～゠‐–々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ％‰℃°′″…‥·,.:;?!)\]}%’”\p{M}]/u;
const notAtEnd = /[「『（【《〈〔［｛〘〖〝｟«“‘([{$£¥＄￡￥]$/u;

/** The words of a translation as they are drawn; spaces and breaks of all kinds are one space. */
export const wordsOf = (
  translation: Segment,
  { style, styles, signs }: ParagraphText,
  { isRightToLeft, region }: { isRightToLeft: boolean; region: CjkRegion },
): Word[] => {
  const runs = styledRuns(translation, { style, styles, signs });
  const text = runs.map((run) => run.text).join('');
  const levels = levelsOf(text, isRightToLeft);
  if (levels) setFormulas(runs, levels, isRightToLeft ? 2 : 0);
  const words: { pieces: ShapedText[]; space: ShapedText[] }[] = [];
  let word: { pieces: ShapedText[]; space: ShapedText[] } = { pieces: [], space: [] };
  const endWord = (): void => {
    if (word.pieces.length > 0 || word.space.length > 0) words.push(word);
    word = { pieces: [], space: [] };
  };
  let at = 0;
  for (const run of runs) {
    if (run.signs) {
      word.pieces.push(signsAsDrawn(run.signs, run.style, levels?.[at] ?? 0));
      at += run.text.length;
      continue;
    }
    for (const part of run.text.match(/ +|[^ ]+/g) ?? []) {
      if (part.startsWith(' ')) {
        word.space.push(...shape(' ', run.style, levels?.[at] ?? 0, region));
        endWord();
        at += part.length;
        continue;
      }
      unbroken(part).forEach((piece, index) => {
        if (index > 0) endWord();
        for (const level of levelRuns(piece, at, levels))
          word.pieces.push(...shape(level.text, run.style, level.level, region));
        at += piece.length;
      });
    }
  }
  endWord();
  return words.map((entry) => ({ ...entry, width: widthOf(entry.pieces), spaceWidth: widthOf(entry.space) }));
};

/** Formulas run rightwards with all their signs, wherever they stand. */
const setFormulas = (runs: readonly StyledText[], levels: Uint8Array, level: number): void => {
  let at = 0;
  for (const { text, style } of runs) {
    if (style.isMath) levels.fill(level, at, at + text.length);
    at += text.length;
  }
};

const widthOf = (pieces: readonly ShapedText[]): number =>
  pieces.reduce((sum, { width, style }) => sum + width * style.height, 0);

const styledRuns = (
  translation: Segment,
  { style, styles, signs }: Pick<ParagraphText, 'style' | 'styles' | 'signs'>,
): StyledText[] => {
  const runs: StyledText[] = [];
  const open: number[] = [];
  for (const part of translation) {
    if ('text' in part) {
      const text = part.text.replace(/[\s\p{Cc}]+/gu, ' ').toWellFormed();
      runs.push({ text, style: styles.get(open.at(-1) ?? 0) ?? style });
    } else if (part.kind === 'single') {
      const drawn = signs.get(part.id);
      if (drawn) runs.push({ text: signCharacter, style: styles.get(part.id) ?? style, signs: drawn });
    } else if (part.kind === 'open') open.push(part.id);
    else if (part.kind === 'close') open.splice(open.lastIndexOf(part.id), 1);
  }
  return runs;
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Signs of a piece of an address that may end a line at its dots, too, at least. */
const minLongPiece = 16;

/** A text without spaces, cut where a line may end. */
const unbroken = (text: string): string[] => {
  if (wide.test(text) || withoutSpaces.test(text)) return cutBySegmenter(text);
  const pieces = text.split(/(?<=[-\u2013\u2014/])(?=\p{L}{2})/u);
  return isWebAddress(text) ? pieces.flatMap(cutAddress) : pieces;
};

const cutAddress = (piece: string): string[] =>
  piece.length < minLongPiece ? [piece] : piece.split(/(?<=[._?&=#%])(?=[\p{L}\p{N}]{2})/u);

const cutBySegmenter = (text: string): string[] => {
  const pieces: string[] = [];
  const units = withoutSpaces.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text];
  for (const unit of units) {
    const last = pieces.length - 1;
    const isBound =
      !wide.test(unit) && !notAtEnd.test(unit) && !withoutSpaces.test(unit) && !wide.test(pieces[last] ?? '');
    if (last >= 0 && (notAtStart.test(unit) || isBound || notAtEnd.test(pieces[last] ?? ''))) pieces[last] += unit;
    else pieces.push(unit);
  }
  return pieces;
};

const levelRuns = (text: string, from: number, levels: Uint8Array | undefined): { text: string; level: number }[] => {
  if (!levels) return [{ text, level: 0 }];
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[from + at] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += text[at];
    else runs.push({ text: text[at] ?? '', level });
  }
  return runs;
};
