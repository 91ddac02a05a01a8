/** A text for a number or several, of which one may stand in the place of a placeholder while it is translated. */
export interface CountedText {
  text: string;
  sample?: { number: number; sign: string };
}

export interface PluralTexts {
  /** Each text once. */
  texts: readonly CountedText[];
  /** The place in `texts` of the one for each form, and of the one to take where the number in that is lost. */
  forms: readonly { text: number; otherwise: number }[];
}

/** A form with more numbers up to 1,000 than these is one that is met often, as gettext sees it. */
const maxSeldom = 5;

const integer =
  /%(?:\d{1,2}\$|\(\w{1,60}\))?[-+0#' ]{0,3}\d{0,3}(?:hh|ll|[hljztqL])?[diu](?![\p{L}\p{N}])|%[-+0# ]{0,3}\d{0,4}<PRI[diu][A-Z0-9]{1,8}>/gu;
const anyPlaceholder =
  /%(?:\d{1,2}\$|\(\w{1,60}\))?[-+0#' ]{0,3}\d{0,3}(?:\.\d{1,3})?(?:hh|ll|[hljztqL])?[a-zA-Z@](?![\p{L}\p{N}])|%arg(?!\w)|\{\w{0,60}\}/gu;

/** The placeholder of a text that stands for its number; undefined where none does or several may. */
export const numberSign = (text: string): string | undefined => {
  const integers = text.match(integer) ?? [];
  const signs = integers.length > 0 ? integers : (text.match(anyPlaceholder) ?? []);
  return signs.length === 1 ? signs[0] : undefined;
};

/** Digits of the numbers up to 1,000. */
const maxDigits = 4;

/** Numbers of so few digits that are found in a text. */
const numbersIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [digits] of text.matchAll(/\d+/g))
    for (let from = 0; from < digits.length; from += 1)
      for (let length = 1; length <= maxDigits; length += 1) found.add(digits.slice(from, from + length));
  return found;
};

const withSample = (text: string, numbers: readonly number[], taken: ReadonlySet<string>): CountedText => {
  const sign = numberSign(text);
  const number = numbers.find((candidate) => candidate !== 1 && !taken.has(String(candidate)));
  if (sign === undefined || number === undefined) return { text };
  return { text: text.replace(sign, () => String(number)), sample: { number, sign } };
};

/**
 * The texts for the plural forms of a language, from one for one and one for other numbers. A form beside the one of most
 * numbers gets a text with a number of its own, by which an engine inflects it: `2 files`, `5 files`.
 * @param numbers the numbers up to 1,000 of each form
 */
export const pluralTexts = (one: string, other: string, numbers: readonly (readonly number[])[]): PluralTexts => {
  const isOne = (form: readonly number[]): boolean =>
    form.includes(1) &&
    (form.length <= maxSeldom || (numberSign(one) === undefined) === (numberSign(other) === undefined));
  const largest = numbers.reduce((most, form) => (form.length > most.length ? form : most), []);
  const taken = numbersIn(other);
  const texts: CountedText[] = [];
  const placeOf = (wanted: CountedText): number => {
    const found = texts.findIndex(({ text, sample }) => text === wanted.text && sample?.sign === wanted.sample?.sign);
    return found === -1 ? texts.push(wanted) - 1 : found;
  };
  const forms = numbers.map((form) => {
    if (form === largest) return { text: placeOf({ text: other }), otherwise: -1 };
    if (isOne(form)) return { text: placeOf({ text: one }), otherwise: -1 };
    return { text: placeOf(withSample(other, form, taken)), otherwise: -1 };
  });
  const usual = placeOf({ text: other });
  return { texts, forms: forms.map(({ text }) => ({ text, otherwise: usual })) };
};

/** A translation with the placeholder in the place of its number; undefined where the number is not there once. */
export const withSign = (translation: string, { sample }: CountedText): string | undefined => {
  if (sample === undefined) return translation;
  const digits = String(sample.number);
  const [found, another] = Array.from(translation.matchAll(/\d+/g)).filter(([number]) => number === digits);
  if (found === undefined || another !== undefined) return undefined;
  return translation.slice(0, found.index) + sample.sign + translation.slice(found.index + digits.length);
};

/** The text of each form, from the translations of all texts. */
export const formsOf = ({ texts, forms }: PluralTexts, translations: readonly string[]): string[] =>
  forms.map(({ text, otherwise }) => {
    const counted = texts[text] ?? { text: '' };
    return withSign(translations[text] ?? counted.text, counted) ?? translations[otherwise] ?? '';
  });
