import type { FormatOptions, SegmentRole } from '../../format.port.js';
import type { ShowOperator, TextState } from '../content/show-operator.js';
import { compoundsIn } from '../layout/compounds.js';
import { tellFontsOfText } from '../layout/fonts-of-text.js';
import { type Fragment, isSameDirection } from '../layout/fragments.js';
import { linesOf } from '../layout/lines.js';
import { PageSpace } from '../layout/page-space.js';
import { type ParagraphPart, type ParagraphText, textOfParagraph } from '../layout/paragraph-text.js';
import { type ContentLayout, layoutOf, type Paragraph } from '../layout/paragraphs.js';
import { remembered } from '../layout/remembered.js';
import { Separators } from '../layout/separators.js';
import { hasUnknownWords, isUnreadable, unknownGlyphsIn } from '../layout/signs.js';
import { TextRules } from '../layout/text-rules.js';
import type { Content } from './contents.js';
import { joinColumns } from './joined-texts.js';
import type { Page } from './pages.js';

/** A text that is translated. */
export interface ContentText {
  role: SegmentRole;
  text: ParagraphText;
  /** The paragraph in which it begins, and those in which it goes on, in columns of the same content. */
  parts: readonly ParagraphPart[];
  /** The paragraphs in which it goes on, on the next page. */
  onNext?: { texts: ContentTexts; parts: readonly ParagraphPart[] };
}

export interface ContentTexts {
  content: Content;
  layout: ContentLayout;
  texts: ContentText[];
  /** Parts of texts that began on the page before. */
  fromBefore: ParagraphPart[];
  /** Paragraphs with characters that nothing tells. */
  unreadable: number;
  /** Characters of these that nothing tells. */
  unknownGlyphs: number;
  /** Headers and footers that are not to be translated. */
  leftHeaders: number;
  /** Lines that do not show: a layer over a scanned page, for one. */
  invisible: number;
}

/** Whether text shows: rendering modes above 2 do not, or clip with text. */
const isVisible = ({ state: { mode, isTransparent }, glyphs }: ShowOperator): boolean =>
  mode >= 0 && mode <= 2 && !(isTransparent && glyphs.some(({ text }) => text?.trim() !== ''));
/** Whether it is a layer of text that does not show, as behind a scanned page. */
const isHidden = ({ mode, isTransparent }: TextState): boolean => mode === 3 || (mode <= 2 && isTransparent);

/** Text that a content shows, that can be read, and that is asked for. */
export const shownTexts = ({ shows }: Content, { hidden }: Pick<FormatOptions, 'hidden'>): ShowOperator[] => {
  const isReadable = ({ state }: ShowOperator): boolean => !(state.font?.isVertical ?? true);
  return shows.filter(
    (show) => isReadable(show) && (isVisible(show) || show.cover !== undefined || (hidden && isHidden(show.state))),
  );
};

export const textsOf = (content: Content, options: FormatOptions): ContentTexts => {
  const visible = shownTexts(content, options);
  const separators = new Separators(content.rules, content.shapes);
  const fragments = linesOf(visible, content.fills, separators);
  tellFontsOfText(fragments);
  const layout = layoutOf(fragments, separators);
  const texts: ContentText[] = [];
  let [unreadable, unknownGlyphs, leftHeaders] = [0, 0, 0];
  const usual = usualHeight(layout);
  const rules = new TextRules(content.rulePaths, content.rules);
  const compounds = compoundsIn(layout.paragraphs);
  for (const paragraph of layout.paragraphs) {
    const part = { paragraph, links: content.links, rules: rules.of(paragraph), compounds };
    const text = textOfParagraph([part]);
    if (text ? isUnreadable(paragraph) : hasUnknownWords(paragraph)) {
      unreadable += 1;
      unknownGlyphs += unknownGlyphsIn(paragraph);
    }
    if (!text || isUnreadable(paragraph)) continue;
    const role = roleOf(content, paragraph, usual);
    if (!options.translateHeaders && (role === 'header' || role === 'footer')) {
      leftHeaders += 1;
      continue;
    }
    texts.push({ role, text, parts: [part] });
  }
  const withoutFont = content.shows.filter(({ state }) => state.font === undefined).length;
  const invisible = content.shows.length - visible.length - withoutFont;
  unreadable += withoutFont;
  const left = { unreadable, unknownGlyphs, leftHeaders, invisible };
  return { content, layout, texts: joinColumns(texts), fromBefore: [], ...left };
};

/** Part of the height of a page that is its head, and its foot. */
const margin = 0.065;
const headingRatio = 1.15;
const maxHeadingLines = 3;

/** The direction of a line that runs from left to right on a page as it is shown. */
const directionOf = ({ rotation }: Page): Fragment['direction'] => {
  const angle = (rotation / 180) * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle) };
};

/** How high on a page as it is shown a line of that direction stands: 0 is its foot, 1 its head. */
const heightOn = (page: Page, across: number): number => {
  const { x, y } = directionOf(page);
  const { left, bottom, right, top } = page.box;
  const [one, other] = [bottom * x - left * y, top * x - right * y];
  const foot = Math.min(one, other);
  return (across - foot) / (Math.max(one, other) - foot);
};

/** Whether a line, or what is marked as no part of the text, is at the head or the foot of its page. */
export const marginOf = (
  { form, page }: Pick<Content, 'form' | 'page'>,
  { direction, across, isArtifact }: Pick<Fragment, 'direction' | 'across' | 'isArtifact'>,
): 'header' | 'footer' | undefined => {
  if (form !== undefined || !isSameDirection(direction, directionOf(page))) return undefined;
  const at = heightOn(page, across);
  if (at > 1 - margin || (isArtifact && at > 0.5)) return 'header';
  return at < margin || isArtifact ? 'footer' : undefined;
};

const roleOf = (content: Content, { lines, height }: Paragraph, usual: number): SegmentRole => {
  const [first] = lines;
  const edge = first && lines.length <= 2 ? marginOf(content, first) : undefined;
  if (edge !== undefined) return edge;
  return lines.length <= maxHeadingLines && height > headingRatio * usual ? 'heading' : 'body';
};

/** The height of most characters. */
const usualHeight = ({ paragraphs }: ContentLayout): number => {
  const lengths = new Map<number, number>();
  for (const { lines } of paragraphs)
    for (const { height, glyphs } of lines) {
      const rounded = Math.round(height * 2) / 2;
      lengths.set(rounded, (lengths.get(rounded) ?? 0) + glyphs.length);
    }
  return [...lengths].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
};

/** Directions of which the space is known, in one content. */
const maxDirections = 16;
const nothing: ContentLayout = { paragraphs: [], kept: [] };

type SpaceIn = (direction: Fragment['direction']) => PageSpace;

/** The space around paragraphs of each direction, found once, when it is asked for. */
export const spacesOf = remembered(({ content, layout }: ContentTexts): SpaceIn => {
  const known = new Map<string, PageSpace>();
  const { form, page } = content;
  return (direction) => {
    const key = `${direction.x.toFixed(2)} ${direction.y.toFixed(2)}`;
    const found = known.get(key);
    if (found) return found;
    if (known.size >= maxDirections) return new PageSpace(nothing, [], direction, undefined);
    const space = new PageSpace(layout, content.rules, direction, form === undefined ? page.box : undefined);
    known.set(key, space);
    return space;
  };
});
