import { FormatError } from '../format.errors.js';

/** Paragraphs that are marked in a copy of one document, at most. */
const maxMarks = 200_000;

const prefix = 'transledger-paragraph-';

/** The name of the place that a paragraph begins at in a marked copy of its document; paragraphs count from 0. */
export const markOf = (paragraph: number): string => {
  if (paragraph >= maxMarks) throw new FormatError('hostile', 'The document has too many paragraphs to be marked.');
  return `${prefix}${paragraph}`;
};

/** The paragraph that a place is named for; undefined for places of the document's own. */
export const paragraphOfMark = (name: string): number | undefined => {
  if (!name.startsWith(prefix)) return undefined;
  const digits = name.slice(prefix.length);
  return /^\d{1,6}$/.test(digits) ? Number(digits) : undefined;
};
