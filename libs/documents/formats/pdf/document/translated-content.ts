import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { repairTags, sameSegment } from '../../tag-repair.js';
import type { Box } from '../content/box.js';
import { showsIn } from '../content/clip-path.js';
import type { ShownGlyph, ShowOperator } from '../content/show-operator.js';
import type { CjkRegion } from '../fonts/cjk-fonts.js';
import type { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { PlacedGlyph } from '../layout/fragments.js';
import type { Area, LinkArea } from '../layout/link-areas.js';
import type { Paragraph } from '../layout/paragraphs.js';
import { serializeNumber } from '../objects/pdf-serializer.js';
import { type ContentEdit, rewriteContent } from '../typeset/content-rewrite.js';
import { ruleEdits } from '../typeset/moved-rules.js';
import { fitPage } from '../typeset/page-fits.js';
import { asWideAsSource } from '../typeset/source-widths.js';
import { translationOperators } from '../typeset/translation-operators.js';
import { wordsOf } from '../typeset/words.js';
import { type ContentTexts, spacesOf } from './content-texts.js';
import { MovedLinks } from './moved-links.js';

/** In font sizes: the least space between a text and its leader. */
const afterText = 0.2;

/** How translations are set. */
export interface Typesetting {
  embedded: EmbeddedFonts;
  isRightToLeft: boolean;
  /** Whether the translation runs the other way than its source. */
  turnsRound: boolean;
  mayShrink: boolean;
  /** Whose shapes ideographs have. */
  region: CjkRegion;
  language: string;
}

export interface TranslatedContent {
  bytes: Uint8Array;
  /** The paragraphs that changed. */
  paragraphs: readonly Paragraph[];
  fonts: ReadonlySet<string>;
  links: ReadonlyMap<LinkArea, readonly Area[]>;
  overflowed: number;
  missing: number;
}

/** The content with its translations in place; undefined where none differs from its source. */
export const translatedContent = (
  texts: ContentTexts,
  translations: readonly Segment[],
  setting: Typesetting,
): TranslatedContent | undefined => {
  const spaceIn = spacesOf(texts);
  const removed = new Set<ShownGlyph>();
  const inserted = new Map<ShowOperator, string>();
  const fonts = new Set<string>();
  const links = new MovedLinks(texts.content);
  const ruled: ContentEdit[] = [];
  let overflowed = 0;
  let missing = 0;
  const changed = texts.texts.flatMap(({ paragraph, text, rules }, at) => {
    const given = translations[at];
    if (given === undefined || sameSegment(asText(given), asText(text.parts))) return [];
    return { paragraph, text, rules, given, words: wordsOf(text.parts, text, setting) };
  });
  const sized = asWideAsSource(changed);
  const fittings = changed.map(({ paragraph, text, given }, at) => {
    const own = sized[at] ?? text;
    const room = spaceIn(paragraph.direction).placeOf(paragraph);
    const isInRow = paragraph.lines[0]?.isBeside ?? false;
    return { room, style: own.style, isInRow, words: wordsOf(repairTags(text.parts, given), own, setting) };
  });
  const fits = fitPage(fittings, setting.mayShrink);
  changed.forEach(({ paragraph, text, rules }, at) => {
    const fit = fits[at];
    const place = fittings[at]?.room;
    if (!fit || !place) return;
    if (!fit.fits) overflowed += 1;
    const before = placeAmong(texts.content.fills, paragraph);
    const { direction } = paragraph;
    const { isRightToLeft, turnsRound } = setting;
    const drawn = translationOperators({ place, fit, direction, before, isRightToLeft, turnsRound }, setting.embedded);
    const operators = coverOver(paragraph) + drawn.operators;
    inserted.set(before, [inserted.get(before), operators].filter((part) => part !== undefined).join('\n'));
    for (const name of drawn.fonts) fonts.add(name);
    missing += drawn.missing;
    links.add(text, drawn.linked);
    ruled.push(...ruleEdits(rules, drawn.ruled, direction));
    for (const line of paragraph.lines) for (const { glyph } of line.glyphs) removed.add(glyph);
    for (const { glyph } of coveredDots(paragraph, drawn.end)) removed.add(glyph);
  });
  if (inserted.size === 0) return undefined;
  const { bytes, shows } = texts.content;
  const rewritten = rewriteContent(bytes, shows, removed, inserted, ruled, setting.language);
  const paragraphs = changed.map(({ paragraph }) => paragraph);
  return { bytes: rewritten, paragraphs, fonts, links: links.areas(removed), overflowed, missing };
};

/** The dots of a leader in whose place a translation stands. */
const coveredDots = ({ lines, height }: Paragraph, end: number): PlacedGlyph[] => {
  const [first] = lines;
  if (first?.leader === undefined || lines.length > 1 || end <= first.end) return [];
  return first.leader.filter(({ along }) => along < end + afterText * height);
};

/** Operators that hide a paragraph of a scan, and let text show on it; nothing may be painted within a text object. */
const coverOver = ({ lines }: Paragraph): string => {
  const covers = new Set(lines.flatMap(({ glyphs }) => glyphs.flatMap(({ show }) => (show.cover ? [show.cover] : []))));
  if (covers.size === 0) return '';
  const filled = [...covers].map((cover) => {
    const [rectangle, colour] = [cover.slice(0, 4), cover.slice(4, 7)];
    return `${colour.map(serializeNumber).join(' ')} rg ${rectangle.map(serializeNumber).join(' ')} re f\n`;
  });
  return `ET q\n${filled.join('')}Q BT 0 Tr\n`;
};

const maxFillsBetween = 100;

/**
 * The operator that the translation takes the place of: the first, or the last where something is painted under later
 * words, which would cover the translation.
 */
const placeAmong = (fills: readonly Box[], { lines }: Paragraph): ShowOperator => {
  let first: ShowOperator | undefined;
  let last: ShowOperator | undefined;
  // Blanks may show nothing of themselves, nor of what is set in their place.
  const isHidden = lines.every(({ glyphs }) => glyphs.every(({ show }) => show.state.isTransparent));
  for (const { glyphs } of lines)
    for (const { show } of glyphs) {
      if (show.state.isTransparent && !isHidden) continue;
      if (!first || show.start < first.start) first = show;
      if (!last || show.start > last.start) last = show;
    }
  if (!first || !last) throw new TypeError('A paragraph has glyphs');
  const between = fills.slice(first.filled, Math.min(last.filled, first.filled + maxFillsBetween));
  const isCovered = between.some((fill) =>
    lines.some(({ glyphs }) => glyphs.some(({ glyph }) => showsIn(fill, glyph))),
  );
  return isCovered ? last : first;
};
