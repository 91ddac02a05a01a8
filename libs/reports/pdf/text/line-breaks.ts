import type { SetCharacter } from './characters.js';

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters that no line begins with. */
const notAtStart = /[、。，．・：；？！）」』】〕》〉］｝ー々,.:;?!)\]}%’”…\p{M}]/u;
const notAtEnd = /[「『（【《〈〔［｛“‘([{]/u;
const softBreak = /[-–—/_.,:;&=?+@|]/u;
/** Part of the line that must be filled for a long word to be cut behind a sign instead of anywhere. */
const minFilled = 0.4;
/** Characters of a line that are shaped together, however narrow they are: the work grows as their square. */
const maxShaped = 150;

/** Cuts a text into lines of a width in ems; spaces between lines are left out. Each character is looked at a few times. */
export const breakLines = (characters: readonly SetCharacter[], width: number): SetCharacter[][] => {
  const lines: SetCharacter[][] = [];
  let start = 0;
  while (start < characters.length) {
    const end = endOfLine(characters, start, width);
    let last = end;
    while (last > start && characters[last - 1]?.text === ' ') last -= 1;
    lines.push(characters.slice(start, last));
    start = end;
    while (characters[start]?.text === ' ') start += 1;
  }
  return lines;
};

const endOfLine = (characters: readonly SetCharacter[], start: number, width: number): number => {
  let filled = 0;
  let atWord = 0;
  let atSign = 0;
  let shaped = 0;
  for (let at = start; at < characters.length; at += 1) {
    const { text = '', advance = 0, isSimple = true } = characters[at] ?? {};
    if (!isSimple) shaped += 1;
    const isFull = filled + advance > width + 0.001 || shaped > maxShaped;
    if (text !== ' ' && isFull && at > start) return atWord || atSign || cutBefore(characters, start, at);
    filled += advance;
    const next = characters[at + 1]?.text ?? '';
    if (text === ' ' || mayBreakBetween(text, next)) atWord = at + 1;
    else if (softBreak.test(text) && !notAtStart.test(next) && filled >= width * minFilled) atSign = at + 1;
  }
  return characters.length;
};

const mayBreakBetween = (before: string, after: string): boolean =>
  after !== '' &&
  (ideograph.test(before) || ideograph.test(after)) &&
  !notAtStart.test(after) &&
  !notAtEnd.test(before);

/** Marks stay with their letter, while there is one on the line. */
const cutBefore = (characters: readonly SetCharacter[], start: number, at: number): number => {
  let cut = at;
  while (cut > start + 1 && /\p{M}/u.test(characters[cut]?.text ?? '')) cut -= 1;
  return cut > start + 1 || at === start + 1 ? cut : at;
};
