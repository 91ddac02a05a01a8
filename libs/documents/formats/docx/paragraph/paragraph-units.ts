import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { LeftTexts } from '#libs/documents/formats/left-texts.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { isAlternateContent, isDeletion, isWord, wordChild } from '../word/word-names.js';
import { isHeadingLevel, type WordStyles } from '../word/word-styles.js';
import { FieldStack } from './fields.js';
import { hidingIn } from './item-reading.js';
import { type Paragraph, readParagraph } from './paragraph.js';

export interface ParagraphUnit {
  paragraph: Paragraph;
  role: SegmentRole;
  /** The paragraph of another branch of the same alternative that says the same, and so is translated once for both. */
  mirrorOf?: ParagraphUnit;
}

export interface UnitContext {
  /** The role of the story, or `table`. */
  role: SegmentRole;
  fields: FieldStack;
  styles: WordStyles;
  /** Whether hidden text is translated. */
  readsHidden: boolean;
  translatesProperties: boolean;
  left: LeftTexts;
  /** Elements whose text is translated by itself. */
  written: ReadonlySet<XmlElement>;
}

type ByText = Map<string, ParagraphUnit>;

/** The paragraphs with text in an element, each before those that are in it (in text boxes). */
export const paragraphUnits = (element: XmlElement, context: UnitContext): ParagraphUnit[] => {
  const units: ParagraphUnit[] = [];
  visit(element, context, [], undefined, units);
  return units;
};

/** Collects the units of one element; `known` are the paragraphs of earlier branches, `met` those of this one, if it is in any. */
const visit = (
  element: XmlElement,
  context: UnitContext,
  known: ByText[],
  met: ByText | undefined,
  units: ParagraphUnit[],
): void => {
  if (isDeletion(element)) return;
  if (isAlternateContent(element)) {
    visitBranches(element, context, known, met, units);
    return;
  }
  let inside = context;
  if (isWord(element, 'p')) addUnit(element, context, known, met, units);
  else if (isWord(element, 'txbxContent')) inside = { ...context, fields: new FieldStack() };
  else if (isWord(element, 'tbl') && context.role === 'body') inside = { ...context, role: 'table' };
  for (const child of element.children) if (child.kind === 'element') visit(child, inside, known, met, units);
};

/** A text box is written twice, for programs of today (`mc:Choice`) and of 2007 (`mc:Fallback`). */
const visitBranches = (
  alternatives: XmlElement,
  context: UnitContext,
  known: ByText[],
  met: ByText | undefined,
  units: ParagraphUnit[],
): void => {
  const earlier: ByText = new Map();
  let inside = context;
  for (const branch of elementsOf(alternatives)) {
    const inBranch: ByText = new Map();
    for (const child of elementsOf(branch)) visit(child, inside, [...known, earlier], inBranch, units);
    // The other branches leave the same text once more.
    inside = { ...context, left: new LeftTexts() };
    for (const [text, unit] of inBranch) earlier.set(text, unit);
  }
  for (const [text, unit] of earlier) met?.set(text, unit);
};

const addUnit = (
  element: XmlElement,
  context: UnitContext,
  known: readonly ByText[],
  met: ByText | undefined,
  units: ParagraphUnit[],
): void => {
  const { fields, left, readsHidden, styles, translatesProperties, written } = context;
  const hides = readsHidden ? () => false : hidingIn(element, styles);
  const paragraph = readParagraph(element, { fields, left, hides, translatesProperties, written });
  if (paragraph === undefined) return;
  const role = roleOf(element, context);
  if (met === undefined) {
    units.push({ paragraph, role });
    return;
  }
  const text = JSON.stringify(paragraph.stretches.map(({ parts }) => parts));
  const mirrorOf = known.map((units) => units.get(text)).find((unit) => unit !== undefined);
  const unit = { paragraph, role, mirrorOf };
  if (mirrorOf === undefined) met.set(text, unit);
  units.push(unit);
};

const roleOf = (paragraph: XmlElement, { role, styles }: UnitContext): SegmentRole => {
  if (role !== 'body') return role;
  const properties = wordChild(paragraph, 'pPr');
  const value = (local: string) => attributeOf(wordChild(properties, local)?.attributes ?? [], 'val');
  return isHeadingLevel(value('outlineLvl')) || styles.headings.has(value('pStyle') ?? '') ? 'heading' : 'body';
};
