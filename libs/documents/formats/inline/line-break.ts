/** UTF-16 code units that are looked at on either side of a break. */
const window = 40;

const sentenceEnd = /[.!?:;…。！？：；][\s"'»”’)\]]*$/;
const lowerCase = /^[\s"'«“‘([]*\p{Ll}/u;

/** Whether a line break stands within a sentence: no sentence ends before it, and lower case follows. */
export const isWithinSentence = (before: string, after: string): boolean =>
  /\S/.test(before) && !sentenceEnd.test(before.slice(-window)) && lowerCase.test(after.slice(0, window));
