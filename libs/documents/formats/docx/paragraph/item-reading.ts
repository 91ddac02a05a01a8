import type { LeftTexts } from '#libs/documents/formats/left-texts.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { wordChild } from '../word/word-names.js';
import type { WordStyles } from '../word/word-styles.js';
import type { FieldStack } from './fields.js';
import type { Run } from './run.js';

/** The state and the rules by which the content of a paragraph is read. */
export interface ItemReading {
  fields: FieldStack;
  left: LeftTexts;
  /** Whether the text of a run is hidden and stays. */
  hides(run: Run): boolean;
  /** Whether the properties of the document are translated, to which controls may be bound. */
  translatesProperties: boolean;
  /** Elements whose text is translated by itself. */
  written: ReadonlySet<XmlElement>;
}

const styleOf = (properties: XmlElement | undefined, local: string): string =>
  attributeOf(wordChild(properties, local)?.attributes ?? [], 'val') ?? '';

/** Tells which runs of a paragraph are hidden. That a style of text hides and one of paragraphs too means that it shows. */
export const hidingIn = (paragraph: XmlElement, { hidden }: WordStyles): ItemReading['hides'] => {
  const isParagraphHidden = hidden.has(styleOf(wordChild(paragraph, 'pPr'), 'pStyle'));
  return ({ isHidden, properties }) => isHidden ?? hidden.has(styleOf(properties, 'rStyle')) !== isParagraphHidden;
};
