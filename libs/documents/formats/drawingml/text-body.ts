import type { XmlName } from '#libs/documents/formats/opc/part-reader.js';
import { plainSegment, wordsOf } from '#libs/documents/formats/opc/plain-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextContext, type TextMemory, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import type { Overflows } from '#libs/documents/formats/overflows.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { autofitOf } from './autofit.js';
import { isDiagram, isDrawing, isLink } from './drawing-names.js';
import { type DrawingParagraph, readDrawingParagraph } from './paragraph/drawing-paragraph.js';
import { mergeDrawingParagraph, type SourceWriting } from './paragraph/paragraph-merge.js';

/** An element that is held whole. */
export interface XmlBlock {
  element: XmlElement;
  start: number;
  end: number;
  /** Whether something in it has changed already. */
  isRelabelled: boolean;
}

export interface BodyWriting {
  change: DirectionChange;
  /** Whether text that has grown is made smaller, so that it stays in its shape. */
  fitsShape: boolean;
  /** Counts the segments that do not fit in their shape in the smallest size either. */
  overflows?: Overflows | undefined;
  /** Undefined where the source text does not stand beside its translation. */
  source?: SourceWriting | undefined;
}

/** The elements that hold paragraphs of DrawingML, whatever drawing, chart, diagram or comment they belong to. */
export const isTextBody = (name: XmlName): boolean =>
  name.local === 'txBody' || name.local === 'rich' || isDiagram(name, 't') || isDrawing(name, 'p');

export const bodyUnit = (
  { element, start, end, isRelabelled }: XmlBlock,
  context: TextContext,
  memory: TextMemory,
  { change, fitsShape, overflows, source }: BodyWriting,
): TextUnit => {
  const texts = new UnitTexts(memory, context);
  const paragraphs = paragraphsOf(element).flatMap((paragraph) => readDrawingParagraph(paragraph) ?? []);
  for (const { stretches } of paragraphs) for (const { parts } of stretches) texts.add(parts);
  const tips = tipsIn(element);
  for (const { attribute } of tips) texts.add(plainSegment(attribute.value), 'note');
  return {
    segments: texts.segments,
    skipped: texts.skipped,
    edit: (translations) => {
      if (context.skipReason !== undefined) return undefined;
      const all = texts.settle(translations);
      const settled = all.slice(0, all.length - tips.length);
      const haveChanged = writeTips(tips, all.slice(settled.length));
      const replacements = replacementsOf(paragraphs, settled, change, source);
      if (replacements.size > 0 && fitsShape && isInShape(element, context)) {
        const autofit = autofitOf(
          element,
          paragraphs,
          source === undefined ? settled : [...sourcesOf(paragraphs), ...settled],
        );
        if (autofit !== undefined) replacements.set(autofit.element, autofit.markup);
        if (autofit?.fits === false) overflows?.add(context.part, texts.segments.length);
      }
      if (replacements.size === 0 && !isRelabelled && !haveChanged) return undefined;
      return { start, end, text: serialize(element, replacements) };
    },
  };
};

/** The tip of a link in a text. */
interface LinkTip {
  link: XmlElement;
  attribute: XmlAttribute;
}

const tipsIn = (element: XmlElement, found: LinkTip[] = []): LinkTip[] => {
  const tip = isLink(element) ? element.attributes.find(({ local }) => local === 'tooltip') : undefined;
  if (tip !== undefined && hasWording(tip.value)) found.push({ link: element, attribute: tip });
  for (const child of elementsOf(element)) tipsIn(child, found);
  return found;
};

/** Writes the tips into the tree, from which runs are written; whether any has changed. */
const writeTips = (tips: readonly LinkTip[], translations: readonly Segment[]): boolean => {
  let haveChanged = false;
  for (const [at, { link, attribute }] of tips.entries()) {
    const text = wordsOf(translations[at] ?? []).trim();
    if (text === '' || text === attribute.value.trim()) continue;
    link.open = withAttribute(link.open, attribute.name, text);
    haveChanged = true;
  }
  return haveChanged;
};

const sourcesOf = (paragraphs: readonly DrawingParagraph[]): Segment[] =>
  paragraphs.flatMap(({ stretches }) => stretches.map(({ parts }) => parts));

/** Titles of charts have room, diagrams are laid out anew, and cells of tables grow. */
const isInShape = ({ local }: XmlElement, { role }: TextContext): boolean => local === 'txBody' && role !== 'table';

const paragraphsOf = (element: XmlElement): XmlElement[] =>
  isDrawing(element, 'p') ? [element] : elementsOf(element).filter((child) => isDrawing(child, 'p'));

const replacementsOf = (
  paragraphs: readonly DrawingParagraph[],
  translations: readonly Segment[],
  change: DirectionChange,
  source: SourceWriting | undefined,
): Map<XmlElement, string> => {
  const replacements = new Map<XmlElement, string>();
  let at = 0;
  for (const paragraph of paragraphs) {
    const own = translations.slice(at, at + paragraph.stretches.length);
    at += own.length;
    const markup = mergeDrawingParagraph(paragraph, own, change, source);
    if (markup !== undefined) replacements.set(paragraph.element, markup);
  }
  return replacements;
};
