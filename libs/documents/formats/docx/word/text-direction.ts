import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { closeTag, elementsOf, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { isWord, prefixOf, wordChild } from './word-names.js';

/** The element by which properties say a direction, and the elements that the schema wants after it. */
interface Mark {
  local: string;
  after: ReadonlySet<string>;
}

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const paragraphMark: Mark = {
  local: 'bidi',
  after: wordsOf(
    `adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment
    textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange`,
  ),
};
const runMark: Mark = { local: 'rtl', after: wordsOf('cs em lang eastAsianLayout specVanish oMath rPrChange') };
const outerMarks: ReadonlyMap<string, Mark> = new Map([
  [
    'tblPr',
    {
      local: 'bidiVisual',
      after: wordsOf(
        `tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook
        tblCaption tblDescription tblPrChange`,
      ),
    },
  ],
  ['sectPr', { local: 'bidi', after: wordsOf('rtlGutter docGrid printerSettings sectPrChange') }],
]);
const afterStyleParagraph = wordsOf('rPr tblPr trPr tcPr tblStylePr');
/** Right-to-left runs read bold, italic and size from the complex-script twin, which stands right behind. */
const complexTwins: ReadonlyMap<string, string> = new Map([
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
]);

/**
 * The `w:pPr` of a paragraph translated in this direction, which it says itself: with a page range, styles stay. Alignments, indents and
 * tabs need no change, for their `left` is where a line begins.
 */
export const paragraphProperties = (paragraph: XmlElement, change: DirectionChange): string => {
  const properties = wordChild(paragraph, 'pPr');
  const prefix = prefixOf(paragraph);
  return directed(properties, paragraphMark, change && paragraphMarkup(paragraph, change), `${prefix}pPr`, (child) =>
    isWord(child, 'sectPr') ? outerProperties(child, change) : serialize(child),
  );
};

const paragraphMarkup = (paragraph: XmlElement, change: Exclude<DirectionChange, undefined>): string => {
  const prefix = prefixOf(paragraph);
  return change === 'toRightToLeft' ? `<${prefix}bidi/>` : `<${prefix}bidi ${prefix}val="0"/>`;
};

/** Where a mark belongs among the elements of properties. */
const placeOf = ({ after }: Mark, children: readonly XmlElement[]): number => {
  const found = children.findIndex((child) => isWord(child) && after.has(child.local));
  return found < 0 ? children.length : found;
};

/** A paragraph with its text as it is, which runs in this direction. */
export const directedParagraph = (
  paragraph: XmlElement,
  change: DirectionChange,
  replacements: ReadonlyMap<XmlElement, string>,
): string => {
  const properties = wordChild(paragraph, 'pPr');
  const content = paragraph.children.filter((child) => child !== properties);
  const inside = content.map((child) => serialize(child, replacements)).join('');
  return `${openTag(paragraph)}${paragraphProperties(paragraph, change)}${inside}${closeTag(paragraph)}`;
};

/** The paragraph saying the direction of its source, which styles do not say any more. */
export const inSourceDirection = (paragraph: XmlElement, change: DirectionChange): XmlElement => {
  const own = wordChild(paragraph, 'pPr');
  if (change === undefined || wordChild(own, paragraphMark.local) !== undefined) return paragraph;
  const markup = paragraphMarkup(paragraph, change === 'toRightToLeft' ? 'toLeftToRight' : 'toRightToLeft');
  const mark = { ...paragraph, local: paragraphMark.local, attributes: [], open: markup, close: '', children: [] };
  const name = `${prefixOf(paragraph)}pPr`;
  const properties = own ?? { ...paragraph, name, local: 'pPr', open: `<${name}>`, close: `</${name}>`, children: [] };
  const children = elementsOf(properties);
  const directed = { ...properties, children: children.toSpliced(placeOf(paragraphMark, children), 0, mark) };
  return { ...paragraph, children: [directed, ...paragraph.children.filter((child) => child !== own)] };
};

/** A `w:tblPr` or a `w:sectPr` of text translated in this direction: the order of columns follows it. */
export const outerProperties = (properties: XmlElement, change: DirectionChange): string => {
  const mark = outerMarks.get(properties.local);
  if (mark === undefined || change === undefined) return serialize(properties);
  const markup = change === 'toRightToLeft' ? `<${prefixOf(properties)}${mark.local}/>` : '';
  const written = directed(properties, mark, markup, properties.name);
  return written === '' ? `<${properties.name}/>` : written;
};

/** The `w:rPr` of a run translated in this direction; `prefix` is that of its paragraph. */
export const runProperties = (properties: XmlElement | undefined, change: DirectionChange, prefix: string): string => {
  const isRightToLeft = change === 'toRightToLeft';
  const mark = isRightToLeft ? `<${prefix}rtl/>` : '';
  const write = isRightToLeft ? twinned(properties) : undefined;
  return directed(properties, runMark, change && mark, `${prefix}rPr`, write);
};

/** Writes an element of the properties of a run, and its complex-script twin where they have none. */
const twinned = (properties: XmlElement | undefined) => (child: XmlElement) => {
  const twin = isWord(child) ? complexTwins.get(child.local) : undefined;
  if (twin === undefined || wordChild(properties, twin) !== undefined) return serialize(child);
  return serialize(child) + serialize(child).replaceAll(child.name, prefixOf(child) + twin);
};

/**
 * A `w:style`, or the default properties of paragraphs or runs, of a document translated in this direction. A paragraph style that is based on
 * none hands the direction down to the others.
 */
export const directedStyle = (style: XmlElement, change: DirectionChange): string => {
  if (change === undefined) return serialize(style);
  const isRightToLeft = change === 'toRightToLeft' && isRoot(style);
  const mark = isRightToLeft ? `<${prefixOf(style)}bidi/>` : '';
  const name = `${prefixOf(style)}pPr`;
  const replacements = new Map<XmlElement, string>();
  const replace = (local: string, write: (child: XmlElement) => string) => {
    const child = wordChild(style, local);
    if (child !== undefined) replacements.set(child, write(child));
  };
  replace('pPr', (child) => directed(child, paragraphMark, mark, name));
  if (change === 'toLeftToRight') {
    replace('rPr', (child) => directed(child, runMark, '', child.name));
    replace('tblPr', (child) => outerProperties(child, change));
  } else {
    replace('rPr', (child) => {
      const twins = elementsOf(child).map((each) => [each, twinned(child)(each)] as const);
      return serialize(child, new Map(twins));
    });
  }
  if (!isRightToLeft || wordChild(style, 'pPr') !== undefined) return serialize(style, replacements);
  const added = `<${name}>${mark}</${name}>`;
  const next = elementsOf(style).find((child) => isWord(child) && afterStyleParagraph.has(child.local));
  if (next === undefined) return `${openTag(style)}${contentOf(style)}${added}${closeTag(style)}`;
  return serialize(style, replacements.set(next, added + (replacements.get(next) ?? serialize(next))));
};

const isRoot = (style: XmlElement): boolean =>
  isWord(style, 'style') &&
  attributeOf(style.attributes, 'type') === 'paragraph' &&
  wordChild(style, 'basedOn') === undefined;

const contentOf = (element: XmlElement): string => element.children.map((child) => serialize(child)).join('');

/** Properties with this markup for their direction; nothing changes where it is undefined. */
const directed = (
  properties: XmlElement | undefined,
  mark: Mark,
  markup: string | undefined,
  name: string,
  write: (child: XmlElement) => string = (child) => serialize(child),
): string => {
  if (properties === undefined) return markup === undefined || markup === '' ? '' : `<${name}>${markup}</${name}>`;
  const isMarked = wordChild(properties, mark.local) !== undefined;
  if (markup === undefined || (markup === '' && !isMarked)) return serialize(properties);
  const children = elementsOf(properties).filter((child) => !isWord(child, mark.local));
  const at = placeOf(mark, children);
  const inside = [...children.slice(0, at).map(write), markup, ...children.slice(at).map(write)].join('');
  return inside === '' ? '' : `${openTag(properties)}${inside}</${properties.name}>`;
};
