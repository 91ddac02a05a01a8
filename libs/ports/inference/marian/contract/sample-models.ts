import { join } from 'node:path';
import { SentenceTooLongError as TooLongError, type Translation, Translator } from '@transledger/marian';
import { projectRoot } from '#test/project-root.js';
import { type MarianModels, SentenceTooLongError, type SentenceTranslation } from '../marian-models.js';
import { marianModel } from './dictionary-models.js';

const samples = join(projectRoot, 'packages/marian/samples');

const alignedPiece = (row: Float32Array | undefined): number => {
  if (row === undefined) return -1;
  let most = 0;
  for (const [piece, share] of row.entries()) if (share > (row[most] ?? 0)) most = piece;
  return most;
};

const sentenceOf = ({ text, source, tokens, alignment, confidence, limited }: Translation) =>
  ({
    text,
    pieces: source,
    tokens: tokens.map((token, at) => ({ ...token, piece: alignedPiece(alignment?.[at]) })),
    confidence,
    limited,
  }) satisfies SentenceTranslation;

/** The tiny model of the samples from English to German, whose alignment is trained, in this process. */
export const sampleModels = async (): Promise<MarianModels> => {
  const translator = await Translator.load({
    model: join(samples, 'aligned/model.bin'),
    vocabularies: [join(samples, 'vocab.spm')],
    shortlist: join(samples, 'lex.bin'),
  });
  const translated = async (sentence: string, signal: AbortSignal | undefined): Promise<SentenceTranslation> => {
    try {
      return sentenceOf(await translator.translate(sentence, { alignment: true, ...(signal && { signal }) }));
    } catch (error) {
      throw error instanceof TooLongError ? new SentenceTooLongError(error.maximum) : error;
    }
  };
  return {
    list: async () => [marianModel('en', 'de', 'tiny')],
    translate: (sentences, { signal }) => Promise.all(sentences.map((sentence) => translated(sentence, signal))),
    stream: async function* (sentence, { signal }) {
      const translation = await translated(sentence, signal);
      yield* translation.tokens;
      return translation;
    },
    health: async () => ({ ready: true }),
    close: () => translator.close(),
  };
};
