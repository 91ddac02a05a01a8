/** Bits that say how a character counts at the limits of words; a sign has none of them. */
export const isWordCharacter = 1;
/** A letter of a script that puts no space between words. */
export const isUnspacedLetter = 2;
/** The character belongs to the one before it, and so does a word that it ends. */
export const isExtension = 4;
export const isWhiteSpace = 8;

const word = /[\p{L}\p{M}\p{N}\u200c\u200d]/u;
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Marks, joiners, colours of emoji, and the signs that make a kana long or voiced. */
const extension = /\p{M}|\p{Emoji_Modifier}|[\u200c\u200d]|[\u30fc\uff70\uff9e\uff9f]/u;
const whiteSpace = /\s/u;

/** Classes by code point of the Basic Multilingual Plane; 0 where not looked up yet, else the class and `isKnown`. */
const classes = new Uint8Array(0x1_0000);
const isKnown = 128;

const classify = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint);
  if (whiteSpace.test(character)) return isWhiteSpace;
  const extends_ = extension.test(character) ? isExtension : 0;
  if (!word.test(character)) return extends_;
  return isWordCharacter | extends_ | (unspaced.test(character) ? isUnspacedLetter : 0);
};

export const characterClass = (codePoint: number): number => {
  if (codePoint > 0xffff) return classify(codePoint);
  const cached = classes[codePoint] ?? 0;
  if (cached !== 0) return cached & ~isKnown;
  const found = classify(codePoint);
  classes[codePoint] = found | isKnown;
  return found;
};
