import type { WrittenSpan } from './written-span.js';

const months = [
  ['January', 'Jan'],
  ['February', 'Feb'],
  ['March', 'Mar'],
  ['April', 'Apr'],
  ['May'],
  ['June', 'Jun'],
  ['July', 'Jul'],
  ['August', 'Aug'],
  ['September', 'Sept', 'Sep'],
  ['October', 'Oct'],
  ['November', 'Nov'],
  ['December', 'Dec'],
] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const inBothCases = (names: readonly string[]): string => names.flatMap((name) => [name, name.toUpperCase()]).join('|');
const month = inBothCases(months.flat());
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const ordinal = '(?:st|nd|rd|th)?';
const year = String.raw`[12]\d{3}`;

const space = String.raw`[ \u00a0]`;
/** `on Monday, November 27th, 2025`, `27 Nov. 2025`, `the 27th of November`, `in November 2025`. */
const pattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}\p{N}_.'’/-])`,
    `(?:(?:(?<on>[Oo]n|ON)${space}(?:the${space})?)?(?:(?<weekday>${inBothCases(weekdays)}),?${space})?`,
    String.raw`(?:(?<month1>${month})\.?${space}(?<day1>${day})${ordinal}(?:,?${space}(?<year1>${year}))?`,
    String.raw`|(?<day2>${day})${ordinal}${space}(?:of${space})?(?<month2>${month})(?:\.?,?${space}(?<year2>${year}))?)`,
    String.raw`|(?:(?<inMonth>[Ii]n|IN)${space})?(?<month3>${month})\.?${space}(?<year3>${year}))`,
    String.raw`(?![\p{L}\p{M}\p{N}_]|[.,:/–-]\d)`,
  ].join(''),
  'gu',
);

/** Words that take the place of `on` before a day and of `in` before a month. */
const onDay: Readonly<Record<string, string>> = { ca: 'el ', es: 'el ', gl: 'o ' };
const inMonths: Readonly<Record<string, string>> = { ca: 'el ', es: 'en ', gl: 'en ' };

const beforeDate = ({ on, inMonth }: Record<string, string | undefined>, target: string, date: string): string => {
  if (on !== undefined) return onDay[target] ?? '';
  if (inMonth === undefined) return '';
  return target === 'ca' && /^[ao]/.test(date) ? 'l’' : (inMonths[target] ?? '');
};

interface DateParts {
  weekday: string | undefined;
  month: string;
  day: number | undefined;
  year: number | undefined;
}

const indexOfMonth = (name: string): number =>
  months.findIndex((names) => names.some((each) => each.toUpperCase() === name.toUpperCase()));

/** Making a format takes some 50 µs, and there are few. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatted = (date: Date, target: string, options: Intl.DateTimeFormatOptions): string => {
  const key = `${target} ${Object.keys(options).join()}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(target, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(date);
};

/** Writes the parts of a date as CLDR does. @returns undefined for a day that its month has not */
const writeDate = (target: string, { weekday, month: name, day: dayOfMonth, year: asked }: DateParts) => {
  // A year that has every day stands for none.
  const date = new Date(Date.UTC(asked ?? 2024, indexOfMonth(name), dayOfMonth ?? 1));
  if (dayOfMonth !== undefined && date.getUTCDate() !== dayOfMonth) return undefined;
  const written = formatted(date, target, {
    month: 'long',
    ...(dayOfMonth === undefined ? {} : { day: 'numeric' }),
    ...(asked === undefined ? {} : { year: 'numeric' }),
  });
  if (weekday === undefined) return written;
  const index = weekdays.findIndex((each) => each.toUpperCase() === weekday.toUpperCase());
  // 7 January 2024 was a Sunday.
  return `${formatted(new Date(Date.UTC(2024, 0, 7 + index)), target, { weekday: 'long' })}, ${written}`;
};

const sentenceStart = /[.!?]["'”’)]?\s["'“‘]?$/u;
const textStart = /^["'“‘(]?$/u;
/** Signs between the end of a sentence and the next one, at most. */
const maxBetween = 4;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `27 May be`, `5 March on`: a verb, where no year and no `on` says that it is a month. */
const mayBeVerb = (name: string, rest: string): boolean => /^(?:May|March)$/.test(name) && /^ \p{Ll}/u.test(rest);

/**
 * Finds the dates of an English text that have their month as a word, as the target language writes them: Apertium's
 * en-es makes `septiembre acabado 30, 2000` of `ended September 30, 2000`, and `a Marcha 31` of `to March 31`.
 * `startsText` says that no other text stands before it.
 */
export const englishDates = (text: string, target: string, startsText: boolean): WrittenSpan[] => {
  if (!/\d/.test(text)) return [];
  const spans: WrittenSpan[] = [];
  for (const { 0: found, index: start, groups = {} } of text.matchAll(pattern)) {
    const end = start + found.length;
    const name = groups.month1 ?? groups.month2 ?? groups.month3 ?? '';
    const [dayText, yearText] = [groups.day1 ?? groups.day2, groups.year1 ?? groups.year2 ?? groups.year3];
    const { on, inMonth, weekday } = groups;
    if (groups.day2 !== undefined && yearText === undefined && on === undefined && mayBeVerb(name, text.slice(end)))
      continue;
    const date = writeDate(target, {
      weekday,
      month: name,
      day: dayText === undefined ? undefined : Number(dayText),
      year: yearText === undefined ? undefined : Number(yearText),
    });
    if (date === undefined) continue;
    const whole = `${beforeDate(groups, target, date)}${date}`;
    const before = text.slice(Math.max(0, start - maxBetween), start);
    const startsSentence = sentenceStart.test(before) || (startsText && start < maxBetween && textStart.test(before));
    const hasCapital =
      /^\p{Lu}/u.test(on ?? inMonth ?? '') || (on === undefined && inMonth === undefined && startsSentence);
    const cased = hasCapital ? capitalized(whole) : whole;
    spans.push({ start, end, written: name === name.toUpperCase() ? whole.toLocaleUpperCase(target) : cased });
  }
  return spans;
};
