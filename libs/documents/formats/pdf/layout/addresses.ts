import { type Fragment, textOfLine } from './fragments.js';

/** Whether a word is a web address, a path or a name of a file: a hyphen in it is its own. */
export const isAddress = (word: string): boolean => /:\/\/|[@_]|\/[^/]*\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(word);

/** How an address of the web or of mail begins, and the name of a place on the web that says no more. */
const whole = /^[<([{"'“‘]?(?:[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/|(?:www\.|mailto:|urn:|doi:)|[^\s@/]{1,64}@)/;
const place = /^[<([{"'“‘]?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}\//u;

/** Whether a word begins as an address of the web or of mail does. */
export const isWebAddress = (word: string): boolean => whole.test(word) || place.test(word);

/** Signs behind which no address ends, and those behind which one may. */
const never = /[-_=?&%~+@]$/;
const seldom = /[/#.:]$/;
/** Signs that words have seldom and addresses often, and two words with a slash between. */
const ofAddresses = /[/_=%#&?~@]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;
const twoWords = /^\p{L}+\/\p{L}+[\p{P}]*$/u;
const name = /^\p{Lu}\p{L}*$/u;
const goesOn = /(?:[,;:.]|:\/\/)$/;
const isWord = /^\p{Ll}[\p{L}\p{P}]*[^)]$/u;
const inBrackets = /^(?:\([^()]*\))?$/;
const closes = /[,;)\]}>"'”’!]$/;

/** The end of a line and the beginning of the next one. */
interface LineEnd {
  /** The last word of what was read so far, and the first word of the next line. */
  cut: string;
  rest: string;
  /** Whether both are words of one link; undefined where neither is one. */
  isOneLink: boolean | undefined;
  /** Whether nothing stands beside either on its line. */
  areAlone: boolean;
}

/** The place on the web that a word begins with; undefined where it begins with none, or says how to get there. */
const placeOf = (word: string): string | undefined => place.exec(word)?.[0];

/** Whether a word begins an address behind one that ends a line: as one that says how to get there, or at the same place. */
const beginsAnother = (cut: string, rest: string): boolean => {
  if (whole.test(rest)) return !cut.endsWith('://');
  const own = placeOf(rest);
  return own !== undefined && own === placeOf(cut);
};

/** Whether the end of a line cuts an address in two. */
export const cutsAddress = ({ cut, rest, isOneLink, areAlone }: LineEnd): boolean => {
  if (!isWebAddress(cut) || closes.test(cut) || beginsAnother(cut, rest)) return false;
  if (!/^[\p{L}\p{N}\p{P}\p{S}]/u.test(rest) || /^[([{<“"‘'–—•]/u.test(rest)) return false;
  if (never.test(cut)) return true;
  if (isOneLink !== undefined) return isOneLink;
  if (areAlone && !name.test(rest)) return true;
  if (!ofAddresses.test(rest)) return false;
  return seldom.test(cut) || !twoWords.test(rest);
};

/** Words of the name of a person or an organization, at most. */
const maxNames = 5;

const wordsOf = ({ glyphs }: Fragment): string[] => textOfLine(glyphs).trim().split(/\s+/);

/** Whether a line begins with an address, whose small letters say nothing of a sentence that goes on. */
export const beginsWithAddress = (line: Fragment): boolean => whole.test(wordsOf(line)[0] ?? '');

/** Whether a line is nothing but an address, and begins where the line above does. */
const isAddressBelow = (above: Fragment, line: Fragment): boolean => {
  const [address = '', ...others] = wordsOf(line);
  const down = above.across - line.across;
  return (
    others.length === 0 &&
    whole.test(address) &&
    Math.abs(line.start - above.start) < 0.1 * line.height &&
    down > 0.7 * line.height &&
    down < 2 * line.height
  );
};

/**
 * Whether a line begins with an address that is an entry of its own: alone, with another one below it; alone below a name, below a line that begins or ends with
 * another address and goes on with no comma, or as the first of what a label with a colon names, with at most a remark in brackets behind it.
 */
export const isOwnAddress = (last: Fragment, line: Fragment, next: Fragment | undefined): boolean => {
  const words = wordsOf(line);
  const lastWords = wordsOf(last);
  const end = lastWords.at(-1) ?? '';
  if (!whole.test(words[0] ?? '')) return place.test(end) && beginsAnother(end, words[0] ?? '');
  if (words.length === 1 && !never.test(words[0] ?? '') && next && isAddressBelow(line, next)) return true;
  if (words.length === 1 && lastWords.length <= maxNames && lastWords.every((word) => name.test(word))) return true;
  if (whole.test(end)) return !goesOn.test(end) && !never.test(end);
  if (end.endsWith(':')) return inBrackets.test(words.slice(1).join(' '));
  return whole.test(lastWords[0] ?? '') && !goesOn.test(end) && !isWord.test(end);
};
