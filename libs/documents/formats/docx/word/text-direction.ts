import { elementsOf, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { isWord, prefixOf, wordChild } from './word-names.js';

/** Elements that the schema wants after `w:bidi` in `w:pPr`, and after `w:rtl` in `w:rPr`. */
const afterBidi = new Set(
  `adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment
  textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange`.split(/\s+/),
);
const afterRtl = new Set(['cs', 'em', 'lang', 'eastAsianLayout', 'specVanish', 'oMath', 'rPrChange']);
/** Right-to-left runs read bold, italic and size from the complex-script twin, which stands right behind. */
const complexTwins: ReadonlyMap<string, string> = new Map([
  ['b', 'bCs'],
  ['i', 'iCs'],
  ['sz', 'szCs'],
]);

/** The `w:pPr` of a paragraph translated in this direction. */
export const paragraphProperties = (paragraph: XmlElement, change: DirectionChange): string =>
  directed(wordChild(paragraph, 'pPr'), 'bidi', afterBidi, change, `${prefixOf(paragraph)}pPr`, (child) =>
    serialize(child),
  );

/** The `w:rPr` of a run translated in this direction; `prefix` is that of its paragraph. */
export const runProperties = (properties: XmlElement | undefined, change: DirectionChange, prefix: string): string => {
  const twinned = (child: XmlElement) => {
    const twin = change === 'toRightToLeft' && isWord(child) ? complexTwins.get(child.local) : undefined;
    if (twin === undefined || wordChild(properties, twin) !== undefined) return serialize(child);
    return serialize(child) + serialize(child).replaceAll(child.name, prefixOf(child) + twin);
  };
  return directed(properties, 'rtl', afterRtl, change, `${prefix}rPr`, twinned);
};

const directed = (
  properties: XmlElement | undefined,
  mark: string,
  after: ReadonlySet<string>,
  change: DirectionChange,
  name: string,
  write: (child: XmlElement) => string,
): string => {
  if (change === undefined) return properties === undefined ? '' : serialize(properties);
  const markup = change === 'toRightToLeft' ? `<${name.slice(0, name.lastIndexOf(':') + 1)}${mark}/>` : '';
  if (properties === undefined) return markup === '' ? '' : `<${name}>${markup}</${name}>`;
  const children = elementsOf(properties).filter((child) => !isWord(child, mark));
  const found = children.findIndex((child) => isWord(child) && after.has(child.local));
  const at = found < 0 ? children.length : found;
  const inside = [...children.slice(0, at).map(write), markup, ...children.slice(at).map(write)].join('');
  return inside === '' ? '' : `${openTag(properties)}${inside}</${properties.name}>`;
};
