const latinByCyrillic: ReadonlyMap<string, string> = new Map(
  'аa бb вv гg дd ђđ еe жž зz иi јj кk лl љlj мm нn њnj оo пp рr сs тt ћć уu фf хh цc чč џdž шš'
    .split(' ')
    .map((letters) => [letters.slice(0, 1), letters.slice(1)]),
);

const latinOf = (letter: string): string => {
  const small = letter.toLowerCase();
  const latin = latinByCyrillic.get(small);
  if (latin === undefined) return letter;
  return letter === small ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1);
};

/** Writes Serbian in Cyrillic letters in Latin ones, letter by letter: Apertium's dictionaries know only these. */
export const serbianInLatin = (text: string): string => text.replace(/[\u0400-\u045f]/g, latinOf);
