import { ModelUnavailableError } from '../../inference.errors.js';
import {
  type MarianModel,
  type MarianModels,
  type SentenceToken,
  SentenceTooLongError,
  type SentenceTranslation,
} from '../marian-models.js';

const words: Readonly<Record<string, string>> = {
  black: 'negro',
  cat: 'gato',
  friend: 'amigo',
  house: 'casa',
  my: 'mi',
  of: 'de',
  sees: 've',
  the: 'el',
  water: 'agua',
};

export const marianModel = (source: string, target: string, architecture: string): MarianModel => ({
  id: `marian-${source}-${target}-${architecture}`,
  name: `Dictionary ${source}-${target} ${architecture}`,
  engine: 'marian',
  sourceLanguages: [source],
  targetLanguages: [target],
  sourceLanguage: source,
  targetLanguage: target,
  architecture,
  engineVersion: 'dictionary 1',
  sha256: Buffer.from(`${source}-${target} ${architecture}`).toString('hex').padEnd(64, '0').slice(0, 64),
  sizeBytes: 1,
  licence: null,
  licenceUrl: null,
  source: null,
  since: null,
});

interface Piece {
  text: string;
  /** The space before it, if any, is part of its stretch. */
  begin: number;
  end: number;
}

const piecesOf = (sentence: string): Piece[] =>
  [...sentence.matchAll(/\s?(?:[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}])|\s/gu)].map(({ 0: text, index }) => ({
    text,
    begin: index,
    end: index + text.length,
  }));

const wordOf = (piece: string): string => {
  const word = piece.trim();
  return piece.replace(word, words[word] ?? words[word.toLowerCase()] ?? word);
};

/** Order of the pieces in the translation: an adjective stands after its noun. */
const orderOf = (pieces: readonly Piece[]): number[] => {
  const order = pieces.map((_, index) => index);
  pieces.forEach(({ text }, index) => {
    const next = pieces[index + 1];
    if (text.trim() !== 'black' || !/^ [\p{L}\p{N}]+$/u.test(next?.text ?? '')) return;
    order[index] = index + 1;
    order[index + 1] = index;
  });
  return order;
};

/** Translates word by word, with the alignment that a perfect model would have. */
export const dictionaryTranslation = (sentence: string): SentenceTranslation => {
  const pieces = piecesOf(sentence);
  const tokens: SentenceToken[] = [];
  let text = '';
  for (const [index, piece] of orderOf(pieces).entries()) {
    const own = pieces[piece]?.text ?? '';
    const hasSpace = /^\s/u.test(pieces[index]?.text ?? '');
    const word = `${hasSpace ? ' ' : ''}${wordOf(own).replace(/^\s/u, '')}`;
    tokens.push({ text: word, begin: text.length, end: text.length + word.length, probability: 0.5, piece });
    text += word;
  }
  const end = { begin: sentence.length, end: sentence.length };
  return { text, pieces: [...pieces, end], tokens, confidence: 0.5, limited: false };
};

export interface DictionaryModels extends MarianModels {
  /** The calls, in their order. */
  readonly asked: string[][];
  readonly streamed: string[];
  installed: MarianModel[];
}

/**
 * The inference process in this one, by a dictionary, or as `answer` says. It takes sentences of at most `maximum` pieces.
 */
export const dictionaryModels = ({
  installed = [marianModel('en', 'es', 'tiny')],
  maximum = 511,
  answer = dictionaryTranslation,
}: {
  installed?: MarianModel[];
  maximum?: number;
  answer?: (sentence: string) => SentenceTranslation;
} = {}): DictionaryModels => {
  let isClosed = false;
  const check = (sentence: string, model: string, signal: AbortSignal | undefined): void => {
    signal?.throwIfAborted();
    if (isClosed || !double.installed.some(({ sha256 }) => sha256 === model))
      throw new ModelUnavailableError('The model is not there');
    if (piecesOf(sentence).length > maximum) throw new SentenceTooLongError(maximum);
  };
  const double: DictionaryModels = {
    asked: [],
    streamed: [],
    installed,
    list: async () => double.installed,
    translate: async (sentences, { model, signal }) => {
      double.asked.push([...sentences]);
      // A turn of the event loop, in which a signal can come.
      await new Promise(setImmediate);
      for (const sentence of sentences) check(sentence, model, signal);
      return sentences.map(answer);
    },
    stream: async function* (sentence, { model, signal }) {
      double.streamed.push(sentence);
      check(sentence, model, signal);
      const translation = answer(sentence);
      for (const token of translation.tokens) {
        await new Promise(setImmediate);
        signal?.throwIfAborted();
        yield token;
      }
      return translation;
    },
    health: async () => (isClosed ? { ready: false, reason: 'closed' } : { ready: true }),
    close: async () => {
      isClosed = true;
    },
  };
  return double;
};
