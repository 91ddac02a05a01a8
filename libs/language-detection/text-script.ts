/** ISO 15924 codes of the writing systems told apart, each with how one of its letters is recognised. */
const scripts = [
  'Latn',
  'Cyrl',
  'Grek',
  'Arab',
  'Hebr',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Thai',
  'Laoo',
  'Ethi',
  'Geor',
  'Armn',
  'Hang',
  'Hira',
  'Kana',
  'Hani',
] as const;

export type Script = (typeof scripts)[number];

const letterOf = scripts.map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, 'gu') }));

const judgedCharacters = 2_000;

/** The part of a text that is judged: from its first letter on, as long as is needed; empty without letters. */
export const judgedPart = (text: string): string => {
  const firstLetter = /\p{L}/u.exec(text);
  return firstLetter === null ? '' : text.slice(firstLetter.index, firstLetter.index + judgedCharacters);
};

/** The writing system of most letters of a text; undefined when it has no letters. */
export const scriptOf = (text: string): Script | undefined => {
  if (/^\p{ASCII}*$/u.test(text)) return /[A-Za-z]/.test(text) ? 'Latn' : undefined;
  let best: Script | undefined;
  let most = 0;
  for (const { script, letters } of letterOf) {
    const count = text.match(letters)?.length ?? 0;
    if (count > most) [best, most] = [script, count];
  }
  return best;
};
