import { type LoadedModel, loadModel, type ModelFiles } from './network/loaded-model.js';
import { maximumBatch } from './network/scratch.js';
import { maximumSourcePieces, maximumTargetTokens } from './network/weights.js';
import { ThreadPool } from './threads/thread-pool.js';

/** Settings of a translator. */
export interface TranslatorOptions {
  /** Threads, from 1 to 64; 1 where it is not given. */
  threads?: number;
  /** Sentences that a thread translates together at most, from 1 to 32; 8 where it is not given. */
  batch?: number;
  /** Whether sentences that are given in one turn are spread over the idle threads; as one batch, they take one. True where it is not given. */
  spread?: boolean;
}

/** Tokens that a translation may have: `factor` for each piece of the source, the end included, and `extra` more. */
export interface LengthLimit {
  factor: number;
  extra: number;
}

export interface TranslateOptions {
  /** Ends the translation at its next token; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Hears of each token as it comes, with its row of the alignment where that was asked for. The texts of all tokens are the text. */
  onToken?: (token: TargetToken, alignment?: Float32Array) => void;
  /** Whether the answer has an alignment. */
  alignment?: boolean;
  /** 3 tokens for each piece and 10 more where it is not given. */
  limit?: LengthLimit;
}

/** A piece of the source, and where it stands in the text, in UTF-16 units. The last one is the end of the sentence. */
export interface SourcePiece {
  piece: string;
  begin: number;
  end: number;
}

/** A token of the translation, and where its text stands in it, in UTF-16 units. */
export interface TargetToken {
  piece: string;
  begin: number;
  end: number;
  /** The part of the text that it adds; empty while a character is not whole. */
  text: string;
  /** From 0 to 1, among the candidates. */
  probability: number;
}

export interface Translation {
  text: string;
  source: SourcePiece[];
  tokens: TargetToken[];
  /** For each token how much it belongs to each piece of the source (their sum is 1); only where it was asked for. */
  alignment?: Float32Array[];
  /** The mean of the probabilities of the tokens, the end of the sentence included; 1 for an empty text. */
  confidence: number;
  /** Whether it reached its limit before its end, and so was cut. */
  limited: boolean;
}

/** A sentence that is longer than a network was made for; it is not translated, not even in part. */
export class SentenceTooLongError extends Error {
  override readonly name = 'SentenceTooLongError';

  constructor(
    /** Pieces of the sentence; undefined where they were too many to be counted. */
    readonly pieces: number | undefined,
    readonly maximum: number,
  ) {
    super(
      pieces === undefined
        ? `The sentence is too long; one of at most ${maximum} pieces is translated`
        : `The sentence has ${pieces} pieces; one of at most ${maximum} is translated`,
    );
  }
}

const wholeNumber = (name: string, value: number, maximum: number): number => {
  if (!Number.isInteger(value) || value < 1 || value > maximum)
    throw new RangeError(`${name} is a whole number from 1 to ${maximum}`);
  return value;
};

/** UTF-16 units of a text whose pieces are counted. */
const maximumLength = 65_536;
/** Pieces of a sentence, its end not included. */
export const maximumPieces = maximumSourcePieces - 1;
const usualLimit: LengthLimit = { factor: 3, extra: 10 };

/** Puts the text of a translation together, token by token. */
class TokenWriter {
  private readonly decoding;
  text = '';

  constructor(private readonly vocabulary: LoadedModel['target']) {
    this.decoding = vocabulary.decoder();
  }

  write(token: number, probability: number): TargetToken {
    const begin = this.text.length;
    const text = this.decoding.add(token);
    this.text += text;
    return { piece: this.vocabulary.piece(token), begin, end: this.text.length, text, probability };
  }

  /** The whole text; a character that is not whole at its end becomes U+FFFD. */
  finish(): string {
    this.text += this.decoding.finish();
    return this.text;
  }
}

/** A model that translates one language into another, sentence by sentence, in threads of its own. */
export class Translator {
  private constructor(
    private readonly model: LoadedModel,
    private readonly pool: ThreadPool,
  ) {}

  /**
   * Reads a model and starts its threads. Throws `ModelFileError` for files that are damaged, do not belong together or are not
   * supported. Files are read without giving way to other work: some 0.1 s.
   */
  static async load(files: ModelFiles, options: TranslatorOptions = {}): Promise<Translator> {
    const { threads = 1, batch = 8, spread = true } = options;
    wholeNumber('batch', batch, maximumBatch);
    const model = loadModel(files, wholeNumber('threads', threads, 64), batch);
    const pool = new ThreadPool(model, batch, spread);
    try {
      await pool.ready;
    } catch (error) {
      await pool.close();
      throw error;
    }
    return new Translator(model, pool);
  }

  /**
   * Translates one sentence. Whatever is translated beside it, its answer is the same. Throws `SentenceTooLongError`, or the reason of
   * the signal.
   */
  async translate(text: string, options: TranslateOptions = {}): Promise<Translation> {
    const { signal, onToken, alignment: withAlignment = false, limit = usualLimit } = options;
    signal?.throwIfAborted();
    if (!(limit.factor >= 0 && limit.extra >= 0)) throw new RangeError('A limit has two numbers from 0 on');
    const { source, target } = this.model;
    const pieces = text.length > maximumLength ? undefined : source.encode(text);
    if (pieces === undefined || pieces.length > maximumPieces)
      throw new SentenceTooLongError(pieces?.length, maximumPieces);
    const sourcePieces = pieces.map(({ token, begin, end }) => ({ piece: source.piece(token), begin, end }));
    sourcePieces.push({ piece: source.piece(source.end), begin: text.length, end: text.length });
    if (pieces.length === 0) {
      const empty = { text: '', source: sourcePieces, tokens: [], confidence: 1, limited: false };
      return withAlignment ? { ...empty, alignment: [] } : empty;
    }
    const tokens = Uint32Array.from([...pieces.map(({ token }) => token), source.end]);
    const told = new TokenWriter(target);
    const most = Math.min(maximumTargetTokens, Math.floor(limit.factor * tokens.length + limit.extra));
    const written = await this.pool.translate(
      { tokens, limit: most, withAlignment, tellsTokens: onToken !== undefined },
      signal,
      onToken && ((token, probability, alignment) => onToken(told.write(token, probability), alignment)),
    );
    const writer = new TokenWriter(target);
    const { probabilities, endProbability } = written;
    const targetTokens = Array.from(written.tokens, (token, index) => writer.write(token, probabilities[index] ?? 0));
    const sum = probabilities.reduce((one, other) => one + other, endProbability ?? 0);
    const translation: Translation = {
      text: writer.finish(),
      source: sourcePieces,
      tokens: targetTokens,
      confidence: sum / Math.max(1, probabilities.length + (endProbability === undefined ? 0 : 1)),
      limited: endProbability === undefined,
    };
    if (withAlignment) {
      const rows = written.alignment ?? new Float32Array(0);
      translation.alignment = targetTokens.map((_, index) =>
        rows.slice(tokens.length * index, tokens.length * (index + 1)),
      );
    }
    return translation;
  }

  /** Ends the threads; what is being translated is rejected. */
  async close(): Promise<void> {
    await this.pool.close();
  }
}
