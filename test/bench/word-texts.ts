import { seededRandom } from '#test/e2e/seeded-random.js';

/** Plain words that the English dictionary of `apertium-eng-spa` knows. */
const vocabulary = (
  'the black cat my old friend sleeps big house near river children play dog every morning before school while their ' +
  'mother reads long letters from distant city where she worked during many happy years people say that good books ' +
  'change world slowly but small acts help more than words because time water bread light street car table window ' +
  'door garden tree flower sun moon night day week month winter summer rain snow mountain sea island ship train road ' +
  'bridge church market shop money work office teacher doctor student brother sister father son daughter king queen ' +
  'war peace law right left first last new young strong red green white blue open close write learn teach buy sell ' +
  'eat drink walk run speak listen think know want need give take find lose begin finish always never often today ' +
  'tomorrow yesterday here there under over with without'
).split(' ');

/** Words of the longest sentence; no sentence repeats a word. */
const sentenceWords = 25;

/** Makes texts of that many words in sentences of distinct ones; the same text practically never comes twice. */
export const wordTexts = (words: number, seed: number): (() => string) => {
  const random = seededRandom(seed);
  const sentence = (length: number): string => {
    const order = [...vocabulary];
    const chosen = Array.from({ length }, () => order.splice(Math.floor(random() * order.length), 1)[0] ?? '');
    const text = chosen.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return () => {
    const sentences: string[] = [];
    for (let left = words; left > 0; left -= sentenceWords) sentences.push(sentence(Math.min(left, sentenceWords)));
    return sentences.join(' ');
  };
};
