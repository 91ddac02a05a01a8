// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 holds no other control characters
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text as character data. Characters that XML cannot hold are left out; half a surrogate pair becomes U+FFFD.
 */
export const escapeXmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

/** Escapes a text as the value of an attribute in double quotes. */
export const escapeXmlAttribute = (text: string): string =>
  escapeXmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
