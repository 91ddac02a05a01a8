import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { addAll } from '../../add-all.js';
import { repairTags, sameSegment } from '../../tag-repair.js';
import type { Box } from '../content/box.js';
import { showsIn } from '../content/clip-path.js';
import type { ShownGlyph, ShowOperator } from '../content/show-operator.js';
import type { CjkRegion } from '../fonts/cjk-fonts.js';
import type { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { PlacedGlyph } from '../layout/fragments.js';
import type { Area, LinkArea } from '../layout/link-areas.js';
import type { Place } from '../layout/page-space.js';
import type { ParagraphPart, ParagraphText } from '../layout/paragraph-text.js';
import type { Paragraph } from '../layout/paragraphs.js';
import { runsLeftwards } from '../layout/reading-sides.js';
import type { TextRule } from '../layout/text-rules.js';
import { serializeNumber } from '../objects/pdf-serializer.js';
import { rewriteContent } from '../typeset/content-rewrite.js';
import { continuedPlaces } from '../typeset/continued-places.js';
import { areFit, type Fit } from '../typeset/fit.js';
import type { LinkedArea } from '../typeset/linked-areas.js';
import { type RuledSpan, ruleEdits } from '../typeset/moved-rules.js';
import { fitPage } from '../typeset/page-fits.js';
import { asWideAsSource } from '../typeset/source-widths.js';
import { translationOperators } from '../typeset/translation-operators.js';
import { wordsOf } from '../typeset/words.js';
import { type ContentTexts, spacesOf } from './content-texts.js';
import type { Content } from './contents.js';
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
  missing: number;
}

/** A part of a translation, with its place and its lines. */
export interface FittedPart {
  part: ParagraphPart;
  text: ParagraphText;
  place: Place;
  fit: Fit;
  /** The name of the translation, where it has other parts. */
  textName: string | undefined;
}

export interface FittedTexts {
  /** Those of the content itself. */
  parts: FittedPart[];
  /** Those of the next page, by its texts. */
  onNext: { texts: ContentTexts; parts: FittedPart[] }[];
  /** Translations that have too little room. */
  overflowed: number;
}

/** Finds places and lines for the translations of a content that differ from their sources. */
export const fittedTexts = (
  texts: ContentTexts,
  translations: readonly Segment[],
  setting: Typesetting,
): FittedTexts => {
  const changed = texts.texts.flatMap((own, at) => {
    const given = translations[at];
    const { text, parts, onNext } = own;
    if (given === undefined || sameSegment(asText(given), asText(text.parts))) return [];
    const all = [
      ...parts.map((part) => ({ part, space: spacesOf(texts) })),
      ...(onNext?.parts.map((part) => ({ part, space: spacesOf(onNext.texts) })) ?? []),
    ];
    const paragraphs = all.map(({ part }) => part.paragraph);
    const words = wordsOf(text.parts, text, setting);
    const textName = all.length > 1 ? `${texts.content.page.number}.${at + 1}` : undefined;
    return [{ all, paragraphs, text, onNext, given, words, textName, ownParts: parts.length }];
  });
  const sized = asWideAsSource(changed);
  const fittings = changed.map(({ all, paragraphs, text, given }, at) => {
    const own = sized[at] ?? text;
    const [first] = paragraphs[0]?.lines ?? [];
    const placed = all.map(({ part: { paragraph }, space }) => ({
      paragraph,
      place: space(paragraph.direction).placeOf(paragraph),
    }));
    const rooms = continuedPlaces(placed, first !== undefined && runsLeftwards(first));
    const words = wordsOf(repairTags(text.parts, given), own, setting);
    return { rooms, style: own.style, isInRow: first?.isBeside ?? false, words };
  });
  const fits = fitPage(fittings, setting.mayShrink);
  const fitted: FittedTexts = { parts: [], onNext: [], overflowed: 0 };
  changed.forEach(({ all, text, onNext, textName, ownParts }, at) => {
    const parts = all.flatMap(({ part }, index): FittedPart[] => {
      const [place, fit] = [fittings[at]?.rooms[index], fits[at]?.[index]];
      return place && fit ? [{ part, text, place, fit, textName }] : [];
    });
    if (!areFit(parts.map(({ fit }) => fit))) fitted.overflowed += 1;
    addAll(fitted.parts, parts.slice(0, ownParts));
    if (onNext) fitted.onNext.push({ texts: onNext.texts, parts: parts.slice(ownParts) });
  });
  return fitted;
};

/** Links and rules of the parts of a text in one content, where its translation has their words. */
interface MovedParts {
  direction: Paragraph['direction'];
  rules: Set<TextRule>;
  linked: LinkedArea[];
  ruled: RuledSpan[];
}

/** The content with translations in place of its words; undefined where there are none. */
export const translatedContent = (
  content: Content,
  fitted: readonly FittedPart[],
  setting: Typesetting,
): TranslatedContent | undefined => {
  const removed = new Set<ShownGlyph>();
  const inserted = new Map<ShowOperator, string>();
  const fonts = new Set<string>();
  const moved = new Map<ParagraphText, MovedParts>();
  let missing = 0;
  for (const { part, text, place, fit, textName } of fitted) {
    const { paragraph } = part;
    const before = placeAmong(content.fills, paragraph);
    const { direction } = paragraph;
    const { isRightToLeft, turnsRound } = setting;
    const destination = { place, fit, direction, before, isRightToLeft, turnsRound, textName };
    const drawn = translationOperators(destination, setting.embedded);
    const operators = coverOver(paragraph) + drawn.operators;
    inserted.set(before, [inserted.get(before), operators].filter((piece) => piece !== undefined).join('\n'));
    for (const name of drawn.fonts) fonts.add(name);
    missing += drawn.missing;
    const own = moved.get(text) ?? { direction, rules: new Set(), linked: [], ruled: [] };
    for (const rule of [...part.rules.values()].flat()) own.rules.add(rule);
    addAll(own.linked, drawn.linked);
    addAll(own.ruled, drawn.ruled);
    moved.set(text, own);
    for (const line of paragraph.lines) for (const { glyph } of line.glyphs) removed.add(glyph);
    for (const { glyph } of coveredDots(paragraph, drawn.end)) removed.add(glyph);
  }
  if (inserted.size === 0) return undefined;
  const { bytes, shows } = content;
  const links = new MovedLinks(content);
  for (const [text, { linked }] of moved) links.add(text, linked);
  const edits = [...moved.values()].flatMap(({ rules, ruled, direction }) => ruleEdits(rules, ruled, direction));
  const rewritten = rewriteContent(bytes, shows, removed, inserted, edits, setting.language);
  const paragraphs = fitted.map(({ part }) => part.paragraph);
  return { bytes: rewritten, paragraphs, fonts, links: links.areas(removed), missing };
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
