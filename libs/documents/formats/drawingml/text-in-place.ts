import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';

export const childOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element && elementsOf(element).find((child) => child.local === local);

/** The name of a picture with another start tag, which has its translated alternative text. */
export const withNameTag = (name: XmlElement, tag: string): string =>
  tag.endsWith('/>') ? tag : `${tag}${name.children.map((child) => serialize(child)).join('')}</${name.name}>`;

/** The text of a shape that stands for a picture, in its middle; `p` and `a` are the prefixes of shapes and of drawings. */
export const textInPlace = (words: string, { p, a }: { p: string; a: string }, change: DirectionChange): string => {
  if (words === '') return '';
  const direction = change === undefined ? '' : ` rtl="${change === 'toRightToLeft' ? 1 : 0}"`;
  return (
    `<${p}txBody><${a}bodyPr wrap="square" anchor="ctr"><${a}normAutofit/></${a}bodyPr>` +
    `<${a}p><${a}pPr algn="ctr"${direction}/><${a}r><${a}t>${escapeXmlText(words)}</${a}t></${a}r></${a}p></${p}txBody>`
  );
};
