import { hasWording } from '#libs/text/segments/program-spans.js';

/**
 * Whether a label, such as the text of a number format or of a numbering, has words: a letter by itself is a sign (`a)`, `0 h`, the bullet `o`).
 */
export const hasLabelWords = (text: string): boolean => hasWording(text) && !/^[^\p{L}]*[a-z][^\p{L}]*$/iu.test(text);
