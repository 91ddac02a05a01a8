import { describe, expect, it } from 'vitest';
import fixture from './quality-scores.fixture.json' with { type: 'json' };
import { bleu, bleuTokenizerOf, chrf2 } from './quality-scores.js';

describe('scores are those of sacrebleu', () => {
  it.each(fixture.cases)('$name', ({ language, translations, references, ...expected }) => {
    expect(chrf2(translations, references)).toBeCloseTo(expected.chrf2, 9);
    const tokenizer = bleuTokenizerOf(language);
    expect(tokenizer === undefined).toBe(expected.bleu === undefined);
    if (tokenizer !== undefined && expected.bleu !== undefined)
      expect(bleu(translations, references, tokenizer)).toBeCloseTo(expected.bleu, 9);
  });

  it('a region does not change how a language is taken apart', () => {
    expect(['zh-TW', 'ja-JP', 'pt-BR'].map(bleuTokenizerOf)).toEqual(['zh', undefined, '13a']);
  });

  it('translations that are missing are no score', () => {
    expect(() => chrf2(['one'], ['one', 'two'])).toThrow('There are 1 translations of 2 sentences');
  });
});
