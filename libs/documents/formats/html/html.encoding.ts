import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { TextCodec } from '../text/text-codec.js';

export const decodeText = (raw: string): string => decodeHTML(raw);
export const decodeAttribute = (raw: string): string => decodeHTMLAttribute(raw);

export const edgeSpace = {
  start: /^(?:\s+|&nbsp;?|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d|2003);|&e[mn]sp;)/i,
  end: /(?:\s+|&nbsp;?|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d|2003);|&e[mn]sp;)$/i,
};

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeSpecial = (character: string): string => special[character] ?? character;

/** Text as it stands between tags; a character that the page's encoding lacks becomes a numeric reference. */
export const encodeText = (text: string, codec: TextCodec): string =>
  representable(text.replace(/[&<>]/g, escapeSpecial), codec);

/** Text for the value of an attribute in quotes of either kind, else like `encodeText`. */
export const encodeAttribute = (text: string, codec: TextCodec): string =>
  representable(text.replace(/[&<>"']/g, escapeSpecial), codec);

/** Text for the value of an attribute in quotes, whose markup is escaped or is to be read as such. */
export const encodeQuotes = (text: string, codec: TextCodec): string =>
  representable(text.replace(/["']/g, escapeSpecial), codec);

const representable = (text: string, codec: TextCodec): string => {
  if (codec.unicode || codec.canEncode(text)) return text;
  let written = '';
  for (const character of text) {
    written += codec.canEncode(character) ? character : `&#${character.codePointAt(0)};`;
  }
  return written;
};

const withoutComments = (page: string): string => {
  let kept = '';
  let at = 0;
  for (let from = page.indexOf('<!--'); from !== -1; from = page.indexOf('<!--', at)) {
    const end = page.indexOf('-->', from + 4);
    if (end === -1) break;
    kept += page.slice(at, from);
    at = end + 3;
  }
  return kept + page.slice(at);
};

/** The encoding that a `meta` element or an XML declaration in the first bytes names. */
export const declaredEncoding = (head: Uint8Array): string | undefined => {
  const start = withoutComments(Buffer.from(head.subarray(0, 4096)).toString('latin1'));
  const [, ofXml] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start) ?? [];
  const [, ofMeta] = /<meta\s[^<>]*?charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(start) ?? [];
  return ofXml ?? ofMeta;
};
