import { valueIn } from '#libs/documents/formats/xml/xml-attributes.js';
import { isElement, type XmlElement, type XmlNode } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { odfAttribute, odfName } from '../odf-names.js';
import { textIn } from './cell-text.js';

/** Attributes with the texts that an element may show: its own, or those of its children. */
const choices: ReadonlyMap<string, { of: 'self' | string; names: readonly string[] }> = new Map([
  ['text:conditional-text', { of: 'self', names: ['text:string-value-if-true', 'text:string-value-if-false'] }],
  ['text:hidden-text', { of: 'self', names: ['text:string-value'] }],
  ['text:drop-down', { of: 'text:label', names: ['text:value'] }],
  ['loext:content-control', { of: 'loext:list-item', names: ['loext:display-text'] }],
]);

/**
 * A change that gives an element the translation of the text that it shows, which is one of several in attributes; undefined for any
 * other element. It is made once these have their translations, and returns whether anything changes.
 */
export const chosenText = (element: XmlElement): (() => boolean) | undefined => {
  const choice = choices.get(odfName(element));
  if (choice === undefined) return undefined;
  const holders = choice.of === 'self' ? [element] : element.children.filter(isElement);
  const texts = holders.flatMap((holder) =>
    choice.names.flatMap((name) => {
      const attribute = odfAttribute(holder.attributes, name);
      return attribute === undefined ? [] : [{ holder, attribute }];
    }),
  );
  const shown = textIn(element).trim();
  const chosen = texts.find(({ attribute }) => attribute.value.trim() === shown);
  if (chosen === undefined || shown === '') return undefined;
  return () => {
    const text = valueIn(chosen.holder.open, chosen.attribute.name);
    if (text === undefined || text === chosen.attribute.value) return false;
    replaceText(element, text);
    return true;
  };
};

/** Puts a text in the place of the first one in an element, and takes out all others. */
const replaceText = (element: XmlElement, text: string): void => {
  let rest = text;
  const visit = (node: XmlNode): void => {
    if (isElement(node)) for (const child of node.children) visit(child);
    else if (node.text.trim() !== '') {
      Object.assign(node, { text: rest, raw: escapeXmlText(rest) });
      rest = '';
    }
  };
  visit(element);
};
