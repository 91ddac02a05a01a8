import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveTranslation, type TranslationService } from './live-translation';

const restMs = 800;
const wishes = { source: 'en', target: 'es' };
const facts = { confidence: 0.5, model: 'm', modelHashes: ['a1'], requestId: 'req_1' };
const shownFacts = { confidence: 0.5, models: ['m'], modelHashes: ['a1'], requestIds: ['req_1'] };

/** Translates into capitals, and notes what it was asked. */
class CapitalService implements TranslationService {
  readonly asked: string[] = [];
  readonly confidences: number[] = [];
  failing = false;
  waiting: (() => void) | undefined;

  async detect() {
    this.asked.push('detect');
    return { language: 'fr', confidence: 0.9 };
  }

  async stream(text: string, { source }: { source: string }, onToken: (token: string) => void, signal: AbortSignal) {
    this.asked.push(`stream ${source} ${text}`);
    if (this.failing) throw new Error('away');
    for (const token of text.toUpperCase().split(/(?= )/)) onToken(token);
    if (this.waiting !== undefined)
      await new Promise<void>((resolve, reject) => {
        this.waiting = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    return { translation: text.toUpperCase(), ...facts, confidence: this.confidences.shift() ?? facts.confidence };
  }

  async batch(texts: readonly string[]) {
    this.asked.push(`batch ${texts.length}`);
    return texts.map((text) => ({ translation: text.toUpperCase(), ...facts }));
  }
}

describe('live translation', () => {
  let service: CapitalService;
  let live: LiveTranslation;
  beforeEach(() => {
    vi.useFakeTimers();
    service = new CapitalService();
    live = new LiveTranslation(service);
  });
  afterEach(() => vi.useRealTimers());

  const rest = () => vi.advanceTimersByTimeAsync(restMs);
  const shown = () =>
    live
      .snapshot()
      .pieces.map(({ before, translation, after }) => before + (translation ?? '…') + after)
      .join('');

  it('a text is sent after a rest, and not at every letter', async () => {
    live.update('The', wishes);
    await vi.advanceTimersByTimeAsync(restMs - 1);
    live.update('The house.', wishes);
    await vi.advanceTimersByTimeAsync(restMs - 1);
    expect(service.asked).toEqual([]);
    await rest();
    expect(service.asked).toEqual(['stream en The house.']);
    expect(shown()).toBe('THE HOUSE.');
    expect(live.snapshot()).toMatchObject({ isWorking: false, charactersUsed: 10, facts: shownFacts });
  });

  it('only sentences that changed are sent, and going back costs nothing', async () => {
    live.update('One. Two.', wishes);
    await rest();
    live.update('One. Three.', wishes);
    await rest();
    live.update('One. Two.', wishes);
    await rest();
    expect(service.asked).toEqual(['stream en One.', 'stream en Two.', 'stream en Three.']);
    expect(shown()).toBe('ONE. TWO.');
  });

  it('many sentences are one request', async () => {
    live.update('A b. C d. E f. G h. I j.', wishes);
    await rest();
    expect(service.asked).toEqual(['batch 5']);
    expect(shown()).toBe('A B. C D. E F. G H. I J.');
  });

  it('many sentences with a wish that a batch does not take are sent one by one', async () => {
    live.update('A b. C d. E f. G h. I j.', { ...wishes, glossary_id: 'glo_1' });
    await rest();
    expect(service.asked).toHaveLength(5);
    expect(service.asked[4]).toBe('stream en I j.');
  });

  it('what was stopped keeps what has come, counts, and goes on by the button', async () => {
    service.waiting = () => undefined;
    live.update('The house is big.', wishes);
    await rest();
    live.abort();
    await rest();
    expect(shown()).toBe('THE HOUSE IS BIG.');
    expect(live.snapshot()).toMatchObject({
      ...{ isWorking: false, waitsForButton: true, error: undefined, charactersUsed: 17 },
      facts: undefined,
    });
    service.waiting = undefined;
    live.translateNow();
    await rest();
    expect(live.snapshot()).toMatchObject({ waitsForButton: false, facts: shownFacts });
  });

  it('the confidence is the mean of the sentences by their lengths', async () => {
    service.confidences.push(1, 0.5);
    live.update('One two. Six.', wishes);
    await rest();
    expect(live.snapshot().facts?.confidence).toBeCloseTo((8 * 1 + 4 * 0.5) / 12);
  });

  it('other wishes are another translation, and end the one under way', async () => {
    service.waiting = () => undefined;
    live.update('One.', wishes);
    await rest();
    service.waiting = undefined;
    live.update('One.', { ...wishes, target: 'fr' });
    await rest();
    expect(service.asked).toEqual(['stream en One.', 'stream en One.']);
    // The one that was ended had begun.
    expect(live.snapshot()).toMatchObject({ error: undefined, charactersUsed: 8 });
  });

  it('one request is in flight: what was typed meanwhile is sent when it has ended', async () => {
    service.waiting = () => undefined;
    live.update('One.', wishes);
    await rest();
    const end = service.waiting;
    service.waiting = undefined;
    live.update('Two.', wishes);
    await rest();
    expect(service.asked).toEqual(['stream en One.']);
    end?.();
    await rest();
    expect(service.asked).toEqual(['stream en One.', 'stream en Two.']);
  });

  it('tokens are shown as they come', async () => {
    service.waiting = () => undefined;
    live.update('The house is big.', wishes);
    await rest();
    expect(shown()).toBe('THE HOUSE IS BIG.');
    expect(live.snapshot().isWorking).toBe(true);
  });

  it('a text of more than 1,000 characters waits for the button', async () => {
    live.update('a '.repeat(600), wishes);
    await rest();
    expect(service.asked).toEqual([]);
    expect(live.snapshot().waitsForButton).toBe(true);
    live.translateNow();
    await rest();
    expect(service.asked).toHaveLength(1);
    expect(live.snapshot().waitsForButton).toBe(false);
  });

  it('a language that is not named is detected once for the whole text', async () => {
    live.update('Le chat. La maison.', { source: undefined, target: 'es' });
    await rest();
    expect(service.asked).toEqual(['detect', 'stream fr Le chat.', 'stream fr La maison.']);
    expect(live.snapshot().detected).toEqual({ language: 'fr', confidence: 0.9 });
  });

  it('what fails is said, and is done by the next attempt', async () => {
    service.failing = true;
    live.update('One.', wishes);
    await rest();
    expect(live.snapshot()).toMatchObject({ error: new Error('away'), isWorking: false, charactersUsed: 0 });
    service.failing = false;
    live.translateNow();
    await rest();
    expect(shown()).toBe('ONE.');
    expect(live.snapshot().error).toBeUndefined();
  });
});
