import type { TextAnswer, TextModel } from '../text-model.js';

const words: Readonly<Record<string, string>> = {
  black: 'negro',
  cat: 'gato',
  friend: 'amigo',
  house: 'casa',
  my: 'mi',
  of: 'de',
  sees: 've',
  the: 'el',
};

const tagged = (word: string): string => `((?:\ue000\\d+\ue00f)?${word}(?:\ue001\\d+\ue00f)?)`;
const adjectiveAndNoun = new RegExp(`${tagged('black')} ${tagged('\\w+')}`, 'g');

/** Word by word, an adjective after its noun; knows the tags of the contract. */
const translated = (text: string): string =>
  text
    .replaceAll(adjectiveAndNoun, '$2 $1')
    .replaceAll(/\p{L}+/gu, (word) => words[word] ?? words[word.toLowerCase()] ?? word);

/** A model that works, with what it was asked. */
export const dictionaryModel = (marksUp: boolean): TextModel & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    marksUp,
    translate: async (text) => {
      asked.push(text);
      return { text: translated(text), confidence: 0.5 };
    },
    stream: async function* (text) {
      asked.push(text);
      yield* translated(text);
      return 0.5;
    },
  };
};

/** A model that answers with whatever it is given to answer. */
export const answering = (answer: (text: string) => TextAnswer, marksUp: boolean): TextModel => ({
  marksUp,
  translate: async (text) => answer(text),
  stream: undefined,
});
