import { Counter, Gauge, type Registry } from 'prom-client';
import type { TranslationWork } from './translation-work.js';

const words = new Intl.Segmenter('en', { granularity: 'word' });

const wordsOf = (text: string): number => {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike === true) count += 1;
  return count;
};

/** Measures the work of the inference process. */
export const measureTranslations = (registry: Registry, maxBytes: number) => {
  const registers = [registry];
  const sentences = new Counter({
    name: 'transledger_models_sentences_total',
    help: 'Sentences that models have translated.',
    registers,
  });
  const translatedWords = new Counter({
    name: 'transledger_models_words_total',
    help: 'Words of these sentences.',
    registers,
  });
  new Gauge({
    name: 'transledger_models_limit_bytes',
    help: 'Bytes of this process above which it ends itself.',
    registers,
  }).set(maxBytes);
  const observe = (work: Pick<TranslationWork, 'state'>) => {
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    gauge('transledger_models_waiting_sentences', 'Sentences that wait for a thread.', () => work.state.waiting);
    gauge(
      'transledger_models_translating_sentences',
      'Sentences that are being translated.',
      () => work.state.translating,
    );
    gauge('transledger_models_loaded', 'Models in memory.', () => work.state.loaded);
    gauge(
      'transledger_models_loaded_bytes',
      'Bytes that the models in memory take, their threads included.',
      () => work.state.loadedBytes,
    );
  };
  return {
    translated: (text: string): void => {
      sentences.inc();
      translatedWords.inc(wordsOf(text));
    },
    observe,
  };
};
