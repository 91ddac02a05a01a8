import { FormatError } from '#libs/documents/formats/format.errors.js';

export const invalidXml = (): FormatError =>
  new FormatError('invalid', 'A part of the document is not well-formed XML.');

export const hostileXml = (message: string): FormatError => new FormatError('hostile', message);
