import type { TranslateRequest } from '@transledger/sdk';
import { type Sentence, sentencesOf } from './sentences';

/** The wishes that a sentence is translated by; two requests that differ in it share no translation. */
export interface Wishes {
  /** Undefined where the language is to be detected. */
  source: string | undefined;
  target: string;
  formality?: 'formal' | 'informal';
  domain?: NonNullable<TranslateRequest['domain']>;
  glossary_id?: string;
  quality?: 'fast' | 'balanced' | 'quality';
}

export interface Translated {
  translation: string;
  /** 0 to 1; undefined where the service does not say it of each text. */
  confidence: number | undefined;
  model: string;
  modelHashes: readonly string[];
  requestId: string;
}

/** The requests of the screen to the service. */
export interface TranslationService {
  detect(text: string, signal: AbortSignal): Promise<{ language: string; confidence: number }>;
  /** Translates one sentence, and says each token as it comes. */
  stream(
    text: string,
    wishes: Wishes & { source: string },
    onToken: (token: string) => void,
    signal: AbortSignal,
  ): Promise<Translated>;
  /** Translates many sentences in one request, which takes no wishes beyond the languages. */
  batch(texts: readonly string[], wishes: Wishes & { source: string }, signal: AbortSignal): Promise<Translated[]>;
}

/** A sentence with its translation, as far as it is there. */
export interface Piece extends Sentence {
  translation: string | undefined;
}

export interface Progress {
  pieces: readonly Piece[];
  isWorking: boolean;
  /** Whether the text is so long that it waits for the button. */
  waitsForButton: boolean;
  error: unknown;
  detected: { language: string; confidence: number } | undefined;
  /** Characters that were translated, each of which counts, since the screen was opened. */
  charactersUsed: number;
  /** Facts of the sentences that are shown; undefined while none is translated. */
  facts: Facts | undefined;
}

/** The models that made the translation that is shown, and how sure they are. */
export interface Facts {
  /** Mean of the sentences that have one, by their lengths, as the service takes the mean of a text. */
  confidence: number | undefined;
  models: readonly string[];
  modelHashes: readonly string[];
  requestIds: readonly string[];
}

/** Milliseconds of rest after which a text is sent by itself, and the characters up to which it is. */
const restMs = 800;
const maxCharactersByItself = 1_000;
/** Sentences that are streamed one after the other; more are one request. */
const maxStreamed = 4;
const maxInBatch = 100;
/** Sentences whose translations are kept. */
const maxRemembered = 2_000;

const idle: Progress = {
  pieces: [],
  isWorking: false,
  waitsForButton: false,
  error: undefined,
  detected: undefined,
  charactersUsed: 0,
  facts: undefined,
};

const lengthOf = (text: string): number => [...text].length;

const factsOf = (translated: readonly (Translated & { length: number })[]): Facts | undefined => {
  if (translated.length === 0) return undefined;
  const sure = translated.filter(({ confidence }) => confidence !== undefined);
  const length = sure.reduce((sum, one) => sum + one.length, 0);
  const all = (of: (one: Translated) => readonly string[]): string[] => [
    ...new Set(translated.flatMap(of).filter((value) => value !== '')),
  ];
  return {
    confidence:
      length === 0 ? undefined : sure.reduce((sum, one) => sum + (one.confidence ?? 0) * one.length, 0) / length,
    models: all(({ model }) => [model]),
    modelHashes: all(({ modelHashes }) => modelHashes),
    requestIds: all(({ requestId }) => [requestId]),
  };
};

/** Whether a batch, which takes languages alone, would lose something of what is wished. */
const isBeyondBatch = ({ source: _source, target: _target, ...others }: Wishes): boolean =>
  Object.values(others).some((value) => value !== undefined);

/**
 * Translates a text while it is typed: after a rest, only the sentences that changed, one request at a time. What was
 * translated is remembered, so that going back costs nothing.
 */
