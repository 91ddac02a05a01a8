import { type Copied, contentCopy, withoutAttributes } from '#libs/documents/formats/xml/element-copy.js';
import { putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { closeTag, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfAttribute, odfName, prefixOf } from '../odf-names.js';

const kept = new Set(['text:span', 'text:a', 'text:s', 'text:tab', 'text:line-break']);
/** Fields that say something of the place where they are, and so may be there twice. */
const live =
  /^text:(?:page-number|page-count|page-continuation|date|time|file-name|sheet-name|chapter|(?:bookmark|reference|note|sequence)-ref)$/;
/** Marks, notes, hidden text and what else shows nothing where it stands. */
const dropped =
  /^text:(?:note|bookmark|reference-mark|toc-mark|user-index-mark|alphabetical-index-mark|change)(?:-start|-end)?$|^text:(?:soft-page-break|number|variable-set|ruby-text|hidden-.+|script)$/;

/**
 * A copy of a paragraph with the formatting of its text, and without what a document can have but once: ids, numbers,
 * bookmarks, comments, notes, pictures and fields that count or set something, of which only what they show is there.
 */
export const sourceParagraph = (paragraph: XmlElement): string => {
  const tag = withoutIds(openTag(paragraph), paragraph);
  // A heading without a number of its own.
  const header = `${prefixOf(paragraph)}is-list-header`;
  const isHeading = odfName(paragraph) === 'text:h';
  const open = isHeading ? putAttribute(tag, paragraph.attributes, header, 'true') : tag;
  return `${open}${sourceContent(paragraph)}${closeTag(paragraph)}`;
};

/** The content of such a copy. */
export const sourceContent = (paragraph: XmlElement): string => contentCopy(paragraph, rule);

const rule = (element: XmlElement): Copied => {
  const name = odfName(element);
  if (kept.has(name)) {
    const tag = withoutIds(openTag(element), element);
    return { markup: `${tag}${sourceContent(element)}${closeTag(element)}` };
  }
  if (live.test(name)) return { markup: serialize(element) };
  const isText = name.startsWith('text:') || name === 'loext:content-control';
  return isText && !dropped.test(name) ? 'unwrapped' : 'dropped';
};

const withoutIds = (tag: string, { attributes }: XmlElement): string => {
  const ids = ['xml:id', 'text:id'].flatMap((name) => odfAttribute(attributes, name) ?? []);
  return withoutAttributes(
    tag,
    ids.map(({ name }) => name),
  );
};
