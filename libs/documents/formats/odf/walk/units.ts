import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { hasLabelWords } from '#libs/documents/formats/label-words.js';
import { sameSegment } from '#libs/documents/formats/tag-repair.js';
import { setContent } from '#libs/documents/formats/xml/set-content.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, isElement, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { odfAttribute, odfName, odfValue, prefixOf } from '../odf-names.js';
import { readParagraph } from '../paragraph/paragraph.js';
import { sourceContent, sourceParagraph } from '../paragraph/source-copy.js';
import type { SheetTerms } from '../sheets/sheet-terms.js';
import { type Languages, namesSource } from '../styles/language-tags.js';
import type { StyleBook } from '../styles/style-book.js';
import { plainLook } from '../styles/text-look.js';
import { paragraphsText, squeezed, textIn } from './cell-text.js';
import { chosenText } from './chosen-text.js';
import { type ComparedCell, comparedCell, setApart } from './compared-cells.js';
import { levelElements, levelLabelUnit } from './level-labels.js';
import { isStaleLink, labelLink, linkOf } from './link-cell.js';
import type { OmittedTexts } from './omissions.js';
import { isCell } from './part-blocks.js';
import { fillWithText, giveTextInstead, isFrameOfPicture, isPictureInText } from './pictures.js';
import type { Scope, Scopes } from './scope.js';
import { shownAttributes } from './shown-attributes.js';
import { isTextBlock, paragraphNames } from './text-blocks.js';

/** Something with text: segments one after another, and how their translations are put in its place. */
export interface Unit {
  role: SegmentRole;
  segments: readonly Segment[];
  /** Changes the element; whether anything has changed. What is in the element must have been changed before it. */
  apply(translations: readonly Segment[]): boolean;
}

export interface UnitContext {
  scopes: Scopes;
  book: StyleBook;
  omitted: OmittedTexts;
  part: string;
  /** Those of language tags that are to change. */
  languages?: Languages | undefined;
  /** Whether source text is to stand above its translation. */
  includesSource?: boolean | undefined;
  /** The texts that formulas compare with those of cells. */
  terms?: SheetTerms | undefined;
  /** Whether the alternative texts of pictures in text are to stand in their place. */
  replacesPictures?: boolean | undefined;
}

const isHiddenText = (span: XmlElement, book: StyleBook): boolean =>
  book.within(plainLook, span).isHidden && /\p{L}/u.test(textIn(span));

/** Fields whose text a program takes from elsewhere. */
const keptField =
  /^text:(?:user-field-(?:get|input)|variable-(?:get|set|input)|expression|database-display|bibliography-mark|(?:bookmark|reference|note|sequence)-ref|user-defined|chapter|drop-down|conditional-text)$/;

/** The units of an element that has been entered already, each before those that are in it. */
export const unitsOf = (element: XmlElement, scope: Scope, context: UnitContext): Unit[] => {
  const units: Unit[] = [];
  if (context.replacesPictures && scope.omission === undefined && isFrameOfPicture(element)) {
    units.push(pictureUnit(element, scope, fillWithText));
  }
  collect(element, scope, context, units);
  return units;
};

const collect = (element: XmlElement, scope: Scope, context: UnitContext, units: Unit[]): void => {
  const name = odfName(element);
  if (name === 'table:table-cell' && linkOf(element.attributes) !== undefined) {
    linkCell(element, scope, context, units);
  } else collectAll(element, scope, context, units);
};

/** A cell whose formula is a link. Its label stands in the formula too, so it has no source above it. */
const linkCell = (element: XmlElement, outer: Scope, context: UnitContext, units: Unit[]): void => {
  const isStale = outer.omission === undefined && isStaleLink(element);
  const scope: Scope = isStale ? { ...outer, omission: 'formula' } : outer;
  const shown = paragraphsText(element);
  if (scope.omission === undefined) {
    units.push({ role: scope.role, segments: [], apply: () => labelLink(element, shown) });
  }
  collectAll(element, scope, { ...context, includesSource: false }, units);
};

const collectAll = (element: XmlElement, scope: Scope, context: UnitContext, units: Unit[]): void => {
  const name = odfName(element);
  const { terms } = context;
  const compared = terms && isCell(name) ? comparedCell(element, scope, context.book, terms) : undefined;
  if (name === 'dc:language') languageUnit(element, context, units);
  else if (isTextBlock(name)) {
    const unit = paragraphNames.has(name) ? paragraphUnit(element, scope, context) : plainUnit(element, scope);
    if (unit !== undefined) add(unit, scope, context, units);
  } else if (compared !== undefined && compared.paragraph === undefined) addCompared(compared, scope, context, units);
  else if (name === 'table:table-cell') {
    cellUnit(element, scope, context, units);
    const isFree = compared === undefined && scope.role === 'table' && scope.omission === undefined;
    if (isFree && terms?.terms.hasCompared) {
      units.push({ role: scope.role, segments: [], apply: () => setApart(element, terms) });
    }
  }
  const choose = scope.omission === undefined ? chosenText(element) : undefined;
  if (choose !== undefined) units.push({ role: scope.role, segments: [], apply: choose });
  for (const attribute of shownAttributes.get(name) ?? []) {
    const unit = attributeUnit(element, attribute, scope);
    if (unit !== undefined) add(unit, scope, context, units);
  }
  if (levelElements.includes(name)) {
    const unit = levelLabelUnit(element, scope);
    if (unit !== undefined) add(unit, scope, context, units);
  }
  const isHidden = name === 'text:span' && scope.omission === undefined && isHiddenText(element, context.book);
  if (isHidden) context.omitted.add(context.part, 'hidden');
  const isLeft = keptField.test(name) && scope.omission === undefined && choose === undefined;
  if (isLeft && /\p{L}/u.test(textIn(element))) context.omitted.add(context.part, 'field');
  // A text box in a heading is none.
  const inside = paragraphNames.has(name) && scope.role === 'heading' ? { ...scope, role: 'body' as const } : scope;
  for (const child of elementsOf(element)) {
    const scopeOfChild = context.scopes.enter(inside, child);
    if (context.replacesPictures && scopeOfChild.omission === undefined && isPictureInText(child, element)) {
      units.push(pictureUnit(child, scopeOfChild, giveTextInstead));
    }
    if (context.replacesPictures && scopeOfChild.omission === undefined && isCell(name) && isFrameOfPicture(child)) {
      units.push(pictureUnit(child, scopeOfChild, fillWithText));
    }
    if (child === compared?.paragraph) addCompared(compared, scope, context, units);
    else collect(child, scopeOfChild, context, units);
  }
};

