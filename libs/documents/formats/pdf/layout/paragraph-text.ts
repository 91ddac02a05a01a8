import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { cutsAddress, isAddress } from './addresses.js';
import { type Compounds, isCompound } from './compounds.js';
import { formulasIn, isFormula } from './formulas.js';
import type { PlacedGlyph } from './fragments.js';
import type { LinkAreas, LinkedWords } from './link-areas.js';
import type { Paragraph } from './paragraphs.js';
import { isSign, signCharacter } from './signs.js';
import type { TextRule } from './text-rules.js';
import { isSameStyle, styleOf, type TextStyle } from './text-style.js';

/** The rules of glyphs. */
type RulesOfGlyphs = ReadonlyMap<PlacedGlyph, readonly TextRule[]>;

export interface ParagraphText {
  parts: Segment;
  /** The style of most of the text. */
  style: TextStyle;
  /** By the number of the tag around it. */
  styles: ReadonlyMap<number, TextStyle>;
  /** Glyphs that are drawn as they are, by the number of the tag that stands for them. */
  signs: ReadonlyMap<number, readonly PlacedGlyph[]>;
}

interface StyledText {
  text: string;
  style: TextStyle;
  /** The glyphs of which it is a picture. */
  signs?: PlacedGlyph[];
}

/** Lines of a paragraph in one place, and what is known of their glyphs. */
export interface ParagraphPart {
  paragraph: Paragraph;
  links: LinkAreas | undefined;
  rules: RulesOfGlyphs;
  compounds: Compounds;
}

/** Numbers of pages alone, also as a preface and appendices have them: `12 iv ix A-3`. */
const pageLabels =
  /^(?:\s*(?:\d{1,4}|(?=[clxvi])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|[A-Z]{1,2}[-.–]?\d{1,3})(?!\S))+\s*$/;

/** The text of a paragraph, in one place or several, with its styles as tags; undefined where it has no letter but in formulas. */
export const textOfParagraph = (parts: readonly ParagraphPart[]): ParagraphText | undefined => {
  const runs = trimmed(runsOf(parts));
  if (!hasWording(runs.map(({ text, style }) => (style.isMath ? ' ' : text)).join(''))) return undefined;
  if (isFormula(runs) || pageLabels.test(runs.map(({ text }) => text).join(''))) return undefined;
  const style = usual(runs);
  // Lines that were recognised on a scan are not quite alike, for no reason.
  if (parts[0]?.paragraph.lines[0]?.glyphs[0]?.show.cover !== undefined)
    return {
      parts: [{ kind: 'text', text: runs.map(({ text }) => text).join('') }],
      style,
      styles: new Map(),
      signs: new Map(),
    };
  moveSpaces(runs, style);
  const formulas = formulasIn(runs, style);
  const styles = new Map<number, TextStyle>();
  const signs = new Map<number, readonly PlacedGlyph[]>();
  const segment: SegmentPart[] = [];
  for (const run of runs) {
    const last = segment.at(-1);
    if (run.signs) {
      const id = styles.size + 1;
      styles.set(id, run.style);
      signs.set(id, run.signs);
      segment.push({ kind: 'single', id });
    } else if (isSameStyle(run.style, style) || run.text.trim() === '') {
      if (last?.kind === 'text') segment[segment.length - 1] = { kind: 'text', text: last.text + run.text };
      else segment.push({ kind: 'text', text: run.text });
    } else {
      const id = styles.size + 1;
      styles.set(id, run.style);
      const kind = formulas.has(run) || isMark(run, style) ? 'keep' : 'text';
      segment.push({ kind: 'open', id }, { kind, text: run.text }, { kind: 'close', id });
    }
  }
  return { parts: segment, style, styles, signs };
};

/** Whether it is a raised letter that marks a note, and no word: an engine makes `un` of `a`. */
const isMark = ({ text, style }: StyledText, { height }: TextStyle): boolean =>
  style.rise > 0.15 * height && style.height < 0.85 * height && /^\p{Ll}$/u.test(text.trim());

