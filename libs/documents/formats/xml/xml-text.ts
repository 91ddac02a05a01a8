import { invalidXml } from './xml-errors.js';

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The characters between two pieces of markup. No entity but the predefined ones is known. @throws FormatError */
export const characterData = (raw: string): string => {
  if (!/[&\r\]]/.test(raw)) return raw;
  if (raw.includes(']]>')) throw invalidXml();
  return withoutReferences(withLineFeeds(raw));
};

/** The value of an attribute, of what stands between its quotes. @throws FormatError */
export const attributeValue = (raw: string): string => {
  if (!/[<&\t\n\r]/.test(raw)) return raw;
  if (raw.includes('<')) throw invalidXml();
  return withoutReferences(raw.replace(/\r\n|[\t\n\r]/g, ' '));
};

/** All ends of lines as XML tells them to programs. */
export const withLineFeeds = (raw: string): string => raw.replace(/\r\n?/g, '\n');

const withoutReferences = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;]*);?/g, (whole, name: string) => referred(whole, name)) : text;

const referred = (whole: string, name: string): string => {
  if (!whole.endsWith(';')) throw invalidXml();
  if (Object.hasOwn(predefined, name)) return predefined[name] ?? '';
  const [, decimal, hexadecimal] = /^#(?:([0-9]+)|x([0-9a-f]+))$/i.exec(name) ?? [];
  if (name.startsWith('#X') || (decimal === undefined && hexadecimal === undefined)) throw invalidXml();
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10);
  if (!isCharacter(code)) throw invalidXml();
  return String.fromCodePoint(code);
};

const isCharacter = (code: number): boolean =>
  (code >= 0x20 && code <= 0xd7ff) ||
  code === 0x09 ||
  code === 0x0a ||
  code === 0x0d ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
