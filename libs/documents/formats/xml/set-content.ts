import { closeTag, openTag, type XmlElement } from './xml-tree.js';

/** Gives an element other content: its markup, and the text that this says. */
export const setContent = (element: XmlElement, markup: string, text: string): void => {
  const { open, close } = { open: openTag(element), close: closeTag(element) };
  Object.assign(element, { open, close, children: [{ kind: 'text', text, raw: markup }] });
};
