import type { PluralForms } from '../plurals/gettext-plurals.js';

/** Fields of the header of a file, which is the translation of the empty message. */
export type PoHeader = readonly { name: string; value: string; line: string }[];

export const headerOf = (text: string): PoHeader =>
  text.split(/(?<=\n)/).map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim(), line };
  });

export const headerField = (header: PoHeader, name: string): string | undefined =>
  header.find((field) => field.name === name.toLowerCase())?.value;

/** A language tag as gettext writes it: `pt_BR`, `sr@latin`. */
export const gettextLocale = (tag: string): string => {
  const { language, script, region } = new Intl.Locale(tag);
  const modifier = script === 'Latn' ? '@latin' : script === 'Cyrl' ? '@cyrillic' : '';
  const place = region ?? (script === 'Hans' ? 'CN' : script === 'Hant' ? 'TW' : undefined);
  return `${language}${place === undefined ? '' : `_${place}`}${modifier}`;
};

const partsOf = (locale: string): { language: string; rest: string } => {
  const [language = '', ...rest] = locale
    .toLowerCase()
    .replace(/\.[^@]{0,40}/, '')
    .split(/[_@-]/);
  return { language, rest: rest.join('-') };
};

/** Whether a file in one language can be used as one in another: its variant is the same, or one of them names none. */
export const isSameLocale = (one: string, other: string): boolean => {
  const [first, second] = [partsOf(one), partsOf(other)];
  return first.language === second.language && (first.rest === '' || second.rest === '' || first.rest === second.rest);
};

export interface HeaderChanges {
  /** Undefined where the file names the language already. */
  language?: string;
  /** Undefined where the file has the forms already. */
  plurals?: PluralForms;
}

/** The text of a header for a translation, which is UTF-8. */
export const changedHeader = (text: string, { language, plurals }: HeaderChanges): string => {
  const fields = new Map<string, string>();
  if (language !== undefined) fields.set('Language', language);
  fields.set('Content-Type', 'text/plain; charset=UTF-8');
  if (plurals !== undefined) fields.set('Plural-Forms', plurals.header);
  const lines = headerOf(text).map(({ name, line }) => {
    const [field, value] = [...fields].find(([wanted]) => wanted.toLowerCase() === name) ?? [];
    if (field === undefined) return line;
    fields.delete(field);
    return `${field}: ${value}\n`;
  });
  const last = lines.at(-1) ?? '';
  const added = Array.from(fields, ([field, value]) => `${field}: ${value}\n`).join('');
  return lines.join('') + (last === '' || last.endsWith('\n') ? '' : '\n') + added;
};
