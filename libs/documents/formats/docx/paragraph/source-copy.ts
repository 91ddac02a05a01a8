import { type Copied, contentCopy, without, withoutAttributes } from '#libs/documents/formats/xml/element-copy.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import {
  closeTag,
  elementsOf,
  openTag,
  plainText,
  serialize,
  type XmlElement,
} from '#libs/documents/formats/xml/xml-tree.js';
import { type SourceLanguage, sourceLanguageOf } from '../word/source-language.js';
import { isMath, isWord, prefixOf, wordChild } from '../word/word-names.js';
import { fieldKind } from './fields.js';

const kept = new Set('r t tab ptab cr br noBreakHyphen softHyphen sym hyperlink dir bdo ruby rt rubyBase'.split(' '));
const unwrapped = new Set('smartTag customXml sdt sdtContent ins moveTo fldSimple'.split(' '));
/** Fields that say something of the place where they are, and so may be there twice. */
const liveField = /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF|REF|NOTEREF|STYLEREF|DATE|TIME|FILENAME)(?!\w)/i;
/** Tracked changes of properties, and of the mark that ends a paragraph. */
const tracked = new Set(['ins', 'del', 'moveFrom', 'moveTo', 'rPrChange', 'pPrChange']);
const beforeNumbering = new Set('pStyle keepNext keepLines pageBreakBefore framePr widowControl'.split(' '));

/**
 * A copy of a paragraph with the formatting of its text, and without what a document can have but once: numbers,
 * bookmarks, comments, notes, pictures, controls, and the ends of sections and of fields.
 */
export const sourceParagraph = (
  paragraph: XmlElement,
  leading: ReadonlySet<XmlElement>,
  language: SourceLanguage | undefined,
): string => {
  const live = liveFieldMarks(paragraph);
  const rule = (element: XmlElement): Copied => {
    const { local } = element;
    if (!isWord(element)) return isMath(element) ? { markup: serialize(element) } : 'dropped';
    if (local === 'r') {
      const properties = runProperties(element, language);
      return { markup: `${openTag(element)}${properties}${contentCopy(element, rule)}${closeTag(element)}` };
    }
    if (local === 'br' && isPageBreak(element)) return leading.has(element) ? 'kept' : 'dropped';
    if (local === 'rubyPr') return { markup: serialize(element) };
    if (live.has(element) || kept.has(local)) return 'kept';
    return unwrapped.has(local) ? 'unwrapped' : 'dropped';
  };
  const ids = paragraph.attributes.filter(({ local }) => local === 'paraId' || local === 'textId');
  const tag = withoutAttributes(
    openTag(paragraph),
    ids.map(({ name }) => name),
  );
  return `${tag}${paragraphProperties(paragraph)}${contentCopy(paragraph, rule)}${closeTag(paragraph)}`;
};

const isPageBreak = ({ attributes }: XmlElement): boolean =>
  /^(?:page|column)$/.test(attributeOf(attributes, 'type') ?? '');

/** The page breaks before the first words, which stay before the copy that comes first. */
export const leadingPageBreaks = (paragraph: XmlElement): ReadonlySet<XmlElement> => {
  const breaks = new Set<XmlElement>();
  const findsText = (element: XmlElement): boolean => {
    if (!isWord(element)) return false;
    if (element.local === 't') return /\S/.test(plainText(element));
    if (element.local === 'br' && isPageBreak(element)) breaks.add(element);
    return elementsOf(element).some(findsText);
  };
  elementsOf(paragraph).some(findsText);
  return breaks;
};

/** The paragraph without a page break before it, for the translation that follows its source. */
export const onSamePage = (paragraph: XmlElement): XmlElement => {
  const properties = wordChild(paragraph, 'pPr');
  if (properties === undefined) return paragraph;
  const children = elementsOf(properties);
  const own = children.find((child) => isWord(child, 'pageBreakBefore'));
  const style = children.find((child) => isWord(child, 'pStyle'));
  if (own === undefined && style === undefined) return paragraph;
  const prefix = prefixOf(properties);
  const open = `<${prefix}pageBreakBefore ${prefix}val="0"/>`;
  const none = { ...(own ?? properties), open, close: '', children: [], local: 'pageBreakBefore', attributes: [] };
  const others = children.filter((child) => child !== own);
  const at = others.findLastIndex((child) => isWord(child) && /^(?:pStyle|keepNext|keepLines)$/.test(child.local)) + 1;
  const changed = { ...properties, children: others.toSpliced(at, 0, none) };
  return { ...paragraph, children: paragraph.children.map((child) => (child === properties ? changed : child)) };
};

