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

/** Translates word by word, an adjective after its noun; it knows the tags of the contract. */
const translated = (text: string): string =>
  text
    .replaceAll(adjectiveAndNoun, '$2 $1')
    .replaceAll(/\p{L}+/gu, (word) => words[word] ?? words[word.toLowerCase()] ?? word);

/** Makes a model that works, with a list of the texts that it was asked. */
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

/** Makes a model that answers as a function says. */
export const answering = (answer: (text: string) => TextAnswer, marksUp: boolean): TextModel => ({
  marksUp,
  translate: async (text) => answer(text),
  stream: undefined,
});
