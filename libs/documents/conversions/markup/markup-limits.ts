import { FormatError } from '#libs/documents/formats/format.errors.js';

/** Bytes of a page or a text that is held as a whole; levels and nodes of its tree. */
export const maxMarkupBytes = 4 * 1024 * 1024;
export const maxLevels = 256;
export const maxNodes = 200_000;

export const tooLarge = (): FormatError => new FormatError('hostile', 'The text is too long to be converted.');
export const tooDeep = (): FormatError => new FormatError('hostile', 'The text is nested too deep to be converted.');
