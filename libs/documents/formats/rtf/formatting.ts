/** The formatting of characters: the control word in force for each property; one that is missing has its default. */
export type Formatting = ReadonlyMap<string, string>;

/** A change of formatting between two characters. */
export interface FormattingChange {
  from: Formatting;
  to: Formatting;
}

export const noFormatting: Formatting = new Map();

/** The font of the document, which holds where no other is named. */
const documentFont = 'deff';

/** Properties that a number sets, with the number that they have by default. */
const numbers: ReadonlyMap<string, number> = new Map(
  Object.entries({
    f: 0,
    fs: 24,
    cf: 0,
    highlight: 0,
    cb: 0,
    chcbpat: 0,
    expnd: 0,
    expndtw: 0,
    charscalex: 100,
    strokewidth: 0,
    strokec: 0,
    ulc: 0,
  }),
);

/** Words that are on or off, by the property that they are a value of. */
const switches: ReadonlyMap<string, string> = new Map([
  ...'b i strike striked outl shad scaps caps embo impr'.split(' ').map((word): [string, string] => [word, word]),
  ...'ul uld uldb ulw uldash uldashd uldashdd ulth ulwave ulhwave ululdbwave ulthd ulnone'
    .split(' ')
    .map((word): [string, string] => [word, 'ul']),
  ...'super sub nosupersub'.split(' ').map((word): [string, string] => [word, 'super']),
  ...'up dn'.split(' ').map((word): [string, string] => [word, 'up']),
]);

const offs: ReadonlyMap<string, string> = new Map([
  ['ul', '\\ulnone'],
  ['super', '\\nosupersub'],
]);

/** Whether a word sets more than a switch such as bold. */
export const isValue = (word: string): boolean =>
  numbers.has(word) || word === 'plain' || word === 'up' || word === 'dn';

export const isUnderlined = (formatting: Formatting): boolean => valueIn(formatting, 'ul') !== defaultOf('ul');

const defaultOf = (property: string): string => offs.get(property) ?? `\\${property}${numbers.get(property) ?? 0}`;

const valueIn = (formatting: Formatting, property: string): string =>
  formatting.get(property) ?? (property === 'f' ? formatting.get(documentFont) : undefined) ?? defaultOf(property);

/** The formatting without all but the font of the document. */
export const plainFormatting = (formatting: Formatting): Formatting => {
  const font = formatting.get(documentFont);
  return font === undefined ? noFormatting : new Map([[documentFont, font]]);
};

/** The formatting behind a control word, the same object where the word says what is said already; undefined for other words. */
export const formattingBehind = (
  word: string,
  param: number | undefined,
  before: Formatting,
): Formatting | undefined => {
  if (word === 'plain') return plainFormatting(before);
  if (word === 'deff') return new Map([...before, [documentFont, `\\f${param ?? 0}`]]);
  const property = numbers.has(word) ? word : switches.get(word);
  if (property === undefined) return undefined;
  const isOff = !numbers.has(word) && param === 0;
  const value = isOff ? defaultOf(property) : `\\${word}${param ?? (numbers.has(word) ? 0 : '')}`;
  return before.get(property) === value ? before : new Map([...before, [property, value]]);
};

/** Equal for formatting that looks the same. */
export const lookOf = (formatting: Formatting): string => {
  const plain = plainFormatting(formatting);
  const values = [...formatting.keys()].map((property) => {
    const value = valueIn(formatting, property);
    return property === documentFont || value === valueIn(plain, property) ? '' : value;
  });
  return values.sort().join('');
};

/** The control words that turn one formatting into another, with a space behind them where there are any. */
export const changeOf = ({ from, to }: FormattingChange): string => {
  let words = '';
  for (const property of new Set([...from.keys(), ...to.keys()])) {
    const value = valueIn(to, property);
    if (property !== documentFont && valueIn(from, property) !== value) words += value;
  }
  return words === '' ? '' : `${words} `;
};
