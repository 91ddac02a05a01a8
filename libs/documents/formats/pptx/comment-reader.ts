import type { PartReader, XmlName } from '#libs/documents/formats/opc/part-reader.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';

/** Reads comments: plain text until Office 2019, paragraphs since. */
export class CommentReader implements PartReader {
  constructor(readonly context: TextContext) {}

  open(): void {}

  close(): void {}

  isText({ uri, local }: XmlName): boolean {
    return local === 'text' && /\/presentationml\/(?:2006\/)?main$/.test(uri);
  }
}
