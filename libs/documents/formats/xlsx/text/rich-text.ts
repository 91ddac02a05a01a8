import { elementsOf, plainText, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { decodeXstring, encodeXstring } from './xstring.js';

/** Text of one look. `properties` is the markup of `rPr`, empty where the text has none of its own. */
export interface TextRun {
  text: string;
  properties: string;
}

/** The text of an element of the type `CT_Rst` (`si`, `is`, `text`), without its phonetic hints. */
export interface RichText {
  runs: readonly TextRun[];
  plain: string;
}

const textOf = (element: XmlElement | undefined): string => (element ? decodeXstring(plainText(element)) : '');

export const readRichText = (element: XmlElement): RichText => {
  const runs: TextRun[] = [];
  for (const child of elementsOf(element)) {
    if (child.local === 't') runs.push({ text: textOf(child), properties: '' });
    if (child.local !== 'r') continue;
    const properties = elementsOf(child).find(({ local }) => local === 'rPr');
    const text = elementsOf(child).filter(({ local }) => local === 't');
    runs.push({ text: text.map(textOf).join(''), properties: properties ? serialize(properties).trim() : '' });
  }
  return { runs, plain: runs.map(({ text }) => text).join('') };
};

/** The rich text of a string of one look, as it stands in the file. */
export const plainRichText = (raw: string): RichText => {
  const plain = decodeXstring(raw);
  return { runs: [{ text: plain, properties: '' }], plain };
};

const textElement = (text: string, prefix: string): string => {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<${prefix}t${space}>${escapeXmlText(encodeXstring(text))}</${prefix}t>`;
};

const joined = (runs: readonly TextRun[]): TextRun[] => {
  const result: TextRun[] = [];
  for (const { text, properties } of runs) {
    const last = result.at(-1);
    if (text === '') continue;
    if (last?.properties === properties) last.text += text;
    else result.push({ text, properties });
  }
  return result;
};

/**
 * The content of an element of the type `CT_Rst`; `element` gives its prefix. The readings of an old text go, and how
 * readings look stays.
 */
export const writeRichText = (runs: readonly TextRun[], element: XmlElement): string => {
  const prefix = element.prefix === '' ? '' : `${element.prefix}:`;
  const looks = elementsOf(element).filter(({ local }) => local === 'phoneticPr');
  return `${writeRuns(joined(runs), prefix)}${looks.map((look) => serialize(look)).join('')}`;
};

const writeRuns = (runs: readonly TextRun[], prefix: string): string => {
  const [first, ...others] = runs;
  if (first === undefined) return textElement('', prefix);
  if (others.length === 0 && first.properties === '') return textElement(first.text, prefix);
  return runs
    .map(({ text, properties }) => `<${prefix}r>${properties}${textElement(text, prefix)}</${prefix}r>`)
    .join('');
};
