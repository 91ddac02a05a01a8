import type { FormatOptions, SegmentRole } from '../../format.port.js';
import type { ShowOperator, TextState } from '../content/show-operator.js';
import { compoundsIn } from '../layout/compounds.js';
import { tellFontsOfText } from '../layout/fonts-of-text.js';
import { type Fragment, fragmentsOf, isSameDirection } from '../layout/fragments.js';
import { PageSpace } from '../layout/page-space.js';
import { type ParagraphPart, type ParagraphText, textOfParagraph } from '../layout/paragraph-text.js';
import { type ContentLayout, layoutOf, type Paragraph } from '../layout/paragraphs.js';
import { remembered } from '../layout/remembered.js';
import { Separators } from '../layout/separators.js';
import { isUnreadable } from '../layout/signs.js';
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
  /** Lines that do not show: a layer over a scanned page, for one. */
  invisible: number;
}

/** Whether text shows: rendering modes above 2 do not, or clip with text. */
const isVisible = ({ state: { mode, isTransparent }, glyphs }: ShowOperator): boolean =>
  mode >= 0 && mode <= 2 && !(isTransparent && glyphs.some(({ text }) => text?.trim() !== ''));
/** Whether it is a layer of text that does not show, as behind a scanned page. */
const isHidden = ({ mode, isTransparent }: TextState): boolean => mode === 3 || (mode <= 2 && isTransparent);

export const textsOf = (content: Content, options: FormatOptions): ContentTexts => {
  const isReadable = ({ state }: Content['shows'][number]): boolean => !(state.font?.isVertical ?? true);
  const visible = content.shows.filter(
    (show) =>
      isReadable(show) && (isVisible(show) || show.cover !== undefined || (options.hidden && isHidden(show.state))),
  );
  const separators = new Separators(content.rules);
  const fragments = fragmentsOf(visible, content.fills, separators);
  tellFontsOfText(fragments);
  const layout = layoutOf(fragments, separators);
  const texts: ContentText[] = [];
  let unreadable = 0;
  const usual = usualHeight(layout);
  const rules = new TextRules(content.rulePaths, content.rules);
  const compounds = compoundsIn(layout.paragraphs);
  for (const paragraph of layout.paragraphs) {
    const part = { paragraph, links: content.links, rules: rules.of(paragraph), compounds };
    const text = textOfParagraph([part]);
    if (!text) continue;
    if (isUnreadable(paragraph)) {
      unreadable += 1;
      continue;
    }
    const role = roleOf(content, paragraph, usual);
    if (!options.translateHeaders && (role === 'header' || role === 'footer')) continue;
    texts.push({ role, text, parts: [part] });
  }
  const invisible = content.shows.length - visible.length;
  return { content, layout, texts: joinColumns(texts), fromBefore: [], unreadable, invisible };
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

const roleOf = ({ form, page }: Content, { lines, direction, height }: Paragraph, usual: number): SegmentRole => {
  const [first] = lines;
  if (form === undefined && first && isSameDirection(direction, directionOf(page)) && lines.length <= 2) {
    const at = heightOn(page, first.across);
    if (at > 1 - margin || (first.isArtifact && at > 0.5)) return 'header';
    if (at < margin || first.isArtifact) return 'footer';
  }
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
