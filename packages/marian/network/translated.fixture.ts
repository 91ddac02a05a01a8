import { readFileSync } from 'node:fs';
import { compileKernel, instantiateKernel } from '../kernel/kernel.js';
import { BatchTranslation, type SourceSentence } from './batch-translation.js';
import { type LoadedModel, loadModel, type ModelFiles } from './loaded-model.js';

const sample = (name: string): URL => new URL(`../samples/${name}`, import.meta.url);

/** A file of the tiny model. */
export const sampleFile = (name: string): Uint8Array => readFileSync(sample(name));

/** Lines of a text of the samples. */
export const sampleLines = (name: string): string[] => readFileSync(sample(name), 'utf8').trimEnd().split('\n');

/** The tiny model, with its shortlist or without. */
export const tinyModel = (withShortlist: boolean): ModelFiles => ({
  model: sampleFile('model.bin'),
  vocabularies: [sampleFile('vocab.spm')],
  ...(withShortlist ? { shortlist: sampleFile('lex.bin') } : {}),
});

/** The tiny model that was trained with alignments. */
export const alignedModel = (withShortlist: boolean): ModelFiles => ({
  ...tinyModel(withShortlist),
  model: sampleFile('aligned/model.bin'),
});

/** A translation in numbers. */
export interface TranslatedSentence {
  tokens: number[];
  probabilities: number[];
  alignment: Float32Array[];
  endProbability: number | undefined;
}

/** A model that translates in this thread. */
export class DirectTranslator {
  readonly model: LoadedModel;
  private readonly translation: BatchTranslation;

  constructor(files: ModelFiles, batch = 8) {
    this.model = loadModel(files, 1, batch);
    const [scratch] = this.model.scratches;
    if (scratch === undefined) throw new Error('no room');
    const { memory, network, target } = this.model;
    this.translation = new BatchTranslation(
      instantiateKernel(compileKernel(), memory),
      memory,
      network,
      scratch,
      target.end,
    );
  }

  /** The pieces of a text and the end. */
  tokensOf(text: string): Uint32Array {
    const pieces = this.model.source.encode(text) ?? [];
    return Uint32Array.from([...pieces.map(({ token }) => token), this.model.source.end]);
  }

  /** Translates sentences together; one is cancelled after so many tokens where `isCancelled` says so. */
  translate(
    sentences: readonly SourceSentence[],
    isCancelled: (index: number, written: number) => boolean = () => false,
  ): TranslatedSentence[] {
    const translated = sentences.map(
      (): TranslatedSentence => ({ tokens: [], probabilities: [], alignment: [], endProbability: undefined }),
    );
    this.translation.translate(sentences, {
      isCancelled: (index) => isCancelled(index, translated[index]?.tokens.length ?? 0),
      written: (index, token, probability, alignment) => {
        translated[index]?.tokens.push(token);
        translated[index]?.probabilities.push(probability);
        if (alignment !== undefined) translated[index]?.alignment.push(alignment);
      },
      ended: (index, endProbability) => {
        const one = translated[index];
        if (one !== undefined) one.endProbability = endProbability;
      },
    });
    return translated;
  }

  /** Texts in batches of a size, with as many tokens as `limitOf` allows for the pieces of each. */
  texts(lines: readonly string[], batch: number, limitOf: (pieces: number) => number): string[] {
    const sentences = lines.map((line): SourceSentence => {
      const tokens = this.tokensOf(line);
      return { tokens, limit: limitOf(tokens.length), withAlignment: false };
    });
    const texts: string[] = [];
    for (let begin = 0; begin < lines.length; begin += batch) {
      const translated = this.translate(sentences.slice(begin, begin + batch));
      texts.push(...translated.map(({ tokens }) => this.model.target.decode(tokens)));
    }
    return texts;
  }
}

/** Bergamot's limit: two tokens for each piece, the end included. */
export const referenceLimit = (pieces: number): number => 2 * pieces;

/** The usual limit of this package. */
export const usualLimit = (pieces: number): number => 3 * pieces + 10;