const addCompared = (cell: ComparedCell, { role }: Scope, { omitted, part }: UnitContext, units: Unit[]): void => {
  if (cell.omission !== undefined) omitted.add(part, cell.omission);
  else units.push({ role, segments: [], apply: cell.apply });
};

/** Its texts are units of their own, which are applied before it. */
const pictureUnit = (frame: XmlElement, { role }: Scope, replace: (frame: XmlElement) => void): Unit => ({
  role,
  segments: [],
  apply: () => {
    replace(frame);
    return true;
  },
});

const add = (unit: Unit, scope: Scope, { omitted, part }: UnitContext, units: Unit[]): void => {
  if (scope.omission === undefined) units.push(unit);
  else omitted.add(part, scope.omission);
};

const paragraphUnit = (
  element: XmlElement,
  { role, isInChart }: Scope,
  { book, includesSource }: UnitContext,
): Unit | undefined => {
  const paragraph = readParagraph(element, book);
  if (paragraph === undefined) return undefined;
  // What is in the paragraph is in translation before it is written.
  const source = includesSource && !isInChart ? sourceOf(element, book) : undefined;
  const apply = (translations: readonly Segment[]): boolean => {
    const written = paragraph.translated(translations);
    if (written === undefined) return false;
    if (source !== undefined) addSource(element, written, source);
    else setContent(element, written.markup, written.text);
    return true;
  };
  return { role, segments: paragraph.segments, apply };
};

/** The copy of a paragraph in its source, which stands within the paragraph or above it. */
interface SourceCopy {
  markup: string;
  text: string;
  isWithin: boolean;
}

/** A paragraph that begins or ends a page holds both, over a line break. All others have their source above them. */
const sourceOf = (element: XmlElement, book: StyleBook): SourceCopy => {
  const isWithin = book.breaksPage(odfValue(element.attributes, 'text:style-name'));
  return { markup: (isWithin ? sourceContent : sourceParagraph)(element), text: textIn(element), isWithin };
};

const addSource = (
  element: XmlElement,
  { markup, text }: { markup: string; text: string },
  source: SourceCopy,
): void => {
  const both = `${source.text}\n${text}`;
  if (source.isWithin) setContent(element, `${source.markup}<${prefixOf(element)}line-break/>${markup}`, both);
  else {
    setContent(element, markup, both);
    element.open = source.markup + element.open;
  }
};

const plainUnit = (element: XmlElement, { role }: Scope): Unit | undefined => {
  if (element.children.some(isElement)) return undefined;
  if (odfName(element).startsWith('number:') && !hasLabelWords(plainText(element))) return undefined;
  const write = (text: string) => setContent(element, escapeXmlText(text), text);
  return textUnit(role, plainText(element), write);
};

const attributeUnit = (element: XmlElement, name: string, { role }: Scope): Unit | undefined => {
  const attribute = odfAttribute(element.attributes, name);
  if (attribute === undefined) return undefined;
  return textUnit(role, attribute.value, (text) => {
    element.open = withAttribute(element.open, attribute.name, text);
  });
};

const textUnit = (role: SegmentRole, source: string, write: (text: string) => void): Unit | undefined => {
  const lines = source.replace(/\r\n?/g, '\n');
  const text = lines.trim();
  if (!hasWording(text)) return undefined;
  const segment: Segment = [{ kind: 'text', text }];
  const apply = ([translation = segment]: readonly Segment[]): boolean => {
    const translated = asText(translation.filter((part) => 'text' in part));
    if (sameSegment(segment, translated)) return false;
    const words = translated.map((part) => ('text' in part ? part.text : '')).join('');
    write(lines.replace(text, () => words));
    return true;
  };
  return { role, segments: [segment], apply };
};

/** The language of the document, as its metadata name it. */
const languageUnit = (element: XmlElement, { languages }: UnitContext, units: Unit[]): void => {
  if (languages === undefined || !namesSource(plainText(element).trim(), languages)) return;
  const apply = (): boolean => {
    setContent(element, escapeXmlText(languages.target), languages.target);
    return true;
  };
  units.push({ role: 'title', segments: [], apply });
};

/** The value of a cell can be written beside its paragraphs; it says the same, or all there is. */
const cellUnit = (element: XmlElement, scope: Scope, context: UnitContext, units: Unit[]): void => {
  const value = odfAttribute(element.attributes, 'office:string-value');
  if (value === undefined) return;
  const source = paragraphsText(element);
  if (squeezed(source) !== squeezed(value.value)) {
    const unit = attributeUnit(element, 'office:string-value', scope);
    if (unit !== undefined) add(unit, scope, context, units);
    return;
  }
  const apply = (): boolean => {
    const text = paragraphsText(element);
    if (text === source) return false;
    element.open = withAttribute(element.open, value.name, text);
    return true;
  };
  units.push({ role: scope.role, segments: [], apply });
};
