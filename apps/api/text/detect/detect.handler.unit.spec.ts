import { describe, expect, it } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { recordedActs } from '#test/fakes/recorded-acts.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DetectHandler } from './detect.handler.js';

const detector = createLanguageDetector();

describe('the detection of a language', () => {
  it('the result names the language, its script and the alternatives, after its fact is in the log', async () => {
    const { recorder, request, access, facts } = await recordedActs();
    const result = await new DetectHandler(detector, recorder).handle(request(), access, 'Hyvää huomenta, ystäväni.');
    expect(result).toMatchObject({ language: 'fi', language_name: 'Finnish', script: 'Latin' });
    expect(result.confidence).toBeGreaterThan(0.5);
    expect(facts()).toMatchObject([{ type: 'LanguageDetected', data: { language: 'fi', characterCount: 25 } }]);
  });

  it('a text that is too long is refused, and leaves no fact', async () => {
    const { recorder, request, access, facts } = await recordedActs();
    const handler = new DetectHandler(detector, recorder);
    const rejection = await rejectionOf(() => handler.handle(request(), access, 'x'.repeat(10_001)));
    expect(rejection).toMatchObject({ code: 'text_too_long', details: { limit: 10_000, actual: 10_001 } });
    expect(facts()).toEqual([]);
  });

  it('a detection whose fact cannot be written has no result', async () => {
    const { eventStore, recorder, request, access } = await recordedActs();
    eventStore.failAppend(new EventStoreUnavailableError('down'));
    await expect(new DetectHandler(detector, recorder).handle(request(), access, 'text')).rejects.toThrow('down');
  });
});
