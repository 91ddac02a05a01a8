const attribute = String.raw`[a-zA-Z_:@][\w:.-]{0,63}\s{0,9}=\s{0,9}(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s"'=<>\x60]{1,2000})`;
const flags =
  'allowfullscreen|async|autofocus|autoplay|checked|controls|default|defer|disabled|hidden|ismap|loop|multiple|muted|nomodule|novalidate|open|playsinline|readonly|required|reversed|selected';
const attributes = String.raw`(?:\s{1,9}(?:${attribute}|(?:${flags})(?=[\s/>])))*\s{0,9}\/?`;

/**
 * Builds the source of a regular expression of a tag with this name. `x <y and z> w` is none: `and` is no attribute.
 */
const tagNamed = (name: string): string => String.raw`<\/?${name}${attributes}>`;

/** Source of a regular expression of any tag. */
export const htmlTag = tagNamed(String.raw`[a-zA-Z][\w:.-]{0,63}`);

const preformatted = new RegExp(`(?<!\x60)${tagNamed(String.raw`pre(?![\w:.-])`)}`, 'giu');
const saysYes = /\stranslate\s{0,9}=\s{0,9}["']?yes\b/iu;

/** Finds where a line begins to be preformatted by HTML; -1 where it does not, or says that it is to be translated. */
export const startOfPreformatted = (line: string): number => {
  if (!line.includes('<')) return -1;
  for (const { 0: tag, index } of line.matchAll(preformatted))
    if (!tag.startsWith('</') && !tag.endsWith('/>') && !saysYes.test(tag)) return index;
  return -1;
};

/** Finds where what is preformatted ends in a line, from a place on; -1 where it goes on. */
export const endOfPreformatted = (line: string, from: number): number => {
  if (!line.includes('</', from)) return -1;
  const end = /<\/pre\s{0,9}>/giu;
  end.lastIndex = from;
  return end.test(line) ? end.lastIndex : -1;
};

const blockNames =
  'address|article|aside|blockquote|body|br|button|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul';

const blockTags = new RegExp(`(${tagNamed(`(?:${blockNames})(?![\\w:.-])`)})`, 'giu');

/** Splits a line: tags that end a sentence (`<br>`, `</p>`) are at odd places, the texts between them at even ones. */
export const splitAtBlockTags = (line: string): string[] => (line.includes('<') ? line.split(blockTags) : [line]);