/** A space at the end of a style stands behind it. */
const moveSpaces = (runs: StyledText[], style: TextStyle): void => {
  for (let at = runs.length - 2; at >= 0; at -= 1) {
    const run = runs[at];
    const next = runs[at + 1];
    if (!run || !next || isSameStyle(run.style, style) || !/\S $/.test(run.text)) continue;
    run.text = run.text.slice(0, -1);
    if (isSameStyle(next.style, style) && !next.signs) next.text = ` ${next.text}`;
    else runs.splice(at + 1, 0, { text: ' ', style });
  }
};

/** Each line is joined to the next while it is short: a long text is not looked at again for each of its lines. */
const runsOf = (parts: readonly ParagraphPart[]): StyledText[] => {
  const runs: StyledText[] = [];
  let before: StyledText[] = [];
  let begun = '';
  const put = (): void => {
    for (const run of before)
      if (run.signs) runs.push(run);
      else add(runs, run);
  };
  for (const { paragraph, links, rules, compounds } of parts) {
    const { lines, height } = paragraph;
    // No word of a translation is cut: a hyphen at the end of a line is its own.
    const isWhole = lines[0]?.paragraph !== undefined;
    const isCut = (cut: string, rest: string): boolean => !isWhole && !isCompound(compounds, cut, rest);
    for (const { glyphs, across } of lines) {
      const own: StyledText[] = [];
      let isSpaced = true;
      const styleIn = stylesOf(across, height, links, rules);
      for (const glyph of glyphs) {
        const text = plain(glyph.text);
        const style = styleIn(glyph);
        if (glyph.isApart && !isSpaced) add(own, { text: ' ', style });
        if (isSign(glyph)) addSign(own, glyph, style);
        else add(own, { text, style });
        if (text !== '') isSpaced = text.endsWith(' ');
      }
      begun = joinLines(before, { glyphs, link: own[0]?.style.link }, begun, isCut);
      put();
      before = own;
    }
  }
  put();
  return runs;
};

/** The styles of the glyphs of a line: one for those of an operator that shows text, where no link or rule tells them apart. */
const stylesOf = (
  baseline: number,
  height: number,
  links: LinkAreas | undefined,
  rules: RulesOfGlyphs,
): ((glyph: PlacedGlyph) => TextStyle) => {
  let last: { glyph: PlacedGlyph; style: TextStyle } | undefined;
  return (glyph) => {
    const ruled = rules.get(glyph);
    if (ruled) return { ...styleOf(glyph, baseline, height, links), rules: ruled };
    const { show, like, across } = glyph;
    if (last && last.glyph.show === show && last.glyph.like === like && last.glyph.across === across) return last.style;
    const style = styleOf(glyph, baseline, height, links);
    last = links ? undefined : { glyph, style };
    return style;
  };
};

const add = (runs: StyledText[], { text, style }: StyledText): void => {
  const last = runs.at(-1);
  if (last && !last.signs && (isSameStyle(last.style, style) || text.trim() === '')) {
    last.text += text;
    if (last.style.link && style.link && text.trim() !== '') join(last.style.link, style.link);
  } else runs.push({ text, style });
};

/** Signs that touch are one. */
const addSign = (runs: StyledText[], glyph: PlacedGlyph, style: TextStyle): void => {
  const last = runs.at(-1);
  if (last?.signs && isSameStyle(last.style, style) && last.signs[0]?.show.state.font === glyph.show.state.font)
    last.signs.push(glyph);
  else runs.push({ text: signCharacter, style, signs: [glyph] });
};

const maxJoined = 32;

/** A link over several lines is several links that lead to one place. */
const join = ({ links }: LinkedWords, other: LinkedWords): void => {
  for (const link of other.links) if (links.length < maxJoined && !links.includes(link)) links.push(link);
};

/** Characters beside which a line may end without a space: ideographs, kana with the mark of long vowels, and their punctuation. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u;

/**
 * Joins two lines: with a space, with nothing between characters that need none or within an address, or without the hyphen
 * where it cuts a word. Returns what of an address is before the next line, where that goes on with it; `begun` is what the
 * line before returned.
 */