export class LiveTranslation {
  private progress = idle;
  private text = '';
  private wishes: Wishes = { source: undefined, target: '' };
  private readonly remembered = new Map<string, Translated>();
  /** The part that has come of sentences whose translation is under way, or was stopped. */
  private unfinished: Readonly<Record<string, string>> = {};
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  constructor(private readonly service: TranslationService) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): Progress => this.progress;

  /** Takes what is in the field now. */
  update(text: string, wishes: Wishes): void {
    const changed = JSON.stringify(wishes) !== JSON.stringify(this.wishes);
    if (text === this.text && !changed) return;
    if (changed) {
      this.running?.abort();
      this.unfinished = {};
    }
    this.text = text;
    this.wishes = wishes;
    clearTimeout(this.timer);
    this.show({
      error: undefined,
      waitsForButton: this.needsButton,
      ...(text.trim() === '' && { detected: undefined }),
    });
    if (!this.needsButton) this.timer = setTimeout(() => void this.run(), restMs);
  }

  /** Translates at once, however long the text is. */
  translateNow(): void {
    clearTimeout(this.timer);
    this.show({ waitsForButton: false });
    void this.run();
  }

  /** Stops what is under way; what has come stays. */
  abort(): void {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  private get needsButton(): boolean {
    return lengthOf(this.text) > maxCharactersByItself && this.missing(this.known).length > 0;
  }

  /** The language that the text is in, as far as that is known. */
  private get known(): string | undefined {
    return this.wishes.source ?? this.progress.detected?.language;
  }

  private missing(source: string | undefined): string[] {
    const texts = sentencesOf(this.text, source).map(({ text }) => text);
    return [...new Set(texts)].filter((text) => text !== '' && !this.remembered.has(this.keyOf(text, source)));
  }

  private keyOf(text: string, source: string | undefined): string {
    return JSON.stringify([{ ...this.wishes, source }, text]);
  }

  private async run(): Promise<void> {
    if (this.running !== undefined || this.text.trim() === '' || this.wishes.target === '') return;
    const running = new AbortController();
    this.running = running;
    this.unfinished = {};
    this.show({ isWorking: true, error: undefined });
    const { text, wishes } = this;
    try {
      const source = await this.sourceOf(running.signal);
      await this.translateMissing({ ...wishes, source }, running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.show({ error });
    } finally {
      this.running = undefined;
    }
    const isNewer = this.text !== text || this.wishes !== wishes;
    const isStopped = running.signal.aborted && !isNewer && this.missing(this.known).length > 0;
    this.show({ isWorking: false, waitsForButton: isStopped || this.needsButton });
    if (isNewer && !this.needsButton) this.timer = setTimeout(() => void this.run(), restMs);
  }

  private async sourceOf(signal: AbortSignal): Promise<string> {
    if (this.wishes.source !== undefined) return this.wishes.source;
    const detected = await this.service.detect(this.text.slice(0, maxCharactersByItself), signal);
    this.show({ detected });
    return detected.language;
  }

  private async translateMissing(wishes: Wishes & { source: string }, signal: AbortSignal): Promise<void> {
    const missing = this.missing(wishes.source);
    if (missing.length <= maxStreamed || isBeyondBatch(wishes)) {
      for (const sentence of missing) {
        const onToken = (token: string) => this.showToken(sentence, wishes.source, token);
        this.remember(sentence, wishes.source, await this.service.stream(sentence, wishes, onToken, signal));
      }
      return;
    }
    for (let at = 0; at < missing.length; at += maxInBatch) {
      const texts = missing.slice(at, at + maxInBatch);
      const translated = await this.service.batch(texts, wishes, signal);
      texts.forEach((sentence, place) => {
        const one = translated[place];
        if (one !== undefined) this.remember(sentence, wishes.source, one);
      });
    }
  }

  /** A translation that has begun counts, whether it comes to its end or not. */
  private showToken(sentence: string, source: string, token: string): void {
    if (this.unfinished[sentence] === undefined) this.count(sentence);
    this.unfinished = { ...this.unfinished, [sentence]: (this.unfinished[sentence] ?? '') + token };
    this.showPieces(source);
  }

  private count(sentence: string): void {
    this.progress = { ...this.progress, charactersUsed: this.progress.charactersUsed + lengthOf(sentence) };
  }

  private remember(sentence: string, source: string, translated: Translated): void {
    this.remembered.set(this.keyOf(sentence, source), translated);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > maxRemembered && oldest !== undefined) this.remembered.delete(oldest);
    const { [sentence]: begun, ...unfinished } = this.unfinished;
    if (begun === undefined) this.count(sentence);
    this.unfinished = unfinished;
    this.show({});
  }

  private showPieces(source: string | undefined): void {
    const sentences = sentencesOf(this.text, source);
    const pieces = sentences.map((sentence) => ({
      ...sentence,
      translation:
        sentence.text === ''
          ? ''
          : (this.remembered.get(this.keyOf(sentence.text, source))?.translation ?? this.unfinished[sentence.text]),
    }));
    const translated = sentences.flatMap(({ text }) => {
      const one = this.remembered.get(this.keyOf(text, source));
      return one === undefined ? [] : [{ ...one, length: lengthOf(text) }];
    });
    this.progress = { ...this.progress, pieces, facts: factsOf(translated) };
    for (const listener of this.listeners) listener();
  }

  private show(changes: Partial<Progress>): void {
    this.progress = { ...this.progress, ...changes };
    this.showPieces(this.known);
  }
}
