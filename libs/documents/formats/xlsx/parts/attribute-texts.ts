import { attributeOf, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { Book } from '../book.js';
import { decodeXstring, encodeXstringAttribute } from '../text/xstring.js';

/** Texts in the attributes of a start tag. */
export interface AttributeTexts {
  segments: readonly Segment[];
  /** The tag with the translations, in the order of `segments`. */
  write(tag: string, translations: readonly Segment[]): string;
}

/** `names`: the attributes that are read, and the UTF-16 units that each may have. */
export const attributeTexts = (
  book: Book,
  attributes: readonly XmlAttribute[],
  names: Readonly<Record<string, number>>,
  part: string,
): AttributeTexts => {
  const texts = Object.entries(names).flatMap(([local, maxLength]) => {
    const value = attributeOf(attributes, local);
    return value === undefined ? [] : [{ local, text: book.plainText(decodeXstring(value), part, maxLength) }];
  });
  return {
    segments: texts.flatMap(({ text }) => text.segments),
    write(tag, translations) {
      let at = 0;
      return texts.reduce((written, { local, text }) => {
        const translation = text.render(translations.slice(at, at + text.segments.length));
        at += text.segments.length;
        return translation === undefined ? written : withValue(written, attributes, local, translation);
      }, tag);
    },
  };
};

/** The start tag with another text in the attribute of this local name. */
export const withValue = (tag: string, attributes: readonly XmlAttribute[], local: string, text: string): string => {
  const name = attributes.find((attribute) => attribute.local === local)?.name;
  return name === undefined ? tag : withAttribute(tag, name, encodeXstringAttribute(text));
};