const joinLines = (
  runs: StyledText[],
  { glyphs: next, link }: { glyphs: readonly PlacedGlyph[]; link: LinkedWords | undefined },
  begun: string,
  isCutWord: (cut: string, rest: string) => boolean,
): string => {
  const last = runs.at(-1);
  if (!last) return '';
  if (last.signs) {
    runs.push({ text: ' ', style: last.style });
    return '';
  }
  const first = next.find(({ text }) => text.trim() !== '')?.text ?? '';
  last.text = last.text.trimEnd();
  const rest = firstWord(next);
  const isOneLink = last.style.link || link ? last.style.link?.target === link?.target : undefined;
  const before = textOf(runs).trim();
  const cut = begun + lastWord(before);
  const areAlone = !before.includes(' ') && rest === textOf(next).trim();
  if (cutsAddress({ cut, rest, isOneLink, areAlone })) return before.includes(' ') ? lastWord(before) : cut;
  const mayBeCut = /\p{L}\p{Ll}-$/u.test(last.text) && /^\p{Ll}/u.test(first);
  const isCut = (): boolean => !isAddress(cut) && !isAddress(rest) && isCutWord(lastWord(last.text), rest);
  if (/\u00ad$/.test(last.text) || (mayBeCut && isCut())) last.text = last.text.slice(0, -1);
  else if (!last.text.endsWith('-') || !/^\p{L}/u.test(first)) {
    const [sign] = last.text.match(/.$/u) ?? [''];
    if (!(wide.test(sign) && wide.test(first))) last.text += ' ';
  }
  return '';
};

const lastWord = (text: string): string => text.slice(text.lastIndexOf(' ') + 1);

const textOf = (parts: readonly { text: string }[]): string => parts.map(({ text }) => text).join('');

const firstWord = (glyphs: readonly PlacedGlyph[]): string => {
  const from = glyphs.findIndex(({ text }) => text.trim() !== '');
  const end = glyphs.findIndex(({ text, isApart }, at) => at > from && (isApart || /^\s+$/.test(text)));
  return textOf(glyphs.slice(Math.max(0, from), end < 0 ? undefined : end));
};

/** Letters and signs that are written as they are, which most glyphs are. */
const asItIs = /^[!-~\u00a1-\u00ac\u00ae-\u167f]*$/;

/** Compatibility ligatures and forms are written as letters, all white space as a space, and a hyphen as engines and fonts know it. */
const plain = (text: string): string =>
  asItIs.test(text)
    ? text
    : text
        .replace(/[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]/g, (form) => form.normalize('NFKC'))
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .replaceAll('\u2010', '-')
        .replace(/\u00ad(?=.)/g, '');

const trimmed = (runs: StyledText[]): StyledText[] => {
  let before = ' ';
  const spaced = runs.map(({ text, style, signs }): StyledText => {
    const single = (before.endsWith(' ') ? text.trimStart() : text).replace(/ {2,}/g, ' ').replace(/\u00ad/g, '');
    if (single !== '') before = single;
    return { text: single, style, ...(signs && { signs }) };
  });
  const inked = spaced.filter(({ text }) => text !== '');
  for (let last = inked.at(-1); last !== undefined; last = inked.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    inked.pop();
  }
  return inked;
};

/** The style of most of the text; a link is part of it where everything is one link. */
const usual = (runs: readonly StyledText[]): TextStyle => {
  const words = runs.filter(({ signs, style }) => signs === undefined && !style.isMath);
  const style = commonest(words);
  const isOneLink = words.every((run) => run.style.link?.target === style.link?.target);
  return isOneLink ? style : { ...style, link: undefined };
};

const commonest = (runs: readonly StyledText[]): TextStyle => {
  const found: { style: TextStyle; length: number }[] = [];
  for (const { text, style } of runs) {
    const same = found.find((entry) => isSameStyle(entry.style, style));
    if (same) {
      same.length += text.length;
      if (same.style.link && style.link) join(same.style.link, style.link);
    } else if (found.length < 32) found.push({ style, length: text.length });
  }
  const [first, ...others] = found;
  if (!first) throw new TypeError('A paragraph has text');
  return others.reduce((best, entry) => (entry.length > best.length ? entry : best), first).style;
};
