import type { PartReader, XmlName } from './part-reader.js';
import type { TextContext } from './unit-texts.js';

const dublinCore = 'http://purl.org/dc/elements/1.1/';
const coreProperties = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';

const isProperty = ({ uri, local }: XmlName): boolean =>
  uri === dublinCore ? /^(?:title|subject|description)$/.test(local) : uri === coreProperties && local === 'keywords';

/** Reads the title, the subject, the keywords and the description of a document; people and dates are no text. */
export class CorePropertiesReader implements PartReader {
  readonly context: TextContext;

  constructor(part: string) {
    this.context = { role: 'title', part };
  }

  open(): void {}

  close(): void {}

  isText(name: XmlName): boolean {
    return isProperty(name);
  }
}
