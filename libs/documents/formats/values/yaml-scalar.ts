/** How a scalar of YAML is written on one line. */
export type ScalarStyle = 'plain' | 'single' | 'double';

const named: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g;

const codePoint = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
};

const escaped = (hex: string | undefined, sign: string | undefined): string =>
  hex === undefined ? (named[sign ?? ''] ?? sign ?? '') : codePoint(hex);

/** The content of a scalar without its quotes, as it is read. */
export const decodeScalar = (raw: string, style: ScalarStyle): string => {
  if (style === 'single') return raw.replaceAll("''", "'");
  if (style === 'plain' || !raw.includes('\\')) return raw;
  return raw.replace(escapes, (_all, x?: string, u?: string, wide?: string, sign?: string) =>
    escaped(x ?? u ?? wide, sign),
  );
};

export const encodeScalar = (text: string, style: ScalarStyle): string => {
  if (style === 'plain') return text;
  if (style === 'single') return text.replaceAll("'", "''");
  return text.replace(/["\\]/g, '\\$&').replaceAll('\t', '\\t');
};

/** Texts that a plain scalar would not keep: unquoted they are read as a number, a date, a truth, nothing or a sign of YAML. */
const notPlain =
  /^(?:[-?:](?:\s|$)|[,[\]{}#&*!|>'"%@`]|(?:~|null|true|false|yes|no|on|off|y|n)$|[-+.\d][\d_.,:eExXoO+-]*$|<<$|=$|---|\.\.\.)|:(?:\s|$)|\s#|^\s|\s$|^$/i;

/** Whether a text has to be quoted; within `[]` and `{}` more of them. */
export const needsQuotes = (text: string, isInFlow: boolean): boolean =>
  notPlain.test(text) || (isInFlow && /[,[\]{}]/.test(text));
