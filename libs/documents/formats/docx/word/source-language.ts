import { withoutAttributes } from '#libs/documents/formats/xml/element-copy.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';

/** The language of source text in a document whose styles name the target. */
export type SourceLanguage = string;

/** The `w:lang` of a run of source text, as it was before language tags were set to the target. */
export const sourceLanguageOf = (element: XmlElement | undefined, language: SourceLanguage, prefix: string): string => {
  const attribute = /^(?:zh|ja|ko)\b/i.test(language) ? 'eastAsia' : isRightToLeft(language) ? 'bidi' : 'val';
  if (element === undefined) return `<${prefix}lang ${prefix}${attribute}="${language}"/>`;
  const { attributes, open, close } = element;
  const own = attributes.reduce((tag, { name, value }) => withAttribute(tag, name, value), open);
  // The target may have been named for its script beside the source.
  const added = ['eastAsia', 'bidi'].filter((local) => attributes.every((other) => other.local !== local));
  return `${withoutAttributes(
    own,
    added.map((local) => prefix + local),
  )}${close}`;
};
