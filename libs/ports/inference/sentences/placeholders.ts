const codeLetters = 'bcdfghjklmnprstv';

/**
 * Makes a word that no language has and that every model spells as it stands: a rule-based one does not know it, a
 * neural one copies it piece by piece as it would a name. Two letters number it; a digit might be translated or
 * regrouped.
 */
export const placeholder = (index: number): string =>
  `Jqz${codeLetters[index >> 4] ?? ''}${codeLetters[index & 15] ?? ''}`;

/** Finds each placeholder, whatever has become of its case; the group holds its number. */
export const placeholderPattern = /jqz([bcdfghjklmnprstv]{2})/giu;

export const placeholderIndex = (letters: string): number => {
  const [high = '', low = ''] = letters.toLowerCase();
  return codeLetters.indexOf(high) * codeLetters.length + codeLetters.indexOf(low);
};

export const looksLikePlaceholder = (text: string): boolean => /jqz/iu.test(text);