const paragraphProperties = (paragraph: XmlElement): string => {
  const properties = wordChild(paragraph, 'pPr');
  if (properties === undefined) return '';
  const children = elementsOf(properties).filter(
    (child) => !isWord(child) || !(tracked.has(child.local) || child.local === 'sectPr' || isDropCap(child)),
  );
  const isNumbered = children.some((child) => isWord(child, 'numPr') || isWord(child, 'pStyle'));
  const isBefore = (child: XmlElement) => isWord(child) && beforeNumbering.has(child.local);
  const written = (wanted: boolean) =>
    children
      .filter((child) => !isWord(child, 'numPr') && isBefore(child) === wanted)
      .map((child) => (isWord(child, 'rPr') ? without(child, isTracked) : serialize(child)))
      .join('');
  const prefix = prefixOf(properties);
  // Number 0 is that of no list, also where the style has one.
  const none = isNumbered ? `<${prefix}numPr><${prefix}numId ${prefix}val="0"/></${prefix}numPr>` : '';
  const inside = written(true) + none + written(false);
  return inside === '' ? '' : `${openTag(properties)}${inside}${closeTag(properties)}`;
};

const isTracked = (element: XmlElement): boolean => isWord(element) && tracked.has(element.local);

const isDropCap = (element: XmlElement): boolean =>
  isWord(element, 'framePr') && attributeOf(element.attributes, 'dropCap') !== undefined;

const afterLanguage = new Set(['eastAsianLayout', 'specVanish', 'oMath']);

const runProperties = (run: XmlElement, language: SourceLanguage | undefined): string => {
  const properties = wordChild(run, 'rPr');
  if (language === undefined) return properties === undefined ? '' : without(properties, isTracked);
  const prefix = prefixOf(run);
  const named = sourceLanguageOf(wordChild(properties, 'lang'), language, prefix);
  if (properties === undefined) return `<${prefix}rPr>${named}</${prefix}rPr>`;
  const others = elementsOf(properties).filter((child) => !isTracked(child) && !isWord(child, 'lang'));
  const isAfter = (child: XmlElement) => isWord(child) && afterLanguage.has(child.local);
  const before = others.filter((child) => !isAfter(child)).map((child) => serialize(child));
  const after = others.filter(isAfter).map((child) => serialize(child));
  return `${openTag(properties)}${[...before, named, ...after].join('')}${closeTag(properties)}`;
};

/** The marks of the fields that begin and end in the paragraph and may be in the document twice. */
const liveFieldMarks = (paragraph: XmlElement): ReadonlySet<XmlElement> => {
  const live = new Set<XmlElement>();
  const open: { marks: XmlElement[]; instruction: string }[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of elementsOf(element)) {
      if (!isWord(child) || child.local === 'pPr' || child.local === 'txbxContent') continue;
      if (child.local === 'fldSimple' && liveField.test(attributeOf(child.attributes, 'instr') ?? '')) live.add(child);
      if (child.local === 'instrText') {
        const field = open.at(-1);
        field?.marks.push(child);
        if (field !== undefined) field.instruction += plainText(child);
      } else if (child.local === 'fldChar') readMark(child);
      else visit(child);
    }
  };
  const readMark = (mark: XmlElement): void => {
    const type = attributeOf(mark.attributes, 'fldCharType');
    if (type === 'begin') open.push({ marks: [mark], instruction: '' });
    else open.at(-1)?.marks.push(mark);
    if (type !== 'end') return;
    const field = open.pop();
    const isLive = field && liveField.test(field.instruction) && fieldKind(field.instruction) === 'kept';
    if (isLive) for (const each of field.marks) live.add(each);
  };
  visit(paragraph);
  return live;
};
