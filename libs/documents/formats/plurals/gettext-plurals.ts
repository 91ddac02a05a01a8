import pluralForms from '@tannin/plural-forms';

/** The types of the package are those of its other module, which Node does not load. */
const compile = pluralForms as unknown as (expression: string) => (number: number) => number | boolean;

/** The plural forms of a language, as gettext numbers them. */
export interface PluralForms {
  /** Value of the header field `Plural-Forms`. */
  header: string;
  /** The numbers up to `maxNumber` of each form, in ascending order. */
  numbers: readonly (readonly number[])[];
}

const maxNumber = 1000;
const maxForms = 10;
const maxLength = 1000;

const one = 'n%10==1 && n%100!=11';
const teens = '(n%100<12 || n%100>14)';

/** Expressions as the teams of gettext write them: of those that part the numbers as CLDR does, the first is taken. */
const expressions: readonly string[] = [
  '0',
  '(n != 1)',
  '(n > 1)',
  `(${one} ? 0 : n%10>=2 && n%10<=4 && ${teens} ? 1 : 2)`,
  `(n==1 ? 0 : n%10>=2 && n%10<=4 && ${teens} ? 1 : 2)`,
  '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2',
  '(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)',
  '(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2)',
  '(n%10==0 || n%100>=11 && n%100<=19) ? 0 : (n%10==1 && n%100!=11) ? 1 : 2',
  '(n==1 ? 0 : (n==0 || (n%100>0 && n%100<20)) ? 1 : 2)',
  '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)',
  '(n==1 ? 0 : n==2 ? 1 : 2)',
  '(n==0 ? 0 : n==1 ? 1 : 2)',
  '(n==1 ? 0 : n==2 ? 1 : n<7 && n>2 ? 2 : n<11 && n>6 ? 3 : 4)',
  '(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n>2 && n<20) ? 2 : 3',
  '(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5)',
  '(n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>=3 && n%100<=10) ? 2 : n%100>=11 && n%100<=19 ? 3 : 4)',
  '(n%10!=1 || n%100==11)',
  '(n%10==4 || n%10==6 || n%10==9)',
  '(n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3)',
  '(n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : (n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90 ? 2 : 3)',
];

const allNumbers: readonly number[] = Array.from({ length: maxNumber + 1 }, (_, number) => number);

/** The form of each number; undefined where the expression cannot be followed. */
const formsOf = (expression: string, count: number): number[] | undefined => {
  try {
    const formOf = compile(expression);
    const forms = allNumbers.map((number) => Number(formOf(number)));
    return forms.every((form) => Number.isInteger(form) && form >= 0 && form < count) ? forms : undefined;
  } catch {
    return undefined;
  }
};

const numbersOf = (forms: readonly number[], count: number): number[][] => {
  const numbers = Array.from({ length: count }, (): number[] => []);
  for (const [number, form] of forms.entries()) numbers[form]?.push(number);
  return numbers;
};

/** The forms that a header field of a file says; undefined where it says none that can be followed. */
export const pluralFormsIn = (header: string): PluralForms | undefined => {
  const [, digits, expression] =
    /nplurals\s{0,9}=\s{0,9}(\d{1,2})\s{0,9};\s{0,9}plural\s{0,9}=([^;]{1,1000})/.exec(header) ?? [];
  const count = Number(digits);
  if (expression === undefined || header.length > maxLength || count < 1 || count > maxForms) return undefined;
  const forms = formsOf(expression.trim(), count);
  return forms && { header, numbers: numbersOf(forms, count) };
};

/** Numbers as they are parted, whatever the parts are called. */
const partition = (parts: readonly unknown[]): string => {
  const seen = new Map<unknown, number>();
  return parts
    .map((part) => {
      const place = seen.get(part) ?? seen.size;
      seen.set(part, place);
      return place;
    })
    .join();
};

const known = new Map(
  expressions.map((expression) => {
    const forms = formsOf(expression, maxForms) ?? [];
    const count = Math.max(...forms) + 1;
    const header = `nplurals=${count}; plural=${expression};`;
    return [partition(forms), { header, numbers: numbersOf(forms, count) }] as const;
  }),
);

/** The forms of a language by CLDR; two, of one and of all others, where gettext has no expression for them. */
export const pluralFormsFor = (language: string): PluralForms => {
  const rules = new Intl.PluralRules(language);
  const usual = known.get(partition(allNumbers.map((number) => number === 1)));
  const forms = known.get(partition(allNumbers.map((number) => rules.select(number)))) ?? usual;
  if (forms === undefined) throw new Error('There is no expression for two plural forms');
  return forms;
};

/** The numbers up to 1,000 of each category of CLDR that a language has for them, such as `one` and `few`. */
export const pluralCategories = (language: string): ReadonlyMap<string, readonly number[]> => {
  const rules = new Intl.PluralRules(language);
  const categories = new Map<string, number[]>();
  for (const number of allNumbers) {
    const category = rules.select(number);
    const numbers = categories.get(category) ?? [];
    categories.set(category, numbers);
    numbers.push(number);
  }
  return categories;
};
