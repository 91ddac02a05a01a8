import { type Stage, stageBeforeGenerator } from './apertium-mode.js';

const leftWord = String.raw`\^\*[^<$^]*[[:alpha:]][^<$^]*\$|<(n|np|adj|adv|prn|pr|vb[a-z]*)>[^$^]*\$`;
const rightWord = String.raw`(\[\[[^]]*\]\])?\^[^*<$^][^<$^]*<(adj|adv|det|n|np|pr|prn|vb[a-z]*)>`;
const separate = String.raw`s/(${leftWord})(${rightWord})/\1 \3/g`;

/**
 * A stage before the generator that sets a space between two words that have none. Transfer rules of English forget some:
 * `Losiento` for `I am sorry` in Spanish, `Haoyuha` for `Haoyu has` in Catalan. The second round is for the words between
 * two places.
 */
const separateWords: Stage = { program: 'stdbuf', args: ['-o0', 'sed', '-z', '-E', `${separate};${separate}`] };

/** The stages of a mode, with words set apart in pairs from English that write no words together. */
export const withSeparateWords = (mode: string, stages: readonly Stage[]): Stage[] => {
  if (!/^eng?-(?:cat|gl|spa)(?:_|$)/.test(mode)) return [...stages];
  const at = stageBeforeGenerator(stages);
  return [...stages.slice(0, at), separateWords, ...stages.slice(at)];
};
