/**
 * `ST_Xstring`: a text in which `_xHHHH_` stands for a character that XML cannot hold, or that an attribute would lose.
 */
export const decodeXstring = (raw: string): string =>
  raw.includes('_x')
    ? raw.replace(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;

/** Text that would be read as an escape has its first underscore escaped. */
export const encodeXstring = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

/** For an attribute, in which a line break is written as an escape. */
export const encodeXstringAttribute = (text: string): string => encodeXstring(text).replaceAll('\n', '_x000a_');
