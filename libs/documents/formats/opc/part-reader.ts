import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { TextContext } from './unit-texts.js';

export interface XmlName {
  uri: string;
  local: string;
}

export type OpenToken = XmlToken & { kind: 'open' };

/** Tells for a kind of part which text is in it and where. It sees every element outside text bodies. */
export interface PartReader {
  open(token: OpenToken): void;
  close(name: XmlName): void;
  /** Where a text stands that is here; undefined where no text is for the readers of the document. */
  readonly context: TextContext | undefined;
  /** Attributes of this element that are texts, by their names as written, and where they stand. */
  attributes?(token: OpenToken): { names: readonly string[]; context: TextContext } | undefined;
  /** The attribute of this element that is a number format, by its name as written. */
  formatCode?(token: OpenToken): string | undefined;
  /** Whether the content of this element is a number format. */
  isFormatCode?(name: XmlName): boolean;
  /** Whether the content of this element is one plain text. */
  isText?(token: OpenToken): boolean;
  /** Whether this element is a picture, which its alternative text can stand in for. */
  isPicture?(token: OpenToken): boolean;
}
