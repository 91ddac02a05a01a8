/** Characters that are not seen by themselves: they steer joining, direction or variants, or are no characters. */
const unseen = /\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;
const spaces = /[\s\p{Cc}\p{Z}]+/gu;
/** Means something to its maker alone. */
const privateUse = /\p{Co}/gu;

/** The character that stands for one that cannot be shown. */
export const substitute = '\ufffd';

/** A text of one line as it can be set: spaces and controls of all kinds are one space. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(spaces, ' ').replace(unseen, '').replace(privateUse, substitute).normalize('NFC').trim();

/** A name at a length that a page can bear. */
export const cleanName = (text: string, maxCharacters = 240): string => {
  const looked = maxCharacters * 4;
  const characters = [...cleanText(text.slice(0, looked))];
  const isWhole = text.length <= looked && characters.length <= maxCharacters;
  return isWhole ? characters.join('') : `${characters.slice(0, maxCharacters).join('').trimEnd()}…`;
};
